import pLimit from "p-limit"

import type { Deployment } from "#src/gateway/index.js"
import { PartlyReadError, ShownFailureError } from "#src/plugin/run/shownErrors.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"

/** The deployment of a contract on one chain, or why it could not be read. */
type LookedUpDeployment = {
  readonly chain: ChainEntry
  readonly deployment: Deployment | null
  readonly error: PlugsError | null
}

/** The number of requests at the same time: enough to be fast without burdening an API. */
const atOnce = 8

/**
 * Looks up a contract on several chains. An error is kept in its row, and does not affect the others.
 *
 * @example
 * const rows = await lookUpDeployments(chains, (chainSlug) => getDeployment(client, { appGatewayAddress, contractId, chainSlug }))
 */
export async function lookUpDeployments(
  chains: readonly ChainEntry[],
  lookUp: (chainSlug: number) => Promise<Deployment>,
): Promise<LookedUpDeployment[]> {
  return await pLimit(atOnce).map(chains, async (chain) => {
    try {
      return { chain, deployment: await lookUp(chain.slug), error: null }
    } catch (error) {
      // Any other error is a bug, and does not belong in a table. After Ctrl-C there is no table.
      if (!isPlugsError(error) || error.code === "ABORTED") throw error
      return { chain, deployment: null, error }
    }
  })
}

/** The error with which a task ends that shows these deployments; `undefined` if all is well. */
export function deploymentsError(rows: readonly LookedUpDeployment[]): PlugsError | undefined {
  const stuck = rows.filter(({ deployment }) => deployment?.isStuck === true).map(({ chain }) => chain.name)
  if (stuck.length > 0) {
    return new ShownFailureError({
      message: `The deployment is stuck on ${stuck.join(", ")}.`,
      next: "It was requested over five minutes ago. npx hardhat gateway tx shows why, with the hash of its request.",
    })
  }
  const unread = rows.filter(({ error }) => error !== null).map(({ chain }) => chain)
  return unread.length === 0 ? undefined : new PartlyReadError(unread)
}
