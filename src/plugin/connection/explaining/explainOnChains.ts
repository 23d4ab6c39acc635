import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Hex } from "viem"

import type { Explanation } from "../../../explaining/Explanation.js"
import { explainMessage } from "../../../messaging/explaining/explainMessage.js"
import type { MessageCauseName } from "../../../messaging/explaining/messageCauses.js"
import type { MessagingClient } from "../../../messaging/createMessagingClient.js"
import type { ReadableChain } from "../../../messaging/reading/Journey.js"
import type { Clock } from "../../../primitives/clock.js"
import type { ChainEntry } from "../../../primitives/chains.js"
import { devnetSocket } from "../../../devnet/addresses.js"
import { devnetStageTimes } from "../../../messaging/explaining/stageTimes.js"
import type { RememberedTransaction } from "../../../messaging/reading/readTransaction.js"
import type { SentRecord } from "../../records/SentRecord.js"
import { openMessaging } from "../openClients.js"
import { readErrorAbis } from "../../contracts/readErrorAbis.js"
import { createFindSource } from "../../../explaining/source/createFindSource.js"
import type { MessageChains } from "../chains/openMessageChains.js"

/** The transaction or the message to explain. */
export type ExplainedSubject = {
  readonly source: ChainEntry
  /** `undefined` if no transaction was found that sent the message. */
  readonly srcTxHash: Hex | undefined
  readonly messageId: Hex | undefined
  /** What the task has written down that sent it, if a task did. */
  readonly record: SentRecord | undefined
}

/** What a project brings to explain a message with. */
export type ExplainOnChainsOptions = {
  readonly chains: readonly ChainEntry[]
  readonly opened: Pick<MessageChains, "require" | "find">
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Explains the messages of a transaction with the chains, the API and the artifacts of a project. */
export async function explainOnChains(
  hre: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  { source, srcTxHash, messageId, record }: ExplainedSubject,
  { chains, opened, clock, signal }: ExplainOnChainsOptions,
): Promise<Explanation<MessageCauseName>> {
  const [src, abis] = await Promise.all([opened.require(source), readErrorAbis(hre.artifacts)])
  // A key that is missing is an answer of the API, too.
  const api: Pick<MessagingClient, "getMessages"> = {
    getMessages: async (parameters) => (await openMessaging(hre.config.plugs, { clock })).getMessages(parameters),
  }
  return await explainMessage({
    src: readable(source, src),
    srcTxHash,
    messageId,
    chainOf: async (slug) => {
      const entry = chains.find((chain) => chain.slug === slug)
      const reader = await opened.find(slug)
      return entry && reader && readable(entry, reader)
    },
    otherSlugs: chains.map(({ slug }) => slug),
    remembered: record && rememberedIn(record),
    stageTimes: src.socket === devnetSocket ? devnetStageTimes : undefined,
    api,
    abis,
    findSource: createFindSource(hre.artifacts),
    clock,
    signal,
  })
}

function rememberedIn({ account, nonce, fromBlock, block, messages }: SentRecord): RememberedTransaction {
  return {
    account,
    nonce,
    fromBlock: fromBlock === undefined ? undefined : BigInt(fromBlock),
    block: block && { number: BigInt(block.number), hash: block.hash },
    messageIds: messages.map(({ messageId }) => messageId),
  }
}

function readable({ slug, name }: ChainEntry, reader: Pick<ReadableChain, "client" | "socket">): ReadableChain {
  return { ...reader, slug, name }
}
