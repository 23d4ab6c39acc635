import type { Address } from "viem"

import type { SwapCommand } from "../arguments/readExecuteArguments.js"
import { commandKey } from "#extras/swap/src/execution/journal/commandRecords.js"

/**
 * Computes the key of a command that begins a swap: the same for the same swap, however its tokens are written.
 *
 * @param account who executes it; left out if the swap is paid by a deposit, which anybody may pay
 */
export function swapCommandKey(
  { swapRequest, choice, source }: Extract<SwapCommand, { kind: "begin" }>,
  account?: Address,
): string {
  const tokens = { token: swapRequest.token.toLowerCase(), wanted: swapRequest.wanted.toLowerCase() }
  return commandKey({ ...swapRequest, ...tokens, choice, source: source.network, account })
}
