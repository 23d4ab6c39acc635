import type { Address } from "viem"

import { chainsOf, nameChains } from "../config/chainsOf.js"
import { deploymentsOf } from "../config/deployments.js"
import type { PlugsConfig } from "../config/PlugsConfig.js"
import { isDevnetSocket } from "#src/devnet/addresses.js"
import { switchboardsTo } from "#src/messaging/deployments/findDeployment.js"
import {
  devnetSwitchboard,
  isDevnetKind,
  type SwitchboardKind,
  switchboardKinds,
} from "#src/messaging/switchboardKinds.js"
import type { ReadTrustParameters } from "#src/messaging/TrustPolicy.js"
import type { ChainEntry } from "#src/primitives/chains.js"

/** The switchboards that a project knows by their kinds, on a chain for another one; both by name. */
export type ProjectSwitchboards = (kind: SwitchboardKind, chain: string, siblingChain: string) => Address | undefined

/**
 * Finds the switchboards that a project knows: a devnet's, which are the same for every sibling, and those of its deployments.
 *
 * @throws {DataFileError} the project's own file of deployments is not as specified
 */
export async function projectSwitchboards(
  chains: readonly ChainEntry[],
  plugs: Pick<PlugsConfig, "messaging">,
): Promise<ProjectSwitchboards> {
  const deployments = await deploymentsOf(plugs)
  const named = (name: string): ChainEntry | undefined => chains.find((chain) => chain.name === name)
  return (kind, chainName, siblingName) => {
    const [chain, sibling] = [named(chainName), named(siblingName)]
    if (isDevnetSocket(chain?.socket)) {
      return isDevnetKind(kind) ? devnetSwitchboard(kind) : undefined
    }
    const deployment = deployments.find(({ slug }) => slug === chain?.slug)
    if (deployment === undefined || sibling === undefined) return undefined
    return switchboardsTo(deployment, sibling.slug).find((switchboard) => switchboard.kind === kind)?.address
  }
}

/** Returns the kind of a switchboard; `undefined` if the project does not know it for this path. */
export function kindOfSwitchboard(
  switchboard: Address,
  { from, to, known }: { readonly from: string; readonly to: string; readonly known: ProjectSwitchboards },
): SwitchboardKind | undefined {
  return switchboardKinds.find((kind) => known(kind, from, to)?.toLowerCase() === switchboard.toLowerCase())
}

/** What a project knows to read whom its paths trust: its switchboards, and the chains whose packets they may verify. */
export async function projectTrust(
  plugs: PlugsConfig,
): Promise<Required<Pick<ReadTrustParameters, "otherSlugs" | "isKnownSwitchboard" | "safeCode">>> {
  const entries = chainsOf(plugs)
  const nameOf = nameChains(entries)
  const [deployments, known] = await Promise.all([deploymentsOf(plugs), projectSwitchboards(entries, plugs)])
  return {
    otherSlugs: [...entries, ...deployments].map(({ slug }) => slug),
    safeCode: plugs.trust?.safeCode ?? [],
    isKnownSwitchboard: (address, slug, sibling) =>
      kindOfSwitchboard(address, { from: nameOf(slug), to: nameOf(sibling), known }) !== undefined,
  }
}
