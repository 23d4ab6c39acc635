import type { HardhatConfig } from "hardhat/types/config"
import { maxUint256 } from "viem"

import type { retryRows } from "../index.js"
import type { GasLimits } from "#src/onchain/gas/GasPlan.js"
import type { Values } from "#src/plugin/arguments/rows.js"
import { readGasLimits } from "#src/plugin/config/gasLimits.js"
import { isDevnetChain } from "#src/plugin/config/isDevnetChain.js"
import type { ChainEntry } from "#src/primitives/chains.js"

export type RetryArguments = Values<typeof retryRows>

type SpendingLimits = Pick<RetryArguments, "gasLimit" | "maxValue" | "maxGasPrice" | "maxGasCost">

/** Returns what may be spent on a message of a chain, its gas included. Money of a devnet is nobody's. */
export async function limitsOn(
  chain: ChainEntry,
  { gasLimit, maxValue, ...gas }: SpendingLimits,
  config: HardhatConfig,
): Promise<Pick<SpendingLimits, "gasLimit" | "maxValue"> & GasLimits> {
  const most = maxValue ?? ((await isDevnetChain(chain, config)) ? maxUint256 : undefined)
  return { gasLimit, maxValue: most, ...readGasLimits(gas, chain) }
}
