import type { Address, Hex } from "viem"
import { readContract } from "viem/actions"
import { isAddressEqual, parseAbi } from "viem/utils"

import type { RouteStatus } from "../types.js"
import { quoteOf } from "./findSwapRecord.js"
import { readClaimedEnd, readPaid } from "./readClaimedEnd.js"
import { isLate, isRead, type RouteEvent, type RouteReading } from "./readRoute.js"
import type { SwapCase, SwapChain } from "./types.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import { readBalance } from "#src/onchain/tokens.js"
import { isEvmAddress, isEvmHash } from "#src/primitives/foreign.js"

type EventOf<Name extends RouteEvent["eventName"]> = Extract<RouteEvent, { eventName: Name }>

export type RefundReading = {
  /** Why the route could not be delivered, as the provider's contract has logged it. */
  readonly reason: Hex | undefined
} & (
  | { readonly kind: "under way" }
  /** The message that brings the value back was sent. */
  | { readonly kind: "sent"; readonly messages: MessagesReading | undefined }
  /** The origin has to pay the refund. */
  | {
      readonly kind: "due"
      readonly origin: SwapChain
      readonly event: EventOf<"RouteRefundDue">
      /** What the bridge's pool has of the token there, in the smallest unit. */
      readonly pool: bigint | undefined
    }
  /** The destination could neither deliver nor pay for the message that brings the value back. */
  | {
      readonly kind: "waiting"
      readonly destination: SwapChain
      readonly event: EventOf<"RouteRefundWaiting">
      /** What the message costs in wei; `undefined` if the bridge cannot send it. */
      readonly fee: bigint | undefined
      /** Whether what was signed here led to the bridge. Otherwise it is only what the API names that did. */
      readonly isSigned: boolean
    }
)

/** Reads what the refund of a swap waits for. */
export async function readRefund(swap: SwapCase, reading: RouteReading | undefined): Promise<RefundReading> {
  const { origin, destination, now } = swap
  const refunding = find(reading?.destination, "RouteRefunding")
  const waiting = find(reading?.destination, "RouteRefundWaiting")
  const due = find(reading?.origin, "RouteRefundDue")
  const reason = refunding?.args.reason ?? waiting?.args.reason
  const underWay = { kind: "under way", reason } as const
  if (due !== undefined) {
    if (!isRead(origin)) return underWay
    const pool = await readBalance(origin.client, due.args.token, due.address).catch(() => undefined)
    const isStuck =
      (pool !== undefined && pool < due.args.amount) || (await isLate(origin.client, due.blockNumber, now))
    return isStuck ? { kind: "due", reason, origin, event: due, pool } : underWay
  }
  if (!isRead(destination)) return underWay
  if (refunding !== undefined) {
    return { kind: "sent", reason, messages: await readMessages(swap, destination, refunding.transactionHash) }
  }
  if (waiting === undefined) return underWay
  const fee = await readMessageFee(destination, waiting)
  const isStuck =
    fee === undefined || (await isLate(destination.client, waiting.blockNumber, reading?.destinationNow ?? now))
  return isStuck
    ? { kind: "waiting", reason, destination, event: waiting, fee, isSigned: reading?.isSigned === true }
    : underWay
}

function find<Name extends RouteEvent["eventName"]>(
  events: readonly RouteEvent[] | undefined,
  name: Name,
): EventOf<Name> | undefined {
  return events?.findLast((event): event is EventOf<Name> => event.eventName === name)
}

const bridgeAbi = parseAbi(["function refundMessageFee(uint32 srcChainSlug) view returns (uint256)"])

async function readMessageFee(
  { client }: SwapChain,
  { address, args: { srcChainSlug } }: EventOf<"RouteRefundWaiting">,
): Promise<bigint | undefined> {
  const fee = { abi: bridgeAbi, address, functionName: "refundMessageFee", args: [srcChainSlug] } as const
  return await readContract(client, fee).catch(() => undefined)
}

