import type { Abi, Address, Hex, Transaction, TransactionReceipt } from "viem"
import { call, getBlock, getCode, getTransaction, getTransactionCount, readContract } from "viem/actions"

import { socketAbi } from "../onchain/abi.js"
import { decodeRevert, type DecodeRevertReturnType } from "../onchain/decodeRevert.js"
import { readReceipt } from "../onchain/delivery/readSentMessages.js"
import { readOutboundMessages } from "../onchain/events.js"
import type { Message } from "../types.js"
import { findSentMessage, type SentSearch } from "./findSentMessage.js"
import type { ReadableChain } from "./Journey.js"
import { readUnconnectedPlug, readUnrelayed, type UnconnectedPlug, type UnrelayedMessage } from "./readUnrelayed.js"
import { readDevnetRelay } from "#src/explaining/devnetRelay.js"
import type { Head } from "#src/onchain/logs.js"
import { failureInside, type TracedCall, traceTransaction } from "#src/onchain/simulation/callTrace.js"
import { findByNonce } from "#src/onchain/submission/recoverSubmission.js"

/** What its sender has recorded of a transaction. */
export type RememberedTransaction = {
  readonly account: Address
  readonly nonce?: number | undefined
  /** A block that was mined before the transaction was sent. */
  readonly fromBlock?: bigint | undefined
  /** The block that it was seen in. */
  readonly block?: { readonly number: bigint; readonly hash: Hex } | undefined
  /** The ids of the messages that it was seen to send. */
  readonly messageIds: readonly Hex[]
}

/** A transaction that sent no message, or not the one that was asked about. */
export type SilentTransaction = {
  readonly src: ReadableChain
  readonly srcTxHash: Hex
  readonly messageId: Hex | undefined
  /** The messages that the API has of it. */
  readonly reported: readonly Message[]
  readonly remembered: RememberedTransaction | undefined
  readonly chainOf: (slug: number) => Promise<ReadableChain | undefined>
  /** The slugs of chains on which a transaction is looked for that its own chain does not know. */
  readonly otherSlugs: readonly number[]
  readonly abis: readonly Abi[]
}

export type MinedTransaction = {
  readonly kind: "mined"
  readonly receipt: TransactionReceipt
  readonly transaction: Transaction
  /** Seconds since 1970. */
  readonly timestamp: bigint
  /** `undefined` where the node does not trace. */
  readonly calls: readonly TracedCall[] | undefined
  /** Why it reverted, if it did and the node says why. */
  readonly revert: DecodeRevertReturnType | undefined
  /** The plug that tried to send without being connected, if that is why it reverted. */
  readonly unconnected: UnconnectedPlug | undefined
  /** Whether there is code at the address that it went to. */
  readonly hasCode: boolean
  /** The messages of ERC-7786 in it that were unpaid then. */
  readonly unrelayed: readonly UnrelayedMessage[]
}

export type TransactionReading =
  | {
      readonly kind: "pending"
      readonly transaction: Transaction
      readonly head: PricedHead
      readonly nextNonce: number
      /** Whether the chain is a devnet's that mines no block by itself. */
      readonly isUnmined: boolean
    }
  /** The node is of another chain: its socket says this slug. */
  | { readonly kind: "wrong node"; readonly slug: number; readonly chain: ReadableChain | undefined }
  | { readonly kind: "elsewhere"; readonly chain: ReadableChain; readonly transaction: Transaction }
  /** Its account has used `usedNonces` nonces. `by` is not known where the node does not show older states. */
  | { readonly kind: "replaced"; readonly by: Transaction | undefined; readonly usedNonces: number }
  /** It was mined once. `blockNow` is the block that has the number of its block now. */
  | { readonly kind: "taken back"; readonly head: Head; readonly blockNow: { readonly hash: Hex } | undefined }
  | { readonly kind: "missing"; readonly head: Head; readonly askedChains: readonly string[] }
  /** It sent other messages. `search` is not made for a message that it was seen to send before. */
  | {
      readonly kind: "other messages"
      readonly blockNumber: bigint
      readonly sent: readonly Hex[]
      readonly search: SentSearch | undefined
    }
  | MinedTransaction

type PricedHead = Head & { readonly baseFeePerGas: bigint | null }

export async function readTransaction(question: SilentTransaction): Promise<TransactionReading> {
  const { src, srcTxHash } = question
  const receipt = await readReceipt(src.client, srcTxHash).catch(() => undefined)
  if (receipt === undefined) return await readUnmined(question)
  return (await readOtherMessages(question, receipt)) ?? (await readMined(question, receipt))
}

/** Whether its sender, or the API, has seen the transaction send the message. */
export function wasSent({ messageId, remembered, reported }: Omit<SilentTransaction, "src" | "srcTxHash">): boolean {
  if (messageId === undefined) return false
  return remembered?.messageIds.includes(messageId) === true || reported.some((other) => other.messageId === messageId)
}

