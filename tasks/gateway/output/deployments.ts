import type { WaitForDeploymentReturnType } from "#src/gateway/following/waitForDeployment.js"
import { deploymentStates } from "#src/gateway/states.js"
import type { Deployment } from "#src/gateway/types.js"
import type { Clock } from "#src/primitives/clock.js"
import { formatDuration } from "#src/primitives/duration.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"
import { type ContractNames, showContract } from "#src/terminal/contractNames.js"
import { besideOrBelow, createLiveLines, type LiveLinesOptions } from "#src/terminal/live/liveLines.js"
import { outcomeOf, severestFirst } from "#src/terminal/outcomes.js"
import { paint } from "#src/terminal/paint.js"
import { explainState, paintState } from "#src/terminal/paintState.js"
import { printEvent, printFailedEnd } from "#src/terminal/printJson.js"
import { ifAny, type Report, table } from "#src/terminal/report.js"
import type { Printer, Terminal } from "#src/terminal/terminal.js"

/** A deployment with the fields that it has in JSON, where every state is called `status`. */
export function deploymentFields({ state, ...deployment }: Deployment): object {
  return { status: state, ...deployment }
}

type RowError = { readonly shortMessage: string }

type DeploymentRow = {
  readonly chain: { readonly name: string; readonly slug: number }
  /** `null` when it could not be read. */
  readonly deployment: Deployment | null
  readonly error: RowError | null
}

/** Where a contract is deployed, one row per chain. An error is shown in the row of its chain. */
export function deploymentTable(rows: readonly DeploymentRow[], names?: ContractNames): Report {
  return table(rows, {
    chain: ({ chain }) => chain.name,
    contract: ({ chain, deployment }) => deployment && contractText(deployment, chain.slug, names),
    forwarder: ({ deployment }) => deployment && (deployment.forwarderAddress ?? "not yet"),
    state: ({ deployment }) => deployment && stateText(deployment),
    error: ifAny(({ error }) => error && paint.red(error.shortMessage)),
  })
}

function contractText({ onChainAddress }: Deployment, slug: number, names: ContractNames | undefined): string {
  return onChainAddress === null ? "not yet" : showContract(onChainAddress, slug, names)
}

function stateText({ state, onChainAddress, isStuck }: Deployment): string {
  if (isStuck === true) {
    const missing = onChainAddress === null ? "not deployed" : "its forwarder is not deployed"
    return paint.red(`stuck: ${missing} for 5 min since it was requested`)
  }
  // The API gives zeros both for a deployment in progress and for one that was never requested.
  if (state === "IN_PROGRESS") return paint.magenta("not yet")
  return paintState(explainState(state, deploymentStates), statesByExplanation)
}

/** The states by their explanations, so that an explanation is painted like its state. */
const statesByExplanation = Object.fromEntries(Object.values(deploymentStates).map((info) => [info.says, info]))

type Deployed = Pick<WaitForDeploymentReturnType, "onChainAddress" | "forwarderAddress">

/** The wait for a contract on one chain. */
type DeploymentWait = {
  readonly chain: { readonly name: string; readonly slug: number }
  readonly deployed: Promise<Deployed>
}

type ShowDeploymentsOptions = LiveLinesOptions & {
  readonly terminal: Terminal
  /** Prints one JSON line for each chain on standard output, and no progress. */
  readonly json: boolean
  readonly clock: Pick<Clock, "now">
  /** The project's names of its contracts. */
  readonly names?: ContractNames | undefined
}

/**
 * Shows deployments until each has succeeded or failed, and then all of them in a table. A chain that fails does not end the wait for
 * the others.
 *
 * @returns the errors of the chains that failed, the most severe one first
 */
export async function showDeployments(
  waits: readonly DeploymentWait[],
  { terminal, json, clock, names, ...lineOptions }: ShowDeploymentsOptions,
): Promise<readonly PlugsError[]> {
  const { out, err } = terminal
  const lines = createLiveLines(err, lineOptions)
  const startedAt = clock.now()
  const elapsed = (): string => formatDuration(clock.now() - startedAt)
  const width = Math.max(...waits.map(({ chain }) => chain.name.length))

  const onSettled = ({ chain, deployment, error }: Row): void => {
    if (json) {
      const fields =
        error === null
          ? { outcome: "success", ...(deployment === null ? {} : deploymentFields(deployment)) }
          : { outcome: outcomeOf(error), error }
      printEvent(out, "deployment", { chain, ...fields })
      return
    }
    const address = deployment?.onChainAddress ?? null
    const result =
      error === null
        ? `deployed at ${address === null ? "?" : showContract(address, chain.slug, names)}`
        : paint.red(error.clause)
    const parts = [chain.name.padEnd(width), `${result}, after ${elapsed()}`]
    lines.set(chain.name, { plain: parts.join("  "), live: () => besideOrBelow(parts, err.columns) })
  }

  try {
    if (!json) {
      for (const { chain } of waits) {
        const name = chain.name.padEnd(width)
        const live = (): string => `${name}  ${paint.cyan("not yet")}  ${elapsed()}`
        lines.set(chain.name, { plain: `${name}  not yet`, live })
      }
    }
    const rows = await Promise.all(
      waits.map(async ({ chain, deployed }) => {
        const row = { chain, ...(await settle(deployed)) }
        onSettled(row)
        return row
      }),
    )
    const errors = severestFirst(rows.flatMap(({ error }) => (error === null ? [] : [error])))
    const [severest] = errors
    if (json) {
      if (severest === undefined) printEvent(out, "end", { outcome: "success" })
      else printFailedEnd(out, severest)
    } else {
      lines.close()
      out.show(deploymentTable(rows, names))
    }
    return errors
  } finally {
    lines.close()
  }
}

type Settled = { readonly deployment: Deployment | null; readonly error: PlugsError | null }
type Row = Settled & Pick<DeploymentWait, "chain">

async function settle(deployed: Promise<Deployed>): Promise<Settled> {
  try {
    const { onChainAddress, forwarderAddress } = await deployed
    return { deployment: { state: "FORWARDER_DEPLOYED", onChainAddress, forwarderAddress }, error: null }
  } catch (error) {
    // Any other error is a bug, and does not belong in a table.
    if (!isPlugsError(error)) throw error
    return { deployment: null, error }
  }
}

/**
 * Throws the most severe error and prints the rest. Does nothing when there is none.
 *
 * @param errors the most severe one first
 */
export function throwMostSevere([severest, ...others]: readonly PlugsError[], err: Printer): void {
  if (severest === undefined) return
  // After Ctrl-C every wait ends with the same error, and one line is enough.
  if (outcomeOf(severest) !== "interrupted") for (const { message } of others) err.line(paint.red(message))
  throw severest
}
