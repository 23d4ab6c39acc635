import { type Address, type Hex, zeroHash } from "viem"
import { getTransaction } from "viem/actions"
import { getAbiItem, isAddressEqual, size, toFunctionSelector } from "viem/utils"

import { socketAbi } from "../onchain/abi.js"
import { inboundCall } from "../onchain/delivery/inboundCall.js"
import { readSentMessages } from "../onchain/delivery/readSentMessages.js"
import type { OutboundMessage } from "../onchain/events.js"
import { getMinFees } from "../onchain/getMinFees.js"
import type { ReadableChain } from "../reading/Journey.js"
import type { TrustedPath } from "../TrustPolicy.js"
import { readTraffic } from "./readTraffic.js"
import { shapeOf } from "#src/onchain/gas/planGas.js"
import { type CalledFrame, type GasNeed, priceCall, priceTransaction } from "#src/onchain/gas/priceGas.js"
import type { GasFrame } from "#src/onchain/gas/readGasTree.js"
import { traceGas } from "#src/onchain/gas/traceGas.js"
import { traceTransaction } from "#src/onchain/simulation/callTrace.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"
import {
  type CallShape,
  gasRules,
  type Hardfork,
  nextHardfork,
  presentHardfork,
} from "#src/primitives/numbers/gasRules.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** What {@link readUpgradeGas} reads. */
export type ReadUpgradeGasParameters = {
  readonly paths: readonly TrustedPath[]
  /** The chains of the paths, as far as they can be read. */
  readonly chains: readonly ReadableChain[]
  /** The hardforks of chains that do not have the rules of today, by slug. */
  readonly hardforks?: ReadonlyMap<number, Hardfork> | undefined
  /** How far back messages are looked for. */
  readonly since: Date
  readonly clock?: Clock | undefined
  readonly signal?: AbortSignal | undefined
}

/** Gas of `inbound`, and of the executor's transaction; `null` where no delivery shows that. */
export type DeliveryGas = { readonly inbound: GasNeed; readonly execution: GasNeed | null }

/** What becomes of the messages of a path. `dies`: they bring too little gas. `unverified`: that is not known, as `why` says. */
export type UpgradeGas = TrustedPath & {
  readonly status: "fine" | "dies" | "unverified"
  readonly why: string | null
  /** The message by which it was found out: the last one that was delivered. `null`: one of 32 zeros. */
  readonly messageId: Hex | null
  readonly today: DeliveryGas | null
  readonly next: DeliveryGas | null
  /** What that message brings for `inbound`. */
  readonly granted: bigint | null
  /** What messages should bring: a tenth more than is needed by both rules. */
  readonly limit: bigint | null
  /** What a message with that costs now, in wei of the source chain. */
  readonly fee: bigint | null
}

type Traced = {
  readonly inbound: CalledFrame
  readonly execution?: { readonly frame: GasFrame; readonly shape: CallShape }
}

/** More than any `inbound` needs, and what every node lets a call have. */
const ampleGas = 10_000_000n

/**
 * Finds out whether messages of paths bring enough gas after the next hardfork, by traces of today that are priced by its rules.
 *
 * @example
 * const paths = [{ from: { slug: 1, plug: vault }, to: { slug: 10, plug: mirror } }]
 * const found = await readUpgradeGas({ paths, chains, since: new Date(Date.now() - 86_400_000) })
 * for (const { status, granted, next } of found) console.log(status, granted, next?.inbound.needed)
 */
