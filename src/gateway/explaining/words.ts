import { type Abi, type Hex, slice } from "viem"
import { toFunctionSelector } from "viem/utils"

import { formatSeconds } from "../following/trackingErrors.js"
import { feesManagerAbi } from "../onchain/abi.js"
import { authorErrorsAbi, gatewaySocketAbi, watcherAbi } from "../onchain/watcherAbi.js"
import type { GatewayReading, RequestFacts } from "../reading/types.js"
import { readIn, type ReadSource } from "#src/explaining/evidence.js"
import type { Evidence, Mend } from "#src/explaining/Explanation.js"
import { commandLine } from "#src/primitives/commands/commandLine.js"
import { formatDuration } from "#src/primitives/duration.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"

export const creditDecimals = 18

export function creditsText(credits: bigint): string {
  return `${formatAmount(credits, creditDecimals)} credits`
}

/** When something is due, and how long that is from now, both by the chain's time. */
export function dueText(dueAt: bigint, now: bigint): string {
  const span = formatDuration(Number(dueAt > now ? dueAt - now : now - dueAt) * 1_000)
  return `${formatSeconds(Number(dueAt))}, ${dueAt > now ? `in ${span}` : `${span} ago`}`
}

export function requestText({ requestCount, txHash }: Pick<RequestFacts, "requestCount" | "txHash">): string {
  return requestCount === null ? `the request of transaction ${txHash}` : `request ${requestCount}`
}

/** What was read of the gateway chain's newest block. */
export function readAtHead({ gateway, head }: Pick<GatewayReading, "gateway" | "head">, says: string): Evidence {
  return readIn(gateway, head.number, says)
}

export function reported(says: string): Evidence {
  return { source: "the gateway API", says }
}

const protocolAbis: readonly Abi[] = [authorErrorsAbi, watcherAbi, gatewaySocketAbi, feesManagerAbi]

/** The reason of a revert, decoded with the user's contracts first. */
export function reasonOf(data: Hex, abis: readonly Abi[]): string {
  return decodeRevertData(data, [...abis, ...protocolAbis]).reason
}

/** The function of a call: its name if an ABI has it, otherwise its selector. */
export function functionText(data: Hex, abis: readonly Abi[]): string {
  if (data.length < 10) return "a call without a function"
  const name = findFunctionName(data, abis)
  return name === undefined ? `the function ${slice(data, 0, 4)}` : `${name}()`
}

/** The line of source code where a call reverts, after the word `reverts`. */
export function atLine({ line }: Pick<ReadSource, "line">): string {
  return line === undefined ? "" : ` at ${line}`
}

/** How to retry what a devnet has given up. On other systems only their own actors can. */
export function retryFix(id: Hex): Mend {
  const command = `npx hardhat ${commandLine("gateway retry", { id }, { positional: ["id"] })}`
  return { who: "retry it", command }
}

/** The next try once a revert is fixed, as the end of a sentence: `…; then retry it`. */
export function nextTry(id: Hex, isGivenUp: boolean): string {
  return isGivenUp ? `retry it with npx hardhat gateway retry ${id}` : "it is retried by itself"
}

/** The name of the function that a call is of; `undefined` if no ABI has it, or the call is of none. */
export function findFunctionName(callData: Hex, abis: readonly Abi[]): string | undefined {
  const selector = slice(callData, 0, 4)
  for (const abi of abis) {
    for (const item of abi) if (item.type === "function" && toFunctionSelector(item) === selector) return item.name
  }
  return undefined
}
