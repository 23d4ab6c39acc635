import type {
  Abi,
  ContractFunctionArgs,
  ContractFunctionName,
  ReadContractParameters,
  ReadContractReturnType,
} from "viem"
import { readContract } from "viem/actions"

import type { Alert } from "../alerts/Alert.js"
import type { SentMessage } from "../ChainFacts.js"
import type { ChainProgress, FollowedChain } from "../followChain.js"
import type { DeliveryPath } from "../store/WatchStore.js"
import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import type { Clock } from "#src/primitives/clock.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { excerpt } from "#src/primitives/text.js"

export type ChainReads = {
  readonly blockNumber: bigint
  /** Calls a view function of a contract in this block. */
  read<
    const abi extends Abi | readonly unknown[],
    name extends ContractFunctionName<abi, "pure" | "view">,
    const args extends ContractFunctionArgs<abi, "pure" | "view", name>,
  >(
    parameters: Omit<ReadContractParameters<abi, name, args>, "blockNumber" | "blockTag">,
  ): Promise<ReadContractReturnType<abi, name, args>>
}

/** What an invariant is worked out from: all of it belongs to the same moment. */
export type WatchedMoment = {
  /** By the names of the configuration. One that is watched and could not be read throws, and so the sum is unverified. */
  readonly chains: Readonly<Record<string, ChainReads>>
  /** The messages that were sent before the block of their source chain, and not delivered before that of their destination. */
  readonly inFlight: readonly SentMessage[]
}

/**
 * A sum over chains, or anything else that has to hold.
 *
 * @returns what is wrong, as a sentence; nothing if it holds
 * @example
 * const supply: WatchInvariant = async ({ chains: { alpha, beta }, inFlight }) => {
 *   const [locked, minted] = await Promise.all([alpha.read(vault), beta.read(supplyOfToken)])
 *   const moving = inFlight.reduce((sum, { details }) => sum + BigInt(details.payload), 0n)
 *   if (minted + moving !== locked) return `${locked} are locked, ${minted} minted, and ${moving} in flight.`
 * }
 */
export type WatchInvariant = (moment: WatchedMoment) => Promise<string | undefined> | string | undefined

export const invariantScope = "invariant:"

/** Milliseconds that a sum has, which may ask several times. */
const sumWithin = 20_000

/** Checks invariants in the blocks up to which their chains are read. What `failed` could not be worked out in time, or not of one moment. */
export async function checkInvariants(
  invariants: Readonly<Record<string, WatchInvariant>>,
  options: MomentOptions,
): Promise<{ readonly found: ReadonlyMap<string, Alert>; readonly failed: ReadonlyMap<string, string> }> {
  const found = new Map<string, Alert>()
  const failed = new Map<string, string>()
  const checks = Object.entries(invariants).map(async ([name, invariant]) => {
    const id = `${invariantScope}${name}`
    const { moment, unclear } = openMoment(options)
    try {
      const timed = await withTimeLimit(sumWithin, async () => await invariant(moment), options)
      const says = timed.kind === "done" ? timed.value : undefined
      const why = unclear() ?? (timed.kind === "done" ? undefined : "it took too long.")
      if (why !== undefined) failed.set(id, why)
      else if (typeof says === "string") found.set(id, { kind: "broken", says: `${name}: ${excerpt(says, 400)}` })
    } catch (error) {
      failed.set(id, unclear() ?? (isPlugsError(error) ? error.shortMessage : nodeReason(error)))
    }
  })
  await Promise.all(checks)
  return { found, failed }
}

type MomentOptions = {
  readonly chains: readonly FollowedChain[]
  /** Also of chains that are not open. */
  readonly progress: readonly ChainProgress[]
  readonly inFlight: readonly SentMessage[]
  /** Paths with deliveries of which it is not known yet what was sent. */
  readonly unmatched: readonly DeliveryPath[]
  readonly clock: Clock
}

/** A moment that notes what is asked of it. `unclear` says what of that was not read. */
function openMoment({ chains, progress, inFlight, unmatched }: Omit<MomentOptions, "clock">) {
  const asked = new Set<number>()
  let isCounted = false
  const unread = new Set(
    progress.flatMap(({ slug, block, problem }) => (block === undefined || problem !== undefined ? [slug] : [])),
  )
  const nameOf = (slug: number): string => progress.find((chain) => chain.slug === slug)?.name ?? `chain ${slug}`
  const moment = {
    chains: Object.defineProperties(
      {},
      Object.fromEntries(
        progress.map((chain) => [chain.name, { enumerable: true, get: () => (asked.add(chain.slug), open(chain)) }]),
      ),
    ) as WatchedMoment["chains"],
    get inFlight() {
      isCounted = true
      return inFlight
    },
  }
  const open = ({ slug, name, block }: ChainProgress): ChainReads => {
    const chain = chains.find((one) => one.slug === slug)
    if (chain === undefined || block === undefined || unread.has(slug)) throw new Error(`${name} could not be read.`)
    return readsOf(chain, block)
  }
  return {
    moment,
    unclear: (): string | undefined => {
      // A sum that names no chain is over all of them.
      const isAsked = (slug: number): boolean => asked.size === 0 || asked.has(slug)
      const open = unmatched.find(({ src, chain }) => isAsked(src) || isAsked(chain))
      const lost = isCounted ? inFlight.find(({ src, dst }) => isAsked(src) && unread.has(dst)) : undefined
      const gone = [...unread].find(isAsked) ?? lost?.dst
      if (gone !== undefined) return `${nameOf(gone)} could not be read.`
      return open && `A delivery from ${nameOf(open.src)} to ${nameOf(open.chain)} is not yet verified.`
    },
  }
}

function readsOf({ name, client }: FollowedChain, blockNumber: bigint): ChainReads {
  const read = async (parameters: object): Promise<never> => {
    const call = { ...parameters, blockNumber } as Parameters<typeof readContract>[1]
    try {
      return (await readContract(client, call)) as never
    } catch (error) {
      throw explainCallError(error, { address: call.address ?? "0x", functionName: call.functionName, chain: name })
    }
  }
  return { blockNumber, read }
}
