import type { OpenWorld, Sent } from "../../world/OpenWorld.js"
import { WorldNotStartedError, worldOf } from "../../world/runningWorlds.js"
import { type MatchResult, noResult } from "../Matcher.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { decodeRevert } from "#src/messaging/onchain/decodeRevert.js"
import { CallRevertedError } from "#src/onchain/callErrors.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** A transaction that a test has sent, and the world in which it was. */
export type SentInWorld = { readonly world: OpenWorld; readonly sent: Sent }

/** The messages of a transaction after all that is due was done, in their current state. */
type SentMessages = SentInWorld & { readonly records: readonly [MessageRecord, ...MessageRecord[]] }

/**
 * Waits for a transaction, and checks it. One that fails has no result.
 *
 * @param expected what the assertion expects, for the text of a failure: such as `a message to be delivered`
 * @throws {NotSentError} the subject is not what `send` returns
 * @throws {WorldNotStartedError} its world was stopped
 */
export async function checkSent(
  subject: unknown,
  expected: string,
  check: (subject: SentInWorld) => Promise<MatchResult> | MatchResult,
): Promise<MatchResult> {
  let sent: unknown
  try {
    sent = await subject
  } catch (error) {
    const failure = describeFailedSend(error)
    if (failure === undefined) throw error
    return noResult(`Expected ${expected}, but ${failure}`)
  }
  const world = worldOf(sent)
  if (world === undefined) throw new NotSentError(sent)
  if (!world.isOpen()) throw new WorldNotStartedError()
  try {
    return await check({ world, sent: sent as Sent })
  } catch (error) {
    // What fails when a world stops says nothing about it.
    throw world.isOpen() ? error : new WorldNotStartedError()
  }
}

/** Waits for a transaction, lets the actors do all that is due, and checks its messages. Without any there is no result. */
export async function checkMessages(
  subject: unknown,
  expected: string,
  check: (messages: SentMessages) => Promise<MatchResult> | MatchResult,
): Promise<MatchResult> {
  return await checkSent(subject, expected, async ({ world, sent }) => {
    await (world.relay.running ? world.relay.idle() : world.messaging.sync())
    const { devnet } = world
    const [first, ...others] = devnet.messagesFromTx(devnet.chains[sent.chain]?.slug ?? 0, sent.hash)
    if (first !== undefined) return await check({ world, sent, records: [first, ...others] })
    const what =
      sent.messageIds.length === 0
        ? `the transaction of ${sent.functionName} on ${sent.chain} sent none`
        : `${sent.chain} has lost the transaction of ${sent.functionName}, by a reorg or because the world went back to a snapshot`
    return noResult(`Expected ${expected}, but ${what}.`)
  })
}

/** Says with what a call of `send` has reverted, and where in the source code; `undefined` if the error is about something else. */
export function describeFailedSend(error: unknown): string | undefined {
  if (!(error instanceof CallRevertedError)) return undefined
  const { explanation } = decodeRevert(error.revert.data) ?? {}
  const meaning = explanation === undefined ? "" : ` ${explanation}`
  const frames = (error.stack ?? "").split("\n").filter((line) => inSolidity.test(line))
  return [`${error.shortMessage}${meaning}`, ...frames].join("\n")
}

/** Such as `at Counter.add (contracts/Counter.sol:20)`. */
const inSolidity = /^ +at .+\.sol:\d+\)$/

/** An assertion about messages was given something that `send` has not returned. */
export class NotSentError extends PlugsError {
  readonly code = "NOT_SENT"
  constructor(subject: unknown) {
    super(`The assertion was given ${nameOf(subject)}, which is not what send returns.`, {
      next: "Give it what send of a contract of a world returns, or its promise: expect(alpha.send.greet(args)).to.be.delivered.",
    })
  }
}

function nameOf(subject: unknown): string {
  if (typeof subject === "function") return "a function"
  if (typeof subject === "string") return /^0x[0-9a-f]{64}$/i.test(subject) ? "a hash" : "a string"
  if (typeof subject !== "object" || subject === null) return String(subject)
  return "hash" in subject ? "an object that no world has sent" : "an object"
}
