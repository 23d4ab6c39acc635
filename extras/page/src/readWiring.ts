import type { Address, Hex } from "viem"
import { getAbiItem, parseEventLogs, toEventSelector } from "viem/utils"

import type { PageWiring } from "./PageEvent.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { kindOfSwitchboard } from "#src/devnet/messaging/paths.js"
import type { OpenDevnet } from "#src/devnet/openDevnet.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { type ConnectionFacts, differencesOf } from "#src/messaging/onchain/connection/differencesOf.js"
import { type ConnectionSide, readConnectionFacts } from "#src/messaging/onchain/connection/readConnectionFacts.js"
import { missingInbound } from "#src/messaging/onchain/connection/readPlugCode.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"

/** What the project calls a contract; `undefined` if it does not know it. */
export type NameContract = (
  slug: number,
  address: string,
  code: string,
) => string | undefined | Promise<string | undefined>

type Devnet = Pick<OpenDevnet<string, boolean, boolean>, "devnet" | "messaging" | "market">
type Link = { readonly from: Place; readonly to: Place; readonly out: Address }
type Place = { readonly slug: number; readonly address: Address }

const topics = [toEventSelector(getAbiItem({ abi: socketAbi, name: "PlugConnected" }))]

/** Connections that are shown. A drawing of more could not be read. */
const maxLinks = 200

/**
 * Reads which plugs of a devnet are connected to which, the newest of each chain first, and what they and the chains' accounts have.
 *
 * @param nameOf what the project calls a contract
 */
export async function readWiring({ devnet, messaging, market }: Devnet, nameOf: NameContract): Promise<PageWiring> {
  const links = new Map<string, Link>()
  // The market's bridges are the devnet's own.
  const own = new Set<string>(Object.values(market?.contracts ?? {}))
  for (const { chain, contracts } of messaging.contexts) {
    const head = BigInt((await chain.provider.request({ method: "eth_blockNumber" })) as Hex)
    const logs = await chain.readLogs(chain.firstBlock, head, { address: [contracts.socket], topics })
    for (const { args } of parseEventLogs({ abi: socketAbi, eventName: "PlugConnected", logs: [...logs] as never })) {
      const { plug, siblingChainSlug, siblingPlug, outboundSwitchboard } = args
      const from = { slug: chain.slug, address: plug }
      const key = keyOf(from, siblingChainSlug)
      links.delete(key)
      if (BigInt(siblingPlug) === 0n || own.has(plug)) continue
      const to = { slug: siblingChainSlug, address: siblingPlug }
      links.set(key, { from, to, out: outboundSwitchboard })
    }
  }
  const { gateway } = devnet
  const chains = [...Object.values(devnet.chains), ...(gateway ? [gateway.chain] : [])]
  const shown = [...links.values()].reverse().slice(0, maxLinks)
  const places = new Map(shown.flatMap(({ from, to }) => [from, to]).map((place) => [keyOf(place), place]))
  const plugs = [...places.values()].map(async ({ slug, address }) => {
    const chain = chains.find((each) => each.slug === slug)
    const code: unknown = await chain?.provider.request({ method: "eth_getCode", params: [address, "latest"] })
    const name = (await nameOf(slug, address, String(code))) ?? null
    return { chainSlug: slug, address, name, balance: await balanceOf(chain, address) }
  })
  const indexes = new Map([...places.keys()].map((key, index) => [key, index]))
  const indexOf = (place: Place): number => indexes.get(keyOf(place)) ?? 0
  // On every chain of a devnet the same addresses.
  const kindOf = (switchboard: Address): string =>
    messaging.contexts.map(({ contracts }) => kindOfSwitchboard(contracts, switchboard)).find(Boolean) ?? switchboard
  const sideOf = ({ slug, address: plug }: Place): ConnectionSide | undefined => {
    const context = messaging.contexts.find(({ chain }) => chain.slug === slug)
    return context && { client: context.chain.publicClient, socket: context.contracts.socket, plug, slug }
  }
  const known = new Map<string, Promise<ConnectionFacts>>()
  /** Both plugs of a pair have a link, as a rule: it is read once. */
  const factsOf = async (a: ConnectionSide, b: ConnectionSide): Promise<ConnectionFacts> => {
    const [there, back] = [`${a.slug} ${a.plug} ${b.slug} ${b.plug}`, `${b.slug} ${b.plug} ${a.slug} ${a.plug}`]
    const read = await known.get(back)
    if (read !== undefined) return { a: read.b, b: read.a }
    return await getOrAdd(known, there, () => readConnectionFacts({ a, b }))
  }
  const findProblem = async (a: ConnectionSide | undefined, b: ConnectionSide | undefined): Promise<string | null> => {
    if (a === undefined || b === undefined) return "the other side is on no chain of this devnet"
    return problemOf(await factsOf(a, b), kindOf)
  }
  const accounts = [...new Set(chains.flatMap((chain) => chain.accounts))].map(async (address) => ({
    address,
    balances: await Promise.all(chains.map((chain) => balanceOf(chain, address))),
  }))
  return {
    plugs: await Promise.all(plugs),
    links: await Promise.all(
      shown.map(async ({ from, to, out }) => ({
        from: indexOf(from),
        to: indexOf(to),
        switchboard: kindOf(out),
        problem: await findProblem(sideOf(from), sideOf(to)),
      })),
    ),
    accounts: await Promise.all(accounts),
  }
}

/** Why messages from the first end to the second are not delivered; `null` if nothing is known that stops them. */
export function problemOf(facts: ConnectionFacts, kindOf: (switchboard: Address) => string): string | null {
  const { config } = facts.a
  for (const found of differencesOf(facts)) {
    const isOwn = found.side === "a"
    if (found.about === "unverified") return `the ${isOwn ? "plug" : "other side"} was not read: ${found.reason}`
    if (found.about === "path" && isOwn === (found.direction === "outbound")) return "its switchboards have no path"
    if (found.about === "switchboard" && "known" in config && found.own === config.known.outboundSwitchboard && isOwn)
      return `it sends by ${kindOf(found.own)}, and the other side receives by ${kindOf(found.expected)}`
    if (isOwn) continue
    if (found.about === "sibling") {
      const isNone = BigInt(found.actual) === 0n
      return `the other side is ${isNone ? "not connected to it" : `connected to ${found.actual} instead`}`
    }
    if (found.about === "code") return "there is no contract on the other side"
    if (found.about === "function") return `the other side has ${missingInbound}`
  }
  return null
}

function keyOf({ slug, address }: Place, siblingSlug?: number): string {
  return [slug, address, siblingSlug].join(" ")
}

async function balanceOf(chain: LocalChain | undefined, address: Address): Promise<string> {
  const balance: unknown = await chain?.provider.request({ method: "eth_getBalance", params: [address, "latest"] })
  return formatAmount(BigInt((balance as Hex | undefined) ?? 0), 18, "ETH")
}
