import type { Address, Hex } from "viem"

import { messageStates, type MessageStatus } from "../states.js"
import {
  type Check,
  checkAddress,
  checkByteCount,
  checkBytes32,
  checkHash,
  checkName,
  checkSlug,
  checkUint256,
} from "#src/primitives/checks.js"

/** Checks for the parameters of `/v1/messages-from-tx`. */
export const messagesFromTxChecks: { readonly srcChainSlug: Check<number>; readonly srcTxHash: Check<Hex> } = {
  srcChainSlug: checkSlug,
  srcTxHash: checkHash,
}

/** Checks for the parameters of `/v1/estimate-min-fees`. */
export const estimateMinFeesChecks: {
  readonly srcPlug: Check<Address>
  readonly srcChainSlug: Check<number>
  readonly dstChainSlug: Check<number>
  readonly msgGasLimit: Check<bigint>
  readonly payloadLength: Check<number>
} = {
  srcPlug: checkAddress,
  srcChainSlug: checkSlug,
  dstChainSlug: checkSlug,
  msgGasLimit: checkUint256,
  payloadLength: checkByteCount,
}

export function checkMessageId(value: unknown, argument: string): Hex {
  return checkBytes32(value, argument, "a message id")
}

export function checkState(value: unknown, argument: string): MessageStatus {
  return checkName(value, argument, { table: messageStates, called: "a message state" })
}
