import pLimit from "p-limit"
import type { Address, Client, Hex } from "viem"
import { getBlock, getTransaction } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import type { MessageRow } from "../output/messageTable.js"
import type { SourceChoice } from "#src/messaging/following/followMessages.js"
import { confirmOn } from "#src/messaging/following/withChainFallback.js"
import { createChainMessages, type Message, type MessagingClient } from "#src/messaging/index.js"
import { type ListedMessage, listOutboundMessages } from "#src/messaging/onchain/delivery/listOutboundMessages.js"
import type { MessageChain } from "#src/messaging/reading/confirmDelivery.js"
import { SourcesDisagreeError } from "#src/messaging/reading/SourcesDisagreeError.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import type { SentRecord } from "#src/plugin/records/SentRecord.js"
import { zeroHash } from "#src/primitives/address.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

/** Which messages to list. */
export type ListMessagesParameters = {
  readonly sources: readonly ChainEntry[]
  readonly chains: Chains
  /** Default: it is not asked. */
  readonly api: Pick<MessagingClient, "getMessages"> | undefined
  readonly source: SourceChoice
  /** What the tasks of the project sent, the newest first. */
  readonly remembered: readonly SentRecord[]
  readonly plug: Address | undefined
  readonly account: Address | undefined
  readonly state: string | undefined
  readonly limit: number
  readonly blocks: bigint
  readonly signal: AbortSignal
}

/** The messages, the newest first, and what of the chains was searched for them. */
export type MessageList = {
  readonly messages: readonly MessageRow[]
  readonly searched: readonly { readonly srcChainSlug: number; readonly fromBlock: bigint; readonly toBlock: bigint }[]
  /** The chains that could not be read, and why. */
  readonly problems: readonly { readonly srcChainSlug: number; readonly says: string }[]
  /** The messages of which one source says that they were delivered, and another one that they were not. They have no status. */
  readonly disagreements: readonly Pick<SourcesDisagreeError, "messageId" | "delivered" | "notDelivered">[]
}

/** Requests at the same time. */
const atOnce = 8

/** A filter of what the logs do not have reads this many times as many messages as it shows. */
const filterFactor = 10

/**
 * Lists the latest messages of chains, from their logs and from what the tasks remember of older ones, with the states that the API
 * gives, or the chains themselves where the API does not know them.
 */
export async function listMessages(parameters: ListMessagesParameters): Promise<MessageList> {
  const { sources, plug, account, state, limit, blocks, signal } = parameters
  const disagreements: MessageList["disagreements"][number][] = []
  const statesOf = createStateReader(parameters, disagreements)
  const candidates = limit * (account === undefined && state === undefined ? 1 : filterFactor)
  const lists = await Promise.all(
    sources.map(async (source) => {
      const { slug: srcChainSlug } = source
      const opened = await parameters.chains.open(srcChainSlug)
      if ("problem" in opened) return { srcChainSlug, problem: opened.problem }
      const found = await listOutboundMessages(opened.client, {
        socket: opened.socket,
        plug,
        limit: candidates,
        blocks,
        signal,
      })
      const rows = await readRows(opened, found.messages, (hash) => statesOf(hash, srcChainSlug))
      return { srcChainSlug, ...found, rows }
    }),
  )
  const searched = lists.flatMap((list) =>
    "rows" in list ? [{ srcChainSlug: list.srcChainSlug, fromBlock: list.fromBlock, toBlock: list.toBlock }] : [],
  )
  const problems = lists.flatMap(({ srcChainSlug, problem }) =>
    problem === undefined ? [] : [{ srcChainSlug, says: problem }],
  )
  const fromLogs = lists.flatMap((list) => ("rows" in list ? list.rows : []))
  const rows = [
    ...fromLogs,
    ...(await rememberedRows(parameters, new Set(fromLogs.map(({ messageId }) => messageId)), statesOf)),
  ]
  const messages = rows
    .filter((row) => account === undefined || (row.account !== null && isAddressEqual(row.account, account)))
    .filter((row) => state === undefined || row.status === state)
    .sort((a, b) => (b.sentAt ?? 0) - (a.sentAt ?? 0))
    .slice(0, limit)
  return { messages, searched, problems, disagreements }
}

type Sent = Pick<MessageRow, "messageId" | "srcChainSlug" | "srcPlug" | "dstChainSlug" | "dstPlug" | "outboundTx">

