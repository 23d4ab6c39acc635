import type { Measurement } from "./Measurement.js"
import type { InboundUse, MessageCosts, RequestCosts, Spread, WorldCosts } from "./WorldCosts.js"

/** Sums up measurements by contract and function. */
export function summarizeCosts(measurements: readonly Measurement[]): WorldCosts {
  const groups = Map.groupBy(measurements, ({ contract, functionName }) => `${contract}\n${functionName}`)
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
  return { messages: sorted.flatMap(messageCosts), requests: sorted.flatMap(requestCosts) }
}

function messageCosts(group: readonly Measurement[]): MessageCosts[] {
  const { contract, functionName } = group[0] as Measurement
  const fee = spreadOf(group.flatMap((one) => (one.kind === "fee" ? [one.wei] : [])))
  if (fee === undefined) return []
  const deliveries = group.filter((one) => one.kind === "inbound")
  return [
    {
      contract,
      functionName,
      fee,
      outboundGas: spreadOf(group.flatMap((one) => (one.kind === "outbound" ? [one.gasUsed] : []))),
      inboundGas: spreadOf(deliveries.map(({ gasUsed }) => gasUsed)),
      inboundAtMost: atMost(deliveries),
    },
  ]
}

function requestCosts(group: readonly Measurement[]): RequestCosts[] {
  const { contract, functionName } = group[0] as Measurement
  const credits = spreadOf(group.flatMap((one) => (one.kind === "request" ? [one.credits] : [])))
  return credits === undefined ? [] : [{ contract, functionName, credits }]
}

function spreadOf(figures: readonly bigint[]): Spread | undefined {
  const sorted = figures.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const [min] = sorted
  const max = sorted.at(-1)
  if (min === undefined || max === undefined) return undefined
  const low = sorted[(sorted.length - 1) >> 1] as bigint
  const high = sorted[sorted.length >> 1] as bigint
  return { min, median: (low + high) / 2n, max, count: sorted.length }
}

function atMost(
  deliveries: readonly { readonly gasUsed: bigint; readonly gasLimit: bigint }[],
): InboundUse | undefined {
  const uses = deliveries.map(({ gasUsed, gasLimit }): InboundUse => ({
    gasUsed,
    gasLimit,
    share: shareOf(gasUsed, gasLimit),
  }))
  return uses.reduce<InboundUse | undefined>(
    (most, use) => (most !== undefined && most.share >= use.share ? most : use),
    undefined,
  )
}

/** A share with four digits, so that the same run gives the same figure on every machine. */
function shareOf(gasUsed: bigint, gasLimit: bigint): number {
  return gasLimit === 0n ? 0 : Number((gasUsed * 10_000n) / gasLimit) / 10_000
}
