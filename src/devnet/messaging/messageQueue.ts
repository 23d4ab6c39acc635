import type { Ledger, MessageRecord } from "./ledger.js"
import type { Queue } from "../relay/Queue.js"
import { chainOfStage, type MessagingStage, messagingStages } from "./stages.js"

/** The ledger's messages, as the relay works through them. */
export function messageQueue(ledger: Ledger): Queue<MessageRecord> {
  return {
    standing(stage, chainSlug) {
      if (!isMessagingStage(stage)) return []
      return messagingStages[stage].takes.flatMap((status) =>
        [...ledger.inStatus(status)].filter((record) => chainOfStage(stage, record) === chainSlug),
      )
    },
    idOf: ({ outbound }) => outbound.messageId,
    sinceOf: ({ since }) => since,
    readyAt: ({ note }) => (note !== undefined && "retryAt" in note ? note.retryAt : 0),
    isUnmoved: (record) => ledger.get(record.outbound.messageId) === record,
    subscribe: (listener) => ledger.subscribe(listener),
  }
}

function isMessagingStage(stage: string): stage is MessagingStage {
  return stage in messagingStages
}
