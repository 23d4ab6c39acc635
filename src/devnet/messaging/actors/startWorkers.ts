import type { Accounts } from "../../chain/accounts.js"
import { createSenders } from "../../relay/sender.js"
import type { Queue, WorkerGroup } from "../../relay/Worker.js"
import type { MessageRecord } from "../MessageRecord.js"
import type { MessagingStage } from "../stages.js"
import { executor } from "./executor.js"
import type { MessagingWorkerContext } from "./MessagingWorkerContext.js"
import { signPackets, transmitter } from "./transmitter.js"
import { watcher } from "./watcher.js"

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
  const { senderFor, settled } = createSenders(
    signal,
    contexts.map(({ observer }) => observer),
  )
  const signPacket = signPackets(accounts.transmitter)
  const handlers = contexts.flatMap((context) => {
    const { chain } = context
    return [
      ...transmitter(context, signPacket, senderFor(chain, accounts.transmitter)),
      ...accounts.watchers.map((account) =>
        watcher(context, { account, watchers: accounts.watchers.length, sender: senderFor(chain, account) }),
      ),
      ...executor(context, accounts.executor, senderFor(chain, accounts.executor)),
    ]
  })
  return { workers: handlers.map((handler) => ({ ...handler, queue, batchSize })), settled }
}

/**
 * Messages that one actor takes at once: as many as fit in one transaction at the most expensive stage before execution. A block costs the
 * chain and the ledgers the same for few as for many.
 */
const batchSize = 100
