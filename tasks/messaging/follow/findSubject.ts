import type { Hex } from "viem"

import { chainOfSlug } from "#src/plugin/config/chainsOf.js"
import { type Chains, requireOne } from "#src/plugin/connection/chains/openChains.js"
import type { ExplainedSubject } from "#src/plugin/connection/explaining/explainOnChains.js"
import type { SentRecord } from "#src/plugin/records/SentRecord.js"
import type { SentRecords } from "#src/plugin/records/sentRecords.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** What a person asks about. */
export type AskedMessage = {
  /** A transaction hash or a message id; `undefined` for the last transaction that a task sent. */
  readonly id: Hex | undefined
  /** The chain that the message leaves, if it is given. */
  readonly source: ChainEntry | undefined
  readonly messageId: Hex | undefined
}

/** Where it is looked for. */
export type SubjectPlaces = {
  readonly chains: readonly ChainEntry[]
  readonly opened: Chains
  readonly records: Pick<SentRecords, "latest">
  readonly signal: AbortSignal
}

/**
 * Finds the transaction that a person asks about: by a message id, whose first four bytes are the slug of the chain that it leaves, or by
 * the transaction's hash, on the given chain or on the one that knows it.
 *
 * @throws {InvalidInputError} it is on no chain that is known, and no chain is given
 */
export async function findSubject(asked: AskedMessage, places: SubjectPlaces): Promise<ExplainedSubject> {
  const { id, source, messageId } = asked
  const { chains, records } = places
  if (id === undefined) {
    const { findLastSent } = await import("./findLastSent.js")
    const last = await findLastSent(records, { ...places, source })
    return { source: last.source, srcTxHash: last.record.hash, messageId, record: last.record }
  }
  const latest = await records.latest()
  const record = latest.find(({ hash, srcChainSlug }) => hash === id && isOn(source, srcChainSlug))
  const remembered = record && chainOfSlug(record.srcChainSlug, { chains, source })
  if (remembered !== undefined) return { source: remembered, srcTxHash: id, messageId, record }

  // A transaction hash begins with the slug of a chain once in billions of times.
  const named = chainOfSlug(slugOf(id), { chains, source })
  const isMessage = named !== undefined && isOn(source, named.slug)
  const ofMessage = isMessage ? await findByMessageId(id, named, { ...places, latest }) : undefined
  if (ofMessage !== undefined) return ofMessage
  const chain = await findChainOf(id, source === undefined ? chains : [source], places)
  if (chain !== undefined) return { source: chain, srcTxHash: id, messageId, record: undefined }
  if (isMessage) return { source: named, srcTxHash: undefined, messageId: id, record: undefined }
  const known = source ?? (await requireChainOf(id, places))
  return { source: known, srcTxHash: id, messageId, record: undefined }
}

/**
 * Finds the chain that knows a transaction.
 *
 * @throws {InvalidInputError} none does
 * @throws {NodeUnreachableError} no chain can be read
 */
async function requireChainOf(
  hash: Hex,
  { chains, opened }: Pick<SubjectPlaces, "chains" | "opened">,
): Promise<ChainEntry> {
  const found = await findChainOf(hash, chains, { opened })
  if (found !== undefined) return found
  await requireOne(opened, chains)
  throw new InvalidInputError({
    argument: "id",
    problem: "no chain in plugs.chains that can be read knows this transaction",
    fix: "Check the hash, or name the chain of the transaction with --from.",
  })
}

/**
 * Returns the transaction that a subject was found by.
 *
 * @throws {InvalidInputError} only the id of a message is known
 */
export function requireTransaction({ source, srcTxHash }: ExplainedSubject): Hex {
  if (srcTxHash !== undefined) return srcTxHash
  throw new InvalidInputError({
    argument: "id",
    problem: `no transaction of ${source.name} was found that sent this message`,
    fix: "Give the hash of the transaction that sent it.",
  })
}

/** The first four bytes of a message id, read without the viem that `unpackMessageId` takes. */
function slugOf(messageId: Hex): number {
  return Number(messageId.slice(0, 10))
}

function isOn(source: ChainEntry | undefined, slug: number): boolean {
  return source === undefined || source.slug === slug
}

async function findByMessageId(
  messageId: Hex,
  source: ChainEntry,
  { opened, signal, latest }: SubjectPlaces & { readonly latest: readonly SentRecord[] },
): Promise<ExplainedSubject | undefined> {
  const record = latest.find((sent) => sent.messages.some((message) => message.messageId === messageId))
  const reader = await opened.require(source)
  const { findSentMessage } = await import("#src/messaging/reading/findSentMessage.js")
  const search = await findSentMessage({ ...reader, ...source, socket: reader.socket }, { messageId, signal })
  const srcTxHash = search.kind === "found" ? search.srcTxHash : record?.hash
  return srcTxHash && { source, srcTxHash, messageId, record: record?.hash === srcTxHash ? record : undefined }
}

/** Finds the chain of a transaction by asking the nodes. */
async function findChainOf(
  hash: Hex,
  chains: readonly ChainEntry[],
  { opened }: Pick<SubjectPlaces, "opened">,
): Promise<ChainEntry | undefined> {
  const answers = await Promise.all(
    chains.map(async (chain) => {
      const reader = await opened.find(chain.slug)
      if (reader === undefined) return undefined
      const { getTransaction } = await import("viem/actions")
      const found = await getTransaction(reader.client, { hash }).catch(() => undefined)
      return found === undefined ? undefined : chain
    }),
  )
  return answers.find((chain) => chain !== undefined)
}
