import { type Abi, type Address, toFunctionSelector, type Transaction, type TransactionReceipt } from "viem"

import { call, getBlock, getCode, getTransaction } from "viem/actions"
import { isAddressEqual, slice } from "viem/utils"

import { blockSource } from "../../../explaining/evidence.js"
import { type TracedCall, traceTransaction } from "../../../onchain/simulation/traceTransaction.js"
import type { StoryEvent } from "../../../explaining/Explanation.js"
import { socketAbi } from "../../onchain/abi.js"
import { decodeRevert, type DecodeRevertReturnType } from "../../onchain/decodeRevert.js"
import type { ReadableChain } from "../../reading/types.js"
import { findUnconnectedSource } from "../connection/findUnconnectedSource.js"
import type { Findings, MessageCause } from "../types.js"
import type { KnownTransactionCase } from "./types.js"

const outbound = toFunctionSelector(
  socketAbi.find((item) => item.type === "function" && item.name === "outbound") as never,
)

/** Finds why a mined transaction sent no message. */
export async function findMinedCauses(given: KnownTransactionCase, receipt: TransactionReceipt): Promise<Findings> {
  const { src, srcTxHash } = given
  const [transaction, { timestamp }] = await Promise.all([
    getTransaction(src.client, { hash: srcTxHash }),
    getBlock(src.client, { blockNumber: receipt.blockNumber }),
  ])
  const { to } = transaction
  const calls = to === null ? undefined : await traceTransaction(src.client, { hash: srcTxHash, to })
  const mined: Mined = { ...given, receipt, transaction, calls }
  const cause =
    receipt.status === "reverted" ? await reverted(mined) : (internalCall(mined) ?? (await nothingSent(mined)))
  const event: StoryEvent = {
    at: Number(timestamp),
    place: src.name,
    blockNumber: receipt.blockNumber,
    txHash: srcTxHash,
    about: null,
    title: receipt.status === "reverted" ? "Reverted" : "Mined without a message",
    details: [cause.says],
  }
  const possible = cause.name === "nothing-sent" && calls === undefined ? [perhapsInternal(mined)] : []
  return { causes: [cause, ...possible], events: [event] }
}

type Mined = KnownTransactionCase & {
  readonly receipt: TransactionReceipt
  readonly transaction: Transaction
  /** `undefined` where the node does not trace. */
  readonly calls: readonly TracedCall[] | undefined
}

async function reverted(mined: Mined): Promise<MessageCause> {
  const { src, abis, receipt, transaction, calls } = mined
  const top = calls?.[0]?.frame
  const revert =
    top === undefined ? await callAgain(src, transaction, { receipt, abis }) : decodeRevert(top.output, abis)
  return (await findUnconnectedSource({ ...mined, revert })) ?? transactionReverted(mined, revert)
}

function transactionReverted(
  { src, receipt, transaction, calls }: Mined,
  revert: DecodeRevertReturnType | undefined,
): MessageCause {
  const top = calls?.[0]?.frame
  const usedAll = receipt.gasUsed === transaction.gas
  const why = revert === undefined || (revert.data === "0x" && usedAll) ? undefined : revert
  const reason = why?.reason ?? (usedAll ? "it used all of its gas" : "the node does not say why")
  const how = top === undefined ? `the same call, in block ${String(receipt.blockNumber - 1n)}` : "the trace"
  const evidence = [
    {
      source: at(src, receipt),
      says: `The receipt says reverted; ${String(receipt.gasUsed)} of ${String(transaction.gas)} gas were used.`,
    },
    ...(why === undefined ? [] : [{ source: `${src.name}, ${how}`, says: sentence(why) }]),
  ]
  return {
    name: "transaction-reverted",
    certainty: "certain",
    says: `The transaction reverted on ${src.name}, so it sent nothing: ${reason}.`,
    evidence,
    mend: { who: "you, by mending why it reverts and sending again", command: null },
    about: null,
  }
}

