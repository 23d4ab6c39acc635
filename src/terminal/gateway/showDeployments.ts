import type { Deployment } from "../../gateway/types.js"
import type { WaitForDeploymentReturnType } from "../../gateway/following/waitForDeployment.js"
import { systemClock } from "../../primitives/clock.js"
import { formatDuration } from "../../primitives/duration.js"
import { isPlugsError, type PlugsError } from "../../primitives/PlugsError.js"
import { deploymentTable } from "./deploymentTable.js"
import { toJson } from "../core/json.js"
import { createLiveLines, type LiveLinesOptions } from "../core/liveLines.js"
import { outcomeOf, worstFirst } from "../core/outcomes.js"
import type { Terminal } from "../core/terminal.js"

type Done = Pick<WaitForDeploymentReturnType, "onChainAddress" | "forwarderAddress">

/** One chain, and the wait for the contract there. */
export type DeploymentWait = {
  readonly chain: { readonly name: string; readonly slug: number }
  readonly done: Promise<Done>
}

export type ShowDeploymentsOptions = LiveLinesOptions & {
  readonly terminal: Terminal
  /** One JSON line a chain on standard output, and no progress. */
  readonly json: boolean
  readonly now?: () => number
}

/**
 * Shows deployments that are waited for, each until it is done or given up, then where everything is. A chain that fails keeps no
 * other from being waited for.
 *
 * @returns the errors of the chains that failed, the worst one first
 */
export async function showDeployments(
  waits: readonly DeploymentWait[],
  { terminal, json, now = () => systemClock.now(), ...lineOptions }: ShowDeploymentsOptions,
): Promise<readonly PlugsError[]> {
  const { out, err } = terminal
  const lines = createLiveLines(err, lineOptions)
  const begun = now()
  const width = Math.max(...waits.map(({ chain }) => chain.name.length))

  const tell = ({ chain, deployment, error }: Row): void => {
    if (json) {
      const facts = error === null ? { outcome: "success", ...deployment } : { outcome: outcomeOf(error), error }
      out.line(toJson({ event: "deployment", chain, ...facts }))
      return
    }
    const what = error === null ? `deployed at ${deployment?.onChainAddress ?? "?"}` : err.paint.red(shortOf(error))
    const text = `${chain.name.padEnd(width)}  ${what}, after ${formatDuration(now() - begun)}`
    lines.set(chain.name, { plain: text, live: () => text })
  }

  try {
    if (!json) {
      for (const { chain } of waits) {
        const name = chain.name.padEnd(width)
        const live = (): string => `${name}  ${err.paint.cyan("not yet")}  ${formatDuration(now() - begun)}`
        lines.set(chain.name, { plain: `${name}  not yet`, live })
      }
    }
    const rows = await Promise.all(
      waits.map(async ({ chain, done }) => {
        const row = { chain, ...(await settle(done)) }
        tell(row)
        return row
      }),
    )
    const errors = worstFirst(rows.flatMap(({ error }) => (error === null ? [] : [error])))
    if (json) out.line(toJson({ event: "end", outcome: errors.map(outcomeOf)[0] ?? "success" }))
    else {
      lines.close()
      out.line(deploymentTable(rows, out))
    }
    return errors
  } finally {
    lines.close()
  }
}

type Ended = { readonly deployment: Deployment | null; readonly error: PlugsError | null }
type Row = Ended & Pick<DeploymentWait, "chain">

function shortOf(error: { shortMessage: string }): string {
  return error.shortMessage.replace(/\.$/, "")
}

async function settle(done: Promise<Done>): Promise<Ended> {
  try {
    const { onChainAddress, forwarderAddress } = await done
    return { deployment: { state: "FORWARDER_DEPLOYED", onChainAddress, forwarderAddress }, error: null }
  } catch (error) {
    // Anything else is a bug, and no row of a table.
    if (!isPlugsError(error)) throw error
    return { deployment: null, error }
  }
}
