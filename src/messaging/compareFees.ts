import pLimit from "p-limit"
import type { Address } from "viem"

import type { MessagingClient } from "./createMessagingClient.js"
import { explainUnknown, isUnknownToApi } from "./requestErrors.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"

export type PricedMessage = { readonly to: ChainEntry; readonly gasLimit: bigint; readonly payloadLength: number }

export type CompareFeesParameters = {
  readonly messages: readonly PricedMessage[]
  readonly srcPlug: Address
  readonly srcChainSlug: number
  readonly api: Pick<MessagingClient, "estimateMinFees">
  /** Reads the minimum from the socket. */
  readonly read: (message: PricedMessage) => Promise<bigint>
  readonly signal?: AbortSignal | undefined
}

/** The fees of a message to one chain, in wei of the source chain, and the errors of what could not be read. */
export type FeeComparison = PricedMessage & {
  readonly estimate: bigint | null
  readonly onChain: bigint | null
  /** Why the API has no estimate, if it does not know the chain. That is no error: the socket decides what a message costs. */
  readonly note: string | null
  /** The estimate relative to the minimum, such as "4.31" above it or "-4.31" below it. */
  readonly differencePercent: string | null
  readonly errors: readonly PlugsError[]
}

/** The number of requests at the same time: enough to be fast without burdening an API. */
const atOnce = 8

/** Reads the fee of each message from both sources. An error stays in its row; a chain unknown to the API alone is a note. */
export async function compareFees(parameters: CompareFeesParameters): Promise<FeeComparison[]> {
  const { messages, api, read, ...request } = parameters
  const limit = pLimit(atOnce)
  const ask = ({ to: { slug: dstChainSlug }, gasLimit: msgGasLimit, payloadLength }: PricedMessage) =>
    api.estimateMinFees({ ...request, dstChainSlug, msgGasLimit, payloadLength })
  return await limit.map([...messages], async (message) => {
    const [estimated, minimum] = await Promise.all([settle(ask(message)), settle(read(message))])
    const note = minimum.value !== null && isUnknownToApi(estimated.error) ? explainUnknown(estimated.error) : null
    const [estimate, onChain] = [estimated.value, minimum.value]
    const differencePercent = estimate === null || onChain === null ? null : percentAbove(estimate, onChain)
    const errors = [note === null ? estimated.error : undefined, minimum.error].filter((error) => error !== undefined)
    return { ...message, estimate, onChain, differencePercent, note, errors }
  })
}

/** By how many percent one amount exceeds another, with two decimals; `null` when the base is zero and the amount is not. */
export function percentAbove(amount: bigint, base: bigint): string | null {
  if (base === 0n) return amount === 0n ? "0.00" : null
  const hundredths = roundedQuotient((amount - base) * 10_000n, base)
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, "0")
  return `${hundredths < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Divides and rounds to the nearest; halves away from zero, so that no difference appears smaller than it is. */
function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return (dividend < 0n ? dividend - half : dividend + half) / divisor
}

async function settle<T>(promise: Promise<T>): Promise<{ value: T | null; error?: PlugsError }> {
  try {
    return { value: await promise }
  } catch (error) {
    // Any other error is a bug, and does not belong in a table.
    if (!isPlugsError(error)) throw error
    return { value: null, error }
  }
}
