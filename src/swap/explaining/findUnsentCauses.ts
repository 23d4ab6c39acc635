import { byOthers } from "../../explaining/explain.js"
import type { JournalEntry } from "../execution/types.js"
import type { SwapCase, SwapChain } from "../reading/types.js"
import { findFundsCauses } from "./findFundsCauses.js"
import { findPriceCause } from "./findPriceCause.js"
import { findSimulationCauses } from "./findSimulationCauses.js"
import type { SwapCause, SwapFindings } from "./swapCauses.js"
import { amountOf, apiEvidence, payCommand, resumeCommand, sourceOf, swapAgain, timeOf } from "./words.js"

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
