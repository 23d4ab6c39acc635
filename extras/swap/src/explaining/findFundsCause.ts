import type { JournalEntry } from "../execution/types.js"
import type { Lack } from "../reading/readUnsent.js"
import type { SwapCase } from "../reading/types.js"
import type { SwapCause } from "./swapCauses.js"
import { amountOf, nativeAmountOf, sourceOf, swapAgain } from "./words.js"

/** Words what the account lacks to pay for a swap, or what the route's contract may not take. */
export function findFundsCause(swap: SwapCase, entry: JournalEntry, lack: Lack): SwapCause {
  if (lack.kind === "too little") return balanceCause(swap, entry, lack)
  const { spender, allowed, needed } = lack
  const { account } = entry
  const { unit, origin } = swap
  return {
    name: "allowance-missing",
    says: `${spender} may take ${amountOf(allowed, unit)} from ${account} on ${origin?.name ?? "the origin chain"}, and the swap needs ${amountOf(needed, unit)}: ${amountOf(needed - allowed, unit)} are missing.`,
    evidence: [{ source: sourceOf(swap), says: `allowance(${account}, ${spender}) is ${allowed}.` }],
    fix: swapAgain(swap),
  }
}

function balanceCause(
  swap: SwapCase,
  { account, request: { inputToken } }: JournalEntry,
  { owned, needed, isNative }: { owned: bigint; needed: bigint; isNative: boolean },
): SwapCause {
  const amount = (given: bigint): string => (isNative ? nativeAmountOf(given) : amountOf(given, swap.unit))
  const chain = swap.origin?.name ?? "the origin chain"
  // Whoever owns exactly what the transaction attaches has nothing for gas.
  const missing =
    owned < needed ? `${amount(needed - owned)} are missing${isNative ? ", besides gas" : ""}` : "gas is missing"
  return {
    name: "balance-missing",
    says: `${account} owns ${amount(owned)} on ${chain}, and the swap takes ${amount(needed)}: ${missing}.`,
    evidence: [
      {
        source: sourceOf(swap),
        says: isNative
          ? `The balance of ${account} is ${owned} wei.`
          : `balanceOf(${account}) of ${inputToken} is ${owned}.`,
      },
    ],
    fix: `send what is missing to ${account} on ${chain}, and swap again`,
  }
}
