import type { Address } from "viem"

import { SwitchboardNotKnownError } from "../../../src/messaging/onchain/connection/connectCallErrors.js"
import { findUnknownSwitchboards, type WiringPlan } from "../../../src/messaging/wiring/plan/WiringPlan.js"
import type { TaskIo } from "../../../src/plugin/run/openProcess.js"
import { askYes } from "../../../src/terminal/askYes.js"
import { confirmSwitchboard } from "../call/requireSwitchboard.js"

type Consent = { readonly yes: boolean; readonly allowed: readonly Address[] }

/**
 * Asks whether to send what a plan says is ready, and first about each switchboard that is not known on its chain.
 *
 * @returns the switchboards that may be used; `undefined` if a person says no
 * @throws {SwitchboardNotKnownError} one is not allowed by its address, and `--yes` answers for nobody but the plan
 */
export async function confirmPlan(
  { changes }: WiringPlan,
  { yes, allowed }: Consent,
  { terminal, input, signal }: Pick<TaskIo, "terminal" | "input" | "signal">,
): Promise<readonly Address[] | undefined> {
  const ready = changes.filter(({ status }) => status === "ready")
  const unknown = findUnknownSwitchboards(ready, allowed)
  for (const { switchboard, chain } of unknown) {
    if (!(await confirmSwitchboard({ switchboard, chain }, { yes, terminal, input, signal }))) return undefined
  }
  const question = `Send ${ready.length} ${ready.length === 1 ? "transaction" : "transactions"}?`
  const isAgreed = yes || ready.length === 0 || (await askYes(question, { terminal, input, signal }))
  return isAgreed ? [...allowed, ...unknown.map(({ switchboard }) => switchboard)] : undefined
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
