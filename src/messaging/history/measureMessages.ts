import pLimit from "p-limit"
import { type Address, type Client, type Hex, zeroHash } from "viem"
import { getTransaction, getTransactionReceipt, readContract } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { socketAbi } from "../onchain/abi.js"
import { feesOf } from "../onchain/events.js"
import type { SentMessage, Traffic } from "./readTraffic.js"
import { AbortedError } from "#src/http/errors.js"
import { isContractFailure } from "#src/onchain/callErrors.js"
import { batchCalls } from "#src/onchain/scanning/batchCalls.js"
import { isQuantity } from "#src/onchain/scanning/LogPosition.js"
import { type Patience, retryingClient } from "#src/onchain/scanning/requestWithRetries.js"
import { traceTransaction } from "#src/onchain/simulation/callTrace.js"
import { lazily, memoize } from "#src/primitives/lifetime/lazily.js"
import type { Spread } from "#src/primitives/numbers/spread.js"

// To add a figure: read it in `measureMessages`, label it in `tasks/messaging/output/feeHistory.ts`, and name it in
// `scripts/schemas/tasks/messaging.ts`.

/** What delivering a message cost, or several did. In wei of the source chain, unless it says otherwise. */
export type MessageFees<Amount> = {
  /** What the API estimates now. What it estimated when the message was sent is recorded nowhere. */
  readonly estimatedNow: Amount
  /** What the socket demanded in the block of the sending. */
  readonly demanded: Amount
  /** What it demands now, for messages of which the node does not know what it demanded. */
  readonly demandedNow: Amount
  /** What was attached. Messages of one plug in one transaction share it by what the socket got for each. */
  readonly attached: Amount
  /** What the plug gave back, shared likewise. */
  readonly refunded: Amount
  /** What the socket got. */
  readonly paid: Amount
  /** Gas of the execution. Messages that one transaction executed share it. */
  readonly gasUsed: Amount
  /** That gas at its effective price, and what a rollup charged for data, in wei of the destination chain. */
  readonly deliveryCost: Amount
}

/** The messages of a path. */
export type FeePath = {
  readonly srcChainSlug: number
  readonly dstChainSlug: number
  readonly sent: number
  /** `null` if the destination was not read. */
  readonly delivered: number | null
  /** How many of those that were delivered are measured: the newest 500. */
  readonly measured: number
  /** `null` where it is not known of any. */
  readonly fees: MessageFees<Spread | null>
  /** What further messages will cost, each as the spread says: by what was attached, and by the gas of delivering at its price of now. */
  readonly forecast: { readonly byPast: Spread | null; readonly byGas: Spread | null } | null
}

/** What messages have cost, path by path. */
export type FeeHistory = {
  readonly paths: readonly FeePath[]
  readonly searched: readonly { readonly chainSlug: number; readonly fromBlock: bigint; readonly toBlock: bigint }[]
  /** What could not be read, and why. `chainSlug` is `null` for the API. */
  readonly problems: readonly { readonly chainSlug: number | null; readonly says: string }[]
}

type Measuring = Patience & {
  readonly src: Traffic
  readonly dst: Traffic
  /** Asks what the API estimates now. */
  readonly estimate: (message: SentMessage) => Promise<bigint | null>
}

/** Requests at the same time. */
const atOnce = 8

/**
 * Reads what messages of a path cost that were delivered. Each question is asked once, and fees of one block in one request. What a node does
 * not answer is `null`.
 *
 * @param messages the newest first: a node that has forgotten the state of a block is not asked for older ones
 */
