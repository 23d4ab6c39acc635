import { type PayoutReading, readPayout } from "./readPayout.js"
import {
  type MessagesReading,
  readMessages,
  readRefund,
  readRefunded,
  type RefundedReading,
  type RefundReading,
} from "./readRefund.js"
import { isRead, readRoute, type RouteReading } from "./readRoute.js"
import { readTransaction, type TransactionReading } from "./readTransaction.js"
import { readUnsent, type UnsentReading } from "./readUnsent.js"
import type { SwapCase } from "./types.js"

/** All that was read of a swap. What its state has no need of was not read. */
export type SwapReading = {
  readonly swap: SwapCase
  readonly route: RouteReading | undefined
  /** Whether the output was paid, where the API says so. */
  readonly payout?: PayoutReading | undefined
  /** Whether the refund was paid, where the API says so. */
  readonly refunded?: RefundedReading | undefined
  /** What a refund waits for that the API calls under way. */
  readonly refund?: RefundReading | undefined
  /** The messages of a route that is under way. */
  readonly messages?: MessagesReading | undefined
  readonly transaction?: TransactionReading | undefined
  readonly unsent?: UnsentReading | undefined
}

export async function readProgress(swap: SwapCase): Promise<SwapReading> {
  const route = await readRoute(swap)
  const end = await readEnd(swap, route)
  // What runs there by now knows nothing of it.
  if (swap.record?.isOfAnotherChain === true) return { swap, route, ...end }
  const unsent = isBegun(swap) ? undefined : await readUnsent(swap)
  return { swap, route, ...end, transaction: await readTransaction(swap), unsent }
}

async function readEnd(
  swap: SwapCase,
  route: RouteReading | undefined,
): Promise<Pick<SwapReading, "payout" | "refunded" | "refund" | "messages">> {
  const { api, origin, sending } = swap
  if (isFalseEnd(swap)) return {}
  if (api.kind === "route") {
    switch (api.route.status) {
      case "COMPLETED":
        return sending.kind === "mined" ? { payout: await readPayout(swap, api.route, route) } : {}
      case "REFUNDED":
        return { refunded: await readRefunded(swap, api.route, route) }
      case "REFUNDING":
        return { refund: await readRefund(swap, route) }
      case "FAILED":
        return {}
      case "PENDING":
      case "EXPIRED":
      case "IN_PROGRESS":
      default:
    }
  }
  if (route === undefined || !isRead(origin) || isCompleted(route)) return {}
  return { messages: await readMessages(swap, origin, route.txHash) }
}

/** Whether a provider's contract has logged on the destination that it has paid. */
export function isCompleted(route: RouteReading | undefined): boolean {
  return route?.destination.some(({ eventName }) => eventName === "RouteCompleted") === true
}

/** Whether the API says that something has happened, on whichever chain. */
export function isBegun({ api }: Pick<SwapCase, "api">): boolean {
  return api.kind === "route" && api.route.status !== "PENDING" && api.route.status !== "EXPIRED"
}

/** Whether the API calls a swap over whose first transaction is not there. */
export function isFalseEnd({ api, sending, origin }: SwapCase): boolean {
  if (api.kind !== "route" || !isRead(origin) || sending.kind === "unclear") return false
  const { status, userOp } = api.route
  const isOver = status === "COMPLETED" || (status === "REFUNDED" && userOp !== "deposit")
  return isOver && !(sending.kind === "mined" && sending.receipt.status === "success")
}
