import type { Clock } from "../../../primitives/clock.js"
import type { Accounts } from "../../chain/accounts.js"
import type { Ledger } from "../ledger.js"
import type { Workers } from "../../relay/workers.js"
import type { RetryPolicy } from "../../relay/RetryPolicy.js"
import type { MessagingWorkerContext } from "./WorkerContext.js"
import { executor } from "./executor.js"
import { messageQueue } from "../messageQueue.js"
import { createSender, type Sender } from "../../relay/sender.js"
import { signPackets, transmitter } from "./transmitter.js"
import { watcher } from "./watcher.js"

/** Puts every actor of the messaging protocol at work on every chain, each with a key and a nonce of its own. */
export function startMessagingWorkers({
  ledger,
  desks,
  staff,
  clock,
  retries,
  signal,
}: {
  ledger: Ledger
  desks: readonly MessagingWorkerContext[]
  staff: Accounts
  clock: Clock
  retries: RetryPolicy
  signal: AbortSignal
}): Workers {
  const senders: Sender[] = []
  const signPacket = signPackets(staff.transmitter)
  const book = messageQueue(ledger)
  const parts = desks.flatMap((desk) => {
    const senderFor = (account: Accounts["executor"]) => {
      const sender = createSender(desk.chain, account, signal)
      senders.push(sender)
      return sender
    }
    return [
      ...transmitter(desk, signPacket, senderFor(staff.transmitter)),
      ...staff.watchers.map((account) => watcher(desk, account, senderFor(account))),
      ...executor(desk, staff.executor, senderFor(staff.executor), { clock, retries }),
    ]
  })
  return {
    workers: parts.map((part) => ({ ...part, book, most: largestBatch })),
    async settled() {
      await Promise.all(senders.map((sender) => sender.settled()))
      await Promise.all(desks.map(({ observer }) => observer.sync()))
    },
  }
}

/** What one actor puts in one transaction, within what a block's gas allows for the dearest stage. */
const largestBatch = 50
