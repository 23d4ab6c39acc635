import type { MessageStatus } from "../../../messaging/states.js"
import type { Judge } from "../Matcher.js"
import type { AmountBound } from "./MessageAssertions.js"
import { judgeDelivered, judgeDeliveredOnce, judgeReach } from "./delivery.js"
import { judgePayFee, judgeRefund, judgeRefusedBelowFee } from "./fees.js"
import { judgeCauseEvent, judgeInboundReverts, judgeInboundRevertsWith } from "./inbound.js"

type NamedPart = [contract: unknown, name: string, args?: readonly unknown[]]

/** The assertions about messages. */
export const messageJudges: {
  readonly delivered: Judge<[]>
  readonly deliveredOnce: Judge<[]>
  readonly reach: Judge<[state: MessageStatus]>
  readonly revertInbound: Judge<[]>
  readonly revertInboundWith: Judge<NamedPart>
  readonly causeEvent: Judge<NamedPart>
  readonly refusedBelowFee: Judge<[]>
  readonly payFee: Judge<[amount: AmountBound]>
  readonly refund: Judge<[amount?: AmountBound]>
} = {
  delivered: judgeDelivered,
  deliveredOnce: judgeDeliveredOnce,
  reach: judgeReach,
  revertInbound: judgeInboundReverts,
  revertInboundWith: judgeInboundRevertsWith,
  causeEvent: judgeCauseEvent,
  refusedBelowFee: judgeRefusedBelowFee,
  payFee: judgePayFee,
  refund: judgeRefund,
}
