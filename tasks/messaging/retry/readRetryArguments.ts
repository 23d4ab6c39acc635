import type { HardhatConfig } from "hardhat/types/config"
import { type Address, type Hex, maxUint256 } from "viem"

import { readSafe } from "../call/readSafe.js"
import { type MessageCauseName, messageCauses } from "#src/messaging/explaining/messageCauses.js"
import { checkMessageId } from "#src/messaging/wire/parameters.js"
import type { GasLimits } from "#src/onchain/gas/GasPlan.js"
import type { Flags, Texts } from "#src/plugin/arguments/options.js"
import { readConfirmations, readWholeNumber, refuseWith } from "#src/plugin/arguments/readArguments.js"
import { type GasArguments, readGasLimits } from "#src/plugin/config/gasLimits.js"
import { isDevnetChain } from "#src/plugin/connection/chains/isDevnetChain.js"
import { parseAddress } from "#src/primitives/address.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { checkBytes32 } from "#src/primitives/checks.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { parseCurrency } from "#src/primitives/numbers/amount.js"
import { inQuotes } from "#src/primitives/text.js"

export type RetryArguments = GasArguments &
  Texts<"id" | "from" | "messageId" | "gasLimit" | "maxValue" | "cause" | "account" | "confirmations" | "safe"> &
  Flags<"dryRun" | "yes" | "json">

export type RetryQuestion = {
  /** Which message is meant. */
  readonly asked: { readonly id: Hex | undefined; readonly messageId: Hex | undefined }
  /** All messages that have not arrived for it are meant instead. */
  readonly cause: MessageCauseName | undefined
  /** What may be spent on one, beside the gas of its transaction. */
  readonly limits: SpendingLimits
  /** Who executes; default: the first account of the network. */
  readonly account: Address | undefined
  /** The Safe that the executions are written for. */
  readonly safe: Address | undefined
  readonly confirmations: number
}

type SpendingLimits = { readonly gasLimit: bigint | undefined; readonly maxValue: bigint | undefined }

/**
 * Reads which messages are to be executed, by whom, and what may be spent on each.
 *
 * @throws {InvalidInputError} an argument is wrong; the error names it
 */
export function readRetryArguments({
  id,
  messageId,
  cause,
  gasLimit,
  maxValue,
  account,
  safe,
  confirmations,
}: RetryArguments): RetryQuestion {
  if (cause !== undefined) refuseWith({ id, "--message-id": messageId }, "--cause")
  if (safe !== undefined) refuseWith({ "--confirmations": confirmations }, "--safe")
  return {
    cause: cause === undefined ? undefined : readCause(cause),
    account: account === undefined ? undefined : parseAddress(account, "--account"),
    safe: safe === undefined ? undefined : readSafe(account),
    confirmations: readConfirmations(confirmations),
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

function readCause(text: string): MessageCauseName {
  const names = Object.keys(messageCauses) as MessageCauseName[]
  const found = names.find((name) => name === text.trim())
  if (found !== undefined) return found
  throw new InvalidInputError({
    argument: "--cause",
    problem: `${inQuotes(text)} is no cause that messaging explain finds`,
    fix: didYouMean(text, names).trim() || "Give one that it shows, such as given-up.",
  })
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
