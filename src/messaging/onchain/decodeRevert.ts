import type { Abi } from "viem"

import { readRevert } from "../../onchain/readRevert.js"
import type { DecodedRevert } from "../../primitives/decodeRevertData.js"
import { protocolReverts } from "./callErrors.js"

/**
 * Finds the revert data in an error of a viem action, a provider or a node, and decodes it. The given ABIs come first, so that a
 * plug's own errors take precedence over those of the protocol.
 *
 * @param error the error, or the revert data itself
 * @param extraAbis ABIs of the contracts that may have reverted
 * @returns `undefined` if the error is not a revert, for example if the node could not be reached
 * @example
 * const revert = decodeRevert(error, [counterAbi])
 * if (revert?.name === "InsufficientFees") console.error(revert.reason)
 */
export function decodeRevert(error: unknown, extraAbis: readonly Abi[] = []): DecodedRevert | undefined {
  return readRevert(error, [...extraAbis, ...protocolReverts.abis])
}
