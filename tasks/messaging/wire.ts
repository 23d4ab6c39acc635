import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { type Address, createWalletClient, custom, numberToHex, parseEther } from "viem"

import { wireRows } from "./index.js"
import { deliveryFields, deliveryLines } from "./output/deliveries.js"
import { forkFields } from "./output/forkedBlocks.js"
import { wiringPlan, wiringStepLine, wiringSummary } from "./output/wiring.js"
import { planDocument, resultFields } from "./output/wiringFields.js"
import { checkPlanTrust } from "./wire/checkPlanTrust.js"
import { checkHandedOver, confirmPlan } from "./wire/confirmPlan.js"
import type { Fork } from "./wire/forkChain.js"
import { handOver } from "./wire/handOver.js"
import { type PlannedProject, planProject } from "./wire/planProject.js"
import { readWireMode } from "./wire/readWireMode.js"
import { appliedError, deliveryError, foundInPlan } from "./wire/wiringOutcomes.js"
import { AbortedError } from "#src/http/errors.js"
import { applyWiring, type ApplyWiringParameters } from "#src/messaging/wiring/apply/applyWiring.js"
import type { AppliedChange } from "#src/messaging/wiring/apply/WiringStep.js"
import { copiesOf } from "#src/messaging/wiring/Copy.js"
import { type TriedDelivery, tryDeliveries } from "#src/messaging/wiring/tryDeliveries.js"
import type { WiringChains } from "#src/messaging/wiring/Wiring.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { describeForTask } from "#src/plugin/run/describeForTask.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { apart } from "#src/terminal/report.js"

export default actionOf(wireRows, async (args, hre, io) => {
  const { out, err } = io.terminal
  const { allowSwitchboard: allowed = [] } = args
  const { mode, isHandedOver } = readWireMode(args, io.input)
  const isDryRun = mode === "dry run"
  const isUnasked = isHandedOver || (mode === "apply" && args.yes)
  await using project = await planProject(hre, args, { isDryRun, isUnasked, io })
  const { plan, nameOf } = project
  const shown = mode === "apply" || isDryRun || args.json ? err : out
  const isShown = !args.json || !args.yes
  if (isShown) shown.show(wiringPlan(plan, shown.columns, nameOf))
  if (isHandedOver) checkHandedOver(plan, allowed)
  if (isHandedOver || mode === "apply" || isDryRun) await checkPlanTrust(project, hre.config.plugs.trust, io.clock)
  const printing = { out, isJson: args.json, now: io.clock.now() }

  if (mode === "plan" || mode === "check") {
    const handed = await handOver(hre, project, args, printing)
    const { error, ...found } = foundInPlan(plan, mode)
    return { document: { ...planDocument(plan), ...found, ...handed }, error }
  }
  const entries = chainsOf(hre.config.plugs)
  const confirmed = await confirmPlan(project, args, {
    allowed,
    entries,
    isDryRun,
    shown: isShown ? shown : undefined,
    io,
  })
  if (confirmed === undefined) return { document: planDocument(plan), error: new AbortedError() }
  const results = await sendPlan(hre, { ...project, chains: confirmed.chains }, { ...confirmed, isDryRun, io })
  for (const fork of project.forks.values()) await fork.requireSame()
  const handed = await handOver(hre, project, args, printing)
  const { forks } = project
  const deliveries = isDryRun ? await tryApplied(project, results) : []
  const error = appliedError(plan, results, { isHandedOver, signal: io.signal }) ?? deliveryError(deliveries)
  const tried = isDryRun ? { forks: forkFields(forks), deliveries: deliveries.map(deliveryFields) } : {}
  return {
    document: { ...planDocument(plan), results: resultFields(results), ...tried, ...handed },
    report: () => apart(wiringSummary(results, forks), deliveries.length > 0 && deliveryLines(deliveries)),
    error,
  }
})

type SendPlanOptions = {
  readonly isDryRun: boolean
  readonly allowedSwitchboards: readonly Address[]
  readonly io: Pick<TaskIo, "terminal" | "signal" | "clock">
}

/** Sends what a plan says is ready, to the chains or to their forks, with a line for each step. */
async function sendPlan(
  hre: HardhatRuntimeEnvironment,
  { plan, chains, forks, errorAbis }: PlannedProject,
  { isDryRun, allowedSwitchboards, io: { terminal, signal, clock } }: SendPlanOptions,
): Promise<readonly AppliedChange[]> {
  const { err } = terminal
  const parameters: Parameters<typeof applyWiring>[0] = {
    ...{ plan, chains, errorAbis, allowedSwitchboards, signal, clock },
    onStep: (step) => {
      err.line(wiringStepLine(step))
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

/** Tries a message over each connection that was made on forks. */
async function tryApplied(
  { plan, chains, errorAbis }: PlannedProject,
  results: readonly AppliedChange[],
): Promise<readonly TriedDelivery[]> {
  const connects = results.filter(({ change }) => change.kind === "connect")
  const those = (isWanted: (status: AppliedChange["status"]) => boolean) =>
    connects.flatMap(({ change, status }) => (isWanted(status) ? [change] : []))
  const made = those((status) => status === "done")
  const inPlace = [...plan.inPlace, ...those((status) => status === "in place")]
  const left = those((status) => status !== "done" && status !== "in place")
  return await tryDeliveries({ made, inPlace, left, copies: copiesOf(chains), errorAbis })
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
