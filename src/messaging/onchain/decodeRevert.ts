import type { Abi } from "viem"

import { protocolReverts } from "./callErrors.js"
import { explainRevert } from "./explainRevert.js"
import { readRevert } from "#src/onchain/readRevert.js"
import { renderText } from "#src/primitives/errorText.js"
import type { DecodedRevert } from "#src/primitives/reverts/decodeRevertData.js"

/** A decoded revert. An error of a plug or of the protocol has an explanation, and so has one that every contract can have. */
export type DecodeRevertReturnType = DecodedRevert & { readonly explanation?: string; readonly next?: string }

/**
 * Finds the revert data in an error of a viem action, a provider or a node, and decodes it. The given ABIs come first, so that a
 * plug's own errors take precedence over those of the protocol.
 *
 * It names and explains every error of the messaging contracts, their texts about signatures (`Error("ECDSA: …")`), panics of the
 * compiler, and reverts without data.
 *
 * @param error the error, or the revert data itself
 * @param extraAbis ABIs of the contracts that may have reverted
 * @returns `undefined` if the error is not a revert, for example if the node could not be reached
 * @example
 * const revert = decodeRevert(error, [counterAbi])
 * if (revert !== undefined) console.error(revert.reason, revert.explanation, revert.next)
 */
export function decodeRevert(error: unknown, extraAbis: readonly Abi[] = []): DecodeRevertReturnType | undefined {
  const revert = readRevert(error, [...extraAbis, ...protocolReverts.abis])
  if (revert === undefined) return undefined
  const known = explainRevert(revert)
  return known === undefined ? revert : { ...revert, explanation: known.explanation, next: renderText(known.next) }
}