/** Whether a chain shows the refund that the API reports. Problems are ends of sentences. */
export type RefundedReading =
  | {
      readonly kind: "seen"
      readonly chain: SwapChain
      readonly hash: Hex
      readonly blockNumber: bigint
      readonly paid: {
        readonly to: Address
        readonly token: Address
        readonly amount: bigint
        readonly isLogged: boolean
      }
    }
  /** The chain shows something else, or nothing. */
  | { readonly kind: "unseen"; readonly hash: Hex | null; readonly problem: string }
  /** The chain cannot be read. */
  | { readonly kind: "unread"; readonly problem: string }

/** Reads whether the transaction that the API names pays the refund; `undefined` where nothing shows how the swap began. */
export async function readRefunded(
  swap: SwapCase,
  route: RouteStatus,
  reading: RouteReading | undefined,
): Promise<RefundedReading | undefined> {
  const { sending, origin, destination } = swap
  const { refund } = route
  const chain = refund?.chainId === destination?.chainId ? destination : origin
  const hash = refund?.txHash ?? null
  if (!isRead(origin) || sending.kind === "unclear") return undefined
  if (!isRead(chain)) return { kind: "unread", problem: `${chain?.name ?? "the chain"} cannot be read` }
  if (hash === null || !isEvmHash(hash)) {
    return { kind: "unseen", hash: null, problem: `names no transaction on ${chain.name}` }
  }
  const end = await readClaimedEnd(swap, { chain, hash, eventName: "RouteRefunded", reading })
  if (end.receipt === undefined) return { kind: "unseen", hash, problem: end.problem }
  if (end.problem !== undefined) return { kind: "unseen", hash, problem: end.problem }
  const { receipt, log } = end
  const seen = { kind: "seen", chain, hash, blockNumber: receipt.blockNumber } as const
  const accounts = refundedAccounts(swap, route)
  if (log !== undefined) {
    const { to, token, amount } = log.args
    const isOwn = accounts.some((account) => isAddressEqual(account, to))
    if (amount > 0n && isOwn) return { ...seen, paid: { to, token, amount, isLogged: true } }
  }
  const token = tokenTaken(swap, route)
  for (const to of token === undefined ? [] : accounts) {
    const amount = token && (await readPaid(chain.client, receipt, { token, to }))
    if (token !== undefined && amount !== undefined && amount > 0n) {
      return { ...seen, paid: { to, token, amount, isLogged: false } }
    }
  }
  const to = accounts.length === 0 ? "the account" : accounts.join(" or ")
  return { kind: "unseen", hash, problem: `it pays nothing of ${token ?? "the input token"} to ${to}` }
}

/** Who may be refunded. What was asked for here counts, and not what the API says that it was. */
function refundedAccounts({ record }: SwapCase, { origin }: RouteStatus): readonly Address[] {
  const request = quoteOf(record)?.request
  const own = [request?.refundAddress, record?.entry?.account, request?.userAddress]
  const recorded = own.filter((account) => account !== undefined)
  const accounts = recorded.length > 0 ? recorded : [origin.userAddress ?? ""]
  return [...new Set(accounts.filter(isEvmAddress))]
}

function tokenTaken({ record }: SwapCase, { origin }: RouteStatus): Address | undefined {
  const request = quoteOf(record)?.request
  const token = request?.inputToken ?? origin.input[0]?.token.address
  return token !== undefined && isEvmAddress(token) ? token : undefined
}

/** What the chains show of the messages that a transaction of a route sent. */
export type MessagesReading = {
  /** The chain that they leave. */
  readonly chain: SwapChain
  readonly txHash: Hex
  readonly explanation: Explanation
}

/** Reads how the messages of a transaction stand; `undefined` if it sent none, or nothing can be read of them. */
export async function readMessages(
  { explainMessages, signal }: SwapCase,
  chain: SwapChain,
  txHash: Hex,
): Promise<MessagesReading | undefined> {
  const explanation = await explainMessages?.({ chain, txHash, signal }).catch((error: unknown) => {
    // What else is known of the swap is worth saying.
    if (error instanceof NodeFailedError) return undefined
    throw error
  })
  return explanation && { chain, txHash, explanation }
}
