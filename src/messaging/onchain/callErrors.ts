import type { Abi, Address } from "viem"

import { type Call, explainCallError, type RevertGuide } from "../../onchain/callErrors.js"
import { PlugsError } from "../../primitives/PlugsError.js"
import { plugAbi, protocolErrorsAbi } from "./abi.js"

const connectAdvice = "Connect the plugs on both chains with connectPlug. checkConnection shows what is missing."

/** The errors of plugs and of the protocol's contracts, with advice. */
export const protocolReverts: RevertGuide = {
  abis: [plugAbi, protocolErrorsAbi],
  advice: new Map([
    ["NotConnected", connectAdvice],
    ["PlugDisconnected", connectAdvice],
    ["InvalidConnection", "Check the switchboard's address, and that it has a path to that chain."],
    [
      "OwnableUnauthorizedAccount",
      "Use the account that owns the contract. A new owner has to call acceptOwnership first.",
    ],
    ["InsufficientFees", "Attach at least the required fee and a margin: the fee can rise from one block to the next."],
  ]),
}

/** The plug has no sibling on the destination chain, so a message to it has no price and cannot be sent. */
export class PlugNotConnectedError extends PlugsError {
  readonly code = "PLUG_NOT_CONNECTED"

  constructor({ plug, dstChainSlug, socket }: { plug: Address; dstChainSlug: number; socket: Address }) {
    super(`The plug is not connected to chain ${dstChainSlug}.`, {
      facts: { plug, "destination chain": String(dstChainSlug), socket },
      next: connectAdvice,
    })
  }
}

/**
 * Turns the error of a viem action on a plug or on a contract of the protocol into one of this package. A bug is returned as it is.
 *
 * @param abis ABIs to decode a revert with, before those of plugs and the protocol
 */
export function explainProtocolError(error: unknown, call: Call, abis: readonly Abi[] = []): unknown {
  return explainCallError(error, call, { ...protocolReverts, abis: [...abis, ...protocolReverts.abis] })
}
