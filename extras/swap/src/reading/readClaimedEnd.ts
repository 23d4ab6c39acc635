import type { Address, Client, Hex, Log, TransactionReceipt } from "viem"
import { getBalance, getBlock, getTransaction, getTransactionReceipt } from "viem/actions"
import { isAddressEqual, parseEventLogs } from "viem/utils"

import { nativeToken } from "../nativeToken.js"
import { eventsOfRoute, type RouteEvent, type RouteReading } from "./readRoute.js"
import type { Sending, SentSwap, SwapChain } from "./types.js"
import { tokenAbi } from "#src/onchain/tokens.js"

/** The transaction in which a swap ended, as its chain shows it; or why it is not that, as the end of a sentence. */
export type ClaimedEnd<Name extends EndEventName> =
  | {
      readonly receipt: TransactionReceipt
      readonly log: Extract<RouteEvent, { eventName: Name }> | undefined
      readonly problem?: string
    }
  | {
      readonly receipt?: undefined
      readonly problem: string
      /** The chain does not have it, or not yet. */
      readonly isMissing?: boolean
      /** The node does not answer. */
      readonly isUnread?: boolean
    }

type EndEventName = "RouteCompleted" | "RouteRefunded"

/** In seconds: the clocks of two chains may differ by that much. */
const clockTolerance = 120

/**
 * Checks the transaction in which the swap API says that a swap ended. One of another swap may pay the same token to the same account: so
 * the provider's contracts have to name the route in it, or, where they name no routes, it has to be later than the one that began it.
 *
 * @param claim.eventName what the provider's contracts log at this end
 */
export async function readClaimedEnd<Name extends EndEventName>(
  { sending, origin, id }: SentSwap,
  {
    chain,
    hash,
    eventName,
    reading,
  }: { chain: SwapChain; hash: Hex; eventName: Name; reading: RouteReading | undefined },
): Promise<ClaimedEnd<Name>> {
  const asked = await unlessMissing(
    getTransactionReceipt(chain.client, { hash }),
    "TransactionReceiptNotFoundError",
  ).then(
    (receipt) => ({ receipt, isUnread: false }),
    () => ({ receipt: undefined, isUnread: true }),
  )
  const { receipt } = asked
  const unread = { problem: `the node of ${chain.name} does not answer`, isUnread: true }
  if (asked.isUnread) return unread
  if (receipt === undefined) return { problem: `${chain.name} has no such transaction`, isMissing: true }
  if (receipt.status === "reverted") return { problem: `it reverted on ${chain.name}` }
  if (reading !== undefined && reading.contracts.length > 0) {
    const log = eventsOfRoute(receipt.logs, { quoteId: reading.quoteId, contracts: reading.contracts }).find(
      (event): event is Extract<RouteEvent, { eventName: Name }> => event.eventName === eventName,
    )
    return log === undefined
      ? { receipt, log, problem: `the provider's contracts log no ${eventName} of the quote ${reading.quoteId} in it` }
      : { receipt, log }
  }
  if (sending.kind !== "mined") return { receipt, log: undefined, problem: `nothing shows when the swap ${id} began` }
  const block = await getBlock(chain.client, { blockNumber: receipt.blockNumber }).catch(() => undefined)
  if (block === undefined) return unread
  const isEarlier =
    chain.chainId === origin?.chainId
      ? receipt.blockNumber < sending.receipt.blockNumber
      : Number(block.timestamp) + clockTolerance < sending.at
  return isEarlier
    ? { receipt, log: undefined, problem: `${chain.name} mined it before the swap's own transaction ${sending.hash}` }
    : { receipt, log: undefined }
}

/** How much of a token an account gets in a transaction. Native currency leaves no log: its balance tells, if the node has it. */
export async function readPaid(
  client: Client,
  { logs, from, transactionHash: hash, blockNumber, gasUsed, effectiveGasPrice }: TransactionReceipt,
  { token, to }: { token: Address; to: Address },
): Promise<bigint | undefined> {
  if (!isAddressEqual(token, nativeToken)) return transferred(logs, { token, to })
  try {
    const { value, to: called } = await getTransaction(client, { hash })
    if (called !== null && isAddressEqual(called, to)) return value
    const balanceAt = (block: bigint): Promise<bigint> => getBalance(client, { address: to, blockNumber: block })
    const [before, after] = await Promise.all([balanceAt(blockNumber - 1n), balanceAt(blockNumber)])
    return after - before + (isAddressEqual(from, to) ? gasUsed * effectiveGasPrice + value : 0n)
  } catch {
    return undefined
  }
}

function transferred(logs: Log[], { token, to }: { token: Address; to: Address }): bigint {
  const transfers = parseEventLogs({ abi: tokenAbi, eventName: "Transfer", logs })
  return transfers
    .filter(({ address, args }) => isAddressEqual(address, token) && isAddressEqual(args.to, to))
    .filter(({ args }) => !isAddressEqual(args.from, to))
    .reduce((total, { args }) => total + args.value, 0n)
}

/** Reads a transaction that was mined; `undefined` if the node does not have it. */
export async function readMined(client: Client, hash: Hex): Promise<Extract<Sending, { kind: "mined" }> | undefined> {
  const receipt = await unlessMissing(getTransactionReceipt(client, { hash }), "TransactionReceiptNotFoundError")
  if (receipt === undefined) return undefined
  const { timestamp } = await getBlock(client, { blockNumber: receipt.blockNumber })
  return { kind: "mined", hash, receipt, at: Number(timestamp) }
}

/** A node that does not answer must not pass for one that does not have it. */
export async function unlessMissing<T>(answer: Promise<T>, name: string): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && error.name === name) return undefined
    throw error
  }
}
