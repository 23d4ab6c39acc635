import type { Abi } from "viem"

import { decodeRevert as decodeWith } from "../../onchain/readRevert.js"
import type { DecodedRevert } from "../../primitives/revertData.js"
import { protocolReverts } from "./protocolReverts.js"

/**
 * Finds the revert data in whatever a viem action, a provider or a node threw, and decodes it: with the given ABIs first, so that
 * a plug's own errors win, then as an error of the protocol.
 *
 * @param error what was thrown, or the revert data itself
 * @param extraAbis ABIs of the contracts that may have reverted
 * @returns `undefined` when it is no revert, as when the node couldn't be reached
 * @example
 * const revert = decodeRevert(error, [counterAbi])
 * if (revert?.name === "InsufficientFees") console.error(revert.reason)
 */
export function decodeRevert(error: unknown, extraAbis: readonly Abi[] = []): DecodedRevert | undefined {
  return decodeWith(error, [...extraAbis, ...protocolReverts.abis])
}
