import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address, Client } from "viem"

import { bookChains } from "../config/chainsOf.js"
import { findWiring } from "../config/loadWiring.js"
import { readConfiguredEntries } from "../contracts/BookEntry.js"
import { readIgnitionEntries } from "../contracts/readIgnitionEntries.js"
import { projectTrust } from "./projectSwitchboards.js"
import type { Knows, Place } from "#src/explaining/remedy.js"
import { isEvmAddress } from "#src/primitives/foreign.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

type Project = Pick<HardhatRuntimeEnvironment, "config" | "artifacts">

/** Reads the contracts and the owners that the project's wiring names by address. A malformed wiring names none. */
export async function readWired({ config }: Pick<Project, "config">): Promise<{ places: Place[]; owners: Address[] }> {
  try {
    const found = await findWiring(config)
    if (found === undefined) return { places: [], owners: [] }
    const named = found.applications.flatMap(({ contracts, pairs }) => [
      ...contracts,
      ...pairs.flatMap(({ switchboards }) => (typeof switchboards === "string" ? [] : [...switchboards])),
    ])
    return {
      places: named.flatMap(([chain, address]) =>
        isEvmAddress(address) ? [{ slug: config.plugs.chains[chain]?.slug ?? 0, address }] : [],
      ),
      owners: found.applications.flatMap(({ owners }) => [...owners.values()]),
    }
  } catch (error) {
    if (isPlugsError(error)) return { places: [], owners: [] }
    throw error
  }
}

/**
 * Opens what a project knows: the contracts of `plugs.contracts` and of its wiring, the switchboards of its deployments, and what Ignition's
 * files name as far as the chain confirms it. No command of this package has others trust anything else.
 *
 * @param clientOf a client of the chain of a slug; `undefined` if it cannot be read
 */
export async function openKnownContracts(
  hre: Project,
  clientOf: (slug: number) => Promise<Client | undefined>,
): Promise<Knows> {
  const { config, artifacts } = hre
  const chains = bookChains(config)
  const [{ isKnownSwitchboard }, wired, { entries }] = await Promise.all([
    projectTrust(config.plugs),
    readWired(hre),
    readIgnitionEntries(config, chains),
  ])
  const toPlace = ({ chain: { slug }, address }: (typeof entries)[number]): Place => ({ slug, address })
  const named = [...readConfiguredEntries(hre, chains).map(toPlace), ...wired.places]
  return async (place, beside) => {
    const { slug, address, otherSlug } = place
    if (named.some((one) => isSame(one, place))) return true
    if (otherSlug !== undefined && isKnownSwitchboard?.(address, slug, otherSlug) === true) return true
    const entry = entries.find((one) => isSame(toPlace(one), place))
    const client = entry && (await clientOf(slug))
    if (entry === undefined || client === undefined) return false
    const { findDoubt, ownerOf } = await import("../contracts/findDoubt.js")
    const others = beside?.filter((other) => other !== place)
    // The owner of the plug at the other end may name it.
    const owners = others?.map(async (other) => ownerOf(await clientOf(other.slug), other.address))
    const accounts = owners && [...wired.owners, ...(await Promise.all(owners))]
    return (await findDoubt(entry, { client, artifacts, accounts })) === undefined
  }
}

function isSame(one: Place, other: Place): boolean {
  return one.slug === other.slug && one.address.toLowerCase() === other.address.toLowerCase()
}
