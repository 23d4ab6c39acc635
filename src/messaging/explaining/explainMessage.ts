import type { Abi, Hex } from "viem"

import { findVerdict, rankCauses } from "../../explaining/verdict.js"
import type { ExplainedItem, Explanation, Verdict } from "../../explaining/Explanation.js"
import { type Clock, systemClock } from "../../primitives/clock.js"
import type { MessagingClient } from "../createMessagingClient.js"
import { unlessAborted } from "../../http/polling/unlessAborted.js"
import { explainCallError } from "../../onchain/callErrors.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { findSentMessage, type SentSearch } from "../reading/findSentMessage.js"
import { type ChainViewAtHead, openChainView } from "../reading/openChainView.js"
import { readJourneys } from "../reading/readJourneys.js"
import type { ReadableChain } from "../reading/types.js"
import { askApi } from "./api/askApi.js"
import { describeItem } from "./progress/describeItem.js"
import { findAnswerCauses, findApiCauses } from "./findApiCauses.js"
import { findConnectionCauses } from "./findConnectionCauses.js"
import { findExecutionCauses } from "./findExecutionCauses.js"
import { findPathCauses } from "./findPathCauses.js"
import { findTransactionCauses } from "./findTransactionCauses.js"
import { findReadingCauses, findUnreadPart } from "./findReadingCauses.js"
import { listEvents } from "./progress/listEvents.js"
import { sortEvents } from "../../explaining/events.js"
import { unaskedCauses } from "../../explaining/explain.js"
import { createGuard } from "../../explaining/guard.js"
import { type MessageCauseName, messageCauses } from "./messageCauses.js"
import { readStageTimes, type StageTimes } from "./stageTimes.js"
import type { RememberedTransaction } from "./transaction/types.js"
import type { FindSource } from "../../explaining/evidence.js"
import type { MessageCase, MessageCause } from "./types.js"

/** Which message to explain, and where to read. */
export type ExplainMessageParameters = {
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
  /** What the sender has written down of the transaction. Default: nothing. */
  remembered?: RememberedTransaction | undefined
  /** Slugs of chains on which to look for a transaction that `src` does not know. Default: none. */
  otherSlugs?: readonly number[] | undefined
  /** How long each stage takes on these chains. Default: what {@link readStageTimes} says of the source chain's node. */
  stageTimes?: StageTimes | undefined
  /** Milliseconds after which the nodes are asked nothing more. What was left out is said as a cause. Default: 30 000. */
  timeout?: number | undefined
  clock?: Clock | undefined
  signal?: AbortSignal | undefined
}

/**
 * Finds out why a message has not arrived: from both chains and the messaging API, and by simulating what comes next.
 *
 * @throws {InvalidInputError} neither a transaction nor a message is given
 * @throws {NodeFailedError} the node of the source chain did not answer
 * @throws {AbortedError} the signal was aborted
 * @example
 * const { verdict, causes } = await explainMessage({ src: alpha, srcTxHash, chainOf: async (slug) => (slug === 41002 ? beta : undefined) })
 * for (const { says, mend } of causes) console.log(says, mend?.command)
 */
export async function explainMessage(parameters: ExplainMessageParameters): Promise<Explanation<MessageCauseName>> {
  return await unlessAborted(explain(parameters), [parameters.signal])
}

