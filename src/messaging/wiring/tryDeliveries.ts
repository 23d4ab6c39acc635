import { type Abi, type Address, zeroHash } from "viem"
import { encodeFunctionData, numberToHex, size } from "viem/utils"

import { socketAbi } from "../onchain/abi.js"
import { explainProtocolError } from "../onchain/callErrors.js"
import { type ConnectionEnd, type Difference, differencesOf, partOf } from "../onchain/connection/differencesOf.js"
import { attemptCode, readPartners } from "../onchain/connection/readConnectionFacts.js"
import { missingInbound } from "../onchain/connection/readPlugCode.js"
import { wordDifferences } from "../onchain/connection/wordDifferences.js"
import { decodeRevert } from "../onchain/decodeRevert.js"
import { inboundCall, tryCall, tryInbound } from "../onchain/delivery/inboundCall.js"
import { getMinFees } from "../onchain/getMinFees.js"
import { getPlugConfig, type PlugConfig } from "../onchain/getPlugConfig.js"
import type { Copy } from "./Copy.js"
import { pathOf, type WiredConnection } from "./plan/WiringPlan.js"
import { CallRevertedError, howCodeFails, NodeFailedError } from "#src/onchain/callErrors.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { clauseOf } from "#src/primitives/text.js"

/**
 * What became of a message over a connection.
 *
 * - `arrived`: the source sends it, and `inbound` takes it.
 * - `refused`: all is well up to `inbound`, which does not take this payload and may take its own; or no message is ever sent to it.
 * - `failed`: no message is sent, or none gets as far as `inbound`.
 * - `one-sided`: it is sent, and the other side is not connected yet as the wiring says.
 * - `unverified`: a chain has no copy, or its copy does not say.
 */
export const deliveryStatuses = ["arrived", "refused", "failed", "one-sided", "unverified"] as const

export type TriedDelivery = WiredConnection & {
  readonly status: (typeof deliveryStatuses)[number]
  /** What the source asks for, in wei; `null` if it does not send. */
  readonly fee: bigint | null
  /** Why it did not arrive, as the end of a sentence. */
  readonly reason: string | undefined
  /** What was not checked on its way. */
  readonly notes: readonly string[]
}

export type TryDeliveriesParameters = {
  /** New connections. */
  readonly made: readonly WiredConnection[]
  /** Connections of the wiring that are there. The other direction of a new one is tried, too. */
  readonly inPlace: readonly WiredConnection[]
  /** Connections of the wiring that are not there. */
  readonly left: readonly WiredConnection[]
  readonly copies: readonly Copy[]
  readonly errorAbis?: readonly Abi[] | undefined
}

/** Gas for `inbound`: more than most plugs ask for. */
const inboundGas = 500_000n

/** A word of zeros: whoever decodes a number, an address or a flag takes it. */
const payload = zeroHash

/**
 * Tries on copies of the chains what the first message over each new connection would do: sends it as the plug, for its fee, and has `inbound` of
 * the sibling called with it by the socket. Nothing is mined, so the copies stay as they are.
 *
 * @returns in the order of the connections, then for the other directions of theirs
 */
export async function tryDeliveries(parameters: TryDeliveriesParameters): Promise<TriedDelivery[]> {
  const { made, inPlace } = parameters
  const isMade = (path: string): boolean => made.some((one) => pathOf(one) === path)
  const back = inPlace.filter((one) => !isMade(pathOf(one)) && isMade(wayBack(one)))
  const tried: TriedDelivery[] = []
  for (const one of [...made, ...back]) tried.push(await tryDelivery(one, parameters))
  return tried
}

function wayBack({ application, chain, siblingChain }: WiredConnection): string {
  return pathOf({ application, chain: siblingChain, siblingChain: chain })
}

async function tryDelivery(
  connection: WiredConnection,
  { left, copies, errorAbis = [] }: TryDeliveriesParameters,
): Promise<TriedDelivery> {
  const { application, chain, chainSlug, plug, siblingChain, siblingChainSlug } = connection
  const [src, dst] = [chainSlug, siblingChainSlug].map((slug) => copies.find((copy) => copy.slug === slug))
  const notes: string[] = []
  let fee: bigint | null = null
  const end = (status: TriedDelivery["status"], reason?: string): TriedDelivery => ({
    ...{ application, chain, chainSlug, plug, siblingChain, siblingChainSlug, status, fee, reason, notes },
  })
  if (src === undefined) return end("unverified", `there is no copy of ${chain}`)
  const sending = { ...src, plug }
  try {
    fee = await trySending(sending, siblingChainSlug, errorAbis)
    if (dst === undefined) return end("unverified", `there is no copy of ${siblingChain}`)
    const config = await getPlugConfig(src.client, { socket: src.socket, plug, siblingChainSlug })
    const receiving = { ...dst, plug: config.siblingPlug }
    const { differences, notChecked, deaf } = await findObstacles({ ...sending, config }, receiving)
    const [obstacle] = differences
    if (obstacle !== undefined) {
      const isOfSides = ["sibling", "switchboard"].includes(obstacle.about)
      const isLeft = left.some((one) => pathOf(one) === wayBack(connection))
      return end(isLeft && isOfSides ? "one-sided" : "failed", clauseOf(obstacle.says))
    }
    notes.push(...notChecked.map(({ says }) => says))
    return end(...(deaf ?? (await tryReceiving(receiving, chainSlug, errorAbis))))
  } catch (error) {
    if (!isPlugsError(error)) throw error
    const { facts, clause } = error
    return error instanceof NodeFailedError
      ? end("unverified", facts["reason"] ?? clause)
      : end("failed", error instanceof CallRevertedError ? `the socket reverts: ${error.revert.reason}` : clause)
  }
}

