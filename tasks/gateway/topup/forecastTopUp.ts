import type { Address } from "viem"
import { encodeFunctionData } from "viem/utils"

import type { OpenedTopUp } from "./openTopUp.js"
import { feesManagerAbi, feesPlugAbi } from "#src/gateway/onchain/abi.js"
import { forecastGas, type GasForecast } from "#src/onchain/gas/forecastGas.js"
import type { GasLimits } from "#src/onchain/gas/GasPlan.js"
import { tokenAbi } from "#src/onchain/tokens.js"

/**
 * Finds out what the gas of a top-up costs at most, with its approval.
 *
 * @throws what `forecastGas` throws
 */
export async function forecastTopUp(
  { feesManager, receiver, payment: { publicClient, deposit } }: OpenedTopUp,
  { amount, account, limits }: { readonly amount: bigint; readonly account: Address; readonly limits: GasLimits },
): Promise<GasForecast> {
  if (deposit === undefined) {
    const data = encodeFunctionData({ abi: feesManagerAbi, functionName: "wrap", args: [receiver] })
    return await forecastGas(publicClient, [{ to: feesManager, data, value: amount }], { account, limits })
  }
  const { feesPlug, token } = deposit
  const approve = encodeFunctionData({ abi: tokenAbi, functionName: "approve", args: [feesPlug, amount] })
  const data = encodeFunctionData({
    abi: feesPlugAbi,
    functionName: "depositCredit",
    args: [token, receiver, amount],
  })
  const transactions = [
    { to: token, data: approve },
    { to: feesPlug, data },
  ]
  return await forecastGas(publicClient, transactions, { account, limits })
}
