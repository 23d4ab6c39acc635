import { isAddressEqual } from "viem/utils"

import { nativeToken } from "../nativeToken.js"
import type { RouteStatus } from "../types.js"
import { quoteOf } from "./findSwapRecord.js"
import { readClaimedEnd, readPaid } from "./readClaimedEnd.js"
import { isRead, type RouteReading } from "./readRoute.js"
import type { SentSwap } from "./types.js"
import { isEvmAddress, isEvmHash } from "#src/primitives/foreign.js"

/** Whether the destination chain shows what the swap API says: that the receiver was paid. Problems are ends of sentences. */
export type PayoutReading =
  | {
      readonly kind: "seen"
      /** What the transaction pays the receiver, in the smallest unit of the token. */
      readonly paid: bigint
    }
  /** The chain shows something else, or nothing. */
  | { readonly kind: "unseen"; readonly problem: string; readonly isMissing?: boolean }
  /** The chain cannot be read. */
  | { readonly kind: "unread"; readonly problem: string }

/**
 * Reads whether a swap that the API calls COMPLETED has paid: whether the transaction that the API names is on the destination chain,
 * belongs to the swap, and pays the receiver of the request at least what was accepted, in the token of the request.
 *
 * @param reading what the provider's contracts have logged of the route
 */
export async function readPayout(
  swap: SentSwap,
  route: RouteStatus,
  reading: RouteReading | undefined,
): Promise<PayoutReading> {
  const { destination } = swap
  const { txHash } = route.destination
  const name = destination?.name ?? String(route.destination.chainId)
  if (!isRead(destination)) {
    return { kind: "unread", problem: `${name} cannot be read: ${destination?.problem ?? "it is not configured"}` }
  }
  if (txHash === null || !isEvmHash(txHash))
    return { kind: "unseen", problem: `the API names no transaction on ${name}` }
  const end = await readClaimedEnd(swap, { chain: destination, hash: txHash, eventName: "RouteCompleted", reading })
  if (end.receipt === undefined) {
    if (end.isUnread === true) return { kind: "unread", problem: end.problem }
    return { kind: "unseen", problem: end.problem, isMissing: end.isMissing ?? false }
  }
  const { token, receiver, least } = promisedBy(swap, route)
  if (token === null || receiver === null || !isEvmAddress(token) || !isEvmAddress(receiver)) {
    return { kind: "unseen", problem: "nothing tells what it was to pay, and to whom" }
  }
  const { receipt, log } = end
  // Native currency leaves no log of its own. A contract that logs it is believed if what was signed here led to it.
  const logged =
    log !== undefined && reading?.isSigned === true && isAddressEqual(token, nativeToken)
      ? isAddressEqual(log.args.token, token) && isAddressEqual(log.args.receiver, receiver)
        ? log.args.amountOut
        : 0n
      : undefined
  const paid = logged ?? (await readPaid(destination.client, receipt, { token, to: receiver }))
  if (paid === undefined) {
    return { kind: "unread", problem: `the node of ${name} does not tell the balance that ${receiver} had` }
  }
  const problem =
    paid < least
      ? `the transaction pays ${paid} of ${token} to ${receiver}, and at least ${least} was accepted`
      : end.problem
  return problem === undefined ? { kind: "seen", paid } : { kind: "unseen", problem }
}

/** What was asked for here counts, and not what the API says that it was. */
function promisedBy(
  { record }: SentSwap,
  { destination, origin }: RouteStatus,
): { readonly token: string | null; readonly receiver: string | null; readonly least: bigint } {
  const [output] = destination.output
  const quote = quoteOf(record)
  const recorded = record?.entry?.leastOut ?? quote?.route.output.minAmountOut
  return {
    token: quote?.request.outputToken ?? output?.token.address ?? null,
    receiver: quote?.request.receiverAddress ?? destination.receiverAddress ?? origin.userAddress,
    least: recorded ?? (quote === undefined ? output?.minAmountOut : undefined) ?? 1n,
  }
}
