import { encodeFunctionData } from "viem/utils"

import type { SwapRun } from "./openSwapRun.js"
import type { CheckedRoute } from "#extras/swap/src/checks/types.js"
import { forecastGas, type GasForecast } from "#src/onchain/gas/forecastGas.js"
import { tokenAbi } from "#src/onchain/tokens.js"

/**
 * Finds out what the gas of a route costs at most.
 *
 * @returns the cost, and a run that pays no more
 * @throws {GasPriceTooHighError} `GasTooExpensiveError` it costs more than the limits; nothing was sent
 */
export async function withGas(
  run: SwapRun,
  { approval, transaction }: Pick<CheckedRoute, "approval" | "transaction">,
): Promise<{ readonly gas: GasForecast; readonly limited: SwapRun }> {
  const approve =
    approval === undefined
      ? []
      : [
          {
            to: approval.token,
            data: encodeFunctionData({
              abi: tokenAbi,
              functionName: "approve",
              args: [approval.spender, approval.amount],
            }),
          },
        ]
  const account = run.walletClient.account.address
  const gas = await forecastGas(run.publicClient, [...approve, transaction], { account, limits: run.limits })
  return { gas, limited: { ...run, limits: { ...run.limits, ...gas.limits } } }
}
