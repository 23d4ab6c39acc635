import type { Judge, Verdict } from "../Matcher.js"
import type { BalanceChange, ValuePlace } from "./places.js"
import { judgeBalances, judgeConserved } from "./balances.js"
import {
  judgeCallbackReverts,
  judgeCallbackRevertsWith,
  judgeCallbacksResolved,
  judgePayloadReverts,
  judgePayloadRevertsWith,
  judgePayloadsResolved,
  judgeRequestsCompleted,
} from "./requests.js"
import { judgeRefunded, judgeRefundedFor, judgeRefused, judgeRouteCompleted, type RefusalReason } from "./routes.js"
import { judgeRanWhenDue } from "./schedules.js"
import { isSwap, valueOf } from "./subject.js"

/** The assertions about balances, payloads, callbacks, schedules and routes. */
export const effectJudges: {
  readonly changeBalances: Judge<[changes: readonly BalanceChange[]]>
  readonly conserveValue: Judge<[parts: readonly ValuePlace[]]>
  readonly completed: Judge<[]>
  readonly resolvePayloads: Judge<[]>
  readonly resolveCallbacks: Judge<[]>
  readonly revertPayload: Judge<[]>
  readonly revertPayloadWith: Judge<[contract: unknown, errorName: string, args?: readonly unknown[]]>
  readonly revertCallback: Judge<[]>
  readonly revertCallbackWith: Judge<[contract: unknown, errorName: string, args?: readonly unknown[]]>
  readonly runWhenDue: Judge<[]>
  readonly refunded: Judge<[]>
  readonly refundedFor: Judge<[errorName: string, args?: readonly unknown[]]>
  readonly refusedFor: Judge<[reason: RefusalReason]>
} = {
  changeBalances: judgeBalances,
  conserveValue: judgeConserved,
  completed: judgeCompleted,
  resolvePayloads: judgePayloadsResolved,
  resolveCallbacks: judgeCallbacksResolved,
  revertPayload: judgePayloadReverts,
  revertPayloadWith: judgePayloadRevertsWith,
  revertCallback: judgeCallbackReverts,
  revertCallbackWith: judgeCallbackRevertsWith,
  runWhenDue: judgeRanWhenDue,
  refunded: judgeRefunded,
  refundedFor: judgeRefundedFor,
  refusedFor: judgeRefused,
}

/** Whether every request of a transaction is complete, or a swap has paid. */
async function judgeCompleted(subject: unknown): Promise<Verdict> {
  const value = await valueOf(subject)
  return await (isSwap(value) ? judgeRouteCompleted(value) : judgeRequestsCompleted(value))
}
