import type { Address } from "viem"

import { NoSwitchboardError, UnknownDeploymentError } from "./deploymentErrors.js"
import { findDeployment } from "./findDeployment.js"
import type { SwitchboardKind } from "../switchboardKinds.js"
import type { ChainDeployment, Deployments } from "./types.js"

/** A path from a chain to another one, and the kind of its switchboard. */
export type FindSwitchboardParameters = {
  /** The chain of the switchboard. */
  readonly chainId: number
  readonly siblingSlug: number
  readonly kind: SwitchboardKind
  /** From `readDeployments`. Default: those that the package knows. */
  readonly deployments?: Deployments | undefined
}

/**
 * Finds the switchboard of a kind that leads from a chain to another one.
 *
 * @throws {UnknownDeploymentError} nothing is known of the chain
 * @throws {NoSwitchboardError} no switchboard of the kind leads there; the error lists the kinds that do
 * @example
 * const switchboard = await findSwitchboard({ chainId: 42161, siblingSlug: 10, kind: "FAST" })
 */
export async function findSwitchboard({
  chainId,
  siblingSlug,
  kind,
  deployments,
}: FindSwitchboardParameters): Promise<Address> {
  const chain = await findDeployment(chainId, deployments)
  if (chain === undefined) throw new UnknownDeploymentError({ chainId })
  const leading = switchboardsTo(chain, siblingSlug)
  const found = leading.find((switchboard) => switchboard.kind === kind)
  if (found !== undefined) return found.address
  throw new NoSwitchboardError({ chain: chain.name, siblingSlug, kind, kinds: leading.map((other) => other.kind) })
}

/** Lists the switchboards that lead from a chain to another one: at most one of each kind. */
export function switchboardsTo(chain: ChainDeployment, siblingSlug: number): ChainDeployment["switchboards"] {
  return chain.switchboards.filter(({ siblings }) => siblings.includes(siblingSlug))
}
