import { type Abi, type Address, zeroAddress } from "viem"
import { isAddressEqual } from "viem/utils"

import { findSwitchboard } from "../../deployments/findDeployment.js"
import {
  configOnce,
  type ConnectionEnd,
  differencesOf,
  isOfFit,
  partOf,
} from "../../onchain/connection/differencesOf.js"
import { readPartners } from "../../onchain/connection/readConnectionFacts.js"
import { sayPlug, wordDifferences } from "../../onchain/connection/wordDifferences.js"
import { type SwitchboardKind, switchboardKinds } from "../../switchboardKinds.js"
import { readWiring, type Switchboards } from "../readWiring.js"
import type { Wiring, WiringChains } from "../Wiring.js"
import { type ContractOf, listConnections, type WantedConnection, type WiredPlug } from "./listConnections.js"
import { prepareChange } from "./prepareChange.js"
import { type ChainState, readChainState } from "./readChainState.js"
import {
  type ExtraConnection,
  stateOf,
  type WiredConnection,
  type WiringChange,
  type WiringPlan,
  type WiringProblem,
} from "./WiringPlan.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** Finds the switchboard of a kind for what a chain exchanges with another one; `undefined` to look it up in the public deployments. */
export type SwitchboardOf = (kind: SwitchboardKind, chain: string, siblingChain: string) => Address | undefined

/** What to compare with the chains. */
export type PlanWiringParameters = {
  /** As `defineWiring` returned it, or as it was read from JSON. */
  readonly wiring: Wiring
  /** Those that the wiring names, and others on which its plugs may be connected to other plugs. */
  readonly chains: WiringChains
  /** The known switchboards of chains that are in no public deployment. One that it does not name must be allowed when the plan is applied. */
  readonly switchboardOf?: SwitchboardOf | undefined
  /** Needed if the wiring names contracts. */
  readonly contractOf?: ContractOf | undefined
  /** Whether to plan to disconnect plugs from those that are not in the wiring. Default: false. */
  readonly disconnect?: boolean | undefined
  /** ABIs to decode a revert with. */
  readonly errorAbis?: readonly Abi[] | undefined
}

/**
 * Compares the chains with a wiring. Reads all chains at the same time, simulates what would have to be sent, and sends nothing. A call that
 * would do anything but make its connection is blocked.
 *
 * A chain that does not answer is a problem of the plan; the others are planned all the same. What is connected to a plug that could not be checked
 * is blocked.
 *
 * @throws {InvalidInputError} the wiring is invalid, or two of its applications contradict each other
 * @example
 * const plan = await planWiring({
 *   wiring: { greeters: { contracts: { alpha: "0x…", beta: "0x…" } } },
 *   // Only a devnet needs it: the switchboards of public chains are known.
 *   switchboardOf: () => alphaContracts.switchboard,
 *   chains: {
 *     alpha: { slug: 41001, socket, publicClient: alpha, walletClient: alphaWallet },
 *     beta: { slug: 41002, socket, publicClient: beta, walletClient: betaWallet },
 *   },
 * })
 * for (const { chain, siblingChain, status } of plan.changes) console.log(chain, siblingChain, status)
 */
export async function planWiring(parameters: PlanWiringParameters): Promise<WiringPlan> {
  const { chains, contractOf, errorAbis = [] } = parameters
  const applications = readWiring(parameters.wiring, Object.keys(chains))
  const { plugs, wanted } = await listConnections(applications, { chains, contractOf })
  const used = Object.entries(chains).filter(([name]) => plugs.some(({ chain }) => chain === name))
  const readings = await Promise.all(
    used.map(async ([name, chain]) => {
      const siblingSlugs = Object.values(chains).flatMap(({ slug }) => (slug === chain.slug ? [] : [slug]))
      const own = plugs.filter((plug) => plug.chain === name)
      return [name, await readChainState(name, chain, { plugs: own, siblingSlugs })] as const
    }),
  )
  const states = new Map(readings.map(([name, { state }]) => [name, state]))
  const context: Context = { ...parameters, errorAbis, plugs, states, wanted, partners: new Map() }
  const compared = await Promise.all(wanted.map((connection) => compare(connection, context)))
  const extras = findExtras(wanted, context)
  const removals =
    parameters.disconnect === true ? await Promise.all(extras.map((extra) => remove(extra, context))) : []
  return {
    changes: [...compared, ...removals].flatMap(({ change }) => change ?? []),
    extras,
    problems: [...readings.flatMap(([, found]) => found.problems), ...compared.flatMap(({ problem }) => problem ?? [])],
    inPlace: compared.flatMap(({ inPlace }) => inPlace ?? []),
  }
}

