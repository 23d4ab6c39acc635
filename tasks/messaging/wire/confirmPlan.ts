import type { Address } from "viem"

import { confirmSwitchboard } from "../call/requireSwitchboard.js"
import { forecastWiring } from "./forecastWiring.js"
import type { PlannedProject } from "./planProject.js"
import type { WireArguments } from "./readWireArguments.js"
import { SwitchboardNotKnownError } from "#src/messaging/onchain/connection/connectCallErrors.js"
import { findUnknownSwitchboards, type WiringPlan } from "#src/messaging/wiring/plan/WiringPlan.js"
import type { WiringChains } from "#src/messaging/wiring/Wiring.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { askYes } from "#src/terminal/askYes.js"
import { gasText } from "#src/terminal/gasText.js"
import type { Printer } from "#src/terminal/terminal.js"

/** A plan that may be sent: with which limits of gas, and with which switchboards besides the known ones. */
export type ConfirmedPlan = {
  readonly chains: WiringChains
  readonly allowedSwitchboards: readonly Address[]
}

type ConfirmOptions = {
  /** Switchboards that are allowed by their addresses. */
  readonly allowed: readonly Address[]
  readonly entries: readonly ChainEntry[]
  /** Nobody is asked about forks. */
  readonly isDryRun: boolean
  /** Where the gas is shown; `undefined` if it is not. */
  readonly shown: Printer | undefined
  readonly io: Pick<TaskIo, "terminal" | "input" | "signal">
}

/**
 * Shows what the gas of a plan costs at most, and asks whether to send what is ready, but first about each switchboard that is not known on
 * its chain.
 *
 * @returns `undefined` if a person says no
 * @throws {SwitchboardNotKnownError} one is not allowed by its address, and with `--yes` nobody is asked
 */
export async function confirmPlan(
  project: Pick<PlannedProject, "plan" | "chains">,
  args: Pick<WireArguments, "yes" | "maxGasPrice" | "maxGasCost">,
  { allowed, entries, isDryRun, shown, io }: ConfirmOptions,
): Promise<ConfirmedPlan | undefined> {
  const { gas, limited } = await forecastWiring(project, args, entries)
  for (const cost of gas) shown?.line(`gas on ${cost.chain}: ${gasText(cost)}`)
  const { changes } = project.plan
  const ready = changes.filter(({ status }) => status === "ready")
  if (isDryRun) return { chains: limited, allowedSwitchboards: changes.map(({ switchboard }) => switchboard) }
  const unknown = findUnknownSwitchboards(ready, allowed)
  for (const { switchboard, chain } of unknown) {
    if (!(await confirmSwitchboard({ switchboard, chain }, { yes: args.yes, ...io }))) return undefined
  }
  const question = `Send ${ready.length} ${ready.length === 1 ? "transaction" : "transactions"}?`
  const isAgreed = args.yes || ready.length === 0 || (await askYes(question, io))
  if (!isAgreed) return undefined
  return { chains: limited, allowedSwitchboards: [...allowed, ...unknown.map(({ switchboard }) => switchboard)] }
}

/**
 * Checks the switchboards of what another account must send, about which nobody is asked here.
 *
 * @throws {SwitchboardNotKnownError} one is neither known nor allowed
 */
export function checkHandedOver({ changes }: WiringPlan, allowed: readonly Address[]): void {
  const elsewhere = changes.filter(({ status }) => status === "elsewhere")
  const [unknown] = findUnknownSwitchboards(elsewhere, allowed)
  if (unknown !== undefined) throw new SwitchboardNotKnownError(unknown)
}
