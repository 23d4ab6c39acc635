import type { Address } from "viem"
import { getGasPrice } from "viem/actions"

import type { MessagingClient } from "../createMessagingClient.js"
import type { ReadableChain } from "../reading/Journey.js"
import { isUnknownToApi } from "../requestErrors.js"
import { type FeeHistory, type FeePath, measureMessages, type MessageFees } from "./measureMessages.js"
import { readTraffic, type SentMessage, type Traffic } from "./readTraffic.js"
import { AbortedError } from "#src/http/errors.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { mapSpread, type Spread, spreadOf } from "#src/primitives/numbers/spread.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** What {@link readFeeHistory} reads, and since when. */
export type ReadFeeHistoryParameters = {
  /** The chains to read: those that messages leave, and those that they go to. */
  readonly chains: readonly ReadableChain[]
  /** Messages that were sent before do not count. */
  readonly since: Date
  /** Whether messages from one chain to another count, by slugs. Default: all do. */
  readonly isWanted?: ((srcChainSlug: number, dstChainSlug: number) => boolean) | undefined
  /** Only messages of this plug. Default: those of all. */
  readonly srcPlug?: Address | undefined
  /** Is asked what it estimates now. Default: no API is. */
  readonly api?: Pick<MessagingClient, "estimateMinFees"> | undefined
  /** For how many further messages of each path to forecast. Default: none. */
  readonly forecast?: number | undefined
  readonly clock?: Clock | undefined
  readonly signal?: AbortSignal | undefined
}

/** Messages of a path that are measured, with up to four requests each. */
const maxMeasured = 500

/**
 * Reads what delivered messages have cost: from the logs of the chains, and from what their nodes still serve of each message. What is not
 * known is `null`, and never zero.
 *
 * @returns spreads by nearest rank, in wei
 * @throws {InvalidInputError} `since` is no date or in the future, or `forecast` is not a whole number above zero
 * @throws {AbortedError} the signal was aborted
 * @example
 * const { paths } = await readFeeHistory({ chains: [alpha, beta], since: new Date(Date.now() - 86_400_000), forecast: 10_000 })
 * for (const { fees, forecast } of paths) console.log(fees.attached?.median, forecast?.byGas?.p90)
 */
export async function readFeeHistory(parameters: ReadFeeHistoryParameters): Promise<FeeHistory> {
  const { chains, since, srcPlug, isWanted, api, forecast, clock = systemClock, signal } = parameters
  if (!(since.getTime() <= clock.now())) {
    const problem = Number.isNaN(since.getTime()) ? "it is not a date" : "it is in the future"
    throw new InvalidInputError({ argument: "since", problem, fix: "Give a moment in the past." })
  }
  if (forecast !== undefined && !(Number.isSafeInteger(forecast) && forecast > 0)) {
    const problem = "it is no number of messages"
    throw new InvalidInputError({ argument: "forecast", problem, fix: "Give 1 or more." })
  }
  const problems: FeeHistory["problems"][number][] = []
  const note = (chainSlug: number | null, error: unknown): null => {
    if (!isPlugsError(error) || error instanceof AbortedError) throw error
    problems.push({ chainSlug, says: error.clause })
    return null
  }
  const readOne = async (chain: ReadableChain): Promise<Traffic | null> =>
    await readTraffic(chain, { since, srcPlug, clock, signal }).catch((error: unknown) => note(chain.slug, error))
  const traffics = (await Promise.all(chains.map(readOne))).filter((traffic) => traffic !== null)

  let isSilent = false
  async function estimate(srcChainSlug: number, message: SentMessage): Promise<bigint | null> {
    if (api === undefined || isSilent) return null
    const { srcPlug, dstChainSlug, minMsgGasLimit: msgGasLimit, payloadSize: payloadLength } = message
    const asked = api.estimateMinFees({ srcPlug, srcChainSlug, dstChainSlug, msgGasLimit, payloadLength, signal })
    return await asked.catch((error: unknown) => {
      // One that does not answer is not asked again: with its retries, each question takes half a minute.
      if (!problems.some(({ chainSlug }) => chainSlug === null)) note(null, error)
      isSilent ||= !isUnknownToApi(error)
      return null
    })
  }

  const paths: FeePath[] = []
  for (const src of traffics) {
    const { slug: srcChainSlug } = src.chain
    for (const [dstChainSlug, sent] of Map.groupBy(src.sent, (message) => message.dstChainSlug)) {
      if (isWanted?.(srcChainSlug, dstChainSlug) === false) continue
      const dst = traffics.find(({ chain }) => chain.slug === dstChainSlug)
      const delivered = dst && sent.filter(({ messageId }) => dst.executions.has(messageId))
      const newest = delivered?.slice(-maxMeasured).toReversed() ?? []
      const tools = { src, clock, signal, estimate: (message: SentMessage) => estimate(srcChainSlug, message) }
      const measured = dst === undefined ? [] : await measureMessages(newest, { ...tools, dst })
      const fees = spreadFees(measured)
      const gasPrice = forecast && dst ? await getGasPrice(dst.chain.client).catch(() => undefined) : undefined
      const further = BigInt(forecast ?? 0)
      const byPast = times(fees.attached, further)
      const byGas = times(fees.gasUsed, gasPrice && gasPrice * further)
      paths.push({
        ...{ srcChainSlug, dstChainSlug, sent: sent.length, delivered: delivered?.length ?? null },
        ...{ measured: measured.length, fees, forecast: forecast === undefined ? null : { byPast, byGas } },
      })
    }
  }
  const searched = traffics.map(({ chain, fromBlock, toBlock }) => ({ chainSlug: chain.slug, fromBlock, toBlock }))
  return { paths, searched, problems }
}

function spreadFees(messages: readonly MessageFees<bigint | null>[]): MessageFees<Spread | null> {
  const of = (figure: keyof MessageFees<unknown>) => spreadOf(messages.flatMap((fees) => fees[figure] ?? []))
  return {
    ...{ estimatedNow: of("estimatedNow"), demanded: of("demanded"), demandedNow: of("demandedNow") },
    ...{ attached: of("attached"), refunded: of("refunded"), paid: of("paid") },
    ...{ gasUsed: of("gasUsed"), deliveryCost: of("deliveryCost") },
  }
}

function times(spread: Spread | null, factor: bigint | undefined): Spread | null {
  return spread === null || factor === undefined ? null : mapSpread(spread, (amount) => amount * factor)
}
