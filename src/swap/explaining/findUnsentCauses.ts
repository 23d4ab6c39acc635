import type { Hex } from "viem"
import { encodeFunctionData } from "viem/utils"

import { byOthers } from "../../explaining/explain.js"
import type { Certainty } from "../../explaining/Explanation.js"
import { simulateCalls } from "../../onchain/simulation/simulateCalls.js"
import type { CallToSimulate, Simulation } from "../../onchain/simulation/Simulation.js"
import { tokenAbi } from "../../onchain/tokens.js"
import { formatAmount } from "../../primitives/numbers/amount.js"
import { decodeRevertData } from "../../primitives/reverts/decodeRevertData.js"
import { transactionOf } from "../depositTransfer.js"
import type { JournalEntry } from "../execution/types.js"
import type { SwapCase, SwapChain } from "../reading/types.js"
import type { QuoteRoute } from "../types.js"
import { findFundsCauses, type UnsentSwap } from "./findFundsCauses.js"
import type { SwapCause, SwapFindings } from "./swapCauses.js"
import { amountOf, apiEvidence, payCommand, resumeCommand, simulationOf, sourceOf, swapAgain, timeOf } from "./words.js"

/** Finds why a swap was not sent: what would stop its transaction now, or else that nothing does. */
export async function findUnsentCauses(swap: SwapCase): Promise<SwapFindings> {
  const { record, sending, origin } = swap
  if (sending.kind !== "nothing" && sending.kind !== "signed") return { causes: [] }
  if (record?.heldBy !== undefined) return { causes: [heldCause(swap, record.heldBy)] }
  if (record?.deposit !== undefined && record.entry === undefined) return { causes: [depositCause(swap)] }
  const entry = record?.entry
  if (entry === undefined) return { causes: ofUnrecorded(swap) }
  if (isExpired(entry.route.expiresAt, swap)) {
    return { causes: [expiredCause(swap), ...(await findPriceCause(swap, entry, "likely"))] }
  }
  if (origin === undefined || "problem" in origin) return { causes: [] }
  const funds = await findFundsCauses(swap, { entry, origin })
  const causes = funds.length > 0 ? funds : await findSimulationCauses(swap, { entry, origin })
  return { causes: causes.length > 0 ? causes : [notSentCause(swap, entry, origin)] }
}

function isExpired(expiresAt: number, { now }: SwapCase): boolean {
  return expiresAt <= now
}

function heldCause({ record, id }: SwapCase, heldBy: string): SwapCause {
  const state = record?.entry?.state
  return {
    name: "journal-held",
    says: `The quote is being executed by ${heldBy}, which holds its lock until the transaction is sent.`,
    evidence: [
      { source: "the journal", says: `The lock of ${id} is held by ${heldBy}.` },
      ...(state === undefined ? [] : [{ source: "the journal", says: `The execution is ${state}.` }]),
    ],
    fix: byOthers(`${heldBy} sends the transaction and releases the lock`),
  }
}

function depositCause(swap: SwapCase): SwapCause {
  const { record, origin, unit } = swap
  const deposit = record?.deposit
  if (deposit === undefined) throw new Error("A deposit that is explained was recorded.")
  const { route } = deposit
  if (isExpired(route.expiresAt, swap)) return expiredCause(swap)
  const amount = route.deposit === null ? "its deposit" : amountOf(route.deposit.amount, unit)
  const chain = origin?.name ?? "the origin chain"
  return {
    name: "deposit-unpaid",
    says: `Nobody has paid ${amount} to ${route.deposit?.depositAddress ?? "its address"} on ${chain}, and the quote expires at ${timeOf(route.expiresAt)}.`,
    evidence: [
      { source: "the journal", says: "The deposit was shown, and no payment of it is recorded." },
      apiEvidence(swap),
    ],
    fix: { who: "pay it", command: origin === undefined ? null : payCommand(route.quoteId, origin.name) },
  }
}

