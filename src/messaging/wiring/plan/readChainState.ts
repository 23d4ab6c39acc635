import pLimit, { type LimitFunction } from "p-limit"
import type { Address, Client } from "viem"
import { getChainId } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { explainProtocolError } from "../../onchain/callErrors.js"
import type { ConnectionEnd } from "../../onchain/connection/differencesOf.js"
import { attemptCode, readOwner } from "../../onchain/connection/readConnectionFacts.js"
import { getPlugConfig, type PlugConfig } from "../../onchain/getPlugConfig.js"
import { readSlug, readSocketOf } from "../../onchain/readSocketOf.js"
import type { UnreachedChain, WiringChain } from "../Wiring.js"
import type { WiredPlug } from "./listConnections.js"
import type { WiringProblem } from "./WiringPlan.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"

export type PlugState = {
  readonly plug: Address
  /** Undefined if the plug has no `owner()`. */
  readonly owner: Address | undefined
  /** By the slug of the sibling chain. */
  readonly connections: ReadonlyMap<number, PlugConfig>
  readonly code: ConnectionEnd["code"]
}

export type ChainState = {
  readonly chainId: number
  readonly client: Client
  readonly socket: Address
  /** The account that sends, if there is one. */
  readonly account: Address | undefined
  /** Those that are plugs of the chain's socket. */
  readonly plugs: ReadonlyMap<Address, PlugState>
}

/** Requests of one chain at a time: public nodes limit how many they answer. */
const concurrency = 16

/** Reads the plugs of one chain: whose they are, and to whom they are connected on each of the sibling chains. */
export async function readChainState(
  name: string,
  chain: WiringChain | UnreachedChain,
  { plugs, siblingSlugs }: { readonly plugs: readonly WiredPlug[]; readonly siblingSlugs: readonly number[] },
): Promise<{ readonly state: ChainState | undefined; readonly problems: readonly WiringProblem[] }> {
  if (!("publicClient" in chain)) return { state: undefined, problems: [unreachable(name, chain.error)] }
  const { publicClient: client, socket, slug } = chain
  const limit = pLimit(concurrency)
  try {
    const [chainId, actualSlug] = await Promise.all([
      limit(() => readChainId(client, socket)),
      limit(() => readSlug(client, socket)),
    ])
    if (actualSlug !== slug) return { state: undefined, problems: [wrongSocket(name, { socket, slug, actualSlug })] }
    const found = await Promise.all(plugs.map((wired) => readPlug(client, { wired, socket, siblingSlugs, limit })))
    const states = found.flatMap(({ state }) => (state === undefined ? [] : [[state.plug, state] as const]))
    const account = chain.walletClient?.account?.address
    return {
      state: { chainId, client, socket, account, plugs: new Map(states) },
      problems: found.flatMap(({ problems }) => problems),
    }
  } catch (error) {
    if (!isPlugsError(error)) throw error
    return { state: undefined, problems: [unreachable(name, error)] }
  }
}

async function readPlug(
  client: Client,
  asked: { wired: WiredPlug; socket: Address; siblingSlugs: readonly number[]; limit: LimitFunction },
): Promise<{ state: PlugState | undefined; problems: WiringProblem[] }> {
  const { wired, socket, siblingSlugs, limit } = asked
  const { plug, application, chain } = wired
  const connectionTo = async (siblingChainSlug: number) =>
    [siblingChainSlug, await limit(() => getPlugConfig(client, { socket, plug, siblingChainSlug }))] as const
  try {
    const [siblingChainSlug = 0] = siblingSlugs
    const [owner, connections, code] = await Promise.all([
      limit(() => readOwner(client, plug)),
      Promise.all(siblingSlugs.map(connectionTo)),
      limit(() => attemptCode(client, { plug, socket, siblingChainSlug })),
      limit(() => readSocketOf(client, plug, socket)),
    ])
    return { state: { plug, owner, connections: new Map(connections), code }, problems: findOwnerProblem(wired, owner) }
  } catch (error) {
    if (!isPlugsError(error) || !["WRONG_CONTRACT", "WRONG_SOCKET"].includes(error.code)) throw error
    const says = `${plug} on ${chain} is no plug of this wiring: ${error.shortMessage}`
    return { state: undefined, problems: [{ about: "plug", application, chain, says, error }] }
  }
}

function findOwnerProblem(
  { application, chain, plug, owner: wanted }: WiredPlug,
  owner: Address | undefined,
): WiringProblem[] {
  if (owner === undefined) return []
  const problem = (says: string): WiringProblem[] => [{ about: "owner", application, chain, says }]
  const advice = "so it cannot be connected. If it is the implementation behind a proxy, name the proxy."
  if (BigInt(owner) === 0n) return problem(`Plug ${plug} on ${chain} has no owner, ${advice}`)
  if (wanted === undefined || isAddressEqual(owner, wanted)) return []
  return problem(`Plug ${plug} on ${chain} is owned by ${owner}; the wiring says ${wanted}.`)
}

async function readChainId(client: Client, address: Address): Promise<number> {
  return await getChainId(client).catch((error: unknown) => {
    throw explainProtocolError(error, { address, functionName: "eth_chainId" })
  })
}

function unreachable(chain: string, error: PlugsError | undefined): WiringProblem {
  const says = `${chain} was not read: ${error === undefined ? "no client was given." : sayWhy(error)}`
  return { about: "unreachable", application: undefined, chain, says, error }
}

function sayWhy({ shortMessage, clause, facts: { reason } }: PlugsError): string {
  return reason === undefined ? shortMessage : `${clause} (${reason}).`
}

function wrongSocket(
  chain: string,
  { socket, slug, actualSlug }: { socket: Address; slug: number; actualSlug: number | undefined },
): WiringProblem {
  const found = actualSlug === undefined ? "is no socket" : `is the socket of chain ${actualSlug}`
  const says = `${socket} on ${chain} ${found}; it should be that of chain ${slug}.`
  return { about: "socket", application: undefined, chain, says }
}