async function readOtherMessages(
  question: SilentTransaction,
  receipt: TransactionReceipt,
): Promise<TransactionReading | undefined> {
  const { src, messageId } = question
  const sent = readOutboundMessages(receipt, { socket: src.socket }).map((message) => message.messageId)
  if (messageId === undefined || sent.length === 0 || sent.includes(messageId)) return undefined
  const search = wasSent(question) ? undefined : await findSentMessage(src, { messageId }).catch(() => undefined)
  return { kind: "other messages", blockNumber: receipt.blockNumber, sent, search }
}

async function readUnmined(question: SilentTransaction): Promise<TransactionReading> {
  const { src, srcTxHash, remembered, reported, chainOf, otherSlugs } = question
  const { client, socket: address } = src
  const slug = await readContract(client, { abi: socketAbi, address, functionName: "chainSlug" }).catch(() => src.slug)
  if (slug !== src.slug) return { kind: "wrong node", slug, chain: await chainOf(slug) }
  const transaction = await getTransaction(src.client, { hash: srcTxHash }).catch(() => undefined)
  if (transaction !== undefined) {
    const { from: address, nonce } = transaction
    const [head, nextNonce, relay] = await Promise.all([
      getBlock(src.client),
      getTransactionCount(src.client, { address }).catch(() => nonce),
      readDevnetRelay(src.client),
    ])
    return { kind: "pending", transaction, head, nextNonce, isUnmined: relay?.unmined.includes(src.slug) === true }
  }
  const others = await Promise.all(
    otherSlugs
      .filter((slug) => slug !== src.slug)
      .map(async (slug) => {
        const chain = await chainOf(slug)
        const found = chain && (await getTransaction(chain.client, { hash: srcTxHash }).catch(() => undefined))
        return { chain, found }
      }),
  )
  for (const { chain, found } of others) {
    if (chain !== undefined && found !== undefined) return { kind: "elsewhere", chain, transaction: found }
  }
  const replaced = await readReplacement(question)
  if (replaced !== undefined) return replaced
  const head = await getBlock(src.client)
  const block = remembered?.block
  if (block === undefined && reported.length === 0) {
    return { kind: "missing", head, askedChains: others.flatMap(({ chain }) => chain?.name ?? []) }
  }
  const blockNow =
    block === undefined || block.number > head.number
      ? undefined
      : await getBlock(src.client, { blockNumber: block.number }).catch(() => undefined)
  return { kind: "taken back", head, blockNow }
}

/** Finds the transaction that used its nonce, in older blocks. Many nodes keep the states of the newest ones only. */
async function readReplacement(question: SilentTransaction): Promise<TransactionReading | undefined> {
  const { src, srcTxHash, remembered } = question
  if (remembered?.nonce === undefined) return undefined
  const { account, nonce, fromBlock = 0n } = remembered
  const usedNonces = await getTransactionCount(src.client, { address: account })
  if (usedNonces <= nonce) return undefined
  const use = await findByNonce(src.client, { account, nonce, fromBlock }).catch(() => undefined)
  const by = use?.kind === "mined" ? use.transaction : undefined
  return by?.hash === srcTxHash ? undefined : { kind: "replaced", by, usedNonces }
}

async function readMined(question: SilentTransaction, receipt: TransactionReceipt): Promise<MinedTransaction> {
  const { src, srcTxHash, abis } = question
  const [transaction, { timestamp }] = await Promise.all([
    getTransaction(src.client, { hash: srcTxHash }),
    getBlock(src.client, { blockNumber: receipt.blockNumber }),
  ])
  const { to } = transaction
  const calls = to === null ? undefined : await traceTransaction(src.client, { hash: srcTxHash, to })
  const mined = { kind: "mined", receipt, transaction, timestamp, calls } as const
  if (receipt.status !== "reverted") {
    const hasCode = to !== null && (await getCode(src.client, { address: to }).catch(() => "0x")) !== undefined
    const unrelayed = await readUnrelayed(src, receipt)
    return { ...mined, revert: undefined, unconnected: undefined, hasCode, unrelayed }
  }
  const top = calls?.[0]?.frame.output
  const revert = top === undefined ? await callAgain(src, transaction, { receipt, abis }) : decodeRevert(top, abis)
  // A contract around the plug, such as a Safe, can revert with an error of its own.
  const inner = failureInside(calls ?? [])?.output
  const inside = inner === top ? undefined : decodeRevert(inner, abis)
  const attempt = { ...question, receipt, transaction, calls }
  const unconnected =
    (await readUnconnectedPlug({ ...attempt, revert })) ??
    (inside && (await readUnconnectedPlug({ ...attempt, revert: inside })))
  return { ...mined, revert, unconnected, hasCode: true, unrelayed: [] }
}

/** Without a trace the reason is found by the same call on the block before, which other transactions of its block may have changed. */
async function callAgain(
  { client }: ReadableChain,
  { from, to, input, value, gas }: Transaction,
  { receipt, abis }: { receipt: TransactionReceipt; abis: readonly Abi[] },
): Promise<DecodeRevertReturnType | undefined> {
  try {
    await call(client, { account: from, to, data: input, value, gas, blockNumber: receipt.blockNumber - 1n })
    return undefined
  } catch (error) {
    return decodeRevert(error, abis)
  }
}
