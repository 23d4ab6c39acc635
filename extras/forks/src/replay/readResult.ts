import type { Abi, Hex, TransactionReceipt } from "viem"
import { formatAbiItem, isAddressEqual, toFunctionSelector } from "viem/utils"

import { plugAbi } from "#src/messaging/onchain/abi.js"
import { inboundCall } from "#src/messaging/onchain/delivery/inboundCall.js"
import type { OutboundMessage } from "#src/messaging/onchain/events.js"
import { readOutcome } from "#src/messaging/reading/execution/readOutcome.js"
import { reasonOfFrame } from "#src/messaging/reading/execution/simulateInbound.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import { howCodeFails } from "#src/onchain/callErrors.js"
import { failureInside, type Frame, type TracedCall, traceTransaction } from "#src/onchain/simulation/callTrace.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

export type ReplayOutcome = "delivered" | "reverted" | "out of gas"

/** What an execution of a message came to, on the chain or on a fork of it. */
export type ReplayResult = {
  readonly outcome: ReplayOutcome
  /** Why it was not delivered; `null` if it was, or the node does not tell. */
  readonly reason: string | null
  /** Gas that `inbound` used; `null` if the node does not tell, or `inbound` was not called. */
  readonly gasUsed: bigint | null
  /** What the application logged, such as `0x… Kept(amount: 45)`. Of what failed nothing stays. */
  readonly logs: readonly string[]
  /** The messages that it sent on. */
  readonly sent: readonly Hex[]
  /** The calls that it made, in their order, and how each failed that did. */
  readonly calls: readonly Call[]
}

type Call = {
  readonly from: Hex
  readonly to: Hex | null
  /** The function, as an ABI of the project has it, or its selector. */
  readonly name: string
  readonly failed: string | null
}

export type ResultContext = {
  readonly chain: Pick<ReadableChain, "client" | "socket">
  readonly message: OutboundMessage
  readonly abis: readonly Abi[]
}

/** The functions of the project by their selectors, and what the protocol calls. */
const functionsIn = memoize((abis: readonly Abi[]): ReadonlyMap<string, string> => {
  const functions = [...abis, plugAbi].flat().filter((item) => item.type === "function")
  return new Map(functions.map((item) => [toFunctionSelector(item), formatAbiItem(item)]))
}, new WeakMap())

/** Calls that are listed of an execution. */
const mostCalls = 50

/** Reads what a transaction, which executes a message, made of it. */
export async function readResult(
  { chain, message, abis }: ResultContext,
  receipt: Pick<TransactionReceipt, "transactionHash" | "to">,
): Promise<ReplayResult> {
  const { transactionHash, to } = receipt
  const { messageId } = message
  const outcome = await readOutcome(chain, { messageId, transactionHash }, abis)
  const traced = await traceTransaction(chain.client, { hash: transactionHash, to: to ?? chain.socket })
  const own = traced && callsOfMessage(traced, { chain, message })
  const inbound = own?.[0]?.frame
  const calls = (own ?? []).slice(0, mostCalls).map(({ frame }): Call => {
    const { from, to: called = null, input } = frame
    const failed = frame.error === undefined ? null : reasonOfFrame(frame, abis)
    return { from, to: called, name: functionsIn(abis).get(input.slice(0, 10)) ?? input.slice(0, 10), failed }
  })
  const gasUsed = inbound?.gasUsed ?? null
  if (outcome !== undefined) {
    const logs = outcome.logs.map(({ address, says }) => `${address} ${says}`)
    const sent = outcome.sent.map((message) => message.messageId)
    return { outcome: "delivered", reason: null, gasUsed, logs, sent, calls }
  }
  const failed = inbound ?? traced?.findLast(({ frame }) => frame.error !== undefined)?.frame
  const ranOut = failed !== undefined && hasRunOut(failed, own ?? [])
  const reason = failed === undefined ? null : ranOut ? "it ran out of gas" : reasonOfFrame(failed, abis)
  return { outcome: ranOut ? "out of gas" : "reverted", reason, gasUsed, logs: [], sent: [], calls }
}

/** Of all calls of a transaction, that of `inbound` with the message, and those inside of it. */
function callsOfMessage(
  traced: readonly TracedCall[],
  { chain: { socket }, message }: Omit<ResultContext, "abis">,
): readonly TracedCall[] | undefined {
  const { to: plug, data } = inboundCall(socket, message)
  const isInbound = ({ frame: { from, to, input } }: TracedCall) =>
    to !== undefined && isAddressEqual(to, plug) && isAddressEqual(from, socket) && input === data
  const at = traced.findIndex(isInbound)
  if (at === -1) return undefined
  return traced.slice(at, at + countCalls((traced[at] as TracedCall).frame.calls))
}

/** A call and all inside of it. They nest up to 1024 deep. */
function countCalls(inside: readonly unknown[]): number {
  let count = 1
  const open = [...inside]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    count += 1
    open.push(...((next as { readonly calls?: readonly unknown[] }).calls ?? []))
  }
  return count
}

/** Whether `inbound` ran out of gas, or a call inside of it did, without which it reverts and says nothing. */
function hasRunOut(inbound: Frame, calls: readonly TracedCall[]): boolean {
  const isOut = ({ error = "", output }: Frame) => output === "0x" && howCodeFails(error) === "out of gas"
  const inside = failureInside(calls)
  return isOut(inbound) || (inbound.output === "0x" && inside !== undefined && isOut(inside))
}
