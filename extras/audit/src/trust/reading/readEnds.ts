import { type Address, type Hex, zeroAddress } from "viem"
import { parseAbi } from "viem/utils"

import type { EndFacts, OwnedContract, RoleHolders, TrustedSwitchboard } from "../TrustFacts.js"
import { classifyAccounts } from "./classifyAccounts.js"
import { readHolders } from "./readHolders.js"
import { socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { readExecutionManager } from "#src/messaging/onchain/delivery/executors.js"
import { gatewayAbi } from "#src/messaging/onchain/standard/gatewayMessage.js"
import { relaySelector } from "#src/messaging/onchain/standard/relayAttribute.js"
import { askContract, type ChainViewAtHead, type ChainViewIn } from "#src/messaging/reading/ChainView.js"
import type { SwitchboardState, Unread } from "#src/messaging/reading/Journey.js"
import { readConnection, readSwitchboard } from "#src/messaging/reading/readConnection.js"
import type { RoleName } from "#src/messaging/reading/roles.js"
import type { TrustedPath } from "#src/messaging/TrustPolicy.js"
import type { Clock } from "#src/primitives/clock.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

/** A plug of a chain, and the slug of a chain that it is or should be connected to. */
export type WantedEnd = Pick<TrustedPath["to"], "plug" | "supposed"> & { readonly siblingSlug: number }

export type EndsChain = {
  readonly name: string
  readonly slug: number
  readonly view: ChainViewAtHead
  readonly ends: readonly WantedEnd[]
  /** Chains whose packets a switchboard may verify besides those of the siblings. */
  readonly slugs: readonly number[]
  /** Plugs of this chain that plugs elsewhere name as their siblings. */
  readonly named: readonly Address[]
  /** Whether the project knows a switchboard of this chain for another one. */
  readonly isKnown: (switchboard: Address, siblingSlug: number) => boolean
  readonly safeCode?: readonly Hex[] | undefined
  readonly clock: Clock
}

/**
 * Reads all that a chain says of plugs and of those who decide about their messages, in one block. What the node does not tell is
 * `undefined` in the facts, and named in `unread`.
 */
export async function readEnds({ name, slug, view, ends, isKnown, ...chain }: EndsChain): Promise<EndFacts[]> {
  const unread: Unread[] = []
  const note = (what: string, why: string): void => {
    if (!unread.some((one) => one.what === what)) unread.push({ chain: name, what, why })
  }
  const owned = createOwnedReader(view, note)
  const transmit = { abi: socketAbi, address: view.socket, functionName: "transmitManager__", args: [] } as const
  const [{ isOpen, ...manager }, transmitManagerAddress, ...connected] = await Promise.all([
    readExecutionManager(view.client, view),
    askContract(view, transmit),
    ...ends.map(async ({ plug, siblingSlug, supposed }) => {
      const config = await readConnection(view, { plug, siblingChainSlug: siblingSlug })
      return { siblingSlug, config: { ...config, ...supposed } }
    }),
  ])
  const boards = connected.flatMap(({ siblingSlug, config: { inboundSwitchboard, outboundSwitchboard } }) =>
    [inboundSwitchboard, outboundSwitchboard].map((address) => ({ address, siblingSlug })),
  )
  const used = unique(boards.map(({ address }) => address))
  const slugs = unique([...ends.map(({ siblingSlug }) => siblingSlug), ...chain.slugs]).filter((one) => one !== slug)
  const asGateway = { abi: gatewayAbi, functionName: "supportsAttribute", args: [relaySelector] } as const
  const areGateways = Promise.all(
    ends.map(async ({ plug: address }) => {
      try {
        return (await askContract(view, { ...asGateway, address })) ?? false
      } catch (error) {
        note(`whether the plug ${address} is a gateway`, nodeReason(error))
        return undefined
      }
    }),
  )
  const [states, socket, executionManager, transmitManager, ...others] = await Promise.all([
    readSwitchboards(view, { used: boards, slugs, note }),
    owned("socket", view.socket, "nominee"),
    owned("execution manager", manager.address, "nominee"),
    owned("transmit manager", transmitManagerAddress ?? zeroAddress, "nominee"),
    ...used.map((address) => owned("switchboard", address, "nominee")),
    ...ends.map(({ plug }) => owned("plug", plug, "pendingOwner")),
  ])
  const [switchboards, plugs] = [others.slice(0, used.length), others.slice(used.length)]
  const watchers = states.map(({ totalWatchers }) => totalWatchers)
  const siblings = unique(ends.map(({ siblingSlug }) => siblingSlug))
  // What a switchboard that is not known says of other chains is not followed.
  const known = boards.map(({ address, siblingSlug }) => isKnown(address, siblingSlug))
  const counted = watchers.flatMap((counts, place) => (known[place] === true ? [...counts.keys()] : []))
  const watched = unique(counted).filter((one) => !siblings.includes(one))
  const contracts = [socket, executionManager, transmitManager, ...others]
  const owners = unique(contracts.flatMap(({ owner, nominee }) => [owner ?? [], nominee ?? []].flat()))
  const read = await readHolders(view, {
    roles: rolesOf(used, { socket, executionManager, transmitManager, siblings, watched }),
    ...{ suspects: owners.filter((owner) => owner !== zeroAddress), clock: chain.clock },
    unread: (why) => {
      note("who holds roles", why)
    },
  })
  const countOf = ({ contract, role: { name: role, slug: of } }: RoleHolders): bigint | undefined => {
    const place = boards.findIndex(({ address }) => address === contract)
    return role === "WATCHER_ROLE" && of !== undefined && known[place] === true ? watchers[place]?.get(of) : undefined
  }
  const isShort = read.some((one) => {
    const count = countOf(one)
    return one.isComplete && count !== undefined && one.holders.length < count
  })
  if (isShort) note("who holds roles", "its logs lack watchers that a switchboard counts, and so may lack others")
  const roles = read.map((one) => {
    // A fast switchboard counts its watchers, so all are known when as many were found, whatever the logs left out.
    const isCounted = countOf(one) === BigInt(one.holders.length)
    return { ...one, isComplete: isCounted || (one.isComplete && !isShort) }
  })
  const holders = roles.flatMap((role) => role.holders)
  const gateways = await areGateways
  const accounts = await classifyAccounts(view, [...owners, ...holders], {
    contracts: [...contracts.map(({ address }) => address), ...chain.named],
    safeCode: chain.safeCode,
    unread: (address, error) => {
      note(`what ${address} is`, nodeReason(error))
    },
  })
  const switchboard = (address: Address, siblingSlug: number, place: number): TrustedSwitchboard => {
    const { rule, state, totalWatchers = new Map() } = states[place] ?? {}
    const contract = switchboards[used.indexOf(address)] ?? nothingOf("switchboard", address)
    return { ...contract, isKnown: isKnown(address, siblingSlug), rule, state, totalWatchers }
  }
  return connected.map(({ siblingSlug, config }, index) => ({
    ...{ chain: { name, slug }, blockNumber: view.blockNumber, siblingSlug, socket, transmitManager },
    config,
    plug: plugs[index] ?? nothingOf("plug", zeroAddress),
    isGateway: gateways[index],
    executionManager: { ...executionManager, isOpen },
    inbound: switchboard(config.inboundSwitchboard, siblingSlug, 2 * index),
    outbound: switchboard(config.outboundSwitchboard, siblingSlug, 2 * index + 1),
    ...{ roles, accounts, unread },
  }))
}

function nothingOf(name: string, address: Address): OwnedContract {
  return { name, address, owner: undefined, nominee: undefined }
}

function unique<T>(all: readonly T[]): T[] {
  return [...new Set(all)]
}

const ownedAbi = parseAbi([
  "function owner() view returns (address)",
  "function nominee() view returns (address)",
  "function pendingOwner() view returns (address)",
])

function createOwnedReader(view: ChainViewAtHead, note: (what: string, why: string) => void) {
  return async (name: string, address: Address, next: "nominee" | "pendingOwner"): Promise<OwnedContract> => {
    const ask = (functionName: "owner" | typeof next) =>
      askContract(view, { abi: ownedAbi, address, functionName, args: [] }).catch((error: unknown) => {
        note(`the ${functionName} of the ${name} ${address}`, nodeReason(error))
        return undefined
      })
    const [owner, nominee] = await Promise.all([ask("owner"), ask(next)])
    return { name, address, owner, nominee }
  }
}

type RoleContracts = Pick<EndFacts, "socket" | "transmitManager"> & {
  readonly executionManager: OwnedContract
  readonly siblings: readonly number[]
  /** Other chains whose packets have watchers. */
  readonly watched: readonly number[]
}

/** Every role that lets its holder change what becomes of messages or of fees. */
function rolesOf(
  switchboards: readonly Address[],
  { socket, executionManager, transmitManager, siblings, watched }: RoleContracts,
): Pick<RoleHolders, "contract" | "role">[] {
  const of = (contract: Address, names: readonly RoleName[], slugs: readonly number[] = []) =>
    names.flatMap((name) =>
      slugs.length === 0 ? [{ contract, role: { name } }] : slugs.map((slug) => ({ contract, role: { name, slug } })),
    )
  const all = [...siblings, ...watched]
  const fees = [executionManager.address, transmitManager.address, ...switchboards]
  return [
    ...of(socket.address, ["GOVERNANCE_ROLE", "RESCUE_ROLE"]),
    ...of(executionManager.address, ["EXECUTOR_ROLE"]),
    ...of(transmitManager.address, ["TRANSMITTER_ROLE"], all),
    ...switchboards.flatMap((one) => [...of(one, ["TRIP_ROLE", "UN_TRIP_ROLE"]), ...of(one, ["WATCHER_ROLE"], all)]),
    ...fees.flatMap((one) => [
      ...of(one, ["WITHDRAW_ROLE", "RESCUE_ROLE"]),
      ...of(one, ["FEES_UPDATER_ROLE"], siblings),
    ]),
  ]
}

type ReadSwitchboardsParameters = {
  /** Switchboards, each with the slug of a chain that it connects to. */
  readonly used: readonly { readonly address: Address; readonly siblingSlug: number }[]
  /** Chains whose packets a switchboard may verify. */
  readonly slugs: readonly number[]
  /** Is told what the node did not tell, and why. */
  readonly note: (what: string, why: string) => void
}

/** Reads by which rule switchboards allow packets, and how many watch them, in the order of `used`. Never throws. */
export async function readSwitchboards(
  view: ChainViewIn,
  { used, slugs, note }: ReadSwitchboardsParameters,
): Promise<Pick<TrustedSwitchboard, "rule" | "state" | "totalWatchers">[]> {
  const count = async (address: Address, slug: number): Promise<bigint | null | undefined> => {
    const call = { abi: switchboardAbi, address, functionName: "totalWatchers", args: [slug] } as const
    return await askContract(view, call).catch((error: unknown) => {
      note(`how many watch at switchboard ${address}`, nodeReason(error))
      return undefined
    })
  }
  return await Promise.all(
    used.map(async ({ address, siblingSlug }) => {
      const asked = { address, srcChainSlug: siblingSlug, accepts: false }
      const reading = readSwitchboard(view, asked).catch((error: unknown) => {
        note(`the state of switchboard ${address}`, nodeReason(error))
        return undefined
      })
      const [state, own] = await Promise.all([reading, count(address, siblingSlug)])
      // One that is no fast one counts the watchers of no chain, and each would be a request of its own.
      const counted = own === null ? [] : slugs
      const counts = await Promise.all(counted.map(async (slug) => [slug, await count(address, slug)] as const))
      const known = counts.flatMap(([slug, number]) =>
        number === null || number === 0n ? [] : [[slug, number] as const],
      )
      return { state, rule: state && ruleOf(state), totalWatchers: new Map(known) }
    }),
  )
}

function ruleOf({ timeoutInSeconds, totalWatchers }: SwitchboardState): TrustedSwitchboard["rule"] {
  if (timeoutInSeconds === null) return "own"
  return totalWatchers === null ? "optimistic" : "fast"
}
