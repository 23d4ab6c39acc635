import { type Hex, isHash } from "viem"

import type { ReplayTarget } from "./replayMessage.js"
import { readJourneys } from "#src/messaging/reading/readJourneys.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

/** Which message is meant, by the transaction that sent it. */
export type AskedTarget = {
  readonly source: ChainEntry
  readonly srcTxHash: Hex
  readonly messageId?: Hex | undefined
  /** A transaction of the destination chain, or a block of it. Default: the transaction that delivered the message, if one has. */
  readonly at?: Hex | bigint | undefined
}

/**
 * Finds a message, and what its replay begins with.
 *
 * @throws {InvalidInputError} there is no such message or there are several, or nobody knows where it was delivered
 * @throws {NodeFailedError} the node of the source chain did not answer
 */
export async function findTarget(
  { source, srcTxHash, messageId, at }: AskedTarget,
  { chains, opened }: { readonly chains: readonly ChainEntry[]; readonly opened: Chains },
): Promise<ReplayTarget> {
  const refuse = (argument: string, problem: string, fix: string) => new InvalidInputError({ argument, problem, fix })
  const src = await opened.require(source)
  const journeys = await readJourneys({ src, srcTxHash, messageId, chainOf: (slug) => opened.find(slug) })
  const [journey, ...others] = journeys
  if (journey === undefined) {
    throw refuse(
      "id",
      `no such message was sent in ${srcTxHash}`,
      "See what it did with npx hardhat messaging explain.",
    )
  }
  if (others.length > 0) {
    const ids = journeys.map(({ message }) => message.messageId).join(", ")
    throw refuse("--message-id", `the transaction sent ${journeys.length} messages`, `Name one of them: ${ids}.`)
  }
  const { message, arrival } = journey
  const to = findChain(chains, message.dstChainSlug, "id")
  const chain = await opened.require(to)
  if (at !== undefined) return { message, to, chain, at }
  if (!("problem" in arrival) && arrival.executed === true) {
    const problem = `the message was delivered, and the node of ${to.name} does not tell in which transaction`
    throw refuse("--at", problem, "Name that transaction.")
  }
  const executed = "problem" in arrival || typeof arrival.executed === "boolean" ? undefined : arrival.executed
  return { message, to, chain, at: executed?.transactionHash }
}

/** @throws {InvalidInputError} it is no transaction and no block */
export function readAt(at: string): Hex | bigint {
  if (isHash(at)) return at
  if (/^\d{1,15}$/.test(at)) return BigInt(at)
  const problem = `${inQuotes(at)} is no transaction and no block`
  throw new InvalidInputError({ argument: "--at", problem, fix: "Give a hash of the destination chain, or a number." })
}
