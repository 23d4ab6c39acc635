import type { Address, Hex } from "viem"
import { readContract } from "viem/actions"
import { isAddressEqual, parseAbi } from "viem/utils"

import { blockSource } from "../../explaining/evidence.js"
import { byOthers } from "../../explaining/explain.js"
import type { Evidence } from "../../explaining/Explanation.js"
import { tokenAbi } from "../../onchain/tokens.js"
import { isEvmAddress, isEvmHash } from "../../primitives/foreign.js"
import { formatAmount } from "../../primitives/numbers/amount.js"
import { decodeRevertData } from "../../primitives/reverts/decodeRevertData.js"
import { readClaimedEnd, readPaid } from "../reading/readClaimedEnd.js"
import { isLate, isRead, type RouteEvent, type RouteReading } from "../reading/readRoute.js"
import type { SwapCase, SwapChain } from "../reading/types.js"
import type { RouteStatus } from "../types.js"
import { aheadCause, unreadCause } from "./findPaymentCauses.js"
import type { SwapCause, SwapFindings } from "./swapCauses.js"
import { apiEvidence, swapAgain } from "./words.js"

type EventOf<Name extends RouteEvent["eventName"]> = Extract<RouteEvent, { eventName: Name }>

/** Finds what the refund of a swap waits for, or that it is under way. */
export async function findRefundCauses(swap: SwapCase, reading: RouteReading | undefined): Promise<SwapFindings> {
  const refunding = find(reading?.destination, "RouteRefunding")
  const waiting = find(reading?.destination, "RouteRefundWaiting")
  const due = find(reading?.origin, "RouteRefundDue")
  const reason = reasonOf(refunding?.args.reason ?? waiting?.args.reason)
  if (due !== undefined) return { causes: [await dueCause(swap, due, reason)] }
  if (waiting !== undefined && refunding === undefined)
    return { causes: [await waitingCause(swap, waiting, reason, reading?.destinationNow ?? swap.now)] }
  if (refunding === undefined || !isRead(swap.destination)) return { causes: [underWay(swap, reason)] }
  const messages = await findMessageCauses(swap, swap.destination, refunding.transactionHash)
  return messages.causes.length > 0 ? messages : { ...messages, causes: [underWay(swap, reason)] }
}

/** Finds whether the chain shows the refund that the API reports: that the account was paid. */
export async function findRefundedCauses(
  swap: SwapCase,
  route: RouteStatus,
  reading: RouteReading | undefined,
): Promise<readonly SwapCause[]> {
  const { sending, origin, destination } = swap
  const { refund } = route
  const chain = refund?.chainId === destination?.chainId ? destination : origin
  const hash = refund?.txHash ?? null
  // That nothing shows how it began has a cause of its own.
  if (!isRead(origin) || sending.kind === "unclear") return []
  if (!isRead(chain)) return [unreadCause(swap, `${chain?.name ?? "the chain"} cannot be read`)]
  if (hash === null || !isEvmHash(hash)) return [aheadCause(swap, `names no transaction on ${chain.name}`, null)]
  const end = await readClaimedEnd(swap, { chain, hash, eventName: "RouteRefunded", reading })
  if (end.receipt === undefined) return [aheadCause(swap, end.problem, hash)]
  if (end.problem !== undefined) return [aheadCause(swap, end.problem, hash)]
  const { receipt, log } = end
  const accounts = refundedAccounts(swap, route)
  const source = blockSource(chain, receipt.blockNumber)
  if (log !== undefined) {
    const { to, token, amount } = log.args
    if (amount > 0n && accounts.some((account) => isAddressEqual(account, to))) {
      return [refundedCause(swap, { chain, hash }, { source, says: `RouteRefunded: ${to} got ${amount} of ${token}.` })]
    }
  }
  const token = tokenTaken(swap, route)
  for (const to of token === undefined ? [] : accounts) {
    const paid = token && (await readPaid(chain.client, receipt, { token, to }))
    if (paid !== undefined && paid > 0n) {
      return [refundedCause(swap, { chain, hash }, { source, says: `The refund pays ${paid} of ${token} to ${to}.` })]
    }
  }
  const to = accounts.length === 0 ? "the account" : accounts.join(" or ")
  return [aheadCause(swap, `it pays nothing of ${token ?? "the input token"} to ${to}`, hash)]
}

/** Who may be refunded. What was asked for here counts, and not what the API says that it was. */
function refundedAccounts({ record }: SwapCase, { origin }: RouteStatus): readonly Address[] {
  const request = record?.entry?.request ?? record?.deposit?.request
  const own = [request?.refundAddress, record?.entry?.account, request?.userAddress]
  const recorded = own.filter((account) => account !== undefined)
  const accounts = recorded.length > 0 ? recorded : [origin.userAddress ?? ""]
  return [...new Set(accounts.filter(isEvmAddress))]
}

function tokenTaken({ record }: SwapCase, { origin }: RouteStatus): Address | undefined {
  const request = record?.entry?.request ?? record?.deposit?.request
  const token = request?.inputToken ?? origin.input[0]?.token.address
  return token !== undefined && isEvmAddress(token) ? token : undefined
}

function find<Name extends RouteEvent["eventName"]>(
  events: readonly RouteEvent[] | undefined,
  name: Name,
): EventOf<Name> | undefined {
  return events?.findLast((event): event is EventOf<Name> => event.eventName === name)
}

function reasonOf(data: `0x${string}` | undefined): string {
  return data === undefined || data === "0x"
    ? ""
    : ` It could not be delivered: ${decodeRevertData(data, marketErrors).reason}.`
}

