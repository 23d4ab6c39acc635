import type { ExplainedItem } from "../../explaining/Explanation.js"
import { messageStates } from "../states.js"
import { statusOf } from "./statusOf.js"
import type { MessageCase } from "./types.js"

/** Says where a message is. */
export function describeItem({ journey }: MessageCase): ExplainedItem {
  const status = statusOf(journey)
  return { id: journey.message.messageId, status, says: messageStates[status].says, since: null }
}
