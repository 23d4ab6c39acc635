import type { Address, Hex } from "viem"
import { getAbiItem, parseEventLogs, toEventSelector } from "viem/utils"

import type { PageWiring } from "./PageEvent.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import { kindOfSwitchboard } from "#src/devnet/messaging/paths.js"
import type { OpenDevnet } from "#src/devnet/openDevnet.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"

/** What the project calls a contract; `undefined` if it does not know it. */
export type NameContract = (
  slug: number,
  address: string,
  code: string,
) => string | undefined | Promise<string | undefined>

type Devnet = Pick<OpenDevnet<string, true, true>, "devnet" | "messaging" | "market">
type Link = { readonly from: Place; readonly to: Place; readonly out: string; readonly in: string }
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
    const logs = await chain.readLogs(0n, head, { address: [contracts.socket], topics })
    const kindOf = (switchboard: Address): string => kindOfSwitchboard(contracts, switchboard) ?? switchboard
    for (const { args } of parseEventLogs({ abi: socketAbi, eventName: "PlugConnected", logs: [...logs] as never })) {
      const { plug, siblingChainSlug, siblingPlug, inboundSwitchboard, outboundSwitchboard } = args
      const from = { slug: chain.slug, address: plug }
      const key = keyOf(from, siblingChainSlug)
      links.delete(key)
      if (BigInt(siblingPlug) === 0n || own.has(plug)) continue
      const to = { slug: siblingChainSlug, address: siblingPlug }
      links.set(key, { from, to, out: kindOf(outboundSwitchboard), in: kindOf(inboundSwitchboard) })
    }
  }
  const chains = [...Object.values(devnet.chains), devnet.gateway.chain]
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
  const accounts = [...new Set(chains.flatMap((chain) => chain.accounts))].map(async (address) => ({
    address,
    balances: await Promise.all(chains.map((chain) => balanceOf(chain, address))),
  }))
  return {
    plugs: await Promise.all(plugs),
    links: shown.map((link) => ({
      from: indexOf(link.from),
      to: indexOf(link.to),
      switchboard: link.out,
      problem: problemOf(link, links.get(keyOf(link.to, link.from.slug))),
    })),
    accounts: await Promise.all(accounts),
  }
}

/** Why messages of a connection are not delivered; `null` if both sides agree. */
function problemOf({ from, out }: Link, back: Link | undefined): string | null {
  if (back === undefined) return "the other side is not connected to it"
  if (keyOf(back.to) !== keyOf(from)) return `the other side is connected to ${back.to.address} instead`
  return back.in === out ? null : `it sends by ${out}, and the other side receives by ${back.in}`
}

function keyOf({ slug, address }: Place, siblingSlug?: number): string {
  return [slug, address.toLowerCase(), siblingSlug].join(" ")
}

async function balanceOf(chain: LocalChain | undefined, address: Address): Promise<string> {
  const balance: unknown = await chain?.provider.request({ method: "eth_getBalance", params: [address, "latest"] })
  return formatAmount(BigInt((balance as Hex | undefined) ?? 0), 18, "ETH")
}
