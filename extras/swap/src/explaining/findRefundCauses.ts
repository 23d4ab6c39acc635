import { parseAbi } from "viem/utils"

import type { PayoutReading } from "../reading/readPayout.js"
import type { MessagesReading, RefundedReading, RefundReading } from "../reading/readRefund.js"
import type { SwapCase } from "../reading/types.js"
import type { RouteStatus } from "../types.js"
import type { SwapCause } from "./swapCauses.js"
import { apiEvidence, nativeAmountOf, swapAgain } from "./words.js"
import { blockSource } from "#src/explaining/evidence.js"
import { byOthers } from "#src/explaining/explain.js"
import { isEvmHash } from "#src/primitives/foreign.js"
import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"
import { excerpt } from "#src/primitives/text.js"

/** Finds what the refund of a swap waits for, or that it is under way. */
export function findRefundCauses(swap: SwapCase, refund: RefundReading): readonly SwapCause[] {
  const reason = reasonOf(refund.reason)
  if (refund.kind === "due") return [dueCause(swap, refund, reason)]
  if (refund.kind === "waiting") return [waitingCause(swap, refund, reason)]
  const messages = refund.kind === "sent" ? findMessageCauses(refund.messages) : []
  return messages.length > 0 ? messages : [underWay(swap, reason)]
}

/** Finds whether the chain shows the refund that the API reports: that the account was paid. */
export function findRefundedCauses(swap: SwapCase, refunded: RefundedReading | undefined): readonly SwapCause[] {
  // That nothing shows how it began has a cause of its own.
  if (refunded === undefined) return []
  if (refunded.kind === "unread") return [unreadCause(swap, refunded.problem)]
  if (refunded.kind === "unseen") return [aheadCause(swap, refunded.problem, refunded.hash)]
  const { chain, hash, blockNumber, paid } = refunded
  const { to, token, amount } = paid
  const says = paid.isLogged
    ? `RouteRefunded: ${to} got ${amount} of ${token}.`
    : `The refund pays ${amount} of ${token} to ${to}.`
  return [
    {
      name: "refunded",
      says: `The swap failed, and was refunded on ${chain.name} in ${hash}.`,
      evidence: [{ source: blockSource(chain, blockNumber), says }, apiEvidence(swap)],
      fix: swapAgain(swap),
    },
  ]
}

function reasonOf(data: `0x${string}` | undefined): string {
  return data === undefined || data === "0x"
    ? ""
    : ` It could not be delivered: ${decodeRevertData(data, marketErrors).reason}.`
}

/** The errors with which a delivery on the devnet's market fails. */
const marketErrors = [
  parseAbi([
    "error TooLittleOut(uint256 amountOut, uint256 minAmountOut)",
    "error PoolTooSmall(uint256 required, uint256 available)",
    "error ValueNotTaken(address to, uint256 amount)",
    "error UnknownDex(address dex)",
    "error UnknownAsset(bytes32 asset)",
  ]),
]

function underWay(swap: SwapCase, reason: string): SwapCause {
  return {
    name: "refund-under-way",
    says: `The swap failed, and its refund to ${swap.origin?.name ?? "the origin chain"} is under way.${reason}`,
    evidence: [apiEvidence(swap)],
  }
}

function dueCause(
  swap: SwapCase,
  { origin, event, pool }: Extract<RefundReading, { kind: "due" }>,
  reason: string,
): SwapCause {
  const { address, blockNumber } = event
  const { token, amount, quoteId } = event.args
  const missing = pool === undefined || pool >= amount ? undefined : amount - pool
  const call = `payRefund(${quoteId}) of ${address} on ${origin.name}`
  return {
    name: "refund-waiting",
    says:
      missing === undefined
        ? `The swap failed, and its refund on ${origin.name} waits until ${call} is called.${reason}`
        : `The swap failed, and its refund of ${amount} (in the smallest unit of ${token}) on ${origin.name} waits for the bridge's pool, which has ${pool}: ${missing} are missing.${reason}`,
    evidence: [
      { source: blockSource(origin, blockNumber), says: `${address} logged RouteRefundDue of ${amount}.` },
      { source: origin.name, says: `The pool of ${address} has ${pool ?? "an unknown amount"} of ${token}.` },
      apiEvidence(swap),
    ],
    fix:
      missing === undefined ? `call ${call}` : byOthers(`the provider fills the pool of ${address} on ${origin.name}`),
  }
}

function waitingCause(
  swap: SwapCase,
  { destination, event, fee, isSigned }: Extract<RefundReading, { kind: "waiting" }>,
  reason: string,
): SwapCause {
  const { address, blockNumber } = event
  const { srcChainSlug, quoteId } = event.args
  const call = `claimRefund(${quoteId}) of ${address} on ${destination.name}`
  return {
    name: "refund-waiting",
    says:
      fee === undefined
        ? `The swap failed, and its refund waits on ${destination.name}, because the bridge ${address} there cannot send messages to the chain with the slug ${srcChainSlug}.${reason}`
        : `The swap failed, and its refund waits on ${destination.name} until ${nativeAmountOf(fee)} is paid for the message back.${reason}`,
    evidence: [
      { source: blockSource(destination, blockNumber), says: `${address} logged RouteRefundWaiting.` },
      {
        source: destination.name,
        says: `refundMessageFee(${srcChainSlug}) is ${fee === undefined ? "not to be had: the call reverts" : `${fee} wei`}.`,
      },
      apiEvidence(swap),
    ],
    fix:
      fee === undefined
        ? byOthers(`the owner of the bridge ${address} on ${destination.name} connects it to that chain`)
        : isSigned
          ? `call ${call} with ${fee} wei`
          : byOthers("the provider of the route pays for the message back"),
  }
}

/** Finds the message of a route that does not arrive, with the message's own cause as its evidence and the message's own fix. */
export function findMessageCauses(messages: MessagesReading | undefined): readonly SwapCause[] {
  if (messages === undefined) return []
  const { chain, txHash, explanation } = messages
  const { verdict, says, causes, items } = explanation
  const [first] = causes
  if (first === undefined || (verdict !== "stuck" && verdict !== "failed")) return []
  const messageId = first.about ?? items[0]?.id ?? null
  return [
    {
      name: "message-stuck",
      certainty: first.certainty,
      says: `The message ${messageId ?? `of ${txHash}`}, which carries the swap from ${chain.name}, does not arrive: ${says}`,
      evidence: [
        ...causes.map(({ name, certainty, says: why }) => ({
          source: `the message's cause ${name}, ${certainty}`,
          says: why,
        })),
        ...first.evidence,
      ],
      fix: first.mend ?? undefined,
      about: messageId,
    },
  ]
}

/** Finds whether the destination chain shows what the API says: that the receiver was paid. */
export function findPaymentCauses(
  swap: SwapCase,
  route: RouteStatus,
  payout: PayoutReading | undefined,
): readonly SwapCause[] {
  // Nothing shows that it began: that has a cause of its own.
  if (payout === undefined || payout.kind === "seen") return []
  if (payout.kind === "unread") return [unreadCause(swap, payout.problem)]
  const { txHash } = route.destination
  return [aheadCause(swap, payout.problem, txHash !== null && isEvmHash(txHash) ? txHash : null)]
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
function unreadCause(swap: SwapCase, problem: string): SwapCause {
  const status = swap.api.kind === "route" ? excerpt(swap.api.route.status, 30) : "over"
  return {
    name: "destination-unread",
    says: `The swap API says that the swap is ${status}, and nothing confirms it: ${problem}.`,
    evidence: [apiEvidence(swap)],
    fix: "add the chain to plugs.chains, or start its node",
  }
}
