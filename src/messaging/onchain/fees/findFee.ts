import type { Account, Address, Client, Hex } from "viem"
import { getBalance } from "viem/actions"
import { decodeFunctionData, isAddressEqual, size } from "viem/utils"

import { socketAbi } from "../abi.js"
import { type OutboundMessage, readOutboundMessages } from "../events.js"
import { getMinFees, type GetMinFeesParameters } from "../getMinFees.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import { traceCall } from "#src/onchain/simulation/callTrace.js"
import { simulateCalls } from "#src/onchain/simulation/simulateCalls.js"
import { nativeCost, type Simulation } from "#src/onchain/simulation/Simulation.js"
import type { ContractCall } from "#src/onchain/transact.js"
import { smallerOf } from "#src/primitives/numbers/amount.js"

/** A call of a plug, and the socket that its messages have to go through. */
export type UnpaidCall = {
  /** With the value for the function's own use, in wei. */
  readonly call: ContractCall & { readonly value: bigint }
  readonly account: Account
  readonly socket: Address
  readonly data: Hex
  readonly explainRevert: (error: unknown) => unknown
}

/** Simulates a call with so many wei in addition to its own value. */
export async function simulatePaid(
  client: Client,
  { call, account, data }: UnpaidCall,
  attached: bigint,
): Promise<Simulation | undefined> {
  const paid = { to: call.address, data, value: call.value + attached }
  return await simulateCalls(client, { account: account.address, calls: [paid] })
}

/** A fee that the call accepts, in wei and in addition to its own value. */
export type FoundFee = {
  readonly fee: bigint
  /** Whether the call reverts with more, as of a plug that takes exactly its fee. */
  readonly isExact: boolean
}

/**
 * Finds the fee of a call whose plug does not report it, from the messages that simulations show. The socket then says what they cost at
 * least. Nothing that the plug says about the fee is believed.
 *
 * A trace of the call shows which messages it tries to send, or prices, when it is not paid. That comes first, because a plug may send more
 * the more it is paid. If the node cannot trace, or the call is not content with their price, it is simulated with all that the account
 * owns, which shows every message that it would send.
 *
 * @returns `undefined` if no simulation shows a fee that the call accepts, or the node has no method for it
 * @throws {NodeFailedError} the node did not answer
 */
export async function findFee(client: Client, unpaid: UnpaidCall): Promise<FoundFee | undefined> {
  const { address } = unpaid.account
  const balance = await getBalance(client, { address }).catch((error: unknown) => {
    throw explainCallError(error, { address, functionName: "eth_getBalance" })
  })
  // Nodes differ in whether a simulation pays for gas, so a tenth stays.
  const most = smallerOf(((balance - unpaid.call.value) * 9n) / 10n, maxSimulatedValue)
  const accepts = async (fee: bigint): Promise<boolean> =>
    (await simulatePaid(client, unpaid, fee))?.status === "success"
  for await (const fee of candidates(client, unpaid, most)) {
    // The account may not be able to pay it, which the caller says better than a simulation that fails.
    if (fee > most) return { fee, isExact: false }
    if (fee > 0n && (await accepts(fee))) return { fee, isExact: fee < most && !(await accepts(fee + 1n)) }
  }
  return undefined
}

/** Contracts hold fees in 128 bits, in which even several of these fit. */
const maxSimulatedValue = 2n ** 96n

/** How many messages a trace can show one after the other, each paid for before the next one is seen. */
const maxTraces = 16

async function* candidates(client: Client, unpaid: UnpaidCall, most: bigint): AsyncGenerator<bigint> {
  yield* fromTraces(client, unpaid)
  if (most > 0n) yield* fromProbe(client, unpaid, most)
}

/** Prices the messages that the call tries to send without a fee, then those that it tries once the first ones are paid for. */
async function* fromTraces(client: Client, unpaid: UnpaidCall): AsyncGenerator<bigint> {
  let paid = 0n
  for (let traces = 0; traces < maxTraces; traces += 1) {
    const fee = await priceMessages(client, await triedMessages(client, unpaid, paid))
    if (fee === undefined || fee <= paid) return
    yield fee
    paid = fee
  }
}

/** Prices the messages that the call sends when it is paid all that the account owns. */
async function* fromProbe(client: Client, unpaid: UnpaidCall, most: bigint): AsyncGenerator<bigint> {
  const probe = await simulatePaid(client, unpaid, most)
  if (probe?.status !== "success") return
  const messages = readOutboundMessages(probe.logs, unpaid)
  if (messages.length === 0) return
  const fee = await priceSent(client, messages)
  if (fee !== undefined) yield fee
  // A plug that gives back what it does not need shows what it needs.
  const cost = nativeCost(probe, unpaid.account.address) - unpaid.call.value
  if (cost < most) yield cost
}

/** The messages that a call hands to the socket, also those that the socket refuses; if there are none, those whose price it asks for. */
async function triedMessages(
  client: Client,
  { call: { address: to, value }, account, socket, data }: UnpaidCall,
  fee: bigint,
): Promise<GetMinFeesParameters[]> {
  const trace = await traceCall(client, { account: account.address, call: { to, data, value: value + fee } })
  const sent: GetMinFeesParameters[] = []
  const priced = new Map<Hex, GetMinFeesParameters>()
  for (const { frame } of trace?.walk() ?? []) {
    const { from, to, input } = frame
    if (to === undefined || !isAddressEqual(to, socket)) continue
    const call = decode(input)
    if (call?.functionName === "outbound") {
      const [dstChainSlug, minMsgGasLimit, executionParams, transmissionParams, payload] = call.args
      const options = { executionParams, transmissionParams, payloadSize: size(payload) }
      sent.push({ socket, plug: from, dstChainSlug, minMsgGasLimit, ...options })
    } else if (call?.functionName === "getMinFees") {
      const [minMsgGasLimit, payloadSize, executionParams, transmissionParams, dstChainSlug, ofPlug] = call.args
      const options = { executionParams, transmissionParams, payloadSize: Number(payloadSize) }
      // The same price is often asked for twice: to show it, and to charge it.
      priced.set(input, { socket, plug: ofPlug, dstChainSlug, minMsgGasLimit, ...options })
    }
  }
  return sent.length > 0 ? sent : [...priced.values()]
}

function decode(data: Hex) {
  try {
    return decodeFunctionData({ abi: socketAbi, data })
  } catch {
    // A function that no socket has, or arguments that do not fit it.
    return undefined
  }
}

/** Reads what the socket charges at least for sent messages together, or `undefined` if it has no price for one. */
export async function priceSent(client: Client, messages: readonly OutboundMessage[]): Promise<bigint | undefined> {
  const priced = messages.map((message) => ({ ...message, plug: message.srcPlug, payloadSize: size(message.payload) }))
  return await priceMessages(client, priced)
}

async function priceMessages(client: Client, messages: readonly GetMinFeesParameters[]): Promise<bigint | undefined> {
  try {
    const fees = await Promise.all(messages.map((message) => getMinFees(client, message)))
    return fees.reduce((sum, fee) => sum + fee, 0n)
  } catch {
    // The reason is also why the call reverts, and the caller reports that.
    return undefined
  }
}