export async function readUpgradeGas(parameters: ReadUpgradeGasParameters): Promise<UpgradeGas[]> {
  const { paths, chains, hardforks, since, clock = systemClock, signal } = parameters
  const trafficOf = memoize((chain: ReadableChain) => readTraffic(chain, { since, clock, signal }))

  async function findLast(src: ReadableChain, dst: ReadableChain, { from, to }: TrustedPath) {
    const [{ sent }, { executions }] = await Promise.all([trafficOf(src), trafficOf(dst)])
    const own = sent.filter(
      (one) => (!from.plug || isAddressEqual(one.srcPlug, from.plug)) && isAddressEqual(one.dstPlug, to.plug),
    )
    const last = own.findLast(({ messageId }) => executions.has(messageId)) ?? own.at(-1)
    if (last === undefined) return undefined
    const { messages } = await readSentMessages(src, last.tx)
    const message = messages.find(({ messageId }) => messageId === last.messageId)
    return message && { message, executedIn: executions.get(last.messageId) }
  }

  async function readPath(path: TrustedPath): Promise<UpgradeGas> {
    const { from, to } = path
    const [src, dst] = [from, to].map(({ slug }) => chains.find((chain) => chain.slug === slug))
    let found: Omit<UpgradeGas, "status" | "why" | keyof TrustedPath> = nothing
    const end = (status: UpgradeGas["status"], why: string | null): UpgradeGas => ({ from, to, status, why, ...found })
    if (dst === undefined) return end("unverified", "the destination was not read")
    const present = hardforks?.get(to.slug) ?? presentHardfork
    if (present === nextHardfork) return end("unverified", `${dst.name} has the rules of ${nextHardfork} already`)
    try {
      const sent = src && (await findLast(src, dst, path))
      const traced = await traceDelivery(dst, path, sent)
      if (traced === undefined) return end("unverified", "the node has no debug_traceCall, or no code ran")
      const [today, next] = [present, nextHardfork].map((each) => priceDelivery(traced, each)) as [
        DeliveryGas,
        DeliveryGas,
      ]
      if (src === undefined || sent === undefined) {
        found = { ...found, today, next }
        return end("unverified", "no message of the path was found, so what they do and bring is not known")
      }
      const { messageId, minMsgGasLimit: granted, payload } = sent.message
      const needed = Math.max(today.inbound.needed ?? 0, next.inbound.needed ?? 0)
      const limit = BigInt(Math.ceil((needed * 1.1) / 1_000) * 1_000)
      const asked = { dstChainSlug: to.slug, minMsgGasLimit: limit, payloadSize: size(payload) }
      const paid = { socket: src.socket, plug: sent.message.srcPlug, ...asked }
      const fee = await getMinFees(src.client, paid).catch(() => null)
      found = { messageId, today, next, granted, limit, fee }
      if (traced.inbound.frame.end !== "returned") return end("unverified", "inbound reverts, whatever gas it gets")
      if (next.inbound.needed === null) return end("dies", "a call inside inbound has too little gas, which is fixed")
      return granted < BigInt(next.inbound.needed) ? end("dies", "it brings less than it will need") : end("fine", null)
    } catch (error) {
      if (!isPlugsError(error)) throw error
      return end("unverified", error.clause)
    }
  }
  return await Promise.all(paths.map(readPath))
}

const nothing = { messageId: null, today: null, next: null, granted: null, limit: null, fee: null }

function priceDelivery({ inbound, execution }: Traced, hardfork: Hardfork): DeliveryGas {
  const rules = gasRules[hardfork]
  const price = priceCall(inbound, rules)
  if (execution === undefined) return { inbound: price, execution: null }
  const asks = new Map([[inbound.frame, price.needed ?? 0]])
  return { inbound: price, execution: priceTransaction(execution.frame, rules, execution.shape, asks) }
}

/** Traces the delivery of a message before the block in which it was made, or else `inbound` alone as it would go now. */
async function traceDelivery(
  { client, socket }: ReadableChain,
  { from, to }: TrustedPath,
  sent: { readonly message: OutboundMessage; readonly executedIn: Hex | undefined } | undefined,
): Promise<Traced | undefined> {
  const delivered = sent?.executedIn === undefined ? undefined : await traceExecution().catch(() => undefined)
  if (delivered !== undefined) return delivered
  const zeros = { srcChainSlug: from.slug, dstPlug: to.plug, payload: zeroHash, executionParams: zeroHash }
  const call = inboundCall(socket, sent?.message ?? zeros)
  const frame = await traceGas(client, { account: socket, call: { ...call, gas: ampleGas } })
  return frame && { inbound: { frame, hasValue: call.value > 0n } }

  async function traceExecution(): Promise<Traced | undefined> {
    const { message, executedIn: hash = "0x" } = sent ?? {}
    const { blockNumber, to: called } = await getTransaction(client, { hash })
    const calls = (await traceTransaction(client, { hash, to: called ?? socket })) ?? []
    const id = message?.messageId.slice(2) ?? ""
    const own = calls.find(
      ({ frame: { to: at = to.plug, input } }) => isAddressEqual(at, socket) && isExecution(input, id),
    )
    if (own === undefined) return undefined
    const { from: account, input: data, value } = own.frame
    const frame = await traceGas(client, { account, call: { to: socket, data, value }, blockNumber: blockNumber - 1n })
    const inbound = frame && findCalled(frame, to.plug)
    if (inbound === undefined || frame?.end !== "returned") return undefined
    return { inbound, execution: { frame, shape: shapeOf({ data, value }) } }
  }
}

const execute = toFunctionSelector(getAbiItem({ abi: socketAbi, name: "execute" }))

function isExecution(input: Hex, id: string): boolean {
  return input.startsWith(execute) && input.includes(id)
}

function findCalled({ items }: GasFrame, plug: Address): CalledFrame | undefined {
  for (const item of items) {
    if (item.kind === "call" && item.frame?.to === BigInt(plug)) return { ...item, frame: item.frame }
  }
  return undefined
}