/** The errors with which a delivery on the devnet's market fails. */
const marketErrors = [
  parseAbi([
    "error TooLittleOut(uint256 amountOut, uint256 minAmountOut)",
    "error PoolTooSmall(uint256 required, uint256 available)",
    "error ValueNotTaken(address to, uint256 amount)",
    "error UnknownDex(address dex)",
    "error UnknownAsset(bytes32 asset)",
  ]),
]

const bridgeAbi = parseAbi(["function refundMessageFee(uint32 srcChainSlug) view returns (uint256)"])

function underWay(swap: SwapCase, reason: string): SwapCause {
  return {
    name: "refund-under-way",
    says: `The swap failed, and its refund to ${swap.origin?.name ?? "the origin chain"} is under way.${reason}`,
    evidence: [apiEvidence(swap)],
  }
}

/** The origin has to pay the refund, and the bridge's pool there may be too small for it. */
async function dueCause(swap: SwapCase, due: EventOf<"RouteRefundDue">, reason: string): Promise<SwapCause> {
  const { origin, now } = swap
  if (!isRead(origin)) return underWay(swap, reason)
  const { token, amount } = due.args
  const pool = await readContract(origin.client, {
    abi: tokenAbi,
    address: token,
    functionName: "balanceOf",
    args: [due.address],
  }).catch(() => undefined)
  const isShort = pool !== undefined && pool < amount
  if (!isShort && !(await isLate(origin.client, due.blockNumber, now))) return underWay(swap, reason)
  const call = `payRefund(${due.args.quoteId}) of ${due.address} on ${origin.name}`
  return {
    name: "refund-waiting",
    says: isShort
      ? `The swap failed, and its refund of ${amount} (in the smallest unit of ${token}) on ${origin.name} waits for the bridge's pool, which has ${pool}: ${amount - pool} are missing.${reason}`
      : `The swap failed, and its refund on ${origin.name} waits until ${call} is called.${reason}`,
    evidence: [
      {
        source: blockSource(origin, due.blockNumber),
        says: `${due.address} logged RouteRefundDue of ${amount}.`,
      },
      { source: origin.name, says: `The pool of ${due.address} has ${pool ?? "an unknown amount"} of ${token}.` },
      apiEvidence(swap),
    ],
    fix: isShort ? byOthers(`the provider fills the pool of ${due.address} on ${origin.name}`) : `call ${call}`,
  }
}

/** The destination could neither deliver nor pay for the message that brings the value back. */
async function waitingCause(
  swap: SwapCase,
  { address, blockNumber, args: { srcChainSlug, quoteId } }: EventOf<"RouteRefundWaiting">,
  reason: string,
  now: number,
): Promise<SwapCause> {
  const { destination } = swap
  if (!isRead(destination)) return underWay(swap, reason)
  const fee = await readFee()
  if (fee !== undefined && !(await isLate(destination.client, blockNumber, now))) return underWay(swap, reason)
  const call = `claimRefund(${quoteId}) of ${address} on ${destination.name}`
  return {
    name: "refund-waiting",
    says:
      fee === undefined
        ? `The swap failed, and its refund waits on ${destination.name}, because the bridge ${address} there cannot send messages to the chain with the slug ${srcChainSlug}.${reason}`
        : `The swap failed, and its refund waits on ${destination.name} until ${formatAmount(fee, 18)} of the native currency is paid for the message back.${reason}`,
    evidence: [
      { source: blockSource(destination, blockNumber), says: `${address} logged RouteRefundWaiting.` },
      {
        source: destination.name,
        says: `refundMessageFee(${srcChainSlug}) is ${fee === undefined ? "not to be had: the call reverts" : `${fee} wei`}.`,
      },
      apiEvidence(swap),
    ],
    fix:
      fee === undefined
        ? byOthers(`the owner of the bridge ${address} on ${destination.name} connects it to that chain`)
        : `call ${call} with ${fee} wei`,
  }

  async function readFee(): Promise<bigint | undefined> {
    if (!isRead(destination)) return undefined
    return await readContract(destination.client, {
      abi: bridgeAbi,
      address,
      functionName: "refundMessageFee",
      args: [srcChainSlug],
    }).catch(() => undefined)
  }
}

function refundedCause(
  swap: SwapCase,
  { chain, hash }: { readonly chain: SwapChain; readonly hash: Hex },
  evidence: Evidence,
): SwapCause {
  return {
    name: "refunded",
    says: `The swap failed, and was refunded on ${chain.name} in ${hash}.`,
    evidence: [evidence, apiEvidence(swap)],
    fix: swapAgain(swap),
  }
}

/**
 * Explains the messages that a transaction of a route sent. One that does not arrive is a cause of the swap, with the message's own cause
 * as its evidence and the message's own fix.
 */
export async function findMessageCauses(
  { explainMessages, signal }: SwapCase,
  chain: SwapChain,
  txHash: Hex,
): Promise<SwapFindings> {
  const explanation = await explainMessages?.({ chain, txHash, signal })
  if (explanation === undefined) return { causes: [] }
  const { verdict, says, causes, items, events } = explanation
  const [first] = causes
  if (first === undefined || (verdict !== "stuck" && verdict !== "failed")) return { causes: [], items, events }
  const messageId = first.about ?? items[0]?.id ?? null
  const cause: SwapCause = {
    name: "message-stuck",
    certainty: first.certainty,
    says: `The message ${messageId ?? `of ${txHash}`}, which carries the swap from ${chain.name}, does not arrive: ${says}`,
    evidence: [
      ...causes.map(({ name, certainty, says: why }) => ({
        source: `the message's cause ${name}, ${certainty}`,
        says: why,
      })),
      ...first.evidence,
    ],
    fix: first.mend ?? undefined,
    about: messageId,
  }
  return { causes: [cause], items, events }
}