function sentence({ reason, explanation, next }: DecodeRevertReturnType): string {
  return [`${reason}.`, explanation, next].filter((part) => part !== undefined).join(" ")
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

/**
 * Finds a call of `outbound` that was undone because it or a call around it reverted. A call of another function of the socket that was
 * undone says nearly as much: plugs ask it for the fee before they send.
 */
function internalCall(mined: Mined): MessageCause | undefined {
  const { src, receipt, abis, calls = [] } = mined
  const undone = calls.filter(({ frame, revertedIn }) => revertedIn !== undefined && isOf(frame, src.socket))
  const sending = undone.filter(({ frame }) => isOutbound(frame))
  const [attempt] = [...sending, ...undone]
  const inner = attempt?.revertedIn
  if (attempt === undefined || inner === undefined) return undefined
  const revert = decodeRevert(inner.output, abis)
  const reason = revert?.reason ?? inner.error ?? "it gave no reason"
  const who = inner === attempt.frame ? "the socket" : `its call of ${inner.to ?? "a new contract"}`
  const called = sending.length > 0 ? "outbound" : "the socket before it would have sent"
  return {
    name: "only-internal-calls",
    certainty: sending.length > 0 ? "certain" : "likely",
    says: `The transaction was mined on ${src.name} and sent no message: ${who} reverted inside it, and ${inner.from} went on without it: ${reason}.`,
    evidence: [
      {
        source: `${at(src, receipt)}, the trace`,
        says: `${attempt.frame.from} called ${called}, which was undone. ${revert === undefined ? reason : sentence(revert)}`,
      },
    ],
    mend: { who: "you, by mending why it reverts and sending again", command: null },
    about: null,
  }
}

function perhapsInternal({ src }: Mined): MessageCause {
  return {
    name: "only-internal-calls",
    certainty: "possible",
    says: "The transaction may have tried to send in a call whose revert another contract caught.",
    evidence: [{ source: src.name, says: "The node has no debug_traceTransaction, which would show it." }],
    mend: { who: "you, with a node that traces", command: null },
    about: null,
  }
}

async function nothingSent({ src, receipt, transaction: { to }, calls }: Mined): Promise<MessageCause> {
  const hasCode = to !== null && (await getCode(src.client, { address: to }).catch(() => "0x")) !== undefined
  const elsewhere = (calls ?? []).find(({ frame }) => isOutbound(frame) && !isOf(frame, src.socket))
  const what =
    to === null ? "it deployed a contract" : hasCode ? `it called ${to}` : `it went to ${to}, where there is no code`
  return {
    name: "nothing-sent",
    certainty: calls === undefined && hasCode ? "likely" : "certain",
    says: `The transaction was mined on ${src.name} and sent no message: ${what}, and no call reached the socket ${src.socket}.`,
    evidence: [
      { source: at(src, receipt), says: "The receipt has no MessageOutbound of the socket." },
      ...(elsewhere === undefined
        ? []
        : [
            {
              source: `${at(src, receipt)}, the trace`,
              says: `outbound of ${elsewhere.frame.to ?? ""} was called, which is not the socket of plugs.chains.`,
            },
          ]),
    ],
    mend: {
      who:
        elsewhere === undefined
          ? "you, by calling a function that sends, with the right arguments"
          : "you, by using a plug of this socket, or by correcting the socket in plugs.chains",
      command: null,
    },
    about: null,
  }
}

function isOf({ to }: TracedCall["frame"], address: Address): boolean {
  return to !== undefined && isAddressEqual(to, address)
}

function isOutbound({ to, input }: TracedCall["frame"]): boolean {
  return to !== undefined && input.length >= 10 && slice(input, 0, 4) === outbound
}

function at(chain: ReadableChain, { blockNumber }: TransactionReceipt): string {
  return blockSource(chain, blockNumber)
}
