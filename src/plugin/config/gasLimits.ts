import type { GasLimits } from "#src/onchain/gas/GasPlan.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { parseCurrency } from "#src/primitives/numbers/amount.js"

export type GasArguments = { readonly maxGasPrice?: bigint | undefined; readonly maxGasCost?: bigint | undefined }

/** What gas may cost on a chain: what the options say, or else the configuration of the chain. */
export function readGasLimits(
  { maxGasPrice, maxGasCost }: GasArguments,
  chain: Pick<ChainEntry, "maxGasCost">,
): GasLimits {
  const configured = chain.maxGasCost === undefined ? undefined : parseCurrency(chain.maxGasCost, "--max-gas-cost")
  return { maxGasPrice, maxGasCost: maxGasCost ?? configured }
}
