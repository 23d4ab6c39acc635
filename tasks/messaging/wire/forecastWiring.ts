import type { WiringPlan } from "#src/messaging/wiring/plan/WiringPlan.js"
import type { WiringChains } from "#src/messaging/wiring/Wiring.js"
import { forecastGas, type GasForecast } from "#src/onchain/gas/forecastGas.js"
import { GasPriceTooHighError, GasTooExpensiveError } from "#src/onchain/gas/gasErrors.js"
import { type GasArguments, readGasLimits } from "#src/plugin/config/gasLimits.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** What the gas of a plan costs on each chain, and the chains with that as their limit. */
export type WiringForecast = {
  readonly gas: readonly (GasForecast & { readonly chain: string })[]
  readonly limited: WiringChains
}

/**
 * Finds out what the gas of a plan costs at most on each chain.
 *
 * @throws what `forecastGas` throws
 */
export async function forecastWiring(
  { plan: { changes }, chains }: { readonly plan: WiringPlan; readonly chains: WiringChains },
  args: GasArguments,
  entries: readonly ChainEntry[],
): Promise<WiringForecast> {
  const ready = Map.groupBy(
    changes.filter(({ status }) => status === "ready"),
    ({ chain }) => chain,
  )
  const forecasts = await Promise.all(
    [...ready].map(async ([name, own]) => {
      const chain = chains[name]
      if (chain === undefined || !("publicClient" in chain) || chain.walletClient?.account === undefined) return []
      const limits = readGasLimits(args, entries.find((known) => known.name === name) ?? {})
      const transactions = own.map(({ plug, data }) => ({ to: plug, data }))
      const sender = { account: chain.walletClient.account.address, limits }
      const forecast = await forecastGas(chain.publicClient, transactions, sender).catch(unlessTooExpensive)
      return [{ name, forecast, limited: { ...chain, gasLimits: forecast?.limits ?? limits } }]
    }),
  )
  const found = forecasts.flat()
  const gas = found.flatMap(({ name, forecast }) => (forecast === undefined ? [] : [{ ...forecast, chain: name }]))
  const limited = { ...chains, ...Object.fromEntries(found.map((chain) => [chain.name, chain.limited])) }
  return { gas, limited }
}

/** What keeps one chain from answering does not keep the changes of the others from being sent. */
function unlessTooExpensive(error: unknown): undefined {
  if (!isPlugsError(error) || error instanceof GasPriceTooHighError || error instanceof GasTooExpensiveError)
    throw error
}
