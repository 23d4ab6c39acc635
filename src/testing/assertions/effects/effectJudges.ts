import type { Judge } from "../Judge.js"
import type { Verdict } from "../Verdict.js"
import type { BalanceChange, ValuePlace } from "./BalanceRow.js"
import { judgeBalances, judgeConserved } from "./judgeBalances.js"
import {
  judgeCallbackResolved,
  judgeCallbackReverted,
  judgePayloadResolved,
  judgePayloadReverted,
  judgeRequestsCompleted,
} from "./judgeRequests.js"
import {
  isSwap,
  judgeRefunded,
  judgeRefundedFor,
  judgeRefused,
  judgeRouteCompleted,
  type RefusalReason,
} from "./judgeRoutes.js"
import { judgeRanWhenDue } from "./judgeSchedules.js"

/** The assertions about balances, payloads, callbacks, schedules and routes. */
export const effectJudges: {
  readonly changeBalances: Judge<[changes: readonly BalanceChange[]]>
  readonly conserveValue: Judge<[parts: readonly ValuePlace[]]>
  readonly completed: Judge<[]>
  readonly payloadResolved: Judge<[]>
  readonly callbackResolved: Judge<[]>
  readonly payloadRevertedWith: Judge<[errorName: string, args?: readonly unknown[]]>
  readonly callbackRevertedWith: Judge<[errorName: string, args?: readonly unknown[]]>
  readonly ranWhenDue: Judge<[]>
  readonly refunded: Judge<[]>
  readonly refundedFor: Judge<[errorName: string, args?: readonly unknown[]]>
  readonly refusedFor: Judge<[reason: RefusalReason]>
} = {
  changeBalances: judgeBalances,
  conserveValue: judgeConserved,
  completed: judgeCompleted,
  payloadResolved: judgePayloadResolved,
  callbackResolved: judgeCallbackResolved,
  payloadRevertedWith: judgePayloadReverted,
  callbackRevertedWith: judgeCallbackReverted,
  ranWhenDue: judgeRanWhenDue,
  refunded: judgeRefunded,
  refundedFor: judgeRefundedFor,
  refusedFor: judgeRefused,
}

/** Whether every request of a transaction is complete, or a swap has paid. */
async function judgeCompleted(subject: unknown): Promise<Verdict> {
  const value: unknown = await (typeof subject === "function" ? (subject as () => unknown)() : subject)
  return await (isSwap(value) ? judgeRouteCompleted(value) : judgeRequestsCompleted(value))
}
