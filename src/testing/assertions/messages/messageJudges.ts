import type { Judge } from "../Judge.js"
import type { AmountBound } from "./MessageAssertions.js"
import type { MessageStatus } from "../../../messaging/states.js"
import { judgeCauseEvent } from "./judgeCauseEvent.js"
import { judgeDelivered } from "./judgeDelivered.js"
import { judgeDeliveredOnce } from "./judgeDeliveredOnce.js"
import { judgePayFee, judgeRefund } from "./judgeFees.js"
import { judgeInboundReverts, judgeInboundRevertsWith } from "./judgeInboundReverts.js"
import { judgeReach } from "./judgeReach.js"
import { judgeRefusedBelowFee } from "./judgeRefusedBelowFee.js"

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
