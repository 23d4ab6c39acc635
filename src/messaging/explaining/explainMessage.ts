import { type Abi, type Hex } from "viem"

import type { MessagingClient } from "../createMessagingClient.js"
import { type ChainViewAtHead, openChainView } from "../reading/ChainView.js"
import { findSentMessage, type SentSearch } from "../reading/findSentMessage.js"
import type { ReadableChain } from "../reading/Journey.js"
import { readJourneys } from "../reading/readJourneys.js"
import { readTransaction, type RememberedTransaction, type SilentTransaction } from "../reading/readTransaction.js"
import { ApiKeyRefusedError, isUnknownToApi, MessageNotFoundError } from "../requestErrors.js"
import type { CheckPaths, TrustBreach } from "../TrustPolicy.js"
import type { Message } from "../types.js"
import { describeItem } from "./describeItem.js"
import { findApiCauses, findReportedFailure, findSilence, weighAgainstApi } from "./finding/findApiCauses.js"
import { findBreaches, readBreaches } from "./finding/findBreaches.js"
import { findExecutionCauses } from "./finding/findExecutionCauses.js"
import { findKeptBack } from "./finding/findKeptBack.js"
import { findActorCauses, findPathCauses, findSlowness } from "./finding/findPathCauses.js"
import { findConnectionCauses, findReadingCauses, findStranger } from "./finding/findReadingCauses.js"
import { addStoppedChain } from "./finding/findStoppedChain.js"
import { findTransactionCauses, type TransactionCase } from "./finding/findTransactionCauses.js"
import { knowsIn } from "./knowContracts.js"
import { listEvents } from "./listEvents.js"
import { type ApiSilence, listCauses, type MessageCase, type MessageCause } from "./MessageCase.js"
import { type MessageCauseName, messageCauses } from "./messageCauses.js"
import { readCases, type Sending } from "./readCases.js"
import { readStageTimes, type StageTimes } from "./stageTimes.js"
import type { FindSource } from "#src/explaining/evidence.js"
import { explain, type Explainer, type ExplainOptions, findVerdict, type Summary } from "#src/explaining/explain.js"
import {
  type Cause,
  chainEvent,
  type ExplainedItem,
  type Explanation,
  type StoryEvent,
  type Verdict,
} from "#src/explaining/Explanation.js"
import type { ApiAnswer, Guard } from "#src/explaining/guard.js"
import type { Knows } from "#src/explaining/remedy.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import { type Clock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** Which message to explain, and where to read. */
export type ExplainMessageParameters = ExplainOptions & {
  /** The chain that the message leaves. */
  src: ReadableChain
  /** The transaction that sent it. Default: it is looked for in the logs of `src`, by `messageId`. */
  srcTxHash?: Hex | undefined
  /** Only this message of the transaction. Default: all of them. */
  messageId?: Hex | undefined
  /** The chain of a slug; `undefined` if it cannot be read. */
  chainOf: (slug: number) => Promise<ReadableChain | undefined>
  /** The messaging API. Default: it is not asked. */
  api?: Pick<MessagingClient, "getMessages"> | undefined
  /** ABIs of the contracts that may revert. */
  abis?: readonly Abi[] | undefined
  findSource?: FindSource | undefined
  /** What the sender has recorded of the transaction. Default: nothing. */
  remembered?: RememberedTransaction | undefined
  /** Slugs of chains on which to look for a transaction that `src` does not know. Default: none. */
  otherSlugs?: readonly number[] | undefined
  /** How long each stage takes on these chains. Default: as long as on public chains, or what a devnet's own node says. */
  stageTimes?: StageTimes | undefined
  /** Finds what of the paths of its messages breaks what the project demands, which is named. Default: nothing is read for it. */
  checkPaths?: CheckPaths | undefined
  /**
   * Whether a contract is one that the project knows. No fix has others trust another one, and a message of another one to a contract that
   * it knows is said to be a stranger's. Default: it knows none.
   */
  isKnown?: Knows | undefined
}

/**
 * Finds out why a message has not arrived: from both chains and the messaging API, and by simulating what comes next.
 *
 * @throws {InvalidInputError} neither a transaction nor a message is given
 * @throws {NodeFailedError} the node of the source chain did not answer
 * @throws {AbortedError} the signal was aborted
 */
