import type { Abi, Hex } from "viem"

import { slice } from "viem/utils"

import { blockSource } from "../../../explaining/evidence.js"
import { findFunctionName } from "../../../explaining/findFunctionName.js"
import type { Mend } from "../../../explaining/Explanation.js"
import { commandLine } from "../../../primitives/commands/commandLine.js"
import { decodeRevertData } from "../../../primitives/reverts/decodeRevertData.js"
import { feesManagerAbi } from "../../onchain/abi.js"
import { gatewaySocketAbi, watcherAbi } from "../../onchain/watcherAbi.js"
import { authorErrorsAbi } from "./authorErrors.js"

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
