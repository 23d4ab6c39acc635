import type { DoctorChain } from "./subjects/DoctorChain.js"
import { createDoctorPlug, type DoctorPlug } from "./subjects/DoctorPlug.js"
import type { DoctorWiring } from "./wiring.js"
import type { ContractBook } from "#src/plugin/contracts/ContractBook.js"
import { parseAddress } from "#src/primitives/address.js"
import { findChain } from "#src/primitives/chains.js"

/** Plugs of one application, which are to be connected with one another. */
export type PlugGroup = { readonly label: string; readonly plugs: readonly DoctorPlug[] }

/**
 * Finds the plugs to check: those that were given, as `Greeter`, `Greeter@beta`, `0x…@beta` or `0x…`, or else every contract that the
 * project has a name for and that is a plug. The plugs of an application of the wiring belong together, contracts with one name, and
 * addresses that were given.
 *
 * @throws {InvalidInputError} an argument names nothing
 */
export async function findPlugs(
  book: ContractBook,
  chains: readonly DoctorChain[],
  given: readonly string[],
  wired: DoctorWiring["plugs"],
): Promise<readonly PlugGroup[]> {
  const found: (Omit<DoctorPlug, "paths"> & { readonly group: string })[] = []
  const add = async (name: string, chain: DoctorChain): Promise<void> => {
    const { address } = await book.find(name, { chain, argument: "plugs" })
    const label = book.nameOf(chain.slug, address) ?? name
    found.push({ label, chain, address, group: label })
  }

  if (given.length === 0) {
    for (const chain of chains) {
      for (const name of book.names(chain.slug)) await add(name, chain)
    }
    const arePlugs = await Promise.all(found.map((plug) => isPlug(plug)))
    const ofWiring = wired.map(({ chain, address, application }) => {
      return { label: book.nameOf(chain.slug, address) ?? application, chain, address, group: application }
    })
    return toGroups([...found.filter((_, index) => arePlugs[index]), ...ofWiring], chains)
  }
  for (const text of given) {
    const [, subject = text, chainName] = /^(.*)@([^@]*)$/s.exec(text.trim()) ?? []
    const chain = chainName === undefined ? undefined : findChain(chains, chainName, "plugs")
    const named = chain === undefined ? chains : chains.filter(({ slug }) => slug === chain.slug)
    if (/^0x/i.test(subject)) {
      const address = parseAddress(subject, "plugs")
      const candidates = named.map((on) => {
        const label = book.nameOf(on.slug, address) ?? address
        return { label, chain: on, address, group: label === address ? "" : label }
      })
      if (candidates.length === 1) found.push(...candidates)
      else {
        const there = await Promise.all(candidates.map((plug) => isPlug(plug)))
        const plugs = candidates.filter((_, index) => there[index])
        // Where it is nowhere, the check of the plug says so.
        found.push(...(plugs.length > 0 ? plugs : candidates.slice(0, 1)))
      }
    } else {
      const has = named.filter(({ slug }) => book.names(slug).includes(subject))
      if (has.length === 0) await book.find(text, { argument: "plugs" })
      for (const on of has) await add(subject, on)
    }
  }
  return toGroups(found, chains)
}

function toGroups(
  found: readonly (Omit<DoctorPlug, "paths"> & { readonly group: string })[],
  chains: readonly DoctorChain[],
): PlugGroup[] {
  const once = new Map(found.map((plug) => [`${plug.chain.slug} ${plug.address}`, plug]))
  const groups = Map.groupBy(once.values(), ({ group }) => group)
  return [...groups].map(([group, plugs]) => ({
    label: group === "" ? "the given plugs" : group,
    plugs: plugs.map(({ label, chain, address }) => createDoctorPlug({ label, chain, address }, chains)),
  }))
}

/**
 * Checks whether a contract names a socket, as every plug does. A name in the project can be any contract's, and one that is no plug is
 * none of the doctor's. Where the node does not answer, or the chain's own socket is not well, it counts as one: the check of the plug is
 * skipped with the chain's.
 */
async function isPlug({ chain, address }: Pick<DoctorPlug, "chain" | "address">): Promise<boolean> {
  try {
    const { client } = await chain.open()
    const { readSocketOf } = await import("#src/messaging/onchain/readSocketOf.js")
    await readSocketOf(client, address)
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code !== "WRONG_CONTRACT") return true
    const { checkSocket } = await import("./chains.js")
    const socket = await checkSocket(chain).catch(() => undefined)
    return socket?.status !== "ok"
  }
}
