import type { Accounts } from "../../chain/accounts/accounts.js"
import type { Queue } from "../../relay/Queue.js"
import { createSender, type Sender } from "../../relay/sender.js"
import type { WorkerGroup } from "../../relay/Worker.js"
import type { MessageRecord } from "../MessageRecord.js"
import type { MessagingStage } from "../stages.js"
import { executor } from "./executor.js"
import { signPackets, transmitter } from "./transmitter.js"
import { watcher } from "./watcher.js"
import type { MessagingWorkerContext } from "./MessagingWorkerContext.js"

/** Starts the actors of the messaging protocol on every chain, each with a key and a nonce of its own. */
export function startMessagingWorkers({
  queue,
  contexts,
  accounts,
  signal,
}: {
  queue: Queue<MessagingStage, MessageRecord>
  contexts: readonly MessagingWorkerContext[]
  accounts: Accounts
  signal: AbortSignal
}): WorkerGroup<MessagingStage> {
  const senders: Sender[] = []
  const signPacket = signPackets(accounts.transmitter)
  const handlers = contexts.flatMap((context) => {
    const senderFor = (account: Accounts["executor"]) => {
      const sender = createSender(context.chain, account, signal)
      senders.push(sender)
      return sender
    }
    return [
      ...transmitter(context, signPacket, senderFor(accounts.transmitter)),
      ...accounts.watchers.map((account) =>
        watcher(context, { account, watchers: accounts.watchers.length, sender: senderFor(account) }),
      ),
      ...executor(context, accounts.executor, senderFor(accounts.executor)),
    ]
  })
  return {
    workers: handlers.map((handler) => ({ ...handler, queue, batchSize })),
    async settled() {
      await Promise.all(senders.map((sender) => sender.settled()))
      await Promise.all(contexts.map(({ observer }) => observer.sync()))
    },
  }
}

/**
 * Messages that one actor takes at once: as many as fit in one transaction at the most expensive stage before execution. A block costs the
 * chain and the ledgers the same for few as for many.
 */
const batchSize = 100