type Context = PlanWiringParameters & {
  readonly errorAbis: readonly Abi[]
  readonly plugs: readonly WiredPlug[]
  /** `undefined` for a chain that could not be read. */
  readonly states: ReadonlyMap<string, ChainState | undefined>
  readonly wanted: readonly WantedConnection[]
  /** What was read of switchboards, by the path and the switchboard. */
  readonly partners: Map<string, Promise<ConnectionEnd["partners"]>>
}

type Compared = { readonly change?: WiringChange; readonly problem?: WiringProblem; readonly inPlace?: WiredConnection }

async function compare(wanted: WantedConnection, context: Context): Promise<Compared> {
  const { switchboards, sibling, ...connection } = wanted
  const { application, chain, siblingChain, siblingChainSlug, plug } = connection
  const state = context.states.get(chain)
  const config = state?.plugs.get(plug)?.connections.get(siblingChainSlug)
  // Why the plug could not be read is a problem of its chain.
  if (state === undefined || config === undefined) return {}
  const switchboard = await resolveSwitchboard(switchboards, connection, { ...context, chainId: state.chainId })
  if (typeof switchboard !== "string") return { problem: { about: "switchboard", application, chain, ...switchboard } }
  const { chainSlug: slug, siblingChainSlug: siblingSlug } = connection
  const a = endOf({ chain, plug, slug, siblingSlug }, context)
  const b = endOf({ chain: siblingChain, plug: sibling, slug: siblingSlug, siblingSlug: slug }, context)
  const found = differencesOf({ a, b }, { a: switchboard })
  const misfit = await findMisfit(wanted, switchboard, context)
  const own = found.filter(({ side }) => side === "a").map(({ about }) => about)
  if (!own.includes("sibling") && !own.includes("choice")) {
    const says = own.includes("path")
      ? `A switchboard of plug ${plug} on ${chain} has no path to ${siblingChain}, so no message passes.`
      : misfit.differences[0]?.says
    const problem = says === undefined ? {} : { problem: { about: "switchboard", application, chain, says } as const }
    return { inPlace: connection, ...problem }
  }
  const blocked = findSiblingProblem(sibling, siblingChain, context)
  const places = { a: { plug, on: chain }, b: { plug: sibling, on: siblingChain } }
  const doubts = [
    ...found.flatMap((one) => sayPlug(one, places[one.side]) ?? []),
    ...[...misfit.differences, ...misfit.notChecked].map(({ says }) => says),
  ]
  const warnings = blocked === undefined ? doubts : []
  const switchboardKind = await findKind(switchboard, connection, { ...context, chainId: state.chainId })
  const change = {
    kind: "connect",
    ...connection,
    sibling,
    switchboard,
    switchboardKind,
    before: stateOf(config),
    warnings,
  } as const
  return { change: await prepare(change, blocked, state, context) }
}

/** Whether the switchboard of a connection fits that of its other direction, once both are as the wiring says. */
async function findMisfit(
  wanted: WantedConnection,
  switchboard: Address,
  context: Context,
): ReturnType<typeof wordDifferences> {
  const { plug, chain, chainSlug, sibling, siblingChain, siblingChainSlug } = wanted
  const back = context.wanted.find(
    (one) => one.plug === sibling && one.chain === siblingChain && one.siblingChain === chain,
  )
  const [own, other] = [context.states.get(chain), context.states.get(siblingChain)]
  const none = { differences: [], notChecked: [] }
  if (back === undefined || own === undefined || other === undefined) return none
  const expected = await resolveSwitchboard(back.switchboards, back, { ...context, chainId: other.chainId })
  // That it is not known is a problem of its own.
  if (typeof expected !== "string") return none
  const config = configOnce({ sibling, switchboard })
  const partners = await getOrAdd(context.partners, `${chain} ${siblingChain} ${switchboard}`, () =>
    readPartners(own, siblingChainSlug, config),
  )
  const a = partOf({ plug, slug: chainSlug, config: { known: config }, partners })
  const known = configOnce({ sibling: plug, switchboard: expected })
  const b = partOf({ plug: sibling, slug: siblingChainSlug, config: { known } })
  // What the other side's switchboard works with is found with its own connection.
  const found = differencesOf({ a, b }).filter((one) => one.side === "a" && isOfFit(one))
  return await wordDifferences(found, { a: { ...own, ...a }, b: { ...other, ...b } })
}

type End = { readonly chain: string; readonly plug: Address; readonly slug: number; readonly siblingSlug: number }

