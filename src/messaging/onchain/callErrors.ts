import type { Abi, Address, Hex } from "viem"

import { plugAbi, protocolErrorsAbi } from "./abi.js"
import { connectAdvice, revertExplanations } from "./revertExplanations.js"
import { gatewayAbi } from "./standard/gatewayMessage.js"
import { type Call, explainCallError, type RevertGuide } from "#src/onchain/callErrors.js"
import { chain, chainFact, either, type ErrorText, helper, text } from "#src/primitives/errorText.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** The errors of plugs and of the protocol's contracts, with what they mean and what to do. */
export const protocolReverts: RevertGuide = {
  abis: [plugAbi, protocolErrorsAbi, gatewayAbi],
  advice: new Map<string, ErrorText | ((args: readonly unknown[]) => ErrorText)>([
    ...Object.entries(revertExplanations).map(
      ([name, { explanation, next }]) => [name, text`${explanation} ${next}`] as const,
    ),
    ["NotConnected", ([slug]) => text`The plug has no sibling on ${chain(Number(slug))}. ${connectAdvice}`],
  ]),
}

/** The plug has no sibling on the destination chain, so a message to it has no price and cannot be sent. */
export class PlugNotConnectedError extends PlugsError {
  readonly code = "PLUG_NOT_CONNECTED"

  constructor({ plug, dstChainSlug, socket }: { plug: Address; dstChainSlug: number; socket: Address }) {
    super(text`The plug is not connected to ${chain(dstChainSlug)}.`, {
      facts: { plug, "destination chain": chainFact(dstChainSlug), socket },
      next: connectAdvice,
    })
  }
}

/** A function of a plug that was to connect it was called, but the socket does not have the connection. */
export class ConnectionNotMadeError extends PlugsError {
  readonly code = "CONNECTION_NOT_MADE"
  readonly hash: Hex

  constructor({ plug, functionName, hash }: { plug: Address; functionName: string; hash: Hex }) {
    super(`The plug is not connected as asked, although ${functionName} was called.`, {
      facts: { plug, function: functionName, transaction: hash },
      next: text`Check that the function connects the plug, and the order of its arguments. ${either("getPlugConfig reads", text`${helper("checkConnection")} shows`)} the connection.`,
    })
    this.hash = hash
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
