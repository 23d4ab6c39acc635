import pLimit from "p-limit"

import type { Deployment } from "../../../gateway/index.js"
import type { ChainEntry } from "../../../primitives/chains.js"
import { isPlugsError, type PlugsError } from "../../../primitives/PlugsError.js"

/** How far a contract is on one chain, or what kept that from being learnt. */
export type DeploymentLook = {
  readonly chain: ChainEntry
  readonly deployment: Deployment | null
  readonly error: PlugsError | null
}

/** Enough to be quick, and not so many that an API would mind. */
const atOnce = 8

/**
 * Looks a contract up on several chains. A chain that fails is told in its row and spoils no other.
 *
 * @example
 * const rows = await lookUpDeployments(chains, (chainSlug) => getDeployment(client, { appGatewayAddress, contractId, chainSlug }))
 */
export async function lookUpDeployments(
  chains: readonly ChainEntry[],
  lookUp: (chainSlug: number) => Promise<Deployment>,
): Promise<DeploymentLook[]> {
  return await pLimit(atOnce).map(chains, async (chain) => {
    try {
      return { chain, deployment: await lookUp(chain.slug), error: null }
    } catch (error) {
      // Anything else is a bug, and no row of a table; and nobody reads the rows after Ctrl-C.
      if (!isPlugsError(error) || error.code === "ABORTED") throw error
      return { chain, deployment: null, error }
    }
  })
}
