import type { StoryEvent } from "../../explaining/Explanation.js"
import type { MessageCase } from "./types.js"

/** Lists what has happened to a message, for the timeline. */
export function listEvents({ journey: { message, sent, src } }: MessageCase): StoryEvent[] {
  return [
    {
      at: sent.timestamp === null ? null : Number(sent.timestamp),
      place: src.name,
      blockNumber: sent.blockNumber,
      txHash: sent.transactionHash,
      about: message.messageId,
      title: "Sent",
      details: [],
    },
  ]
}
