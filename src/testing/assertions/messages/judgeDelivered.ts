import type { MessageRecord } from "../../../devnet/messaging/MessageRecord.js"
import type { OpenWorld } from "../../OpenWorld.js"
import type { Sent } from "../../Sent.js"
import { worldOf } from "../../worldOf.js"
import type { Verdict } from "../Verdict.js"

/** Delivers, and finds out whether every message of a transaction was delivered. */
export async function judgeDelivered(subject: unknown): Promise<Verdict> {
  const sent = (await subject) as Sent
  const world = worldOf(sent) as OpenWorld
  await world.relay.idle()
  const records = recordsOf(world, sent)
  const undelivered = records.filter(({ status }) => status !== "EXECUTION_SUCCESS")
  const states = undelivered.map(({ outbound, status }) => `${outbound.messageId} is ${status}`).join("\n")
  return {
    holds: records.length > 0 && undelivered.length === 0,
    problem:
      records.length === 0
        ? "Expected a message to be delivered, but the transaction sent none."
        : `Expected every message to be delivered, but:\n${states}`,
    problemIfNot: `Expected no message to be delivered, but ${records.length} was.`,
  }
}

/** The messages of a transaction, in their current state. */
export function recordsOf({ devnet }: OpenWorld, { chain, hash }: Sent): readonly MessageRecord[] {
  return devnet.messagesFromTx(devnet.chains[chain]?.slug ?? 0, hash)
}
