import type { Address } from "viem"

import { confirmSwitchboard } from "../call/requireSwitchboard.js"
import type { PlannedProject } from "./planProject.js"
import type { WireArguments } from "./readWireMode.js"
import { SwitchboardNotKnownError } from "#src/messaging/onchain/connection/connectCallErrors.js"
import { findUnknownSwitchboards, type WiringPlan } from "#src/messaging/wiring/plan/WiringPlan.js"
import type { WiringChains } from "#src/messaging/wiring/Wiring.js"
import { forecastGas, type GasForecast } from "#src/onchain/gas/forecastGas.js"
import { GasPriceTooHighError, GasTooExpensiveError } from "#src/onchain/gas/gasErrors.js"
import { type GasArguments, readGasLimits } from "#src/plugin/config/gasLimits.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { askYes } from "#src/terminal/askYes.js"
import { gasText } from "#src/terminal/gasText.js"
import type { Printer } from "#src/terminal/terminal.js"

/** A plan that may be sent: with which limits of gas, and with which switchboards besides the known ones. */
export type ConfirmedPlan = {
  readonly chains: WiringChains
  readonly allowedSwitchboards: readonly Address[]
}

type ConfirmOptions = {
  /** Switchboards that are allowed by their addresses. */
  readonly allowed: readonly Address[]
  readonly entries: readonly ChainEntry[]
  /** Nobody is asked about forks. */
  readonly isDryRun: boolean
  /** Where the gas is shown; `undefined` if it is not. */
  readonly shown: Printer | undefined
  readonly io: Pick<TaskIo, "terminal" | "input" | "signal">
}

/**
 * Shows what the gas of a plan costs at most, and asks whether to send what is ready, but first about each switchboard that is not known on
 * its chain.
 *
 * @returns `undefined` if a person says no
 * @throws {SwitchboardNotKnownError} one is not allowed by its address, and with `--yes` nobody is asked
 */
export async function confirmPlan(
  project: Pick<PlannedProject, "plan" | "chains">,
  args: Pick<WireArguments, "yes" | "maxGasPrice" | "maxGasCost">,
  { allowed, entries, isDryRun, shown, io }: ConfirmOptions,
): Promise<ConfirmedPlan | undefined> {
  const { gas, limited } = await forecastWiring(project, args, entries)
  for (const cost of gas) shown?.line(`gas on ${cost.chain}: ${gasText(cost)}`)
  const { changes } = project.plan
  const ready = changes.filter(({ status }) => status === "ready")
  if (isDryRun) return { chains: limited, allowedSwitchboards: changes.map(({ switchboard }) => switchboard) }
  const unknown = findUnknownSwitchboards(ready, allowed)
  for (const { switchboard, chain } of unknown) {
    if (!(await confirmSwitchboard({ switchboard, chain }, { yes: args.yes, ...io }))) return undefined
  }
  const question = `Send ${ready.length} ${ready.length === 1 ? "transaction" : "transactions"}?`
  const isAgreed = args.yes || ready.length === 0 || (await askYes(question, io))
  if (!isAgreed) return undefined
  return { chains: limited, allowedSwitchboards: [...allowed, ...unknown.map(({ switchboard }) => switchboard)] }
}

/**
 * Checks the switchboards of what another account must send, about which nobody is asked here.
 *
 * @throws {SwitchboardNotKnownError} one is neither known nor allowed
 */
export function checkHandedOver({ changes }: WiringPlan, allowed: readonly Address[]): void {
  const elsewhere = changes.filter(({ status }) => status === "elsewhere")
  const [unknown] = findUnknownSwitchboards(elsewhere, allowed)
  if (unknown !== undefined) throw new SwitchboardNotKnownError(unknown)
}

/** What the gas of a plan costs on each chain, and the chains with that as their limit. */
type WiringForecast = {
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
