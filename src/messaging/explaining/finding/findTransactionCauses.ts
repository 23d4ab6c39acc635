import type { Hex } from "viem"

import type { SentSearch } from "../../reading/findSentMessage.js"
import type { ReadableChain } from "../../reading/Journey.js"
import {
  type RememberedTransaction,
  type SilentTransaction,
  type TransactionReading,
  wasSent,
} from "../../reading/readTransaction.js"
import { onceCaughtUp } from "../fixes.js"
import { isSaidDelivered, type MessageCause } from "../MessageCase.js"
import { findMinedCauses } from "./findMinedCauses.js"
import { readIn } from "#src/explaining/evidence.js"
import { byOthers } from "#src/explaining/explain.js"
import type { Evidence } from "#src/explaining/Explanation.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { explainMessageCommand } from "#src/primitives/commands/explainCommands.js"

/** The transaction that was asked about, or the message if none was found that sent it. */
export type TransactionCase = {
  readonly src: ReadableChain
  readonly srcTxHash?: Hex
  readonly messageId: Hex | undefined
  /** How the transaction was looked for, if only the id of the message was given, and not found. */
  readonly search?: SentSearch | undefined
  readonly remembered: RememberedTransaction | undefined
  /** Set if it sent no message, or not the one that was asked about. */
  readonly silent?: SilentTransaction | undefined
  readonly reading?: TransactionReading | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

type Kind<Name extends TransactionReading["kind"]> = Extract<TransactionReading, { readonly kind: Name }>

export function findTransactionCauses(subject: TransactionCase): readonly MessageCause[] {
  const { silent, reading, now } = subject
  if (silent === undefined || reading === undefined) return findUnsentCauses(subject)
  switch (reading.kind) {
    case "pending":
      return [pending(silent, reading)]
    case "wrong node":
      return [wrongNode(silent, reading)]
    case "elsewhere":
      return [elsewhere(silent, reading)]
    case "replaced":
      return withoutSendingAgain(silent, [replaced(silent, reading)])
    case "taken back":
      return withoutSendingAgain(silent, takenBack(silent, reading, now))
    case "missing":
      return [missing(silent, reading)]
    case "other messages":
      return [otherMessages(silent, reading)]
    case "mined":
      return findMinedCauses(silent, reading)
  }
}

const records = "the records of this project"

function findUnsentCauses({ src, messageId, search, remembered }: TransactionCase): readonly MessageCause[] {
  if (messageId === undefined || search === undefined || search.kind === "found") return []
  const evidence = [readIn(src, search.blockNumber, search.says)]
  if (remembered?.messageIds.includes(messageId) === true && search.kind === "never sent") {
    return [reorged({ src, remembered }, evidence)]
  }
  return [
    {
      name: "message-not-found",
      certainty: search.kind === "never sent" ? "certain" : "likely",
      says: `No transaction was found on ${src.name} that sent the message ${messageId}.`,
      evidence,
      fix: "give the hash of the transaction that sent it",
    },
  ]
}

/** A reorg took the transaction or its message back. */
function reorged(
  { src, remembered }: Pick<TransactionCase, "src" | "remembered">,
  evidence: readonly Evidence[],
): MessageCause {
  const block = remembered?.block === undefined ? "" : ` out of block ${remembered.block.number}`
  const ids = remembered?.messageIds ?? []
  return {
    name: "reorged",
    says: `A reorg of ${src.name} took the message back${block}: it was sent once, and the chain does not have it any more.`,
    evidence: [
      ...(ids.length === 0 ? [] : [{ source: records, says: `It was mined, and sent ${ids.join(", ")}.` }]),
      ...evidence,
    ],
    fix: "send it again",
  }
}

function otherMessages(silent: SilentTransaction, { blockNumber, sent, search }: Kind<"other messages">): MessageCause {
  const { src, srcTxHash, messageId = "" } = silent
  const evidence = [readIn(src, blockNumber, `${srcTxHash} sent ${sent.join(", ")}.`)]
  const command = explainMessageCommand(srcTxHash, { from: src.name })
  if (wasSent(silent)) return { ...reorged(silent, evidence), fix: { who: "follow what it sent instead", command } }
  const messages = sent.length === 1 ? "one message" : `${sent.length} messages`
  const cause = {
    name: "message-of-another-transaction",
    says: `The transaction sent ${messages} on ${src.name}, and not ${messageId}.`,
  } as const
  if (search?.kind !== "found") return { ...cause, evidence, fix: { who: "leave out the message id", command } }
  return {
    ...cause,
    evidence: [...evidence, readIn(src, search.blockNumber, `${search.srcTxHash} sent it.`)],
    fix: {
      who: "name the transaction that sent it",
      command: explainMessageCommand(search.srcTxHash, { from: src.name, messageId }),
    },
  }
}

function pending({ src, remembered }: SilentTransaction, reading: Kind<"pending">): MessageCause {
  const { head, nextNonce, transaction, isUnmined } = reading
  const { from, nonce } = transaction
  const offered = transaction.maxFeePerGas ?? transaction.gasPrice
  const details = [
    nextNonce < nonce &&
      `It has nonce ${String(nonce)}, and the next one of ${from} is ${nextNonce}, which has to be mined first.`,
    offered < (head.baseFeePerGas ?? 0n) &&
      `It offers ${String(offered)} wei per unit of gas, and the base fee is ${String(head.baseFeePerGas)} wei.`,
    remembered?.block !== undefined &&
      `It was mined once, in block ${remembered.block.number}, and a reorg took it back.`,
  ].filter((detail) => detail !== false)
  const mine = `mine a block on ${src.name} with evm_mine, because its automatic mining is off`
  const replace = byOthers(`the account ${from} sends what is missing, or replaces the transaction`)
  return {
    name: "transaction-pending",
    says: `The transaction waits to be mined on ${src.name}, and sends nothing before that.`,
    evidence: ["The node has the transaction, in no block.", ...details].map((says) => readIn(src, head.number, says)),
    fix: details.length > 0 ? replace : isUnmined ? mine : undefined,
  }
}

function wrongNode({ src }: SilentTransaction, { slug, chain }: Kind<"wrong node">): MessageCause {
  const other = chain?.name ?? `chain ${slug}`
  return {
    name: "chain-not-read",
    says: `The node of ${src.name} is one of ${other}, so nothing is known of ${src.name}.`,
    evidence: [{ source: src.name, says: `chainSlug() of the socket ${src.socket} is ${slug}.` }],
    fix: { who: `set the URL of ${src.name} to a node of that chain`, command: "npx hardhat plugs doctor" },
  }
}

function elsewhere(
  { src, srcTxHash, messageId }: SilentTransaction,
  { chain, transaction }: Kind<"elsewhere">,
): MessageCause {
  const says = `The node has the transaction, from ${transaction.from}.`
  const { blockNumber } = transaction
  return {
    name: "transaction-on-another-chain",
    says: `The transaction is on ${chain.name}, and not on ${src.name}.`,
    evidence: [blockNumber === null ? { source: chain.name, says } : readIn(chain, blockNumber, says)],
    fix: { who: "name its chain", command: explainMessageCommand(srcTxHash, { from: chain.name, messageId }) },
  }
}

/** Another transaction of the same account was mined with the nonce of this one, which therefore never will be. */
function replaced(
  { src, srcTxHash, remembered }: SilentTransaction,
  { by, usedNonces }: Kind<"replaced">,
): MessageCause {
  const name = "transaction-replaced"
  const { account = "" } = remembered ?? {}
  const nonce = String(remembered?.nonce)
  const submitted = { source: records, says: `${account} submitted ${srcTxHash} with nonce ${nonce}.` }
  if (by === undefined) {
    const used = `The account has used ${usedNonces} nonces, and the node does not show which transaction used this one.`
    const says = `Another transaction of ${account} was mined on ${src.name} with the same nonce, ${nonce}, so this one never will be.`
    return { name, says, evidence: [submitted, { source: src.name, says: used }], fix: "send again" }
  }
  const says = `The transaction ${by.hash} was mined on ${src.name} in its place: both are of ${account} and have nonce ${nonce}.`
  const seen = { source: `${src.name}, block ${String(by.blockNumber)}`, says: `${by.hash} has nonce ${nonce}.` }
  const command = explainMessageCommand(by.hash, { from: src.name })
  const fix = { who: "follow what was mined instead, or send again", command }
  return { name, says, evidence: [submitted, seen], fix }
}

/** What the API says was delivered must not be sent again, whatever the node of the source chain shows. */
function withoutSendingAgain(
  { reported }: SilentTransaction,
  causes: readonly MessageCause[],
): readonly MessageCause[] {
  if (!reported.some(isSaidDelivered)) return causes
  const fix = "look at the destination chain first, because the messaging API says that the message was delivered"
  return causes.map((cause): MessageCause => {
    if (cause.name === "chain-behind") return cause
    return { ...cause, certainty: cause.certainty === "possible" ? "possible" : "likely", fix }
  })
}

/** Seconds from which on a chain's newest block is called old. */
const oldHeadAfter = 60

/** The transaction was mined before: its sender saw it in a block, or the API has its messages. */
function takenBack(
  silent: SilentTransaction,
  { head, blockNow }: Kind<"taken back">,
  now: number,
): readonly MessageCause[] {
  const { src, srcTxHash, messageId, reported, remembered } = silent
  const block = remembered?.block
  const evidence = [
    ...reported.map(({ messageId: id, status }) => ({
      source: "the messaging API",
      says: `The transaction sent ${id}, which is ${status}.`,
    })),
    readIn(src, head.number, "The node does not know the transaction."),
  ]
  if (block !== undefined && blockNow !== undefined && blockNow.hash !== block.hash) {
    const changed = `Block ${block.number} was ${block.hash}, and is ${blockNow.hash} now.`
    return [reorged(silent, [...evidence, readIn(src, head.number, changed)])]
  }
  const age = Math.floor(now / 1_000) - Number(head.timestamp)
  const isOld = age > oldHeadAfter
  return [
    {
      name: "chain-behind",
      certainty: isOld ? "likely" : "possible",
      says: `The node of ${src.name} does not have the transaction, although it was mined: the node lags behind, or follows another fork.`,
      evidence: [...evidence, readIn(src, head.number, `Its newest block is ${String(Math.max(0, age))} s old.`)],
      fix: onceCaughtUp(src, explainMessageCommand(srcTxHash, { from: src.name, messageId })),
    },
    { ...reorged(silent, evidence), certainty: isOld ? "possible" : "likely" },
  ]
}

function missing(
  { src, srcTxHash, remembered }: SilentTransaction,
  { head, askedChains }: Kind<"missing">,
): MessageCause {
  const says = "The node does not know the transaction."
  const unknown = readIn(src, head.number, says)
  if (remembered !== undefined) {
    const { account, nonce } = remembered
    const withNonce = nonce === undefined ? "" : ` with nonce ${String(nonce)}`
    const unused = `Nonce ${String(nonce)} of the account is not used.`
    return {
      name: "transaction-dropped",
      certainty: "likely",
      says: `The transaction was submitted to ${src.name} and never mined, and the node does not have it any more.`,
      evidence: [
        { source: records, says: `${account} submitted it${withNonce}.` },
        unknown,
        ...(nonce === undefined ? [] : [readIn(src, head.number, unused)]),
      ],
      fix: `send again as ${account}`,
    }
  }
  return {
    name: "transaction-not-found",
    certainty: "likely",
    says: `No node knows the transaction ${srcTxHash}: it was never submitted, or was dropped, or is on a chain that is not in plugs.chains.`,
    evidence: [unknown, ...askedChains.map((source) => ({ source, says }))],
    fix: {
      who: "check the hash among what was sent; a transaction that was sent just now may not have reached the node",
      command: `npx hardhat ${commandLine("messaging list", { chain: src.name }, { positional: [] })}`,
    },
  }
}
