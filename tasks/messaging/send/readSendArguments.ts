import type { Address } from "viem"

import type { MessageStatus } from "../../../src/messaging/states.js"
import { checkState } from "../../../src/messaging/wire/parameters.js"
import type { GasLimits } from "../../../src/onchain/gas/GasPlan.js"
import {
  readPercent,
  readWaitOptions,
  refuseUnused,
  type WaitOptions,
} from "../../../src/plugin/arguments/readArguments.js"
import { type GasArguments, readGasLimits } from "../../../src/plugin/config/gasLimits.js"
import { parseAddress } from "../../../src/primitives/address.js"
import { parseCurrency } from "../../../src/primitives/numbers/amount.js"
import type { OwnContract } from "../call/findOwnContract.js"
import { parseCall, type ParseCallReturnType } from "../call/parseCall.js"

export type SendArguments = GasArguments & {
  plug: string
  signature: string
  args: string[]
  from: string | undefined
  account: string | undefined
  margin: string
  value: string
  maxFee: string | undefined
  evenWithoutMessage: boolean
  track: boolean
  until: string | undefined
  timeout: string | undefined
  json: boolean
}

/** A call, its value, and what it may cost. */
export type CallToSend = ParseCallReturnType &
  GasLimits & {
    plug: Address
    account: Address | undefined
    value: bigint
    maxFee?: bigint
    marginPercent: number
    evenWithoutMessage: boolean
  }

/**
 * Reads the call to send, and how to track its messages.
 *
 * @param own the plug that `plug` names, and its chain
 * @throws {InvalidInputError} an argument is wrong; the error names it
 */
export function readSendArguments(
  { signature, args, account, margin, value, maxFee, evenWithoutMessage, track, until, timeout, ...gas }: SendArguments,
  { chains, contract, source }: Pick<OwnContract, "chains" | "contract" | "source">,
): { call: CallToSend; waitOptions: WaitOptions<MessageStatus> } {
  if (!track) refuseUnused({ "--until": until, "--timeout": timeout }, "--track")
  return {
    call: {
      plug: contract.address,
      account: account === undefined ? undefined : parseAddress(account, "--account"),
      ...parseCall({ signature, args, chains, contract }),
      value: parseCurrency(value, "--value"),
      ...(maxFee === undefined ? {} : { maxFee: parseCurrency(maxFee, "--max-fee") }),
      marginPercent: readPercent(margin, { argument: "--margin", to: 1000 }),
      evenWithoutMessage,
      ...readGasLimits(gas, source),
    },
    waitOptions: readWaitOptions({ until, timeout }, checkState),
  }
}
