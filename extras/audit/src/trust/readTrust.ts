import { type Address, isAddressEqual, zeroAddress } from "viem"

import { findPowers, type FindPowersReturnType } from "./findPowers.js"
import { findWeaknesses, type Weakness } from "./findWeaknesses.js"
import { readEnds, type WantedEnd } from "./reading/readEnds.js"
import type { EndFacts, PathFacts } from "./TrustFacts.js"
import { guardClient } from "#src/explaining/guard.js"
import { readSocketOf } from "#src/messaging/onchain/readSocketOf.js"
import { type ChainViewAtHead, openChainView } from "#src/messaging/reading/ChainView.js"
import type { Unread } from "#src/messaging/reading/Journey.js"
import { readConnection } from "#src/messaging/reading/readConnection.js"
import type { ReadTrustParameters } from "#src/messaging/TrustPolicy.js"
import { explainCallError, WrongContractError } from "#src/onchain/callErrors.js"
import { batchCalls } from "#src/onchain/scanning/batchCalls.js"
import { systemClock } from "#src/primitives/clock.js"

/** One end of a path, and the block in which it was read; `null` if it was not. */
export type TrustEnd = { readonly slug: number; readonly plug: Address; readonly blockNumber: bigint | null }

/** Who can do what with messages in one direction between two plugs. */
export type PathTrust = FindPowersReturnType & {
  readonly from: TrustEnd
  readonly to: TrustEnd
  readonly isConnected: boolean
  /** What is configured wrongly. */
  readonly weaknesses: readonly Weakness[]
  /** What the nodes did not tell. */
  readonly unread: readonly Unread[]
  /** What all of it follows from. */
  readonly facts: PathFacts
}

/**
 * Reads who can forge, censor or freeze messages to plugs, change the rules, and take what lies in the protocol's contracts. Sends nothing.
 *
 * @returns one entry for each path, in the same order
 * @throws {WrongContractError} `WrongSocketError` an address is that of no plug of its chain
 * @throws {NodeFailedError} the node of a plug's chain does not answer
 * @example
 * const [path] = await readTrust({ paths: [{ from: { slug: 41001 }, to: { slug: 41002, plug } }], chains: [alpha, beta] })
 * const [fewest] = path.powers.filter(({ power }) => power === "forge")
 */
export async function readTrust(parameters: ReadTrustParameters): Promise<PathTrust[]> {
  const paths = await readPathFacts(parameters)
  return paths.map((facts) => {
    const { src, dst } = facts
    const isConnected = dst.config.siblingPlug !== zeroAddress
    const found = isConnected ? { ...findPowers(facts), weaknesses: findWeaknesses(facts) } : nothing
    const why = "it is not one of the chains that are read"
    const missing = { chain: String(dst.siblingSlug), what: "the sibling's side", why }
    return {
      from: { slug: dst.siblingSlug, plug: dst.config.siblingPlug, blockNumber: src?.blockNumber ?? null },
      to: { slug: dst.chain.slug, plug: dst.plug.address, blockNumber: dst.blockNumber },
      ...{ facts, isConnected, ...found, unread: [...dst.unread, ...(src === undefined ? [missing] : src.unread)] },
    }
  })
}

const nothing = { powers: [], weaknesses: [], notWhole: [] }

/**
 * Reads everything that {@link readTrust} concludes from: of each plug and each of its siblings both ends, each chain in one block.
 *
 * @throws as `readTrust` does
 */
export async function readPathFacts(parameters: ReadTrustParameters): Promise<PathFacts[]> {
  const { paths, chains, otherSlugs = [], isKnownSwitchboard = () => false, clock = systemClock, safeCode } = parameters
  const views = new Map<number, ChainViewAtHead>()
  await Promise.all(
    chains.map(async ({ slug, socket, ...chain }) => {
      const client = batchCalls(guardClient(chain.client, { clock }))
      const view = await explained(openChainView({ ...chain, socket, client }), socket)
      views.set(slug, view)
    }),
  )
  const wanted = await Promise.all(
    paths.map(async ({ from, to }) => {
      const view = views.get(to.slug)
      if (view === undefined) throw new Error(`Chain ${to.slug} of plug ${to.plug} is not one of the chains.`)
      const dst = { ...to, siblingSlug: from.slug }
      const reading = readConnection(view, { plug: to.plug, siblingChainSlug: from.slug })
      const [{ siblingPlug: named }, wrong] = await Promise.all([
        explained(reading, view.socket),
        readSocketOf(view.client, to.plug, view.socket).then(
          () => undefined,
          (error: unknown) => error as Error,
        ),
      ])
      return { dst, named, wrong, src: { slug: from.slug, plug: from.plug ?? named, siblingSlug: to.slug } }
    }),
  )
  for (const { wrong, dst } of wanted) {
    const isNamed = wanted.some(({ src, named }) => src.slug === dst.slug && isAddressEqual(named, dst.plug))
    // Of what another plug takes messages from, it is a finding that it is no plug.
    if (wrong !== undefined && !(isNamed && wrong instanceof WrongContractError)) throw wrong
  }
  const ends = new Map<string, EndFacts>()
  await Promise.all(
    chains.map(async ({ slug, name }) => {
      const view = views.get(slug)
      // Of an end that comes twice, the last counts, which can be supposed.
      const own = unique(
        [...wanted.map(({ src }) => src), ...wanted.map(({ dst }) => dst)].filter((end) => end.slug === slug),
      )
      if (view === undefined || own.length === 0) return
      const named = wanted.flatMap((path) => (path.src.slug === slug ? [path.named] : []))
      const isKnown = (address: Address, siblingSlug: number): boolean => isKnownSwitchboard(address, slug, siblingSlug)
      const known = { slugs: otherSlugs, named, isKnown, safeCode, clock }
      const reading = readEnds({ name, slug, view, ends: own, ...known })
      for (const end of await explained(reading, view.socket))
        ends.set(keyOf({ ...end, slug, plug: end.plug.address }), end)
    }),
  )
  return wanted.flatMap((path) => {
    const dst = ends.get(keyOf(path.dst))
    return dst === undefined ? [] : [{ src: ends.get(keyOf(path.src)), dst }]
  })
}

async function explained<T>(reading: Promise<T>, socket: Address): Promise<T> {
  return await reading.catch((error: unknown) => {
    throw explainCallError(error, { address: socket, functionName: "getPlugConfig" })
  })
}

function keyOf({ slug, plug, siblingSlug }: WantedEnd & { readonly slug: number }): string {
  return `${slug} ${plug} ${siblingSlug}`
}

function unique<End extends WantedEnd & { readonly slug: number }>(ends: readonly End[]): End[] {
  return [...new Map(ends.map((end) => [keyOf(end), end])).values()]
}
