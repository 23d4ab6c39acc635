import type { Address } from "viem"
import { isAddressEqual } from "viem/utils"

import type { ReadApplication, Switchboards, WiringCall } from "../readWiring.js"
import type { WiringChains } from "../Wiring.js"
import type { WiredConnection } from "./WiringPlan.js"
import { checkAddress } from "#src/primitives/checks.js"
import { isEvmAddress } from "#src/primitives/foreign.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

export type ContractOf = (name: string, chain: string) => Address | Promise<Address>

export type WantedConnection = WiredConnection & { readonly sibling: Address; readonly switchboards: Switchboards }

export type WiredPlug = {
  readonly application: string
  readonly chain: string
  readonly plug: Address
  readonly owner: Address | undefined
  readonly connect: WiringCall
  readonly disconnect: WiringCall
}

/** Lists the contracts of a wiring, and both directions of every connection. Throws where two applications contradict each other. */
export async function listConnections(
  applications: readonly ReadApplication[],
  { chains, contractOf }: { chains: WiringChains; contractOf: ContractOf | undefined },
): Promise<{ plugs: readonly WiredPlug[]; wanted: readonly WantedConnection[] }> {
  const plugs = new Map<string, WiredPlug>()
  const wanted = new Map<string, WantedConnection>()
  for (const application of applications) {
    const addresses = await resolve(application, contractOf)
    for (const [chain, plug] of addresses) {
      const { name, owners, connect, disconnect } = application
      const entry = { application: name, chain, plug, owner: owners.get(chain), connect, disconnect }
      const key = `${chain} ${plug}`
      const before = plugs.get(key)
      if (before !== undefined && !isSameSetup(before, entry)) throw contradiction(entry, before, "owner or function")
      if (before === undefined) plugs.set(key, entry)
    }
    for (const { between, switchboards } of application.pairs) {
      for (const [chain, siblingChain] of [between, [between[1], between[0]]] as const) {
        const [plug, sibling] = [addresses.get(chain), addresses.get(siblingChain)]
        const [own, other] = [chains[chain], chains[siblingChain]]
        if (plug === undefined || sibling === undefined || own === undefined || other === undefined) continue
        const ends = { chain, chainSlug: own.slug, plug, siblingChain, siblingChainSlug: other.slug, sibling }
        const connection = { application: application.name, ...ends, switchboards }
        const key = `${chain} ${plug} ${siblingChain}`
        const before = wanted.get(key)
        if (before !== undefined && !isSameConnection(before, connection)) {
          throw contradiction(connection, before, `sibling or switchboard on ${siblingChain}`)
        }
        if (before === undefined) wanted.set(key, connection)
      }
    }
  }
  return { plugs: [...plugs.values()], wanted: [...wanted.values()] }
}

async function resolve(
  { name, contracts }: ReadApplication,
  contractOf: ContractOf | undefined,
): Promise<ReadonlyMap<string, Address>> {
  const entries = [...contracts].map(async ([chain, contract]): Promise<[string, Address]> => {
    if (isEvmAddress(contract)) return [chain, contract]
    const argument = `wiring.${name}.contracts.${chain}`
    if (contractOf !== undefined) return [chain, checkAddress(await contractOf(contract, chain), argument)]
    const problem = `${contract} is a name, and nothing says which address it has`
    throw new InvalidInputError({ argument, problem, fix: "Give an address, or pass contractOf." })
  })
  return new Map(await Promise.all(entries))
}

function isSameSetup(one: WiredPlug, other: WiredPlug): boolean {
  const text = ({ owner, connect, disconnect }: WiredPlug): string => JSON.stringify([owner, connect, disconnect])
  return text(one) === text(other)
}

function isSameConnection(one: WantedConnection, other: WantedConnection): boolean {
  const text = ({ switchboards, chain }: WantedConnection): string | undefined =>
    typeof switchboards === "string" ? switchboards : switchboards.get(chain)
  return isAddressEqual(one.sibling, other.sibling) && text(one) === text(other)
}

function contradiction(
  { application, chain, plug }: Pick<WiredPlug, "application" | "chain" | "plug">,
  before: { application: string },
  what: string,
): InvalidInputError {
  return new InvalidInputError({
    argument: `wiring.${application}`,
    problem: `it contradicts ${before.application}: plug ${plug} on ${chain} has another ${what} there`,
    fix: "A plug has one sibling on each chain, and one owner. Change one of the two.",
  })
}