export async function explainMessage(parameters: ExplainMessageParameters): Promise<Explanation<MessageCauseName>> {
  const explainer: Explainer<MessageReading, MessageCauseName> = {
    table: messageCauses,
    read: (guard, clock) => read(parameters, guard, clock),
    finders: [
      ({ transaction }) => findTransactionCauses(transaction),
      ({ silence, transaction }) => findSilence(silence, transaction.src),
      ({ cases }) => cases.flatMap(findMessageCauses),
      ({ cases, breaches }) => cases.flatMap((subject) => findBreaches(subject, breaches)),
    ],
    knows: ({ cases }) => knowsIn(cases, parameters.isKnown),
    summarize,
  }
  return await explain(explainer, parameters)
}

type MessageReading = {
  readonly transaction: TransactionCase
  /** Why the API did not answer. */
  readonly silence: ApiSilence | undefined
  /** The messages that were found. */
  readonly cases: readonly MessageCase[]
  /** What of their paths breaks the policy. */
  readonly breaches: readonly TrustBreach[]
}

function findMessageCauses(subject: MessageCase): readonly MessageCause[] {
  const about = subject.journey.message.messageId
  if (subject.isStrangers === true) return [{ ...findStranger(subject.journey), about }]
  const found = addStoppedChain(subject, [
    ...findActorCauses(subject),
    ...findApiCauses(subject),
    ...findConnectionCauses(subject),
    ...findPathCauses(subject),
    ...findExecutionCauses(subject),
    ...findReadingCauses(subject),
  ])
  // What the API calls failed waits for nothing.
  const waits = found.every(({ name }) => messageCauses[name].verdict === "waiting")
  const causes = waits ? listCauses(...found, findReportedFailure(subject) ?? findSlowness(subject)) : found
  return [...weighAgainstApi(subject, causes), ...findKeptBack(subject)].map((cause) => ({ ...cause, about }))
}

async function read(
  {
    api,
    stageTimes: ownStageTimes,
    abis = [],
    findSource,
    checkPaths,
    isKnown,
    ...parameters
  }: ExplainMessageParameters,
  guard: Guard,
  clock: Clock,
): Promise<MessageReading> {
  const { messageId, remembered, otherSlugs = [], signal } = parameters
  const [src, chainOf] = [guard.chain(parameters.src), guard.chains(parameters.chainOf)]
  const { search, view } =
    parameters.srcTxHash === undefined ? await searchMessage(src, { messageId, signal }) : ({} as Partial<Search>)
  const srcTxHash = search?.kind === "found" ? search.srcTxHash : parameters.srcTxHash
  if (srcTxHash === undefined) {
    const transaction = { src, messageId, search, remembered, now: clock.now() }
    return { transaction, silence: undefined, cases: [], breaches: [] }
  }
  const ask = async (sending: Sending) =>
    api &&
    (await guard.ask((stop) =>
      api.getMessages({ srcChainSlug: sending.src.slug, srcTxHash: sending.srcTxHash, signal: stop }),
    ))
  const [journeys, answer, stageTimes] = await Promise.all([
    readJourneys({ src, srcTxHash, messageId, view, chainOf }),
    ask({ src, srcTxHash }),
    ownStageTimes ?? readStageTimes(src),
  ])
  const { messages, silence } = readAnswer(answer)
  const reportOn = async (sending: Sending) =>
    sending.srcTxHash === srcTxHash ? messages : readAnswer(await ask(sending)).messages
  const silent: SilentTransaction | undefined =
    journeys.length > 0
      ? undefined
      : { src, srcTxHash, messageId, reported: messages ?? [], remembered, chainOf, otherSlugs, abis }
  const [cases, reading, breaches = []] = await Promise.all([
    readCases({ src, srcTxHash }, journeys, { chainOf, reportOn, abis, findSource, stageTimes, isKnown, clock }),
    silent && readTransaction(silent).catch((error: unknown) => throwExplained(error, src)),
    checkPaths && journeys.length > 0 ? readBreaches(checkPaths, journeys, clock) : undefined,
  ])
  const transaction = { src, srcTxHash, messageId, remembered, silent, reading, now: clock.now() }
  return { transaction, silence, cases, breaches }
}