export async function measureMessages(
  messages: readonly SentMessage[],
  { src, dst, estimate, clock, signal }: Measuring,
): Promise<MessageFees<bigint | null>[]> {
  const limit = pLimit(atOnce)
  const ask = async <Answer>(question: () => Promise<Answer>): Promise<Answer | null> =>
    await limit(async () => {
      if (signal?.aborted === true) throw new AbortedError()
      return await question().catch(() => null)
    })
  const [srcClient, dstClient] = [retryingClient(src.chain.client, clock), retryingClient(dst.chain.client, clock)]
  const batching = batchCalls(srcClient)
  const paidTogether = Map.groupBy(src.sent, ({ tx, srcPlug }) => `${tx} ${srcPlug}`)
  const executedTogether = Map.groupBy(dst.executions.values(), (tx) => tx)
  /** One of each kind that costs the same. */
  const kindsOf = (some: readonly SentMessage[]) => new Map(some.map((message) => [shapeOf(message), message]))
  const kinds = kindsOf(messages)
  const sentIn = Map.groupBy(messages, ({ blockNumber }) => blockNumber)

  let forgotten = -1n
  async function demand(message: SentMessage, blockNumber: bigint | undefined): Promise<bigint | null> {
    if (blockNumber !== undefined && blockNumber <= forgotten) return null
    const { minMsgGasLimit, payloadSize, executionParams, transmissionParams, dstChainSlug, srcPlug } = message
    const size = BigInt(payloadSize)
    const args = [minMsgGasLimit, size, executionParams, transmissionParams, dstChainSlug, srcPlug] as const
    const call = { abi: socketAbi, address: src.chain.socket, functionName: "getMinFees", args, blockNumber } as const
    return await readContract(batching, call).catch((error: unknown) => {
      if (blockNumber !== undefined && !isContractFailure(error)) forgotten = blockNumber
      return null
    })
  }

  /** Asks at the same time what each kind of message costs, so that it takes one request. */
  async function demands(some: readonly SentMessage[], block?: bigint): Promise<ReadonlyMap<string, bigint | null>> {
    const asked = [...kindsOf(some)].map(async ([shape, one]) => [shape, await demand(one, block)] as const)
    return new Map(await Promise.all(asked))
  }
  const demandedIn = memoize((block: bigint) => ask(() => demands(sentIn.get(block) ?? [], block)))
  const demandedNow = lazily(() => ask(() => demands(messages)))
  const estimated = memoize((message: SentMessage) => ask(() => estimate(message)))
  const payment = memoize((paid: readonly SentMessage[]) => ask(() => readPayment(srcClient, src.chain.socket, paid)))
  const execution = memoize((tx: Hex) => ask(() => readExecution(dstClient, tx)))

  return await Promise.all(
    messages.map(async (message): Promise<MessageFees<bigint | null>> => {
      const shape = shapeOf(message)
      const together = paidTogether.get(`${message.tx} ${message.srcPlug}`) ?? [message]
      const executionTx = dst.executions.get(message.messageId) ?? zeroHash
      const [estimatedNow, inBlock, payed, done] = await Promise.all([
        estimated(kinds.get(shape) ?? message),
        demandedIn(message.blockNumber),
        payment(together),
        execution(executionTx),
      ])
      const demanded = inBlock?.get(shape) ?? null
      const now = demanded === null ? await demandedNow() : null
      const [paid, all] = [feesOf([message]), feesOf(together)]
      const shareOf = (sum: bigint): bigint => (all === 0n ? sum / BigInt(together.length) : (sum * paid) / all)
      const partOf = (sum: bigint): bigint => sum / BigInt(executedTogether.get(executionTx)?.length ?? 1)
      return {
        ...{ estimatedNow, demanded, demandedNow: now?.get(shape) ?? null, paid },
        attached: mapKnown(payed?.attached, shareOf),
        refunded: mapKnown(payed?.refunded, shareOf),
        gasUsed: mapKnown(done?.gasUsed, partOf),
        deliveryCost: mapKnown(done?.cost, partOf),
      }
    }),
  )
}

/** What the fee of a message depends on. */
function shapeOf({ minMsgGasLimit, payloadSize, executionParams, transmissionParams, srcPlug }: SentMessage): string {
  return [srcPlug, minMsgGasLimit, payloadSize, executionParams, transmissionParams].join()
}

function mapKnown(amount: bigint | null | undefined, change: (amount: bigint) => bigint): bigint | null {
  return amount === null || amount === undefined ? null : change(amount)
}

/** What a transaction cost, with what a rollup charged for its data. Nodes leave out what they do not know. */
async function readExecution(client: Client, hash: Hex): Promise<{ gasUsed: bigint | null; cost: bigint | null }> {
  const receipt: Readonly<Record<string, unknown>> = await getTransactionReceipt(client, { hash })
  const { gasUsed, effectiveGasPrice: price, l1Fee } = receipt
  const dataFee = isQuantity(l1Fee) ? BigInt(l1Fee) : (l1Fee ?? 0n)
  if (typeof gasUsed !== "bigint") return { gasUsed: null, cost: null }
  const isKnown = typeof price === "bigint" && typeof dataFee === "bigint"
  return { gasUsed, cost: isKnown ? gasUsed * price + dataFee : null }
}

/** In wei; `null` where the node does not show it. */
export type Payment = { readonly attached: bigint | null; readonly refunded: bigint | null }

/**
 * Reads what was attached for messages of one plug in one transaction, and what the plug gave back. A refund leaves no log: where more was
 * attached than the socket got, or another contract called the plug, a trace of the transaction shows it.
 */
export async function readPayment(client: Client, socket: Address, messages: readonly SentMessage[]): Promise<Payment> {
  const [first] = messages
  if (first === undefined) return { attached: null, refunded: null }
  const { tx, srcPlug: plug } = first
  const { to, from, value } = await getTransaction(client, { hash: tx })
  const isDirect = to !== null && isAddressEqual(to, plug)
  if (isDirect && value <= feesOf(messages)) return { attached: value, refunded: 0n }
  const calls = to === null ? undefined : await traceTransaction(client, { hash: tx, to }).catch(() => undefined)
  if (calls === undefined) return { attached: isDirect ? value : null, refunded: null }
  const moved = calls.flatMap(({ frame: { type, ...frame }, revertedIn }) =>
    revertedIn === undefined && type === "CALL" && frame.to !== undefined ? [{ ...frame, to: frame.to }] : [],
  )
  const given = moved.filter((call) => isAddressEqual(call.to, plug) && !isAddressEqual(call.from, plug))
  const payers = [from, ...given.map((call) => call.from)].filter((payer) => !isAddressEqual(payer, socket))
  const isBack = (call: (typeof moved)[number]): boolean =>
    isAddressEqual(call.from, plug) && payers.some((payer) => isAddressEqual(call.to, payer))
  const sum = (some: typeof moved): bigint => some.reduce((all, call) => all + call.value, 0n)
  return { attached: sum(given), refunded: sum(moved.filter(isBack)) }
}
