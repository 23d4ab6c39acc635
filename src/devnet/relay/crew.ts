import type { Clock } from "../../primitives/clock.js"
import type { Staff } from "../accounts.js"
import type { Desk } from "./desk.js"
import { type ExecutionRetries, executor } from "./executor.js"
import type { Crew } from "./relay.js"
import { createSender, type Sender } from "./sender.js"
import { signPackets, transmitter } from "./transmitter.js"
import { watcher } from "./watcher.js"

/** Puts every actor at work on every chain, each with a key and a nonce of its own. */
export function createCrew({
  desks,
  staff,
  clock,
  retries,
  signal,
}: {
  desks: readonly Desk[]
  staff: Staff
  clock: Clock
  retries: ExecutionRetries
  signal: AbortSignal
}): Crew {
  const senders: Sender[] = []
  const signPacket = signPackets(staff.transmitter)
  const workers = desks.flatMap((desk) => {
    const senderFor = (account: Staff["executor"]) => {
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
    workers,
    async settled() {
      await Promise.all(senders.map((sender) => sender.settled()))
      await Promise.all(desks.map(({ observer }) => observer.sync()))
    },
  }
}
