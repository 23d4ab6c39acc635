import type { GasLimits } from "#src/onchain/gas/GasPlan.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { parseCurrency } from "#src/primitives/numbers/amount.js"

export type GasArguments = {
  readonly maxGasPrice?: string | undefined
  readonly maxGasCost?: string | undefined
}

/** What gas may cost on a chain: what the options say, or else the configuration of the chain. */
export function readGasLimits(args: GasArguments, chain: Pick<ChainEntry, "maxGasCost">): GasLimits {
  const cost = args.maxGasCost ?? chain.maxGasCost
  return {
    maxGasPrice:
      args.maxGasPrice === undefined ? undefined : parseCurrency(args.maxGasPrice, "--max-gas-price", { unit: "gwei" }),
    maxGasCost: cost === undefined ? undefined : parseCurrency(cost, "--max-gas-cost"),
  }
}
