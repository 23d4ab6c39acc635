import { switchboardTable } from "../../../messaging/switchboardKinds.js"
import type { MessageRecord } from "../MessageRecord.js"
import { kindOfSwitchboard } from "../paths.js"
import type { MessagingWorkerContext } from "./MessagingWorkerContext.js"

/** Holds a message whose packet is not allowed by its destination plug's switchboard, and asks less often if that is a foreign one. */
export function holdForbidden(
  { contracts, held }: Pick<MessagingWorkerContext, "contracts" | "held">,
  record: MessageRecord,
): void {
  const kind = record.proposal && kindOfSwitchboard(contracts, record.proposal.switchboard)
  // What time allows waits for it, each packet.
  const isExpected = kind !== undefined && switchboardTable[kind].needs === "time" && record.status === "PROPOSED"
  held.hold(record, kind === undefined ? "NOT_ALLOWED_BY_FOREIGN" : "NOT_ALLOWED", { isExpected })
}