/** What was read of one end of a connection. */
function endOf({ chain, plug, slug, siblingSlug }: End, { states }: Context): ConnectionEnd {
  const state = states.get(chain)?.plugs.get(plug)
  const config = state?.connections.get(siblingSlug)
  return partOf({ plug, slug, ...(config && { config: { known: config } }), ...(state && { code: state.code }) })
}

function findSiblingProblem(sibling: Address, chain: string, { states }: Context): string | undefined {
  const plugs = states.get(chain)?.plugs
  if (plugs === undefined) return `it is not known whether the sibling on ${chain} is a plug`
  return plugs.has(sibling) ? undefined : `there is no plug of this wiring at ${sibling} on ${chain}`
}

async function remove(extra: ExtraConnection, context: Context): Promise<Compared> {
  const { chain, plug, siblingChainSlug, switchboard } = extra
  const state = context.states.get(chain)
  const config = state?.plugs.get(plug)?.connections.get(siblingChainSlug)
  if (state === undefined || config === undefined) return {}
  const switchboardKind = await findKind(switchboard, extra, { ...context, chainId: state.chainId })
  const none = { kind: "disconnect", sibling: zeroAddress, warnings: [] } as const
  const change = { ...extra, ...none, switchboard, switchboardKind, before: stateOf(config) }
  return { change: await prepare(change, undefined, state, context) }
}

async function prepare(
  change: Parameters<typeof prepareChange>[0],
  blocked: string | undefined,
  state: ChainState,
  { plugs, states, errorAbis }: Context,
): Promise<WiringChange> {
  const wired = plugs.find(({ chain, plug }) => chain === change.chain && plug === change.plug)
  if (wired === undefined) throw new Error("Every change is of a plug of the wiring.")
  const siblingChainId = states.get(change.siblingChain)?.chainId
  return await prepareChange(change, { state, siblingChainId, wired, blocked, errorAbis })
}

type KnownSwitchboards = Pick<PlanWiringParameters, "switchboardOf"> & { readonly chainId: number }

async function resolveSwitchboard(
  switchboards: Switchboards,
  connection: WiredConnection,
  known: KnownSwitchboards,
): Promise<Address | Pick<WiringProblem, "says" | "error">> {
  const { application, chain, siblingChain } = connection
  if (typeof switchboards !== "string") {
    const says = `The wiring of ${application} names no switchboard on ${chain}.`
    return switchboards.get(chain) ?? { says }
  }
  try {
    return await findOfKind(switchboards, connection, known)
  } catch (error) {
    if (!isPlugsError(error)) throw error
    const says = `The ${switchboards} switchboard of ${chain} for ${siblingChain} is not known: ${error.shortMessage}`
    return { says, error }
  }
}

/** Returns the kind of a switchboard that is known to lead to the sibling's chain. */
async function findKind(
  switchboard: Address,
  connection: WiredConnection,
  known: KnownSwitchboards,
): Promise<SwitchboardKind | undefined> {
  for (const kind of switchboardKinds) {
    const found = await findOfKind(kind, connection, known).catch((error: unknown) => {
      if (!isPlugsError(error)) throw error
    })
    if (found !== undefined && isAddressEqual(found, switchboard)) return kind
  }
  return undefined
}

async function findOfKind(
  kind: SwitchboardKind,
  { chain, siblingChain, siblingChainSlug }: WiredConnection,
  { switchboardOf, chainId }: KnownSwitchboards,
): Promise<Address> {
  const own = switchboardOf?.(kind, chain, siblingChain)
  return own ?? (await findSwitchboard({ chainId, siblingSlug: siblingChainSlug, kind }))
}

function findExtras(wanted: readonly WantedConnection[], { plugs, states, chains }: Context): ExtraConnection[] {
  const keyOf = ({ chain, plug, siblingChain }: WiredConnection): string => `${chain} ${plug} ${siblingChain}`
  const inWiring = new Set(wanted.map(keyOf))
  return plugs.flatMap(({ application, chain, plug }) =>
    Object.entries(chains).flatMap(([siblingChain, { slug: siblingChainSlug }]) => {
      const found = states.get(chain)?.plugs.get(plug)?.connections.get(siblingChainSlug)
      if (found === undefined || isAddressEqual(found.siblingPlug, zeroAddress)) return []
      const chainSlug = chains[chain]?.slug ?? 0
      const connection = { application, chain, chainSlug, plug, siblingChain, siblingChainSlug }
      return inWiring.has(keyOf(connection))
        ? []
        : [{ ...connection, sibling: found.siblingPlug, switchboard: found.outboundSwitchboard }]
    }),
  )
}