type End = [status: TriedDelivery["status"], reason?: string]
type Place = Copy & { readonly plug: Address }

/** Sends a message as the plug. Returns its fee. */
async function trySending(
  { client, socket, plug }: Place,
  dstChainSlug: number,
  errorAbis: readonly Abi[],
): Promise<bigint> {
  const [minMsgGasLimit, payloadSize] = [inboundGas, size(payload)]
  const fee = await getMinFees(client, { socket, plug, dstChainSlug, minMsgGasLimit, payloadSize })
  const args = [dstChainSlug, minMsgGasLimit, zeroHash, zeroHash, payload] as const
  const data = encodeFunctionData({ abi: socketAbi, functionName: "outbound", args })
  const call = { from: plug, to: socket, data, value: numberToHex(fee), gas: numberToHex(outboundGas) }
  const paid = { [plug]: { balance: numberToHex(fee + oneEther) } }
  const failure = await tryCall(client, call, "latest", paid).catch((error: unknown) => ({ error }))
  if (failure === undefined) return fee
  throw explainProtocolError(failure.error, { address: socket, functionName: "outbound" }, errorAbis)
}

/** Ten times what a socket uses, and what no node refuses. */
const outboundGas = 5_000_000n
const oneEther = 10n ** 18n

/** Finds what keeps messages that were sent from `inbound` of the sibling. */
async function findObstacles(
  { config, ...src }: Place & { readonly config: PlugConfig },
  dst: Place,
): Promise<Awaited<ReturnType<typeof wordDifferences>> & { readonly deaf: End | undefined }> {
  const { socket, plug } = dst
  const outward = { ...config, inboundSwitchboard: config.outboundSwitchboard }
  const [own, partners, ofSource, code] = await Promise.all([
    getPlugConfig(dst.client, { socket, plug, siblingChainSlug: src.slug }),
    readPartners(src, dst.slug, outward),
    attemptCode(src.client, { socket: src.socket, plug: src.plug, siblingChainSlug: dst.slug }),
    attemptCode(dst.client, { socket, plug, siblingChainSlug: src.slug }),
  ])
  const a = partOf({ plug: src.plug, slug: src.slug, config: { known: outward }, partners, code: ofSource })
  const inward = { ...own, outboundSwitchboard: own.inboundSwitchboard }
  const b = partOf({ plug, slug: dst.slug, config: { known: inward }, code })
  const found = differencesOf({ a, b }).filter((one) => isOnTheWay(one))
  return { ...(await wordDifferences(found, { a: src, b: dst })), deaf: endOfDeaf(ofSource, code) }
}

/** How a message ends that a plug without `inbound` is sent, where it is not a failure because its sibling may never send one. */
function endOfDeaf(src: ConnectionEnd["code"], dst: ConnectionEnd["code"]): End | undefined {
  if ("unread" in dst || dst.known.receives !== false) return undefined
  const lacks = `the plug there has ${missingInbound}`
  if ("known" in src && src.known.sends === false) return ["refused", `${lacks}, and needs none: this one never sends`]
  return ["unverified", `${lacks}, and whether this one ever sends is not known`]
}

/** Whether a difference concerns messages from `a` to `b`. */
function isOnTheWay(found: Difference): boolean {
  const { side, about } = found
  if (about === "unverified") return found.what === (side === "a" ? "switchboard" : "code")
  if (side === "a") return about === "switchboard"
  return about === "path" ? found.direction === "inbound" : ["sibling", "code", "function"].includes(about)
}

/** Errors of `Plug.sol` by which it refuses every message of a chain, whatever it says. */
const refusals = new Set(["NotASibling", "OnlySocket"])

async function tryReceiving(
  { client, socket, plug: dstPlug }: Place,
  srcChainSlug: number,
  errorAbis: readonly Abi[],
): Promise<End> {
  const call = inboundCall(socket, { srcChainSlug, dstPlug, payload, executionParams: zeroHash })
  try {
    const failure = await tryInbound(client, call, { inboundGas })
    if (failure === undefined) return ["arrived"]
    const { reason, name = "" } = decodeRevert(failure.error, errorAbis) ?? {}
    const says = reason ?? howCodeFails(failure.error) ?? nodeReason(failure.error)
    if (refusals.has(name)) return ["failed", `inbound takes nothing from there: ${says}`]
    return ["refused", `inbound does not take a payload of zeros, and may take its own: ${says}`]
  } catch (error) {
    throw explainProtocolError(error, { address: dstPlug, functionName: "inbound" })
  }
}
