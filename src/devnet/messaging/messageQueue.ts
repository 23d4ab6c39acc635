import type { Queue } from "../relay/Queue.js"
import type { MessageRecord, MessagingLedger } from "./ledger.js"
import { chainOfStage, type MessagingStage, messagingStages } from "./stages.js"

/** The ledger's messages, as a queue for the relay's workers. */
export function messageQueue(ledger: MessagingLedger): Queue<MessagingStage, MessageRecord> {
  return {
    waiting(stage, chainSlug) {
      // A chain seals in order, so one that was set back to before a seal seals again what the other chain has executed already.
      if (stage === "seal") return [...ledger.unsealed(chainSlug)]
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
