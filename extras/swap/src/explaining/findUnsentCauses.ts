import type { JournalEntry } from "../execution/types.js"
import { quoteOf } from "../reading/findSwapRecord.js"
import { isRead } from "../reading/readRoute.js"
import type { Lack, Reverting, UnsentReading } from "../reading/readUnsent.js"
import type { SwapCase, SwapChain } from "../reading/types.js"
import type { Quote, QuoteRoute } from "../types.js"
import { findDepositCause } from "./findDepositCause.js"
import type { SwapCause } from "./swapCauses.js"
import {
  amountOf,
  apiEvidence,
  nativeAmountOf,
  resumeCommand,
  simulationOf,
  sourceOf,
  swapAgain,
  timeOf,
} from "./words.js"
import { byOthers } from "#src/explaining/explain.js"
import type { Certainty } from "#src/explaining/Explanation.js"
import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"

/** Finds why a swap was not sent: what would stop its transaction now, or else that nothing does. */
export function findUnsentCauses(swap: SwapCase, unsent: UnsentReading | undefined): readonly SwapCause[] {
  const { record, sending, origin } = swap
  if (sending.kind !== "nothing" && sending.kind !== "signed") return []
  if (record?.heldBy !== undefined) return [heldCause(swap, record.heldBy)]
  if (record?.deposit !== undefined && record.entry === undefined) {
    return [findDepositCause(swap, record.deposit, unsent?.deposit) ?? expiredCause(swap)]
  }
  const entry = record?.entry
  if (entry === undefined) return ofUnrecorded(swap)
  if (unsent === undefined) return []
  const { reverting, newQuote } = unsent
  const lacks = unsent.lacks?.map((lack) => findFundsCause(swap, entry, lack))
  if (unsent.isExpired) {
    // They would stop the next one.
    const lacking = (lacks ?? []).map((cause): SwapCause => ({ ...cause, certainty: "likely" }))
    return [expiredCause(swap), ...lacking, ...findPriceCause(swap, entry, { newQuote, certainty: "likely" })]
  }
  if (!isRead(origin) || lacks === undefined) return []
  if (lacks.length > 0) return lacks
  if (reverting !== undefined) return findRevertingCauses({ ...swap, origin }, entry, { reverting, newQuote })
  return [notSentCause(swap, entry, origin)]
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
  const { record, now } = swap
  const route = quoteOf(record)?.route
  const isClaim = route === undefined
  return {
    name: "quote-expired",
    certainty: isClaim ? "likely" : "certain",
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

/** Finds why the transaction reverts: because a message costs more by now, because the price moved, or else. */
function findRevertingCauses(
  swap: SwapCase & { readonly origin: SwapChain },
  entry: JournalEntry,
  { reverting, newQuote }: { readonly reverting: Reverting; readonly newQuote: Quote | undefined },
): readonly SwapCause[] {
  const { data, value, enough } = reverting
  const { reason } = decodeRevertData(data, swap.abis)
  const evidence = [{ source: simulationOf(swap), says: `The transaction reverts: ${reason}.` }]
  if (enough !== undefined) {
    return [
      {
        name: "fee-risen",
        says: `The route's messages cost more by now: its transaction attaches ${nativeAmountOf(value)}, and it takes ${nativeAmountOf(enough)}, ${nativeAmountOf(enough - value)} more.`,
        evidence: [
          ...evidence,
          { source: simulationOf(swap), says: `With ${enough} wei in place of ${value} it succeeds.` },
        ],
        fix: swapAgain(swap),
      },
    ]
  }
  const moved = findPriceCause(swap, entry, { newQuote, certainty: "certain" })
  if (moved.length > 0) return moved.map((cause) => ({ ...cause, evidence: [...evidence, ...cause.evidence] }))
  return [
    {
      name: "call-reverts",
      says: `The route's transaction would revert on ${swap.origin.name}: ${reason}.`,
      evidence,
      fix: swapAgain(swap),
    },
  ]
}

/** Finds whether a new quote for the same request gives less than was accepted, and by how much. */
function findPriceCause(
  swap: SwapCase,
  { route, leastOut }: JournalEntry,
  {
    newQuote,
    certainty,
  }: {
    readonly newQuote: Quote | undefined
    /** How sure it is that a lower price stops this swap. */
    readonly certainty: Certainty
  },
): readonly SwapCause[] {
  const best = bestLike(route, newQuote?.routes ?? [])
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

/** Words what the account lacks to pay for a swap, or what the route's contract may not take. */
function findFundsCause(swap: SwapCase, entry: JournalEntry, lack: Lack): SwapCause {
  if (lack.kind === "too little") return balanceCause(swap, entry, lack)
  const { spender, allowed, needed } = lack
  const { account } = entry
  const { unit, origin } = swap
  return {
    name: "allowance-missing",
    says: `${spender} may take ${amountOf(allowed, unit)} from ${account} on ${origin?.name ?? "the origin chain"}, and the swap needs ${amountOf(needed, unit)}: ${amountOf(needed - allowed, unit)} are missing.`,
    evidence: [{ source: sourceOf(swap), says: `allowance(${account}, ${spender}) is ${allowed}.` }],
    fix: swapAgain(swap),
  }
}

function balanceCause(
  swap: SwapCase,
  { account, request: { inputToken } }: JournalEntry,
  { owned, needed, isNative }: { owned: bigint; needed: bigint; isNative: boolean },
): SwapCause {
  const amount = (given: bigint): string => (isNative ? nativeAmountOf(given) : amountOf(given, swap.unit))
  const chain = swap.origin?.name ?? "the origin chain"
  // An account with exactly the attached value has nothing for gas.
  const missing =
    owned < needed ? `${amount(needed - owned)} are missing${isNative ? ", besides gas" : ""}` : "gas is missing"
  return {
    name: "balance-missing",
    says: `${account} owns ${amount(owned)} on ${chain}, and the swap takes ${amount(needed)}: ${missing}.`,
    evidence: [
      {
        source: sourceOf(swap),
        says: isNative
          ? `The balance of ${account} is ${owned} wei.`
          : `balanceOf(${account}) of ${inputToken} is ${owned}.`,
      },
    ],
    fix: `send what is missing to ${account} on ${chain}, and swap again`,
  }
}
