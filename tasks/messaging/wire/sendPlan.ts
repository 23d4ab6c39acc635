import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { type Address, createWalletClient, custom, numberToHex, parseEther } from "viem"

import { wiringStepLine } from "../output/wiring.js"
import type { Fork } from "./forkChain.js"
import type { PlannedProject } from "./planProject.js"
import { applyWiring, type ApplyWiringParameters } from "#src/messaging/wiring/apply/applyWiring.js"
import type { AppliedChange } from "#src/messaging/wiring/apply/WiringStep.js"
import type { WiringChains } from "#src/messaging/wiring/Wiring.js"
import { describeForTask } from "#src/plugin/run/describeForTask.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"

type SendPlanOptions = {
  readonly isDryRun: boolean
  readonly allowedSwitchboards: readonly Address[]
  readonly io: Pick<TaskIo, "terminal" | "signal" | "clock">
}

/** Sends what a plan says is ready, to the chains or to their forks, with a line for each step. */
export async function sendPlan(
  hre: HardhatRuntimeEnvironment,
  { plan, chains, forks, errorAbis }: PlannedProject,
  { isDryRun, allowedSwitchboards, io: { terminal, signal, clock } }: SendPlanOptions,
): Promise<readonly AppliedChange[]> {
  const { err } = terminal
  const parameters: Parameters<typeof applyWiring>[0] = {
    ...{ plan, chains, errorAbis, allowedSwitchboards, signal, clock },
    onStep: (step) => {
      err.line(wiringStepLine(step, err.paint))
    },
  }
  const { results } = await (isDryRun ? applyOnForks(parameters, forks) : applyWiring(parameters))
  return await Promise.all(
    results.map(async (result) =>
      result.error === undefined ? result : { ...result, error: await describeForTask(result.error, hre) },
    ),
  )
}

/**
 * Applies a plan on forks of its chains: everything that is not blocked, from the account that must send it. Nothing is sent to the chains themselves.
 *
 * @param forks by the name of the chain
 */
export async function applyOnForks(
  parameters: ApplyWiringParameters,
  forks: ReadonlyMap<string, Fork>,
): Promise<{ readonly results: readonly AppliedChange[] }> {
  const { plan, chains } = parameters
  const ready = plan.changes.map((change) =>
    change.status === "elsewhere" && change.sender !== undefined ? { ...change, status: "ready" as const } : change,
  )
  const senders = new Set(ready.map(({ sender }) => sender))
  const results: AppliedChange[] = []
  for (const sender of senders) {
    const changes = ready.filter((change) => change.sender === sender)
    const asSender = sender === undefined ? chains : await impersonate(sender, chains, forks)
    const applied = await applyWiring({ ...parameters, plan: { ...plan, changes }, chains: asSender })
    results.push(...applied.results)
  }
  return { results }
}

async function impersonate(
  sender: Address,
  chains: WiringChains,
  forks: ReadonlyMap<string, Fork>,
): Promise<WiringChains> {
  const entries = Object.entries(chains).map(async ([name, chain]) => {
    const provider = forks.get(name)?.connection.provider
    if (provider === undefined || !("publicClient" in chain)) return [name, chain] as const
    await provider.request({ method: "hardhat_impersonateAccount", params: [sender] })
    await provider.request({ method: "hardhat_setBalance", params: [sender, numberToHex(parseEther("1000"))] })
    const transport = custom(provider, { retryCount: 0 })
    return [name, { ...chain, walletClient: createWalletClient({ account: sender, transport }) }] as const
  })
  return Object.fromEntries<WiringChains[string]>(await Promise.all(entries))
}
