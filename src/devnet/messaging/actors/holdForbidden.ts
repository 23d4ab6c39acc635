import type { MessageRecord } from "../MessageRecord.js"
import type { MessagingWorkerContext } from "./MessagingWorkerContext.js"

/** Holds a message whose packet is not allowed by its destination plug's switchboard, and asks less often if that is a foreign one. */
export function holdForbidden(
  { contracts, held }: Pick<MessagingWorkerContext, "contracts" | "held">,
  record: MessageRecord,
): void {
  const switchboard = record.proposal?.switchboard
  const isOptimistic = switchboard === contracts.optimisticSwitchboard
  const isOurs = isOptimistic || switchboard === contracts.switchboard
  // An optimistic switchboard lets every packet wait.
  const isExpected = isOptimistic && record.status === "PROPOSED"
  held.hold(record, isOurs ? "NOT_ALLOWED" : "NOT_ALLOWED_BY_FOREIGN", { isExpected })
}
