import { type Address, toFunctionSelector } from "viem"
import { isAddressEqual } from "viem/utils"

import { socketAbi } from "../../onchain/abi.js"
import { decodeRevert, type DecodeRevertReturnType } from "../../onchain/decodeRevert.js"
import { reasonOfFrame } from "../../reading/execution/simulateInbound.js"
import type { ReadableChain } from "../../reading/Journey.js"
import type { MinedTransaction, SilentTransaction } from "../../reading/readTransaction.js"
import type { UnrelayedMessage } from "../../reading/readUnrelayed.js"
import { connectSourceFix } from "../connectionFixes.js"
import type { MessageCause } from "../MessageCase.js"
import { readIn } from "#src/explaining/evidence.js"
import type { Evidence } from "#src/explaining/Explanation.js"
import { failureInside, type TracedCall } from "#src/onchain/simulation/callTrace.js"
import { explainMessageCommand } from "#src/primitives/commands/explainCommands.js"
import { shorten } from "#src/primitives/text.js"

const fixRevert = "fix why it reverts, and send again"

export function findMinedCauses(silent: SilentTransaction, reading: MinedTransaction): readonly MessageCause[] {
  const { src } = silent
  if (reading.receipt.status === "reverted") {
    return [notConnected(silent, reading) ?? reverted(silent, reading)]
  }
  if (reading.unrelayed.length > 0) return reading.unrelayed.map((message) => notRelayed(src, reading, message))
  const internal = internalCall(silent, reading)
  if (internal !== undefined) return [internal]
  const nothing = nothingSent(silent, reading)
  if (reading.calls !== undefined) return [nothing]
  const perhapsInternal: MessageCause = {
    name: "only-internal-calls",
    certainty: "possible",
    says: "The transaction may have tried to send in a call whose revert another contract caught.",
    evidence: [{ source: src.name, says: "The node has no debug_traceTransaction, which would show it." }],
    fix: "use a node that traces",
  }
  return [nothing, perhapsInternal]
}

function notRelayed(
  src: ReadableChain,
  { receipt }: MinedTransaction,
  { gateway, sendId, sender, recipient, payload, relayedIn }: UnrelayedMessage,
): MessageCause {
  const message = `message ${BigInt(sendId)} of ERC-7786 of the gateway ${gateway} on ${src.name}`
  const read = `The receipt has MessageSent with the send id ${sendId}, and no MessageOutbound of the socket.`
  const evidence = [readIn(src, receipt.blockNumber, read)]
  const name = "not-relayed"
  if (typeof relayedIn === "string") {
    const command = explainMessageCommand(relayedIn, { from: src.name })
    const says = `The transaction sent ${message} without paying for it, and ${relayedIn} has paid for it since.`
    return { name, says, evidence, fix: { who: "see where it is", command } }
  }
  const call = `relay(${sendId}, ${sender}, ${recipient}, ${shorten(payload, 200)}, <gas limit>, <refund recipient>)`
  return {
    name,
    ...(relayedIn === null ? {} : { certainty: "likely" as const }),
    says: `The transaction sent ${message} without the attribute requestRelay, so it waits until somebody pays for it.`,
    evidence,
    fix: { who: `call ${call} of the gateway, with the value that its quote returns`, command: null },
  }
}

function notConnected({ src }: SilentTransaction, { receipt, revert, unconnected }: MinedTransaction) {
  if (unconnected === undefined) return undefined
  const { plug, slug, dst, isConnectedNow } = unconnected
  const other = dst?.name ?? `chain ${slug}`
  const why = revert === undefined ? "" : ` (${revert.reason})`
  const read = `getPlugConfig(${plug}, ${slug}) of the socket ${src.socket} named no sibling, and the transaction reverted${why}.`
  const cause: MessageCause = {
    name: "not-connected-on-source",
    says: isConnectedNow
      ? `The transaction reverted because the plug ${plug} on ${src.name} was not connected to a plug on ${other}. It is connected now, so send again.`
      : `The transaction reverted because the plug ${plug} on ${src.name} is not connected to a plug on ${other}. Connect it, then send again.`,
    evidence: [readIn(src, receipt.blockNumber, read)],
    fix: isConnectedNow ? "send again" : () => connectSourceFix(src, { plug, dst }),
  }
  return cause
}

