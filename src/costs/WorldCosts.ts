import type { Measurement } from "./measureWorld.js"

/** The smallest, the middle and the largest of some figures, and how many there are. Of an even number, the middle is rounded down. */
export type Spread = {
  readonly min: bigint
  readonly median: bigint
  readonly max: bigint
  readonly count: number
}

/** Gas that `inbound` used, beside the limit that the sender chose for it. */
export type InboundUse = {
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  /** How much of the limit was used: 0.24 for 24 %. */
  readonly share: number
}

/** What the messages cost that one function of one contract has sent. */
export type MessageCosts = {
  /** Name of the contract that was called, or its address if no test has deployed it. */
  readonly contract: string
  /** Name of the function; `inbound` if the contract has sent the message while it received one. */
  readonly functionName: string
  /** The fee of each message, in wei. */
  readonly fee: Spread
  /** Gas of each transaction that sent messages, as its receipt says; `undefined` if `inbound` sent them, or a Solidity test. */
  readonly outboundGas: Spread | undefined
  /** Gas that the call of `inbound` itself used, of each message that was delivered; `undefined` if none was. */
  readonly inboundGas: Spread | undefined
  /** The delivery that used the largest part of its gas limit. */
  readonly inboundAtMost: InboundUse | undefined
}

/** What the completed requests cost that one function of one app gateway has made. */
export type RequestCosts = {
  readonly contract: string
  readonly functionName: string
  /** Credits that each request was charged, in their smallest unit: 18 decimals. */
  readonly credits: Spread
}

/** What a world's messages and requests have cost, by contract and function in alphabetical order. */
export type WorldCosts = {
  readonly messages: readonly MessageCosts[]
  readonly requests: readonly RequestCosts[]
}

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
  const uses = deliveries.map(({ gasUsed, gasLimit }) => ({ gasUsed, gasLimit, share: shareOf(gasUsed, gasLimit) }))
  return uses.toSorted((one, other) => other.share - one.share)[0]
}

/** A share with four digits, so that the same run gives the same figure on every machine. */
function shareOf(gasUsed: bigint, gasLimit: bigint): number {
  return gasLimit === 0n ? 0 : Number((gasUsed * 10_000n) / gasLimit) / 10_000
}
