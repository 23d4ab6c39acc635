import type { HardhatConfig } from "hardhat/types/config"
import { type Hex, maxUint256 } from "viem"

import { checkMessageId } from "../../../src/messaging/wire/parameters.js"
import type { GasLimits } from "../../../src/onchain/gas/GasPlan.js"
import { readWholeNumber } from "../../../src/plugin/arguments/readArguments.js"
import { type GasArguments, readGasLimits } from "../../../src/plugin/config/gasLimits.js"
import { isDevnetChain } from "../../../src/plugin/connection/trustedContracts.js"
import type { ChainEntry } from "../../../src/primitives/chains.js"
import { checkBytes32 } from "../../../src/primitives/checks.js"
import { parseCurrency } from "../../../src/primitives/numbers/amount.js"

export type RetryArguments = GasArguments & {
  id: string | undefined
  from: string | undefined
  messageId: string | undefined
  gasLimit: string | undefined
  maxValue: string | undefined
  dryRun: boolean
  yes: boolean
  json: boolean
}

type RetryQuestion = {
  /** Which message is meant. */
  readonly asked: { readonly id: Hex | undefined; readonly messageId: Hex | undefined }
  /** What may be spent on it, beside the gas of its transaction. */
  readonly limits: SpendingLimits
}

type SpendingLimits = { readonly gasLimit: bigint | undefined; readonly maxValue: bigint | undefined }

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

/** Returns what may be spent on a chain, its gas included. Money of a devnet is nobody's. */
export async function limitsOn(
  chain: ChainEntry,
  { args, limits }: { readonly args: GasArguments; readonly limits: SpendingLimits },
  config: HardhatConfig,
): Promise<SpendingLimits & GasLimits> {
  const { maxValue = (await isDevnetChain(chain, config)) ? maxUint256 : undefined } = limits
  return { ...limits, maxValue, ...readGasLimits(args, chain) }
}