type Search = { readonly search: SentSearch; readonly view: ChainViewAtHead }

async function searchMessage(
  src: ReadableChain,
  { messageId, signal }: Pick<ExplainMessageParameters, "messageId" | "signal">,
): Promise<Search> {
  if (messageId === undefined) {
    throw new InvalidInputError({
      argument: "srcTxHash",
      problem: "neither a transaction nor a message is given",
      fix: "Give srcTxHash or messageId.",
    })
  }
  const view = await openChainView(src).catch((error: unknown) => throwExplained(error, src))
  return { search: await findSentMessage(src, { messageId, view, signal }), view }
}

function throwExplained(error: unknown, { socket, name }: ReadableChain): never {
  throw explainCallError(error, { address: socket, functionName: "MessageOutbound", chain: name })
}

function readAnswer(answer: ApiAnswer<readonly Message[]> | undefined): {
  readonly messages: readonly Message[] | undefined
  readonly silence: ApiSilence | undefined
} {
  if (answer === undefined) return { messages: undefined, silence: undefined }
  if (answer.kind === "answer") return { messages: answer.value, silence: undefined }
  const { error, says } = answer
  // A transaction without messages is one that the API has not indexed.
  if (error instanceof MessageNotFoundError) return { messages: [], silence: undefined }
  const silence = (kind: ApiSilence["kind"], text = says) => ({ messages: undefined, silence: { kind, says: text } })
  if (error instanceof ApiKeyRefusedError) return silence("key refused")
  // A server that fails says nothing about the chain.
  if (!isUnknownToApi(error) || error.status >= 500) return silence("no answer")
  return silence("unknown chain", error.serverMessage)
}

/** Causes that stand against a delivery. */
const doubts: readonly MessageCauseName[] = ["message-id-used", "chain-not-read", "chain-behind"]

function summarize({ transaction, cases }: MessageReading, causes: readonly Cause<MessageCauseName>[]): Summary {
  const { src, srcTxHash, messageId } = transaction
  const items = cases.map(describeItem)
  // Its id was executed, but with another message, or only the API says that it was.
  const doubtful = new Set(causes.filter(({ name }) => doubts.includes(name)).map(({ about }) => about))
  const delivered = items.filter(({ id, status }) => status === "EXECUTION_SUCCESS" && !doubtful.has(id))
  const arrived = new Set(delivered.map(({ id }) => id))
  const verdict = findVerdict(causes, { table: messageCauses, items, arrived })
  const ids = { ...(srcTxHash === undefined ? {} : { srcTxHash }), ...(messageId === undefined ? {} : { messageId }) }
  const subject = { kind: "message", srcChainSlug: src.slug, ...ids }
  const says = sayVerdict(verdict, causes, { items, cases })
  return { verdict, subject, says, items, stories: [...cases.map(listEvents), listMined(transaction, causes)] }
}

/** The verdict as a sentence: that of the cause which decides it, or where the message is. */
function sayVerdict(
  verdict: Verdict,
  causes: readonly Cause<MessageCauseName>[],
  { items, cases }: { readonly items: readonly ExplainedItem[]; readonly cases: readonly MessageCase[] },
): string {
  if (verdict === "delivered" && items.length > 1) {
    const claimed = cases.filter(({ journey }) => "problem" in journey.arrival).length
    const source = claimed === 0 ? "" : ` Of ${claimed} of them only the messaging API reports it.`
    return `All ${items.length} messages were delivered.${source}`
  }
  const decides = ({ certainty, name }: Cause<MessageCauseName>): boolean =>
    certainty !== "possible" && messageCauses[name].verdict === verdict
  return causes.find(decides)?.says ?? items[0]?.says ?? causes[0]?.says ?? ""
}

/** The transaction, if it was mined and sent no message. */
function listMined({ src, reading }: TransactionCase, causes: readonly Cause[]): readonly StoryEvent[] {
  if (reading?.kind !== "mined") return []
  const { receipt, timestamp } = reading
  const title = receipt.status === "reverted" ? "Reverted" : "Mined without a message"
  return [chainEvent(src, { ...receipt, timestamp }, { title, details: causes.slice(0, 1).map(({ says }) => says) })]
}
