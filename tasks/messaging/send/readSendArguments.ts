import type { Address } from "viem"

import type { OwnContract } from "../call/findOwnContract.js"
import { parseCall, type ParseCallReturnType } from "../call/parseCall.js"
import { readSafe } from "../call/readSafe.js"
import type { MessageStatus } from "#src/messaging/states.js"
import { checkState } from "#src/messaging/wire/parameters.js"
import type { GasLimits } from "#src/onchain/gas/GasPlan.js"
import type { Flags, Texts } from "#src/plugin/arguments/options.js"
import {
  readConfirmations,
  readPercent,
  readWaitOptions,
  refuseUnused,
  refuseWith,
  type WaitOptions,
} from "#src/plugin/arguments/readArguments.js"
import { type GasArguments, readGasLimits } from "#src/plugin/config/gasLimits.js"
import { parseAddress } from "#src/primitives/address.js"
import { parseCurrency } from "#src/primitives/numbers/amount.js"

export type SendArguments = GasArguments &
  Texts<"from" | "account" | "maxFee" | "budget" | "confirmations" | "safe" | "until" | "timeout"> &
  Flags<"evenWithoutMessage" | "track" | "json"> & {
    plug: string
    signature: string
    args: string[]
    margin: string
    value: string
  }

/** A call, its value, and what it may cost. */
export type CallToSend = ParseCallReturnType &
  GasLimits & {
    plug: Address
    account: Address | undefined
    value: bigint
    maxFee?: bigint
    budget: bigint | undefined
    confirmations: number
    marginPercent: number
    evenWithoutMessage: boolean
  }

/** The Safe that a call is written for instead of being sent, and the file. */
type SafeToSend = { readonly file: string; readonly address: Address }

/**
 * Reads the call to send, and how to track its messages.
 *
 * @param own the plug that `plug` names, and its chain
 * @throws {InvalidInputError} an argument is wrong; the error names it
 */
export function readSendArguments(
  {
    signature,
    args,
    account,
    margin,
    value,
    maxFee,
    budget,
    confirmations,
    safe,
    evenWithoutMessage,
    track,
    until,
    timeout,
    ...gas
  }: SendArguments,
  { chains, contract, source }: Pick<OwnContract, "chains" | "contract" | "source">,
): { call: CallToSend; safe: SafeToSend | undefined; waitOptions: WaitOptions<MessageStatus> } {
  if (!track) refuseUnused({ "--until": until, "--timeout": timeout }, "--track")
  if (safe !== undefined) refuseWith({ "--track": track, "--confirmations": confirmations }, "--safe")
  return {
    safe: safe === undefined ? undefined : { file: safe, address: readSafe(account) },
    call: {
      plug: contract.address,
      account: account === undefined ? undefined : parseAddress(account, "--account"),
      ...parseCall({ signature, args, chains, contract }),
      value: parseCurrency(value, "--value"),
      ...(maxFee === undefined ? {} : { maxFee: parseCurrency(maxFee, "--max-fee") }),
      budget: budget === undefined ? undefined : parseCurrency(budget, "--budget"),
      confirmations: readConfirmations(confirmations),
      marginPercent: readPercent(margin, { argument: "--margin", to: 1000 }),
      evenWithoutMessage,
      ...readGasLimits(gas, source),
    },
    waitOptions: readWaitOptions({ until, timeout }, checkState),
  }
}
