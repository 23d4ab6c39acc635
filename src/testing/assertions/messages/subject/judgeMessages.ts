import type { MessageRecord } from "../../../../devnet/messaging/MessageRecord.js"
import type { OpenWorld } from "../../../OpenWorld.js"
import type { Sent } from "../../../Sent.js"
import { WorldNotStartedError } from "../../../worldErrors.js"
import { worldOf } from "../../../worldOf.js"
import { noVerdict, type Verdict } from "../../Verdict.js"
import { describeFailedSend } from "./describeFailedSend.js"
import { NotSentError } from "./NotSentError.js"

/** A transaction that a test has sent, and the world in which it was. */
export type SentInWorld = { readonly world: OpenWorld; readonly sent: Sent }

/** The messages of a transaction after all that is due was done, in their current state. */
export type SentMessages = SentInWorld & { readonly records: readonly [MessageRecord, ...MessageRecord[]] }

/**
 * Waits for a transaction, and judges it. One that fails has no verdict.
 *
 * @param expected what the assertion expects, for the text of a failure: such as `a message to be delivered`
 * @throws {NotSentError} the subject is not what `send` returns
 * @throws {WorldNotStartedError} its world was stopped
 */
export async function judgeSent(
  subject: unknown,
  expected: string,
  judge: (subject: SentInWorld) => Promise<Verdict> | Verdict,
): Promise<Verdict> {
  let sent: unknown
  try {
    sent = await subject
  } catch (error) {
    const failure = describeFailedSend(error)
    if (failure === undefined) throw error
    return noVerdict(`Expected ${expected}, but ${failure}`)
  }
  const world = worldOf(sent)
  if (world === undefined) throw new NotSentError(sent)
  if (!world.isOpen()) throw new WorldNotStartedError()
  try {
    return await judge({ world, sent: sent as Sent })
  } catch (error) {
    // What fails when a world stops says nothing about it.
    throw world.isOpen() ? error : new WorldNotStartedError()
  }
}

/** Waits for a transaction, lets the actors do all that is due, and judges its messages. Without any there is no verdict. */
export async function judgeMessages(
  subject: unknown,
  expected: string,
  judge: (messages: SentMessages) => Promise<Verdict> | Verdict,
): Promise<Verdict> {
  return await judgeSent(subject, expected, async ({ world, sent }) => {
    await (world.relay.running ? world.relay.idle() : world.messaging.sync())
    const [first, ...others] = recordsOf(world, sent)
    if (first !== undefined) return await judge({ world, sent, records: [first, ...others] })
    const what =
      sent.messageIds.length === 0
        ? `the transaction of ${sent.functionName} on ${sent.chain} sent none`
        : `${sent.chain} has lost the transaction of ${sent.functionName}, by a reorg or because the world went back to a snapshot`
    return noVerdict(`Expected ${expected}, but ${what}.`)
  })
}

/** The messages of a transaction, in their current state. */
function recordsOf({ devnet }: OpenWorld, { chain, hash }: Sent): readonly MessageRecord[] {
  return devnet.messagesFromTx(devnet.chains[chain]?.slug ?? 0, hash)
}
