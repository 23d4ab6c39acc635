import type { WaitForDeploymentReturnType } from "../../../gateway/following/waitForDeployment.js"
import type { Deployment } from "../../../gateway/types.js"
import type { Clock } from "../../../primitives/clock.js"
import { formatDuration } from "../../../primitives/duration.js"
import { isPlugsError, type PlugsError } from "../../../primitives/PlugsError.js"
import { printEvent, printFailedEnd } from "../../core/json/printJson.js"
import { createLiveLines, type LiveLinesOptions } from "../../core/liveLines.js"
import { outcomeOf, severestFirst } from "../../core/outcomes.js"
import { type ContractNames, showContract } from "../../core/contractNames.js"
import type { Terminal } from "../../core/terminal.js"
import { deploymentFields } from "./deploymentFields.js"
import { deploymentTable } from "./deploymentTable.js"

type Deployed = Pick<WaitForDeploymentReturnType, "onChainAddress" | "forwarderAddress">

/** The wait for a contract on one chain. */
export type DeploymentWait = {
  readonly chain: { readonly name: string; readonly slug: number }
  readonly deployed: Promise<Deployed>
}

export type ShowDeploymentsOptions = LiveLinesOptions & {
  readonly terminal: Terminal
  /** Prints one JSON line for each chain on standard output, and no progress. */
  readonly json: boolean
  readonly clock: Pick<Clock, "now">
  /** What the project calls its contracts. */
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
        : err.paint.red(error.shortMessage.replace(/\.$/, ""))
    const text = `${chain.name.padEnd(width)}  ${result}, after ${elapsed()}`
    lines.set(chain.name, { plain: text, live: () => text })
  }

  try {
    if (!json) {
      for (const { chain } of waits) {
        const name = chain.name.padEnd(width)
        const live = (): string => `${name}  ${err.paint.cyan("not yet")}  ${elapsed()}`
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
      out.line(deploymentTable(rows, out, names))
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
