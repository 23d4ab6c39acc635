import type {
  Abi,
  ContractFunctionArgs,
  ContractFunctionName,
  ReadContractParameters,
  ReadContractReturnType,
} from "viem"
import { readContract } from "viem/actions"

import { explainCallError } from "../../../onchain/callErrors.js"
import { isPlugsError } from "../../../primitives/PlugsError.js"
import { nodeReason } from "../../../primitives/reverts/nodeReason.js"
import { excerpt } from "../../../primitives/text.js"
import type { Alert } from "../alerts/Alert.js"
import type { SentMessage } from "../ChainFacts.js"
import type { ChainProgress, FollowedChain } from "../followChain.js"

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
  /** By the names of the configuration. */
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

/** Checks invariants in the blocks up to which all chains are read. What `failed` could not be worked out. */
export async function checkInvariants(
  invariants: Readonly<Record<string, WatchInvariant>>,
  { chains, progress, inFlight }: MomentOptions,
): Promise<{ readonly found: ReadonlyMap<string, Alert>; readonly failed: ReadonlyMap<string, string> }> {
  const found = new Map<string, Alert>()
  const failed = new Map<string, string>()
  const moment: WatchedMoment = {
    chains: Object.fromEntries(chains.flatMap((chain) => readsOf(chain, progress))),
    inFlight,
  }
  for (const [name, invariant] of Object.entries(invariants)) {
    const id = `${invariantScope}${name}`
    try {
      const says = await invariant(moment)
      if (typeof says === "string") found.set(id, { kind: "broken", says: `${name}: ${excerpt(says, 400)}` })
    } catch (error) {
      failed.set(id, isPlugsError(error) ? error.shortMessage : nodeReason(error))
    }
  }
  return { found, failed }
}

type MomentOptions = {
  readonly chains: readonly FollowedChain[]
  readonly progress: readonly ChainProgress[]
  readonly inFlight: readonly SentMessage[]
}

function readsOf({ name, slug, client }: FollowedChain, progress: readonly ChainProgress[]): [string, ChainReads][] {
  const blockNumber = progress.find((chain) => chain.slug === slug)?.block
  if (blockNumber === undefined) return []
  const read = async (parameters: object): Promise<never> => {
    const call = { ...parameters, blockNumber } as Parameters<typeof readContract>[1]
    try {
      return (await readContract(client, call)) as never
    } catch (error) {
      throw explainCallError(error, { address: call.address ?? "0x", functionName: call.functionName, chain: name })
    }
  }
  return [[name, { blockNumber, read }]]
}
