import type { Abi, Hex } from "viem"

import { findVerdict, rankCauses } from "../../explaining/conclude.js"
import type { Explanation } from "../../explaining/Explanation.js"
import { type Clock, systemClock } from "../../primitives/clock.js"
import type { MessagingClient } from "../createMessagingClient.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { findSentMessage, type SentSearch } from "../reading/findSentMessage.js"
import { readJourneys } from "../reading/readJourneys.js"
import type { ReadableChain } from "../reading/types.js"
import { askApi } from "./askApi.js"
import { describeItem } from "./describeItem.js"
import { findApiCauses } from "./findApiCauses.js"
import { findConnectionCauses } from "./findConnectionCauses.js"
import { findExecutionCauses } from "./findExecutionCauses.js"
import { findPathCauses } from "./findPathCauses.js"
import { findTransactionCauses } from "./findTransactionCauses.js"
import { listEvents } from "./listEvents.js"
import { type MessageCauseName, messageCauses } from "./messageCauses.js"
import { deployedStageTimes, type StageTimes } from "./stageTimes.js"
import type { FindSource, MessageCase } from "./types.js"

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
  /** How long each stage takes on these chains. Default: {@link deployedStageTimes}. */
  stageTimes?: StageTimes | undefined
  clock?: Clock | undefined
  signal?: AbortSignal | undefined
}

/**
 * Finds out why a message has not arrived: from both chains and the messaging API, and by simulating what comes next.
 *
 * @throws {InvalidInputError} neither a transaction nor a message is given
 * @throws {NodeFailedError} the node of the source chain did not answer
 * @example
 * const { verdict, causes } = await explainMessage({ src: alpha, srcTxHash, chainOf: async (slug) => (slug === 41002 ? beta : undefined) })
 * for (const { says, mend } of causes) console.log(says, mend?.command)
 */
export async function explainMessage({
  src,
  messageId,
  chainOf,
  api,
  abis = [],
  findSource,
  stageTimes = deployedStageTimes,
  clock = systemClock,
  signal,
  ...asked
}: ExplainMessageParameters): Promise<Explanation<MessageCauseName>> {
  const search = asked.srcTxHash === undefined ? await searchMessage(src, { messageId, signal }) : undefined
  const srcTxHash = search?.kind === "found" ? search.srcTxHash : asked.srcTxHash
  const [journeys, answer] =
    srcTxHash === undefined
      ? [[], undefined]
      : await Promise.all([
          readJourneys({ src, srcTxHash, messageId, chainOf }),
          api && askApi(api, { srcChainSlug: src.slug, srcTxHash, signal }),
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
    findTransactionCauses({ src, srcTxHash, messageId, search, journeys, api: answer, chainOf, abis, clock }),
    ...cases.flatMap((each) => [
      findApiCauses(each),
      findConnectionCauses(each),
      findPathCauses(each),
      findExecutionCauses(each),
    ]),
  ])
  const items = cases.map(describeItem)
  const arrived = new Set(
    journeys.flatMap(({ message, arrival }) =>
      "problem" in arrival || arrival.executed === false ? [] : [message.messageId],
    ),
  )
  const causes = rankCauses(
    findings.flatMap((found) => found.causes),
    messageCauses,
  )
  const verdict = findVerdict(causes, { table: messageCauses, items, arrived })
  return {
    verdict,
    subject,
    says: causes[0]?.says ?? items[0]?.says ?? "",
    causes,
    items,
    events: [...cases.flatMap(listEvents), ...findings.flatMap((found) => found.events ?? [])].sort(
      (one, other) => (one.at ?? 0) - (other.at ?? 0),
    ),
  }
}

async function searchMessage(
  src: ReadableChain,
  { messageId, signal }: Pick<ExplainMessageParameters, "messageId" | "signal">,
): Promise<SentSearch> {
  if (messageId === undefined) {
    throw new InvalidInputError({
      argument: "srcTxHash",
      problem: "neither a transaction nor a message is given",
      fix: "Give srcTxHash or messageId.",
    })
  }
  return await findSentMessage(src, { messageId, signal })
}