async function readRows(
  chain: MessageChain,
  messages: readonly ListedMessage[],
  readStates: (srcTxHash: Hex) => Promise<readonly Message[]>,
): Promise<MessageRow[]> {
  const limited = pLimit(atOnce)
  /** Asks about each block and transaction once, and about few of them at once. */
  const once = <Key, Value>(read: (key: Key) => Promise<Value>): ((key: Key) => Promise<Value>) =>
    memoize((key) => limited(() => read(key)))
  const timeOf = once((blockNumber: bigint) => readTime(chain.client, blockNumber))
  const senderOf = once((hash: Hex) => readSender(chain.client, hash))
  const statesOf = once(readStates)
  return await Promise.all(
    messages.map(async ({ transactionHash, blockNumber, messageId, srcChainSlug, srcPlug, dstChainSlug, dstPlug }) => {
      const outboundTx = transactionHash ?? zeroHash
      const [sentAt, account, states] = await Promise.all([
        timeOf(blockNumber),
        senderOf(outboundTx),
        statesOf(outboundTx),
      ])
      const sent: Sent = { messageId, srcChainSlug, srcPlug, dstChainSlug, dstPlug, outboundTx }
      return rowOf(sent, { account, sentAt, states })
    }),
  )
}

function rowOf(
  { messageId, ...sent }: Sent,
  { states, account, sentAt }: { states: readonly Message[]; account: Address | null; sentAt: number | null },
): MessageRow {
  const status = states.find((message) => message.messageId.toLowerCase() === messageId)?.status ?? null
  return { messageId, status, ...sent, account, sentAt }
}

/** What was sent from here and is older than the blocks that were searched. */
async function rememberedRows(
  parameters: ListMessagesParameters,
  listed: ReadonlySet<Hex>,
  readStates: StateReader,
): Promise<MessageRow[]> {
  const { remembered, sources, plug, account, state, limit } = parameters
  const slugs = new Set(sources.map(({ slug }) => slug))
  const older = remembered
    .filter((record) => slugs.has(record.srcChainSlug) && (plug === undefined || isAddressEqual(record.plug, plug)))
    .filter((record) => account === undefined || isAddressEqual(record.account, account))
    .filter(({ messages }) => messages.some(({ messageId }) => !listed.has(messageId)))
    // A state is known only once it is read.
    .slice(0, state === undefined ? limit : limit * filterFactor)
  const limited = pLimit(atOnce)
  const rows = await limited.map(older, async ({ hash, srcChainSlug, plug: srcPlug, account, at, messages }) => {
    const states = await readStates(hash, srcChainSlug)
    return messages
      .filter(({ messageId }) => !listed.has(messageId))
      .map((message) => rowOf({ ...message, srcChainSlug, srcPlug, outboundTx: hash }, { states, account, sentAt: at }))
  })
  return rows.flat()
}

type StateReader = (srcTxHash: Hex, srcChainSlug: number) => Promise<readonly Message[]>

/** From the API, or from the chains where it does not know the transaction or is not asked. A list has a gap rather than no rows. */
function createStateReader(
  { api, chains, source, signal }: ListMessagesParameters,
  disagreements: MessageList["disagreements"][number][],
): StateReader {
  const dstOf = (slug: number) => chains.find(slug)
  const confirm = confirmOn({ dstOf }, systemClock)
  const onChain = memoize(async (slug: number) => {
    const src = await chains.find(slug)
    return src && createChainMessages({ src, dstOf })
  })
  const note = (error: unknown): void => {
    // The configuration is wrong, and all other states may be, too.
    if (error instanceof InvalidInputError) throw error
    if (!(error instanceof SourcesDisagreeError)) return
    const { messageId, delivered, notDelivered } = error
    disagreements.push({ messageId, delivered, notDelivered })
  }
  const isConfirmed = async (message: Message): Promise<boolean> => {
    if (source === "api" || message.status !== "EXECUTION_SUCCESS") return true
    return await confirm(message).then(
      () => true,
      (error: unknown) => (note(error), false),
    )
  }
  return async (srcTxHash, srcChainSlug) => {
    const asked = { srcChainSlug, srcTxHash, signal }
    const reported = (await api?.getMessages(asked).catch(() => [])) ?? []
    if (reported.length > 0 || source === "api") {
      const confirmed = await Promise.all(reported.map(isConfirmed))
      return reported.filter((_, index) => confirmed[index])
    }
    const read = (await onChain(srcChainSlug))?.getMessages(asked)
    return (await read?.catch((error: unknown) => (note(error), []))) ?? []
  }
}

async function readTime(client: Client, blockNumber: bigint): Promise<number | null> {
  const block = await getBlock(client, { blockNumber }).catch(() => undefined)
  return block === undefined ? null : Number(block.timestamp) * 1_000
}

async function readSender(client: Client, hash: Hex): Promise<Address | null> {
  const transaction = await getTransaction(client, { hash }).catch(() => undefined)
  return transaction?.from ?? null
}
