import type { Abi, Client } from "viem"
import { getBlock } from "viem/actions"

import { decodeRevert } from "../../onchain/decodeRevert.js"
import {
  estimateInbound,
  type InboundCall,
  isGasAboveCap,
  moreGasThan,
  tryInbound,
} from "../../onchain/delivery/inboundCall.js"
import type { TrialBlock } from "../ChainView.js"
import type { Arrival } from "../Journey.js"
import { blockSource, type FindSource, type ReadSource, readSource } from "#src/explaining/evidence.js"
import { howCodeFails } from "#src/onchain/callErrors.js"
import { gasOfCall } from "#src/onchain/gas/planGas.js"
import type { Head } from "#src/onchain/logs.js"
import { failureInside, type Frame, traceCall } from "#src/onchain/simulation/callTrace.js"
import { largerOf, smallerOf } from "#src/primitives/numbers/amount.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

/** What the simulated call of `inbound` comes to. */
export type InboundOutcome =
  | { readonly kind: "succeeds" }
  /** `errorName` is what the plug reverts with, with its `args`, if that is known, and `next` the advice for it. */
  | {
      readonly kind: "reverts"
      readonly reason: string
      readonly errorName?: string | undefined
      readonly args?: readonly unknown[] | undefined
      readonly next?: string | undefined
      readonly inside?: FailureInside | undefined
    }
  /** It succeeds with `needed` gas, which is more than the message gives it. */
  | { readonly kind: "needs gas"; readonly needed: bigint }
  /** It runs out of `tried` gas, too. How much would suffice is not looked for: it may loop without end. */
  | { readonly kind: "runs out of gas"; readonly tried: bigint }
  /** It asks for more gas than the chain lets a transaction have. `reason` is the node's. */
  | { readonly kind: "above cap"; readonly reason: string }

type How = { readonly limit: bigint; readonly block: TrialBlock; readonly abis: readonly Abi[] }

export type InboundTrial =
  Exclude<InboundOutcome, { kind: "reverts" }> | (Extract<InboundOutcome, { kind: "reverts" }> & ReadSource)

/** Tries `inbound` as {@link simulateInbound}, and finds the line of source code that reverts. */
export async function explainInbound(
  { chain, head }: Pick<Arrival, "chain" | "head">,
  call: InboundCall,
  { findSource, ...how }: How & { readonly findSource: FindSource | undefined },
): Promise<InboundTrial> {
  const outcome = await simulateInbound({ client: chain.client, head }, call, how)
  if (outcome.kind !== "reverts") return outcome
  const [source, inside] = await Promise.all([
    readSource(findSource, { chain, ...call }, `simulation on ${blockSource(chain, head.number)}`),
    readInside({ client: chain.client, head }, call, { ...how, reason: outcome.reason }).catch(() => undefined),
  ])
  return { ...outcome, ...source, ...(inside && { inside }) }
}

/** A call that `inbound` made and that failed, as a sentence. `isSame`: `inbound` reverts with the same words. */
export type FailureInside = { readonly says: string; readonly isSame: boolean }

/** Finds the call inside `inbound` that failed: what the plug reverts with need not tell. `undefined` if there is none, or no trace. */
async function readInside(
  { client, head }: { readonly client: Client; readonly head: Head },
  { from, ...call }: InboundCall,
  { limit, abis, reason }: Omit<How, "block"> & { readonly reason: string },
): Promise<FailureInside | undefined> {
  const gas = gasOfCall(call, moreGasThan(limit))
  const trace = await traceCall(client, { account: from, call: { ...call, gas }, blockNumber: head.number })
  const failed = trace && failureInside([...trace.walk()])
  if (failed?.to === undefined) return undefined
  const why = reasonOfFrame(failed, abis)
  return { says: `Inside it, a call of ${failed.to} failed: ${why}.`, isSame: why === reason && failed.output !== "0x" }
}

/** Tries `inbound`, and says why it fails, or how much gas it needs. */
export async function simulateInbound(
  { client, head }: { readonly client: Client; readonly head: Head },
  call: InboundCall,
  { limit, block, abis }: How,
): Promise<InboundOutcome> {
  const attempt = (inboundGas: bigint) => tryInbound(client, call, { block, inboundGas })
  const tooMuch = await readCap(client, head, limit)
  if (tooMuch !== undefined) return { kind: "above cap", reason: tooMuch }
  try {
    if ((await attempt(limit)) === undefined) return { kind: "succeeds" }
  } catch (error) {
    if (isGasAboveCap(error)) return { kind: "above cap", reason: nodeReason(error) }
    throw error
  }
  const more = moreGasThan(limit)
  const failure = await attempt(more)
  if (failure === undefined) {
    const hint = await estimateInbound(client, call, block)
    const needed = await findGasNeeded({ limit, enough: more, hint }, async (gas) => (await attempt(gas)) === undefined)
    return { kind: "needs gas", needed }
  }
  if (howCodeFails(failure.error) === "out of gas") return { kind: "runs out of gas", tried: more }
  const revert = decodeRevert(failure.error, abis)
  const reason = reasonOf(failure.error, abis)
  return { kind: "reverts", reason, errorName: revert?.name, args: revert?.args, next: revert?.next }
}

/** A limit below this fits in a block of every chain. */
const plainGas = 10_000_000n

/** Why no block of a chain has room for an execution with a limit; `undefined` if one has. Nodes can cut the gas of a call without a word. */
async function readCap(client: Client, head: Head, limit: bigint): Promise<string | undefined> {
  if (limit < plainGas) return undefined
  const block = await getBlock(client, { blockNumber: head.number }).catch(() => undefined)
  return block === undefined || limit <= block.gasLimit
    ? undefined
    : `a block has ${block.gasLimit.toLocaleString("en")} gas`
}

/** Calls that one search makes at most. */
const maxCalls = 8

/**
 * Finds about how much gas a call needs that fails with a limit: within 2 % above what it needs, if the calls suffice for that.
 *
 * @param range.limit gas with which it fails
 * @param range.enough gas with which it succeeds
 * @param range.hint gas that is tried first, such as the estimate of a node
 * @param succeeds whether it succeeds with some gas
 * @returns an amount with which it succeeds
 */
export async function findGasNeeded(
  { limit, enough, hint }: { readonly limit: bigint; readonly enough: bigint; readonly hint: bigint | undefined },
  succeeds: (gas: bigint) => Promise<boolean>,
): Promise<bigint> {
  if (hint !== undefined && hint > limit && hint < enough && (await succeeds(hint))) return hint
  let low = limit
  let high = largerOf(limit * 2n, 10_000n)
  let calls = 1
  for (; high < enough && !(await succeeds(high)); calls += 1) {
    low = high
    high *= 4n
  }
  high = smallerOf(high, enough)
  for (; calls < maxCalls && high - low > low / 50n; calls += 1) {
    const middle = (low + high) / 2n
    if (await succeeds(middle)) high = middle
    else low = middle
  }
  return high
}

/** Why a call in a trace failed. One that ran out of gas has no data. */
export function reasonOfFrame({ output, error = "" }: Frame, abis: readonly Abi[]): string {
  if (output === "0x" && howCodeFails(error) === "out of gas") return "it ran out of gas"
  return reasonOf(output, abis)
}

export function reasonOf(error: unknown, abis: readonly Abi[]): string {
  return (decodeRevert(error, abis) ?? decodeRevert("0x"))?.reason ?? ""
}