/** A quote that nothing here has executed: only the API knows it. */
function ofUnrecorded(swap: SwapCase): readonly SwapCause[] {
  const { api } = swap
  if (api.kind !== "route" || api.route.origin.txHash !== null) return []
  if (api.route.status === "EXPIRED") return [expiredCause(swap)]
  if (api.route.status !== "PENDING") return []
  return [
    {
      name: api.route.userOp === "deposit" ? "deposit-unpaid" : "not-sent",
      certainty: "likely",
      says: `The swap API has seen no transaction for this quote, and no journal of this project has executed it.`,
      evidence: [apiEvidence(swap)],
      fix: byOthers("the account that got the quote executes it"),
    },
  ]
}

function expiredCause(swap: SwapCase): SwapCause {
  const { record, api, now } = swap
  const route = record?.entry?.route ?? record?.deposit?.route
  const isClaim = route === undefined
  return {
    name: "quote-expired",
    certainty: isClaim && api.kind === "route" ? "likely" : "certain",
    says: isClaim
      ? "The swap API says that the quote expired, and it has seen no transaction for it."
      : `The quote expired at ${timeOf(route.expiresAt)}, before its transaction was sent. Nothing was swapped.`,
    evidence: [
      ...(isClaim ? [] : [{ source: "the journal", says: `The quote was valid until ${timeOf(route.expiresAt)}.` }]),
      { source: "this machine and the origin chain", says: `It is ${timeOf(now)}.` },
      apiEvidence(swap),
    ],
    // What was signed can never be mined beside it: the next transaction of the account has the same nonce.
    fix: swapAgain(swap),
  }
}

function notSentCause(swap: SwapCase, entry: JournalEntry, origin: SwapChain): SwapCause {
  const isSigned = entry.submission !== undefined
  return {
    name: "not-sent",
    says: isSigned
      ? `The transaction was signed, ${origin.name} does not have it, and a simulation of it succeeds. It is valid until ${timeOf(entry.route.expiresAt)}.`
      : `The swap was ${entry.state.toLowerCase()} and nothing was signed. Nothing stops it until its quote expires at ${timeOf(entry.route.expiresAt)}.`,
    evidence: [
      { source: "the journal", says: `The execution is ${entry.state}, and no process holds its lock.` },
      { source: sourceOf(swap), says: `The account ${entry.account} has sent no such transaction.` },
      apiEvidence(swap),
    ],
    fix: isSigned ? { who: "resume the swap", command: resumeCommand(entry.quoteId) } : swapAgain(swap),
  }
}

/** Simulates the transaction of a swap, and finds out why it reverts: because a message costs more by now, because the price moved, or else. */
export async function findSimulationCauses(swap: SwapCase, unsent: UnsentSwap): Promise<readonly SwapCause[]> {
  const { entry } = unsent
  const transaction = transactionOf(entry.route)
  if (transaction === undefined) return []
  const { value } = transaction
  const simulation = await simulateWith(unsent, value)
  if (simulation?.status !== "reverted") return []
  const { reason } = decodeRevertData(simulation.data, swap.abis)
  const evidence = [{ source: simulationOf(swap), says: `The transaction reverts: ${reason}.` }]
  const enough = await findEnough(unsent, value)
  if (enough !== undefined) {
    return [
      {
        name: "fee-risen",
        says: `The route's messages cost more by now: its transaction attaches ${ether(value)}, and it takes ${ether(enough)}, ${ether(enough - value)} more.`,
        evidence: [
          ...evidence,
          { source: simulationOf(swap), says: `With ${enough} wei in place of ${value} it succeeds.` },
        ],
        fix: swapAgain(swap),
      },
    ]
  }
  const moved = await findPriceCause(swap, entry, "certain")
  if (moved.length > 0) return moved.map((cause) => ({ ...cause, evidence: [...evidence, ...cause.evidence] }))
  return [
    {
      name: "call-reverts",
      says: `The route's transaction would revert on ${unsent.origin.name}: ${reason}.`,
      evidence,
      fix: swapAgain(swap),
    },
  ]
}

