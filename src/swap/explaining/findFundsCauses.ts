import { getBalance, readContract } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { tokenAbi } from "../../onchain/tokens.js"
import { isEvmAddress } from "../../primitives/foreign.js"
import { transactionOf } from "../depositTransfer.js"
import type { JournalEntry } from "../execution/types.js"
import { nativeToken } from "../nativeToken.js"
import type { SwapCase, SwapChain } from "../reading/types.js"
import type { SwapCause } from "./swapCauses.js"
import { amountOf, sourceOf, swapAgain } from "./words.js"

/** An execution that has not sent its transaction, on a chain that can be read. */
export type UnsentSwap = { readonly entry: JournalEntry; readonly origin: SwapChain }

/** Every EVM chain counts its currency like this. */
const ether = { decimals: 18, symbol: "of the native currency" } as const

/** Finds what the account lacks to pay for a swap, and what the route's contract may not take. */
export async function findFundsCauses(swap: SwapCase, { entry, origin }: UnsentSwap): Promise<readonly SwapCause[]> {
  const { account, request, route } = entry
  const transaction = transactionOf(route)
  if (transaction === undefined) return []
  const balance = await getBalance(origin.client, { address: account })
  // Gas comes on top of it.
  if (balance <= transaction.value) {
    return [balanceCause(swap, entry, { owned: balance, needed: transaction.value, isNative: true })]
  }
  const { inputToken, inputAmount } = request
  if (!isEvmAddress(inputToken) || isAddressEqual(inputToken, nativeToken)) return []
  const contract = { abi: tokenAbi, address: inputToken } as const
  const owned = await readContract(origin.client, { ...contract, functionName: "balanceOf", args: [account] })
  if (owned < inputAmount) return [balanceCause(swap, entry, { owned, needed: inputAmount, isNative: false })]
  const { approval } = route
  // Before it was approved, it is not missing but still to come.
  if (approval === null || entry.state === "CHECKED") return []
  const allowed = await readContract(origin.client, {
    abi: tokenAbi,
    address: approval.tokenAddress,
    functionName: "allowance",
    args: [account, approval.spenderAddress],
  })
  if (allowed >= approval.amount) return []
  const { unit } = swap
  return [
    {
      name: "allowance-missing",
      says: `${approval.spenderAddress} may take ${amountOf(allowed, unit)} from ${account} on ${origin.name}, and the swap needs ${amountOf(approval.amount, unit)}: ${amountOf(approval.amount - allowed, unit)} are missing.`,
      evidence: [{ source: sourceOf(swap), says: `allowance(${account}, ${approval.spenderAddress}) is ${allowed}.` }],
      fix: swapAgain(swap),
    },
  ]
}

function balanceCause(
  swap: SwapCase,
  { account, request: { inputToken } }: JournalEntry,
  { owned, needed, isNative }: { owned: bigint; needed: bigint; isNative: boolean },
): SwapCause {
  const unit = isNative ? ether : swap.unit
  const chain = swap.origin?.name ?? "the origin chain"
  // Whoever owns exactly what the transaction attaches has nothing for gas.
  const missing =
    owned < needed
      ? `${amountOf(needed - owned, unit)} are missing${isNative ? ", besides gas" : ""}`
      : "gas is missing"
  return {
    name: "balance-missing",
    says: `${account} owns ${amountOf(owned, unit)} on ${chain}, and the swap takes ${amountOf(needed, unit)}: ${missing}.`,
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
