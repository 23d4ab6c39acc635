import type { EffectAssertions, MessageAssertions } from "./Assertions.js"
import { checkBalances, checkConserved } from "./effects/balances.js"
import {
  checkCallbackReverts,
  checkCallbackRevertsWith,
  checkCallbacksResolved,
  checkPayloadReverts,
  checkPayloadRevertsWith,
  checkPayloadsResolved,
  checkRequestsCompleted,
} from "./effects/requests.js"
import { checkRefunded, checkRefundedFor, checkRefused, checkRouteCompleted } from "./effects/routes.js"
import { checkRanWhenDue } from "./effects/schedules.js"
import { isSwap, valueOf } from "./effects/subject.js"
import type { Matcher, MatchResult } from "./Matcher.js"
import { checkDelivered, checkDeliveredOnce, checkReach } from "./messages/delivery.js"
import { checkPayFee, checkRefund, checkRefusedBelowFee } from "./messages/fees.js"
import { checkCauseEvent, checkInboundReverts, checkInboundRevertsWith } from "./messages/inbound.js"

/** What is behind each assertion, by its name. */
export const matchers: { readonly [Name in keyof (MessageAssertions & EffectAssertions)]: Matcher } = {
  delivered: checkDelivered,
  deliveredOnce: checkDeliveredOnce,
  reach: checkReach,
  revertInbound: checkInboundReverts,
  revertInboundWith: checkInboundRevertsWith,
  causeEvent: checkCauseEvent,
  refusedBelowFee: checkRefusedBelowFee,
  payFee: checkPayFee,
  refund: checkRefund,
  changeBalances: checkBalances,
  conserveValue: checkConserved,
  completed: checkCompleted,
  resolvePayloads: checkPayloadsResolved,
  resolveCallbacks: checkCallbacksResolved,
  revertPayload: checkPayloadReverts,
  revertPayloadWith: checkPayloadRevertsWith,
  revertCallback: checkCallbackReverts,
  revertCallbackWith: checkCallbackRevertsWith,
  runWhenDue: checkRanWhenDue,
  refunded: checkRefunded,
  refundedFor: checkRefundedFor,
  refusedFor: checkRefused,
}

/** Whether every request of a transaction is complete, or a swap has paid. */
async function checkCompleted(subject: unknown): Promise<MatchResult> {
  const value = await valueOf(subject)
  return await (isSwap(value) ? checkRouteCompleted(value) : checkRequestsCompleted(value))
}