/** The approval is simulated first if it is still to come. A node that cannot simulate tells nothing. */
async function simulateWith({ entry, origin }: UnsentSwap, value: bigint): Promise<Simulation | undefined> {
  const { account, route, state } = entry
  const transaction = transactionOf(route)
  if (transaction === undefined) return undefined
  const { approval } = route
  const { to, data } = transaction
  const isToCome = approval !== null && state === "CHECKED"
  // Some tokens reject a change from one allowance to another.
  const approvals = isToCome ? [0n, approval.amount].map((amount) => approve(approval, amount)) : []
  const calls = [...approvals, { to, data, value }]
  return await simulateCalls(origin.client, { account, calls }).catch(() => undefined)
}

function approve(
  { tokenAddress, spenderAddress }: { tokenAddress: Hex; spenderAddress: Hex },
  amount: bigint,
): CallToSimulate {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: "approve", args: [spenderAddress, amount] })
  return { to: tokenAddress, data }
}

/** A search doubles what is added this often, and then halves the gap this often. */
const searchSteps = 10

/**
 * Searches for the least value with which the transaction succeeds, to a thousandth of what is added.
 *
 * @returns `undefined` if no value helps that the account can be simulated with
 */
async function findEnough(unsent: UnsentSwap, value: bigint): Promise<bigint | undefined> {
  const succeedsWith = async (more: bigint): Promise<boolean> =>
    (await simulateWith(unsent, value + more))?.status === "success"
  let enough = value / 8n + 1n
  let tooLittle = 0n
  for (let step = 0; !(await succeedsWith(enough)); step += 1) {
    if (step === searchSteps) return undefined
    tooLittle = enough
    enough *= 2n
  }
  for (let step = 0; step < searchSteps && enough - tooLittle > 1n; step += 1) {
    const middle = (tooLittle + enough) / 2n
    if (await succeedsWith(middle)) enough = middle
    else tooLittle = middle
  }
  return value + enough
}

function ether(wei: bigint): string {
  return `${formatAmount(wei, 18)} of the native currency`
}

/**
 * Finds out whether a new quote for the same request gives less than was accepted, and by how much.
 *
 * @param certainty how sure it is that a lower price stops this swap
 */
export async function findPriceCause(
  swap: SwapCase,
  { request, route, leastOut }: JournalEntry,
  certainty: Certainty,
): Promise<readonly SwapCause[]> {
  const quote = await swap.getQuote(request)
  const best = bestLike(route, quote?.routes ?? [])
  if (best === undefined || promised(best) >= leastOut) return []
  const { token, amount: before } = route.output
  const { amount: now } = best.output
  return [
    {
      name: "price-moved",
      certainty,
      says: `A new quote gives ${amountOf(now, token)}, ${percentBelow(now, before)} % less than the ${amountOf(before, token)} of this one, and at least ${amountOf(leastOut, token)} was accepted.`,
      evidence: [
        { source: "the journal", says: `The quote gave ${before}, and at least ${leastOut} was accepted.` },
        { source: "the swap API, a new quote", says: `It gives ${now}, and at least ${promised(best)}.` },
      ],
      fix: swapAgain(swap),
    },
  ]
}

/** The best route of the same provider, or else the best one. */
function bestLike({ routeDetails }: QuoteRoute, routes: readonly QuoteRoute[]): QuoteRoute | undefined {
  const sorted = [...routes].sort((one, other) => (promised(one) < promised(other) ? 1 : -1))
  return sorted.find((other) => other.routeDetails?.name === routeDetails?.name) ?? sorted[0]
}

function promised({ output }: QuoteRoute): bigint {
  return output.minAmountOut ?? output.amount
}

function percentBelow(now: bigint, before: bigint): string {
  return before === 0n ? "0" : (Number(((before - now) * 10_000n) / before) / 100).toString()
}