async function explain({
  src: given,
  messageId,
  chainOf: findChain,
  api,
  abis = [],
  findSource,
  remembered,
  otherSlugs = [],
  timeout,
  clock = systemClock,
  signal,
  ...asked
}: ExplainMessageParameters): Promise<Explanation<MessageCauseName>> {
  const guard = createGuard({ timeout, clock, signal })
  const [src, chainOf] = [guard.chain(given), guard.chains(findChain)]
  const found = asked.srcTxHash === undefined ? await searchMessage(src, { messageId, signal }) : undefined
  const { search, view } = found ?? {}
  const srcTxHash = search?.kind === "found" ? search.srcTxHash : asked.srcTxHash
  const [journeys, answer, stageTimes] = await Promise.all([
    srcTxHash === undefined ? [] : readJourneys({ src, srcTxHash, messageId, view, chainOf }),
    srcTxHash === undefined ? undefined : api && askApi(api, { srcChainSlug: src.slug, srcTxHash, signal }, clock),
    asked.stageTimes ?? readStageTimes(src.client),
  ])
  const subject = {
    kind: "message",
    srcChainSlug: src.slug,
    ...(srcTxHash === undefined ? {} : { srcTxHash }),
    ...(messageId === undefined ? {} : { messageId }),
  }
  const cases = journeys.map((journey): MessageCase => ({
    journey,
    reported:
      answer?.kind === "messages"
        ? answer.messages.find((message) => message.messageId === journey.message.messageId)
        : undefined,
    api: answer,
    chainOf,
    abis,
    findSource,
    clock,
    stageTimes,
  }))
  const findings = await Promise.all([
    findTransactionCauses({
      ...{ src, srcTxHash, messageId, search, journeys, remembered, otherSlugs },
      ...{ api: answer, chainOf, abis, clock },
    }).catch((error: unknown) => {
      throw explainCallError(error, { address: src.socket, functionName: "MessageOutbound", chain: src.name })
    }),
    Promise.resolve(findAnswerCauses(answer, src)),
    ...cases.flatMap((each) => [
      ...[findApiCauses, findConnectionCauses, findPathCauses, findExecutionCauses].map(async (find) => {
        return await Promise.resolve(find(each)).catch((error: unknown) => findUnreadPart(each, error))
      }),
      Promise.resolve(findReadingCauses(each)),
    ]),
  ])
  const items = cases.map(describeItem)
  const causes = rankCauses(
    [...findings.flatMap(({ causes: some }) => some), ...unaskedCauses(guard.unasked())],
    messageCauses,
  )
  // Its id was executed, but with another message, or only the API says that it was.
  const lost = new Set(causes.filter(({ name }) => doubts.has(name)).map(({ about }) => about))
  const delivered = items.filter(({ id, status }) => status === "EXECUTION_SUCCESS" && !lost.has(id))
  const arrived = new Set(delivered.map(({ id }) => id))
  const verdict = findVerdict(causes, { table: messageCauses, items, arrived })
  return {
    verdict,
    subject,
    says: summarize(verdict, causes, { items, cases }),
    causes,
    items,
    events: sortEvents([...cases.map(listEvents), ...findings.map((found) => found.events ?? [])]),
  }
}

/** Causes that stand against a delivery. */
const doubts: ReadonlySet<MessageCauseName> = new Set<MessageCauseName>(["message-id-used", "chain-not-read"])

/** The verdict as a sentence: that of the cause which decides it, or where the message is. */
function summarize(
  verdict: Verdict,
  causes: readonly MessageCause[],
  { items, cases }: { readonly items: readonly ExplainedItem[]; readonly cases: readonly MessageCase[] },
): string {
  if (verdict === "delivered" && items.length > 1) {
    const claimed = cases.filter(({ journey }) => "problem" in journey.arrival).length
    const whose = claimed === 0 ? "" : ` ${String(claimed)} of them by the word of the messaging API alone.`
    return `All ${String(items.length)} messages were delivered.${whose}`
  }
  const deciding = causes.find(
    (cause) => cause.certainty !== "possible" && messageCauses[cause.name].verdict === verdict,
  )
  return deciding?.says ?? items[0]?.says ?? causes[0]?.says ?? ""
}

async function searchMessage(
  src: ReadableChain,
  { messageId, signal }: Pick<ExplainMessageParameters, "messageId" | "signal">,
): Promise<{ readonly search: SentSearch; readonly view: ChainViewAtHead }> {
  if (messageId === undefined) {
    throw new InvalidInputError({
      argument: "srcTxHash",
      problem: "neither a transaction nor a message is given",
      fix: "Give srcTxHash or messageId.",
    })
  }
  const view = await openChainView(src).catch((error: unknown) => {
    throw explainCallError(error, { address: src.socket, functionName: "MessageOutbound", chain: src.name })
  })
  return { search: await findSentMessage(src, { messageId, view, signal }), view }
}
