import type { Queue } from "../relay/Queue.js"
import type { MessagingLedger } from "./ledger.js"
import type { MessageRecord } from "./MessageRecord.js"
import { chainOfStage, type MessagingStage, messagingStages } from "./stages.js"

/**
 * The ledger's messages, as a queue for the relay's workers.
 *
 * @param slugs the devnet's chains; a message to another one waits for nobody
 */
export function messageQueue(
  ledger: MessagingLedger,
  slugs: ReadonlySet<number>,
): Queue<MessagingStage, MessageRecord> {
  return {
    waiting(stage, chainSlug) {
      // A chain seals in order, so one that was set back to before a seal seals again what the other chain has executed already.
      if (stage === "seal") {
        return [...ledger.unsealed(chainSlug)].filter(({ outbound }) => slugs.has(outbound.dstChainSlug))
      }
      return messagingStages[stage].takes.flatMap((status) =>
        [...ledger.inStatus(status)].filter((record) => chainOfStage(stage, record) === chainSlug),
      )
    },
    idOf: ({ outbound }) => outbound.messageId,
    sinceOf: ({ since }) => since,
    readyAt: ({ note }) => (note !== undefined && "retryAt" in note ? note.retryAt : 0),
    restsUntil: ({ hold }) => hold?.retryAt ?? 0,
    isUnmoved: (record) => ledger.get(record.outbound.messageId) === record,
    subscribe(listener) {
      const stops = [ledger.subscribe(listener), ledger.onRelease(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
