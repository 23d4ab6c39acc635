import type { Transaction } from "viem"

import { getBlock, getTransaction, getTransactionCount } from "viem/actions"

import { blockSource } from "../../../explaining/evidence.js"
import type { Evidence } from "../../../explaining/Explanation.js"
import { explainMessageCommand } from "../../../primitives/commands/explainCommands.js"
import type { Findings, MessageCause } from "../types.js"
import { findReplacement } from "./findReplacement.js"
import { reorged } from "./reorged.js"
import type { KnownTransactionCase } from "./types.js"

/** Finds why a transaction is not mined on the chain that it is looked for on. */
export async function findUnminedCauses(given: KnownTransactionCase): Promise<Findings> {
  const { src, srcTxHash } = given
  const transaction = await getTransaction(src.client, { hash: srcTxHash }).catch(() => undefined)
  if (transaction !== undefined) return { causes: [await transactionPending(given, transaction)] }
  const elsewhere = await findElsewhere(given)
  if (elsewhere !== undefined) return { causes: [elsewhere] }
  const replaced = await findReplacement(given)
  if (replaced !== undefined) return { causes: [replaced] }
  return { causes: (await takenBack(given)) ?? [await notFound(given)] }
}

async function transactionPending(
  { src, remembered }: KnownTransactionCase,
  { from, nonce, ...price }: Transaction,
): Promise<MessageCause> {
  const [head, next] = await Promise.all([
    getBlock(src.client),
    getTransactionCount(src.client, { address: from }).catch(() => nonce),
  ])
  const offered = price.maxFeePerGas ?? price.gasPrice
  const details = [
    ...(next < nonce
      ? [`It has nonce ${String(nonce)}, and the next one of ${from} is ${String(next)}, which has to be mined first.`]
      : []),
    ...(offered < (head.baseFeePerGas ?? 0n)
      ? [`It offers ${String(offered)} wei of a unit of gas, and the base fee is ${String(head.baseFeePerGas)} wei.`]
      : []),
    ...(remembered?.block === undefined
      ? []
      : [`It was mined once, in block ${String(remembered.block.number)}, and a reorg took it back.`]),
  ]
  const source = blockSource(src, head.number)
  return {
    name: "transaction-pending",
    certainty: "certain",
    says: `The transaction waits to be mined on ${src.name}, and has sent nothing before that.`,
    evidence: [
      { source, says: "The node has the transaction, in no block." },
      ...details.map((says): Evidence => ({ source, says })),
    ],
    mend: details.length === 0 ? null : { who: `the account ${from}`, command: null },
    about: null,
  }
}

async function findElsewhere({
  src,
  srcTxHash,
  messageId,
  chainOf,
  otherSlugs,
}: KnownTransactionCase): Promise<MessageCause | undefined> {
  const others = await Promise.all(
    otherSlugs
      .filter((slug) => slug !== src.slug)
      .map(async (slug) => {
        const chain = await chainOf(slug)
        const transaction: Transaction | undefined =
          chain && (await getTransaction(chain.client, { hash: srcTxHash }).catch(() => undefined))
        return chain && transaction && { chain, transaction }
      }),
  )
  const found = others.find((other) => other !== undefined)
  if (found === undefined) return undefined
  const { chain, transaction } = found
  const where = transaction.blockNumber === null ? chain.name : blockSource(chain, transaction.blockNumber)
  return {
    name: "transaction-on-another-chain",
    certainty: "certain",
    says: `The transaction is on ${chain.name}, and not on ${src.name}.`,
    evidence: [{ source: where, says: `The node has the transaction, from ${transaction.from}.` }],
    mend: {
      who: "you, by naming its chain",
      command: explainMessageCommand(srcTxHash, { from: chain.name, messageId }),
    },
    about: null,
  }
}

/** Seconds from which on a chain's newest block is called old. */
const oldHead = 60

/** Finds whether the transaction was mined before: its sender saw it in a block, or the API has its messages. */
async function takenBack({
  src,
  srcTxHash,
  messageId,
  api,
  remembered,
  clock,
}: KnownTransactionCase): Promise<readonly MessageCause[] | undefined> {
  const reported = api?.kind === "messages" ? api.messages : []
  const block = remembered?.block
  if (reported.length === 0 && block === undefined) return undefined
  const head = await getBlock(src.client)
  const source = blockSource(src, head.number)
  const now =
    block === undefined || block.number > head.number
      ? undefined
      : await getBlock(src.client, { blockNumber: block.number }).catch(() => undefined)
  const evidence = [
    ...reported.map(({ messageId: id, status }) => ({
      source: "the messaging API",
      says: `The transaction sent ${id}, which is ${status}.`,
    })),
    { source, says: "The node does not know the transaction." },
  ]
  if (block !== undefined && now !== undefined && now.hash !== block.hash) {
    const changed = { source, says: `Block ${String(block.number)} was ${block.hash}, and is ${now.hash} now.` }
    return [reorged({ src, remembered, isCertain: true, evidence: [...evidence, changed] })]
  }
  const age = Math.floor(clock.now() / 1000) - Number(head.timestamp)
  const isOld = age > oldHead
  const behind: MessageCause = {
    name: "chain-behind",
    certainty: isOld ? "likely" : "possible",
    says: `The node of ${src.name} does not have the transaction, although it was mined: the node lags behind, or follows another fork.`,
    evidence: [...evidence, { source, says: `Its newest block is ${String(Math.max(0, age))} s old.` }],
    mend: {
      who: `the node of ${src.name}: try again when it has caught up, or use another one`,
      command: explainMessageCommand(srcTxHash, { from: src.name, messageId }),
    },
    about: null,
  }
  const cause = reorged({ src, remembered, isCertain: false, evidence })
  return [behind, isOld ? { ...cause, certainty: "possible" } : cause]
}

async function notFound({
  src,
  srcTxHash,
  messageId,
  remembered,
  chainOf,
  otherSlugs,
}: KnownTransactionCase): Promise<MessageCause> {
  const head = await getBlock(src.client)
  const source = blockSource(src, head.number)
  const none = { source, says: "The node does not know the transaction." }
  if (remembered !== undefined) {
    const { account, nonce } = remembered
    return {
      name: "transaction-dropped",
      certainty: "likely",
      says: `The transaction was submitted to ${src.name} and never mined, and the node does not have it any more.`,
      evidence: [
        {
          source: "the records of this project",
          says: `${account} submitted it${nonce === undefined ? "" : ` with nonce ${String(nonce)}`}.`,
        },
        none,
        ...(nonce === undefined ? [] : [{ source, says: `Nonce ${String(nonce)} of the account is not used.` }]),
      ],
      mend: { who: `you, by sending again as ${account}`, command: null },
      about: null,
    }
  }
  const asked = await Promise.all(
    otherSlugs.filter((slug) => slug !== src.slug).map(async (slug) => (await chainOf(slug))?.name),
  )
  const others = asked.filter((name) => name !== undefined)
  return {
    name: "transaction-not-found",
    certainty: "likely",
    says: `No node knows the transaction ${srcTxHash}: it was never submitted, or was dropped, or is on a chain that is not in plugs.chains.`,
    evidence: [none, ...others.map((name) => ({ source: name, says: "The node does not know the transaction." }))],
    mend: {
      who: "you, by checking the hash and the chain; a transaction that was sent just now may not have reached the node",
      command: explainMessageCommand(srcTxHash, { from: src.name, messageId }),
    },
    about: null,
  }
}
