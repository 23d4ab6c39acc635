import type { Abi, Hex } from "viem"
import { slice } from "viem/utils"

import type { Mend } from "../../explaining/Explanation.js"
import { blockSource } from "../../explaining/evidence.js"
import { findFunctionName } from "../../explaining/findFunctionName.js"
import { commandLine } from "../../primitives/commands/commandLine.js"
import { formatDuration } from "../../primitives/duration.js"
import { formatAmount } from "../../primitives/numbers/amount.js"
import { decodeRevertData } from "../../primitives/reverts/decodeRevertData.js"
import { formatSeconds } from "../following/trackingErrors.js"
import { feesManagerAbi } from "../onchain/abi.js"
import { authorErrorsAbi, gatewaySocketAbi, watcherAbi } from "../onchain/watcherAbi.js"
import type { GatewayReading, RequestFacts } from "../reading/types.js"

/** Credits in whole credits, which have 18 decimals. */
export function creditsText(credits: bigint): string {
  return `${formatAmount(credits, creditDecimals)} credits`
}

/** The decimals of a credit. */
export const creditDecimals = 18

/** Where something was read that is true of the newest block. */
export function atHead({ gateway, head }: GatewayReading): string {
  return blockSource(gateway, head.number)
}

/** When something is due, and how long that is from now, both by the chain's time. */
export function dueText(dueAt: bigint, now: bigint): string {
  const span = formatDuration(Number(dueAt > now ? dueAt - now : now - dueAt) * 1_000)
  return `${formatSeconds(Number(dueAt))}, ${dueAt > now ? `in ${span}` : `${span} ago`}`
}

/** A request in a sentence. */
export function requestText({ requestCount, txHash }: RequestFacts): string {
  return requestCount === null ? `the request of transaction ${txHash}` : `request ${requestCount}`
}

const ownAbis: readonly Abi[] = [authorErrorsAbi, watcherAbi, gatewaySocketAbi, feesManagerAbi]

/** A revert in one sentence's words, decoded with the user's contracts first. */
export function reasonOf(data: Hex, abis: readonly Abi[]): string {
  return decodeRevertData(data, [...abis, ...ownAbis]).reason
}

/** The function of a call: its name if an ABI has it, otherwise its selector. */
export function functionText(data: Hex, abis: readonly Abi[]): string {
  if (data.length < 10) return "a call without a function"
  const name = findFunctionName(data, abis)
  return name === undefined ? `the function ${slice(data, 0, 4)}` : `${name}()`
}

/** Where something was simulated. */
export function simulatedOn(chain: { readonly name: string }, block: bigint): string {
  return `simulation on ${blockSource(chain, block)}`
}

/** Tries again what a devnet has given up. On other systems only their own actors can. */
export function retryMend(id: Hex, isGivenUp: boolean): Mend {
  if (!isGivenUp) return { who: "nobody: it is tried again by itself", command: null }
  return { who: "you", command: `npx hardhat ${commandLine("gateway retry", { id }, { positional: ["id"] })}` }
}

/** What follows once somebody has mended what reverts. */
export function thenRetry(id: Hex, isGivenUp: boolean): string {
  return isGivenUp ? `and then try it again with npx hardhat gateway retry ${id}` : "it is tried again by itself then"
}

/** Seconds after which a timeout or schedule that is due counts as late. A watcher runs it with the next block or two. */
export const lateAfter = 120

/** Seconds after which the gateway API should know what the gateway chain has. */
export const reportedAfter = 60
