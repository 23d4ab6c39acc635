import type { Address } from "viem"

import { AbortedError } from "#src/http/errors.js"
import { SwitchboardNotKnownError } from "#src/messaging/onchain/connection/connectCallErrors.js"
import type { SwitchboardKind } from "#src/messaging/switchboardKinds.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { kindOfSwitchboard, projectSwitchboards } from "#src/plugin/connection/projectSwitchboards.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { askYes } from "#src/terminal/askYes.js"

/**
 * Asks about a switchboard that is not known on its chain.
 *
 * @param yes whether nobody is asked
 * @returns whether a person says yes
 * @throws {SwitchboardNotKnownError} nobody is asked
 */
export async function confirmSwitchboard(
  { switchboard, chain }: { readonly switchboard: Address; readonly chain: string },
  { yes, terminal, input, signal }: Pick<TaskIo, "terminal" | "input" | "signal"> & { readonly yes: boolean },
): Promise<boolean> {
  if (yes || input.isTTY !== true) throw new SwitchboardNotKnownError({ switchboard, chain })
  const question = `${switchboard} is not a known switchboard of ${chain}. Whoever controls it decides which messages arrive. Use it?`
  return await askYes(question, { terminal, input, signal })
}

/** A switchboard for what a chain exchanges with another one; chains by name. */
type Path = {
  readonly switchboard: Address
  readonly chain: string
  readonly siblingChain: string
  readonly chains: readonly ChainEntry[]
}

/**
 * Returns the kind of a switchboard. One that is not known on its chain must be allowed by its address, or by a person at the terminal.
 *
 * @returns the kind, `undefined` if it is not known; and what asks about it, once the call and its gas are shown, and throws an
 * `AbortedError` after a no
 * @throws {SwitchboardNotKnownError} it is not allowed, and nobody can be asked
 */
export async function requireSwitchboard(
  { switchboard, chain, siblingChain, chains }: Path,
  { plugs, allowed, io }: { readonly plugs: PlugsConfig; readonly allowed: readonly Address[]; readonly io: TaskIo },
): Promise<{ readonly switchboardKind: SwitchboardKind | undefined; readonly confirm: () => Promise<void> }> {
  const known = await projectSwitchboards(chains, plugs)
  const switchboardKind = kindOfSwitchboard(switchboard, { from: chain, to: siblingChain, known })
  const isAsked = switchboardKind === undefined && !allowed.includes(switchboard)
  if (isAsked && io.input.isTTY !== true) throw new SwitchboardNotKnownError({ switchboard, chain })
  const confirm = async (): Promise<void> => {
    if (isAsked && !(await confirmSwitchboard({ switchboard, chain }, { yes: false, ...io }))) throw new AbortedError()
  }
  return { switchboardKind, confirm }
}
