import type { Address } from "viem"

import type { SwitchboardKind } from "../switchboardKinds.js"
import type { ChainDeployment, Deployments } from "./ChainDeployment.js"
import { NoSwitchboardError, UnknownDeploymentError } from "./deploymentErrors.js"

/**
 * Loads the deployments on public chains that the package knows.
 *
 * @example
 * const mainnets = (await loadDeployments()).filter(({ isMainnet }) => isMainnet)
 */
export async function loadDeployments(): Promise<Deployments> {
  // Loaded on demand: no other command should wait for it.
  const [{ mainnets }, { testnets }] = await Promise.all([import("./mainnets.js"), import("./testnets.js")])
  return [...mainnets, ...testnets]
}

/**
 * Finds the contracts of the messaging protocol on a chain. The chain is not asked: the data was true when the package was made, so
 * check it with {@link checkSocket} before you rely on it.
 *
 * @param chainId as wallets use it; the slug of a chain can be another number
 * @param deployments from `readDeployments`. Default: those that the package knows
 * @returns `undefined` if the chain is not among them
 * @example
 * const arbitrum = await findDeployment(42161)
 * arbitrum?.socket // "0x37cc674582049b579571E2fFd890a4d99355f6Ba"
 */
export async function findDeployment(chainId: number, deployments?: Deployments): Promise<ChainDeployment | undefined> {
  return (deployments ?? (await loadDeployments())).find((chain) => chain.chainId === chainId)
}

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
export async function findSwitchboard(path: FindSwitchboardParameters): Promise<Address> {
  const { chainId, siblingSlug, kind, deployments } = path
  const chain = await findDeployment(chainId, deployments)
  if (chain === undefined) throw new UnknownDeploymentError({ chainId })
  const leading = switchboardsTo(chain, siblingSlug)
  const found = leading.find((switchboard) => switchboard.kind === kind)
  if (found !== undefined) return found.address
  throw new NoSwitchboardError({ chain: chain.name, siblingSlug, kind, kinds: leading.map((other) => other.kind) })
}

/** Lists the switchboards that lead from a chain to another one: at most one of each kind. */
export function switchboardsTo(
  { switchboards }: Pick<ChainDeployment, "switchboards">,
  siblingSlug: number,
): ChainDeployment["switchboards"] {
  return switchboards.filter(({ siblings }) => siblings.includes(siblingSlug))
}