function reverted(
  { src, abis }: SilentTransaction,
  { receipt, transaction, calls, revert }: MinedTransaction,
): MessageCause {
  const usedAll = receipt.gasUsed === transaction.gas
  const why = revert === undefined || (revert.data === "0x" && usedAll) ? undefined : revert
  const reason = why?.reason ?? (usedAll ? "it used all of its gas" : "the node does not say why")
  const isTraced = calls?.[0] !== undefined
  const how = isTraced ? "the trace" : `the same call, in block ${receipt.blockNumber - 1n}`
  const failed = failureInside(calls ?? [])
  const inner = failed?.to === undefined ? undefined : reasonOfFrame(failed, abis)
  const inside =
    inner === undefined || inner === why?.reason ? "" : ` Inside it, a call of ${failed?.to} failed: ${inner}.`
  const used = `The receipt says reverted; ${receipt.gasUsed} of ${transaction.gas} gas were used.`
  return {
    name: "transaction-reverted",
    says: `The transaction reverted on ${src.name}, so it sent nothing: ${reason}.${inside}`,
    evidence: [
      readIn(src, receipt.blockNumber, used),
      ...(why === undefined ? [] : [{ source: `${src.name}, ${how}`, says: sentence(why) }]),
    ],
    fix: fixRevert,
  }
}

function sentence({ reason, explanation, next }: DecodeRevertReturnType): string {
  return [`${reason}.`, explanation, next].filter((part) => part !== undefined).join(" ")
}

/** Finds an undone call of `outbound`, or of another function of the socket: plugs ask it for the fee before they send. */
function internalCall(
  { src, abis }: SilentTransaction,
  { receipt, calls = [] }: MinedTransaction,
): MessageCause | undefined {
  const undone = calls.flatMap(({ frame, revertedIn: inner }) =>
    inner !== undefined && isCallOf(frame, src.socket) ? [{ frame, inner }] : [],
  )
  const sending = undone.filter(({ frame }) => isOutbound(frame))
  const [attempt] = [...sending, ...undone]
  if (attempt === undefined) return undefined
  const { inner } = attempt
  const revert = decodeRevert(inner.output, abis)
  const reason = revert?.reason ?? inner.error ?? "it gave no reason"
  const who = inner === attempt.frame ? "the socket" : `its call of ${inner.to ?? "a new contract"}`
  const called = sending.length > 0 ? "outbound" : "the socket before it would have sent"
  const undoneCall = `${attempt.frame.from} called ${called}, which was undone. ${revert === undefined ? reason : sentence(revert)}`
  return {
    name: "only-internal-calls",
    certainty: sending.length > 0 ? "certain" : "likely",
    says: `The transaction was mined on ${src.name} and sent no message: ${who} reverted inside it, and ${inner.from} continued without it: ${reason}.`,
    evidence: [tracedIn(src, receipt.blockNumber, undoneCall)],
    fix: fixRevert,
  }
}

function nothingSent({ src }: SilentTransaction, reading: MinedTransaction): MessageCause {
  const { receipt, transaction, calls, hasCode } = reading
  const { to } = transaction
  const elsewhere = (calls ?? []).find(({ frame }) => isOutbound(frame) && !isCallOf(frame, src.socket))
  const what =
    to === null ? "it deployed a contract" : hasCode ? `it called ${to}` : `it went to ${to}, where there is no code`
  const noLog = readIn(src, receipt.blockNumber, "The receipt has no MessageOutbound of the socket.")
  const other = `outbound of ${elsewhere?.frame.to ?? ""} was called, which is not the socket of plugs.chains.`
  return {
    name: "nothing-sent",
    certainty: calls === undefined && hasCode ? "likely" : "certain",
    says: `The transaction was mined on ${src.name} and sent no message: ${what}, and no call reached the socket ${src.socket}.`,
    evidence: elsewhere === undefined ? [noLog] : [noLog, tracedIn(src, receipt.blockNumber, other)],
    fix:
      elsewhere === undefined
        ? "call a function that sends, with the right arguments"
        : "use a plug of this socket, or correct the socket in plugs.chains",
  }
}

function tracedIn(chain: ReadableChain, blockNumber: bigint, says: string): Evidence {
  const { source } = readIn(chain, blockNumber, says)
  return { source: `${source}, the trace`, says }
}

const outbound = toFunctionSelector(
  socketAbi.find((item) => item.type === "function" && item.name === "outbound") as never,
)

function isCallOf({ to }: TracedCall["frame"], address: Address): boolean {
  return to !== undefined && isAddressEqual(to, address)
}

function isOutbound({ to, input }: TracedCall["frame"]): boolean {
  return to !== undefined && input.startsWith(outbound)
}
