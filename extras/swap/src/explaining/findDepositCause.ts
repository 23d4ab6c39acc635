import type { DepositRecord } from "../execution/journal/depositRecords.js"
import type { DepositReading } from "../reading/readDeposit.js"
import type { SwapCase } from "../reading/types.js"
import type { SwapCause } from "./swapCauses.js"
import { amountOf, apiEvidence, payCommand, swapAgain, timeOf } from "./words.js"
import { byOthers } from "#src/explaining/explain.js"

/**
 * Finds why a swap that is paid by a deposit has not begun.
 *
 * @param read what the chain shows of the deposit; `undefined` if that was not read
 * @returns `undefined` if the quote has expired unpaid
 */
export function findDepositCause(
  swap: SwapCase,
  { route }: DepositRecord,
  read: DepositReading | undefined,
): SwapCause | undefined {
  const { origin, unit, now } = swap
  const chain = origin?.name ?? "the origin chain"
  const address = route.deposit?.depositAddress ?? "its address"
  const asked = route.deposit?.amount ?? 0n
  const isExpired = route.expiresAt <= now
  const shown = { source: "the journal", says: "The deposit was shown, and no payment of it is recorded." }
  const { arrived, returned } = read ?? {}
  const { amount: there = 0n, payments } = arrived ?? {}
  const kept = there - (returned?.amount ?? 0n)
  const says = payments === undefined ? `The address owns ${there} wei.` : `It was paid in ${payments.join(", ")}.`
  const paid = { source: chain, says }
  if (returned !== undefined && kept < asked) {
    return {
      name: "deposit-returned",
      says: `${amountOf(returned.amount, unit)} of what was paid to ${address} on ${chain} was sent back to ${returned.to}.`,
      evidence: [{ source: chain, says: `The address has paid it back in ${returned.txHash}.` }, apiEvidence(swap)],
      fix: swapAgain(swap),
    }
  }
  if (arrived !== undefined && asked > 0n && kept >= asked) {
    const times = payments !== undefined && payments.length > 1 ? ` by ${payments.length} transactions` : ""
    const over = kept === asked ? "" : ` That is ${amountOf(kept - asked, unit)} more than was asked for${times}.`
    return {
      name: "deposit-not-taken",
      says: `${amountOf(kept, unit)} has arrived at ${address} on ${chain}, and the swap API has seen no payment.${over}`,
      evidence: [paid, apiEvidence(swap)],
      fix: byOthers(
        `the provider begins with it${over === "" ? "" : ", and decides about the surplus"}; do not pay again`,
      ),
    }
  }
  if (isExpired && read !== undefined && kept === 0n) return undefined
  const until = isExpired ? `expired at ${timeOf(route.expiresAt)}` : `expires at ${timeOf(route.expiresAt)}`
  const amount = route.deposit === null ? "its deposit" : amountOf(asked, unit)
  if (read === undefined) {
    return {
      name: "deposit-unpaid",
      certainty: "possible",
      says: `It was not read whether ${amount} was paid to ${address} on ${chain}, and the quote ${until}.`,
      evidence: [shown, apiEvidence(swap)],
      fix: `look at ${address} on ${chain} before anybody pays`,
    }
  }
  if (kept > 0n) {
    return {
      name: "deposit-unpaid",
      says: `Only ${amountOf(kept, unit)} of ${amount} has arrived at ${address} on ${chain}, and the quote ${until}.`,
      evidence: [paid, apiEvidence(swap)],
      fix: isExpired ? byOthers("the provider pays it back") : `pay the missing ${amountOf(asked - kept, unit)} too`,
    }
  }
  return {
    name: "deposit-unpaid",
    certainty: payments === undefined ? "likely" : "certain",
    says: `Nobody has paid ${amount} to ${address} on ${chain}, and the quote ${until}.`,
    evidence: [shown, apiEvidence(swap)],
    fix: { who: "pay it", command: origin === undefined ? null : payCommand(route.quoteId, origin.name) },
  }
}
