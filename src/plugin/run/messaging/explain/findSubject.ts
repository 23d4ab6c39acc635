import type { Hex } from "viem"

import { getTransaction } from "viem/actions"

import { findOutbound, searchedBlocks } from "../../../../messaging/explaining/findOutbound.js"
import { unpackMessageId } from "../../../../messaging/ids.js"
import type { ChainEntry } from "../../../../primitives/chains.js"
import { InvalidInputError } from "../../../../primitives/InvalidInputError.js"
import type { SentRecords } from "../../../sent/createSentRecords.js"
import { findLastSent } from "../findLastSent.js"
import type { MessageChains } from "../openMessageChains.js"

/** What a person asks about. */
export type AskedMessage = {
  /** A transaction hash or a message id; `undefined` for the last transaction that a task sent. */
  readonly id: Hex | undefined
  /** The chain that the message leaves, if it is given. */
  readonly source: ChainEntry | undefined
  readonly messageId: Hex | undefined
}

/** The transaction to explain. */
export type ExplainedSubject = {
  readonly source: ChainEntry
  readonly srcTxHash: Hex
  readonly messageId: Hex | undefined
}

/** Where it is looked for. */
export type SubjectPlaces = {
  readonly chains: readonly ChainEntry[]
  readonly opened: MessageChains
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
  if (id === undefined) {
    const last = await findLastSent(places.records, { ...places, source })
    return { source: last.source, srcTxHash: last.record.hash, messageId }
  }
  const ofMessage = await findByMessageId(id, asked, places)
  if (ofMessage !== undefined) return ofMessage
  const known = source ?? (await findChainOf(id, places))
  if (known !== undefined) return { source: known, srcTxHash: id, messageId }
  const { srcChainSlug } = unpackMessageId(id)
  const named = places.chains.find(({ slug }) => slug === srcChainSlug)
  throw new InvalidInputError({
    argument: "id",
    problem:
      named === undefined
        ? "no chain in plugs.chains that can be read knows this transaction"
        : `no message of the newest ${String(searchedBlocks)} blocks of ${named.name} has this id, and no chain knows it as a transaction`,
    fix:
      named === undefined
        ? "Check the hash, or name the chain of the transaction with --from."
        : "Give the hash of the transaction that sent it.",
  })
}

/** A transaction hash begins with a configured slug once in billions of times, so that only what looks like a message id is searched for. */
async function findByMessageId(
  id: Hex,
  { source }: AskedMessage,
  { chains, opened, records, signal }: SubjectPlaces,
): Promise<ExplainedSubject | undefined> {
  const { srcChainSlug } = unpackMessageId(id)
  const chain = chains.find(({ slug }) => slug === srcChainSlug)
  if (chain === undefined || (source !== undefined && source.slug !== srcChainSlug)) return undefined
  const reader = await opened.require(chain)
  const srcTxHash =
    (await findOutbound(reader, { messageId: id, signal })) ??
    (await records.latest()).find(
      (record) => record.srcChainSlug === srcChainSlug && record.messages.some(({ messageId: sent }) => sent === id),
    )?.hash
  return srcTxHash && { source: chain, srcTxHash, messageId: id }
}

/** Finds the chain of a transaction: by what tasks remember, or else by asking the nodes. */
async function findChainOf(hash: Hex, { chains, opened, records }: SubjectPlaces): Promise<ChainEntry | undefined> {
  const record = (await records.latest()).find((sent) => sent.hash === hash)
  const remembered = chains.find(({ slug }) => slug === record?.srcChainSlug)
  if (remembered !== undefined) return remembered
  const answers = await Promise.all(
    chains.map(async (chain) => {
      const reader = await opened.find(chain.slug)
      const found = reader && (await getTransaction(reader.client, { hash }).catch(() => undefined))
      return found === undefined ? undefined : chain
    }),
  )
  return answers.find((chain) => chain !== undefined)
}
