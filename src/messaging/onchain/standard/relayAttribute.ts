import type { Address, Hex } from "viem"
import { decodeFunctionData, encodeFunctionData, parseAbi, toFunctionSelector } from "viem/utils"

import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

/** How a message of ERC-7786 is to be delivered. */
export type RelayAttribute = {
  /** Gas that the recipient gets for `receiveMessage`, at least. */
  readonly gasLimit: bigint
  /** Gets what the message does not cost of the attached value. */
  readonly refundRecipient: Address
}

const abi = parseAbi(["function requestRelay(uint256 value, uint256 gasLimit, address refundRecipient)"])

/** The attribute that makes a contract a gateway of this protocol, as far as a call can tell. */
export const relaySelector: Hex = toFunctionSelector(abi[0])

/**
 * Encodes the attribute `requestRelay` of a message, which has it delivered for the value attached to `sendMessage`. A `PlugsGateway`
 * delivers no native value.
 *
 * @example
 * const attributes = [encodeRelayAttribute({ gasLimit: 200_000n, refundRecipient: account.address })]
 */
export function encodeRelayAttribute({ gasLimit, refundRecipient }: RelayAttribute): Hex {
  return encodeFunctionData({ abi, args: [0n, gasLimit, refundRecipient] })
}

/**
 * Decodes the attribute `requestRelay`. `value` is native value for the recipient, in wei.
 *
 * @throws {InvalidInputError} it is another attribute, or malformed
 */
export function decodeRelayAttribute(attribute: Hex): RelayAttribute & { readonly value: bigint } {
  try {
    const [value, gasLimit, refundRecipient] = decodeFunctionData({ abi, data: attribute }).args
    return { value, gasLimit, refundRecipient }
  } catch {
    throw new InvalidInputError({
      argument: "attribute",
      problem: `${inQuotes(attribute)} is not the attribute requestRelay`,
      fix: "Give the call requestRelay(uint256,uint256,address), encoded.",
    })
  }
}
