import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address, Client } from "viem"

import type { Knows, Place } from "../../explaining/remedy.js"
import { isPlugsError } from "../../primitives/PlugsError.js"
import { bookChains, chainsOf } from "../config/chainsOf.js"
import { findWiring } from "../config/loadWiring.js"
import type { BookEntry } from "./BookEntry.js"
import { readConfiguredEntries } from "./BookEntry.js"
import { readIgnitionEntries } from "./readIgnitionEntries.js"

/** What the wiring of a project says by address. */
export type WiredAddresses = { readonly contracts: readonly Place[]; readonly owners: readonly Address[] }

/** Reads the contracts and owners that the project's wiring names by address. A wiring that is none says nothing. */
export async function readWiredAddresses({
  config,
}: Pick<HardhatRuntimeEnvironment, "config">): Promise<WiredAddresses> {
  const chains = chainsOf(config.plugs)
  try {
    const found = await findWiring(config)
    if (found === undefined) return { contracts: [], owners: [] }
    // It loads what reads chains, which most projects need only later.
    const { isContractAddress, readWiring } = await import("../../messaging/wiring/readWiring.js")
    const applications = readWiring(
      found.wiring,
      chains.map(({ name }) => name),
    )
    const slugOf = (name: string): number => chains.find((chain) => chain.name === name)?.slug ?? 0
    const contracts = applications.flatMap(({ contracts: named, pairs }) => [
      ...[...named].flatMap(([chain, address]) =>
        isContractAddress(address) ? [{ slug: slugOf(chain), address }] : [],
      ),
      ...pairs.flatMap(({ switchboards }) =>
        typeof switchboards === "string"
          ? []
          : [...switchboards].map(([chain, address]) => ({ slug: slugOf(chain), address })),
      ),
    ])
    return { contracts, owners: applications.flatMap(({ owners }) => [...owners.values()]) }
  } catch (error) {
    if (isPlugsError(error)) return { contracts: [], owners: [] }
    throw error
  }
}

/**
 * Opens what a project knows: the contracts of `plugs.contracts` and of its wiring, the switchboards of its deployments, and what Ignition's
 * files name as far as the chain confirms them. Nothing else may be trusted because a command of this package says so.
 *
 * @param clientOf a client of the chain of a slug; `undefined` if it cannot be read
 */
export async function openKnownContracts(
  hre: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  clientOf: (slug: number) => Promise<Client | undefined>,
): Promise<Knows> {
  const chains = bookChains(hre.config)
  const [{ projectTrust }, { contracts: wired, owners }, { entries: deployed }] = await Promise.all([
    import("../connection/projectSwitchboards.js"),
    readWiredAddresses(hre),
    readIgnitionEntries(hre.config, chains),
  ])
  const { isKnownSwitchboard } = await projectTrust(hre.config.plugs)
  const named = [...readConfiguredEntries(hre, chains).map(placeOf), ...wired]
  return async (place, beside) => {
    const { slug, address, otherSlug } = place
    if (named.some((one) => isSame(one, place))) return true
    if (otherSlug !== undefined && isKnownSwitchboard?.(address, slug, otherSlug) === true) return true
    const entry = deployed.find((one) => isSame(placeOf(one), place))
    const client = entry && (await clientOf(slug))
    if (entry === undefined || client === undefined) return false
    const { findDoubt, readOwners } = await import("./findDoubt.js")
    const others = beside?.filter((other) => other !== place)
    const accounts = others && [...owners, ...(await readOwners(others, clientOf))]
    return (await findDoubt(entry, { client, artifacts: hre.artifacts, accounts })) === undefined
  }
}

function placeOf({ chain, address }: BookEntry): Place {
  return { slug: chain.slug, address }
}

function isSame(one: Place, other: Place): boolean {
  return one.slug === other.slug && one.address.toLowerCase() === other.address.toLowerCase()
}
