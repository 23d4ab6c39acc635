import type { Hex } from "viem"

import { checkMessageId } from "../../../src/messaging/wire/parameters.js"
import { readWholeNumber } from "../../../src/plugin/arguments/readArguments.js"
import { checkBytes32 } from "../../../src/primitives/checks.js"
import { parseCurrency } from "../../../src/primitives/numbers/amount.js"

export type RetryArguments = {
  id: string | undefined
  from: string | undefined
  messageId: string | undefined
  gasLimit: string | undefined
  maxGasPrice: string | undefined
  maxGasCost: string | undefined
  maxValue: string | undefined
  dryRun: boolean
  yes: boolean
  json: boolean
}

type RetryQuestion = {
  /** Which message is meant. */
  readonly asked: { readonly id: Hex | undefined; readonly messageId: Hex | undefined }
  /** What may be spent on it, beside the gas of its transaction. */
  readonly limits: { readonly gasLimit: bigint | undefined; readonly maxValue: bigint | undefined }
}

/**
 * Reads which message is to be executed, and what may be spent on it.
 *
 * @throws {InvalidInputError} an argument is wrong; the error names it
 */
export function readRetryArguments({ id, messageId, gasLimit, maxValue }: RetryArguments): RetryQuestion {
  return {
    asked: {
      id: id === undefined ? undefined : checkBytes32(id, "id", "a transaction hash or a message id"),
      messageId: messageId === undefined ? undefined : checkMessageId(messageId, "--message-id"),
    },
    limits: {
      gasLimit: gasLimit === undefined ? undefined : readWholeNumber(gasLimit, { argument: "--gas-limit", from: 1n }),
      maxValue: maxValue === undefined ? undefined : parseCurrency(maxValue, "--max-value"),
    },
  }
}
