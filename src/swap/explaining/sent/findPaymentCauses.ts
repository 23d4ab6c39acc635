import { type Address, type Hex, isAddressEqual, type Log } from "viem"

import { getTransactionReceipt } from "viem/actions"
import { parseEventLogs } from "viem/utils"

import { tokenAbi } from "../../../onchain/tokenAbi.js"
import { isEvmAddress, isEvmHash } from "../../../primitives/foreign.js"
import { excerpt } from "../../../primitives/text.js"
import { nativeToken } from "../../nativeToken.js"
import type { RouteStatus } from "../../types.js"
import { apiEvidence } from "../sentences.js"
import type { SwapCase, SwapCause, SwapFindings } from "../types.js"
import { isRead } from "./readRoute.js"

/** Finds whether the destination chain shows what the API says: that the receiver was paid. */
export async function findPaymentCauses(swap: SwapCase, route: RouteStatus): Promise<SwapFindings> {
  const { destination } = swap
  const { txHash } = route.destination
  const name = destination?.name ?? String(route.destination.chainId)
  if (txHash === null || !isEvmHash(txHash)) {
    return { causes: [unreadCause(swap, `the API names no transaction on ${name} that could be read`)] }
  }
  if (!isRead(destination)) {
    return { causes: [unreadCause(swap, `${name} cannot be read: ${destination?.problem ?? "it is not configured"}`)] }
  }
  const receipt = await getTransactionReceipt(destination.client, { hash: txHash }).catch(() => undefined)
  if (receipt === undefined) return { causes: [aheadCause(swap, `${name} has no such transaction`, txHash)] }
  if (receipt.status === "reverted") return { causes: [aheadCause(swap, `it reverted on ${name}`, txHash)] }
  const problem = unpaid(swap, route, receipt.logs)
  return problem === undefined ? { causes: [], hasArrived: true } : { causes: [aheadCause(swap, problem, txHash)] }
}

/** The API says that a swap is over, and the chain does not show it. */
export function aheadCause(swap: SwapCase, problem: string, txHash: string | null): SwapCause {
  const status = swap.api.kind === "route" ? excerpt(swap.api.route.status, 30) : "over"
  return {
    name: "api-ahead-of-chain",
    certainty: "certain",
    says: `The swap API says that the swap is ${status}${txHash === null ? "" : ` in ${excerpt(txHash)}`}, and ${problem}.`,
    evidence: [apiEvidence(swap)],
    mend: { who: "the operator of the swap API", command: null },
    about: null,
  }
}

function unreadCause(swap: SwapCase, problem: string): SwapCause {
  return {
    name: "destination-unread",
    certainty: "certain",
    says: `The swap API says that the swap is completed, and nothing confirms it: ${problem}.`,
    evidence: [apiEvidence(swap)],
    mend: { who: "you, who add the chain to plugs.chains or start its node", command: null },
    about: null,
  }
}

/** Native currency leaves no log, so that its payment is not looked for. */
function unpaid({ record }: SwapCase, { destination, origin }: RouteStatus, logs: Log[]): string | undefined {
  const [output] = destination.output
  const request = record?.entry?.request ?? record?.deposit?.request
  // What was asked for here counts, and not what the API says that it was.
  const token = request?.outputToken ?? output?.token.address
  const receiver = request?.receiverAddress ?? destination.receiverAddress ?? origin.userAddress
  const least = record?.entry?.leastOut ?? output?.minAmountOut ?? 1n
  if (token === undefined || receiver === null || !isEvmAddress(token) || !isEvmAddress(receiver)) return undefined
  if (isAddressEqual(token, nativeToken)) return undefined
  const paid = paidTo(logs, { token, receiver })
  return paid >= least
    ? undefined
    : `the transaction pays ${paid} of ${token} to ${receiver}, and at least ${least} was accepted`
}

function paidTo(logs: Log[], { token, receiver }: { token: Address; receiver: Hex }): bigint {
  const transfers = parseEventLogs({ abi: tokenAbi, eventName: "Transfer", logs })
  return transfers
    .filter(({ address, args }) => isAddressEqual(address, token) && isAddressEqual(args.to, receiver))
    .reduce((total, { args }) => total + args.value, 0n)
}
