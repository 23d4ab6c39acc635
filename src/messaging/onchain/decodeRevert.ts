import { type Abi, type Hex, keccak256, toBytes } from "viem"
import { formatAbiItem, slice, toFunctionSelector } from "viem/utils"

import { plugAbi, protocolErrorsAbi } from "./abi.js"
import { protocolReverts } from "./callErrors.js"
import { type RevertExplanation, revertExplanations } from "./revertExplanations.js"
import { gatewayAbi } from "./standard/gatewayMessage.js"
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
  const known = explainRevert(revert.inner ?? revert)
  return known === undefined ? revert : { ...revert, explanation: known.explanation, next: renderText(known.next) }
}

/** Explains a revert of a plug or of the protocol's contracts; `undefined` for an error that belongs to another contract. */
function explainRevert({ data, name, args }: DecodedRevert): RevertExplanation | undefined {
  if (data === "0x") return withoutData
  const [first] = args
  if (name === "Panic") return panic
  if (name === "Error") return String(first).startsWith("ECDSA:") ? explainEcdsa(String(first)) : undefined
  const selector = slice(data, 0, 4)
  const known = name === undefined ? undefined : bySelector.get(selector)
  if (selector === noPermit && known !== undefined) return { ...known, explanation: explainRole(first as Hex) }
  return known ?? (name === undefined ? unknownError : undefined)
}

const errors = [...protocolErrorsAbi, ...plugAbi, ...gatewayAbi].filter((item) => item.type === "error")
const bySelector = new Map<Hex, RevertExplanation>(
  errors.map((error) => [toFunctionSelector(formatAbiItem(error)), revertExplanations[error.name]]),
)

const withoutData: RevertExplanation = {
  explanation:
    "The call reverted without data. A socket does so for the price of a plug that is not connected. Otherwise the contract lacks the function, ran out of gas, or requires something without a text.",
  next: "Check the address and the chain, that the plug is connected to the destination, and that the gas limit is high enough.",
}

const unknownError: RevertExplanation = {
  explanation: "The error belongs to a contract that is not known here.",
  next: "Pass the ABI of the contract that reverts.",
}

const panic: RevertExplanation = {
  explanation:
    "A check that the compiler adds has failed, which is a bug of the contract or a value that it does not expect.",
  next: "Call the contract with other values, or trace the call to find the line that panics.",
}

/** What the library for signatures reverts with. The deployed contracts have its texts and not its errors. */
function explainEcdsa(text: string): RevertExplanation {
  if (text.includes("length")) return revertExplanations.InvalidSigLength
  if (text.includes("'s' value")) {
    return {
      explanation:
        "The s value of the signature is in the upper half of the curve's order, where signatures can be forged from others.",
      next: "Sign with a library that gives canonical signatures, as viem does.",
    }
  }
  return {
    explanation: "The signature belongs to no account.",
    next: "Sign the digest with the eth_sign prefix, and pass r, s and v with v being 27 or 28.",
  }
}

const noPermit = toFunctionSelector("NoPermit(bytes32)")

const roles = new Map(
  ["RESCUE", "WITHDRAW", "TRIP", "UN_TRIP", "GOVERNANCE", "EXECUTOR", "TRANSMITTER", "WATCHER", "FEES_UPDATER"].map(
    (role) => [keccak256(toBytes(`${role}_ROLE`)), `${role}_ROLE`],
  ),
)

function explainRole(role: Hex): string {
  const name = roles.get(role)
  return name === undefined
    ? `The account lacks the role ${role}. It is likely one for a single chain: keccak256(abi.encode(role, slug)).`
    : `The account lacks ${name}.`
}
