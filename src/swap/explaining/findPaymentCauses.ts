import { isAddressEqual } from "viem/utils"

import { byOthers } from "../../explaining/explain.js"
import { isEvmAddress, isEvmHash } from "../../primitives/foreign.js"
import { excerpt } from "../../primitives/text.js"
import { nativeToken } from "../nativeToken.js"
import { readClaimedEnd, readPaid } from "../reading/readClaimedEnd.js"
import { isRead, type RouteReading } from "../reading/readRoute.js"
import type { SwapCase } from "../reading/types.js"
import type { RouteStatus } from "../types.js"
import type { SwapCause, SwapFindings } from "./swapCauses.js"
import { apiEvidence } from "./words.js"

/** Finds whether the destination chain shows what the API says: that the receiver was paid. */
export async function findPaymentCauses(
  swap: SwapCase,
  route: RouteStatus,
  reading: RouteReading | undefined,
): Promise<SwapFindings> {
  const { destination, sending } = swap
  const { txHash } = route.destination
  const name = destination?.name ?? String(route.destination.chainId)
  // Nothing shows that it began: that has a cause of its own.
  if (sending.kind !== "mined") return { causes: [] }
  if (!isRead(destination)) {
    return { causes: [unreadCause(swap, `${name} cannot be read: ${destination?.problem ?? "it is not configured"}`)] }
  }
  if (txHash === null || !isEvmHash(txHash)) {
    return { causes: [aheadCause(swap, `names no transaction on ${name}`, null)] }
  }
  const end = await readClaimedEnd(swap, {
    chain: destination,
    hash: txHash,
    eventName: "RouteCompleted",
    reading,
  })
  if (end.receipt === undefined) return { causes: [aheadCause(swap, end.problem, txHash)] }
  const { token, receiver, least } = promisedBy(swap, route)
  if (token === null || receiver === null || !isEvmAddress(token) || !isEvmAddress(receiver)) {
    return { causes: [aheadCause(swap, "nothing tells what it was to pay, and to whom", txHash)] }
  }
  const { receipt, log } = end
  const logged =
    log !== undefined && isAddressEqual(token, nativeToken) && isAddressEqual(log.args.token, token)
      ? isAddressEqual(log.args.receiver, receiver)
        ? log.args.amountOut
        : 0n
      : undefined
  const paid = logged ?? (await readPaid(destination.client, receipt, { token, to: receiver }))
  if (paid === undefined) {
    return { causes: [unreadCause(swap, `the node of ${name} does not tell the balance that ${receiver} had`)] }
  }
  const problem =
    paid < least
      ? `the transaction pays ${paid} of ${token} to ${receiver}, and at least ${least} was accepted`
      : end.problem
  return problem === undefined ? { causes: [], hasArrived: true } : { causes: [aheadCause(swap, problem, txHash)] }
}

/** The API says that a swap is over, and the chain does not show it. */
export function aheadCause(swap: SwapCase, problem: string, txHash: string | null): SwapCause {
  const status = swap.api.kind === "route" ? excerpt(swap.api.route.status, 30) : "over"
  return {
    name: "api-ahead-of-chain",
    says: `The swap API says that the swap is ${status}${txHash === null ? "" : ` in ${excerpt(txHash)}`}, and ${problem}.`,
    evidence: [apiEvidence(swap)],
    fix: byOthers("the operator of the swap API corrects its answer"),
  }
}

/** The API says that a swap is over, and the chain that would show it cannot be read. */
export function unreadCause(swap: SwapCase, problem: string): SwapCause {
  const status = swap.api.kind === "route" ? excerpt(swap.api.route.status, 30) : "over"
  return {
    name: "destination-unread",
    says: `The swap API says that the swap is ${status}, and nothing confirms it: ${problem}.`,
    evidence: [apiEvidence(swap)],
    fix: "add the chain to plugs.chains, or start its node",
  }
}

/** What was asked for here counts, and not what the API says that it was. */
function promisedBy(
  { record }: SwapCase,
  { destination, origin }: RouteStatus,
): { readonly token: string | null; readonly receiver: string | null; readonly least: bigint } {
  const [output] = destination.output
  const request = record?.entry?.request ?? record?.deposit?.request
  return {
    token: request?.outputToken ?? output?.token.address ?? null,
    receiver: request?.receiverAddress ?? destination.receiverAddress ?? origin.userAddress,
    least: record?.entry?.leastOut ?? output?.minAmountOut ?? 1n,
  }
}
