import type { Address } from "viem"

import type { OwnContract } from "../call/findOwnContract.js"
import { parseCall, type ParseCallReturnType } from "../call/parseCall.js"
import type { sendRows } from "../index.js"
import type { GasLimits } from "#src/onchain/gas/GasPlan.js"
import type { Values } from "#src/plugin/arguments/rows.js"
import { readGasLimits } from "#src/plugin/config/gasLimits.js"

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

/**
 * Reads the call to send.
 *
 * @param own the plug that is named, and its chain
 * @throws {InvalidInputError} the call is wrong; the error names the argument
 */
export function callToSend(
  args: Values<typeof sendRows>,
  { chains, contract, source }: Pick<OwnContract, "chains" | "contract" | "source">,
): CallToSend {
  const { signature, account, value, maxFee, budget, confirmations, margin, evenWithoutMessage } = args
  return {
    ...parseCall({ signature, args: args.args, chains, contract }),
    ...{ plug: contract.address, account, value, budget, confirmations, marginPercent: margin, evenWithoutMessage },
    ...(maxFee === undefined ? {} : { maxFee }),
    ...readGasLimits(args, source),
  }
}
