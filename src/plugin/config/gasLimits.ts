import type { GasLimits } from "#src/onchain/gas/GasPlan.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { parseCurrency } from "#src/primitives/numbers/amount.js"

export type GasArguments = {
  readonly maxGasPrice?: bigint | string | undefined
  readonly maxGasCost?: bigint | string | undefined
}

/** What gas may cost on a chain: what the options say, or else the configuration of the chain. */
export function readGasLimits(args: GasArguments, chain: Pick<ChainEntry, "maxGasCost">): GasLimits {
  const price = args.maxGasPrice
  const cost = args.maxGasCost ?? chain.maxGasCost
  return {
    maxGasPrice: typeof price === "string" ? parseCurrency(price, "--max-gas-price", { unit: "gwei" }) : price,
    maxGasCost: typeof cost === "string" ? parseCurrency(cost, "--max-gas-cost") : cost,
  }
}
