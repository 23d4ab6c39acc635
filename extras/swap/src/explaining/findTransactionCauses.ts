import type { TransactionReading } from "../reading/readTransaction.js"
import type { Sending, SwapCase } from "../reading/types.js"
import type { SwapCause } from "./swapCauses.js"
import { amountOf, apiEvidence, resumeCommand, revokeCommand, sourceOf, swapAgain, timeOf } from "./words.js"
import { byOthers } from "#src/explaining/explain.js"
import { excerpt } from "#src/primitives/text.js"

/** Finds why the transaction of a swap, which was sent, has not succeeded. */
export function findTransactionCauses(
  swap: SwapCase,
  transaction: TransactionReading | undefined,
): readonly SwapCause[] {
  return [...causesOf(swap, transaction), ...leftCauses(swap, transaction)]
}

function causesOf(swap: SwapCase, transaction: TransactionReading | undefined): readonly SwapCause[] {
  const { sending, origin } = swap
  const chain = origin?.name ?? "the origin chain"
  switch (sending.kind) {
    case "pending":
      return [
        {
          name: "transaction-pending",
          says: `The transaction ${sending.hash} was sent, and ${chain} has not mined it yet.`,
          evidence: [{ source: sourceOf(swap), says: `The node has the transaction, in no block.` }],
        },
      ]
    case "lost":
      return [lostCause(swap, sending, chain)]
    case "replaced":
      return [replacedCause(swap, sending, chain)]
    case "unclear":
      return [
        {
          name: "sending-unclear",
          says: `The node of ${chain} cannot tell whether the transaction was sent: ${excerpt(sending.says, 160)}.`,
          evidence: [apiEvidence(swap)],
          fix: "look again once the node answers",
        },
      ]
    case "mined":
      return sending.receipt.status === "success" ? [] : [revertedCause(swap, sending, transaction?.reason)]
    case "nothing":
    case "signed":
      return []
  }
}

function lostCause(swap: SwapCase, sending: Extract<Sending, { kind: "lost" }>, chain: string): SwapCause {
  const { hash, submission } = sending
  const entry = swap.record?.entry
  const recorded = submission === undefined ? undefined : entry
  // Signed bytes can be sent again. Without them the nonce is used up once the quote has expired.
  const resumable =
    submission?.raw !== undefined || (entry?.route.expiresAt ?? Infinity) <= swap.now ? recorded : undefined
  const until =
    recorded === undefined || resumable !== undefined
      ? ""
      : ` Its quote expires at ${timeOf(recorded.route.expiresAt)}; resume it then.`
  return {
    name: "transaction-dropped",
    certainty: recorded === undefined ? "likely" : "certain",
    says: `The node of ${chain} does not have the transaction ${hash}, neither mined nor pending.${until}`,
    evidence: [
      {
        source: sourceOf(swap),
        says:
          recorded === undefined
            ? "The node knows no transaction with this hash."
            : `No transaction of ${recorded.account} has the nonce ${recorded.submission?.nonce ?? "of the swap"}.`,
      },
      apiEvidence(swap),
    ],
    fix:
      resumable !== undefined
        ? { who: "resume the swap", command: resumeCommand(resumable.quoteId) }
        : recorded !== undefined
          ? "resume the swap once its quote has expired"
          : byOthers("the account that sent it sends it again"),
  }
}

function replacedCause(
  swap: SwapCase,
  { hash, by, why }: Extract<Sending, { kind: "replaced" }>,
  chain: string,
): SwapCause {
  const entry = swap.record?.entry
  const nonce = entry?.submission?.nonce
  const what = hash === undefined ? "the swap's transaction" : `the swap's transaction ${hash}`
  const another = by === undefined ? "Another transaction" : `The transaction ${by}`
  const reason = why === undefined ? "" : ` It was given up because of ${excerpt(why, 60)}.`
  return {
    name: "transaction-replaced",
    says: `${another} of ${entry?.account ?? "the account"} was mined on ${chain} in place of ${what}, which can never be mined.${reason}`,
    evidence: [
      { source: sourceOf(swap), says: `Nonce ${nonce ?? "unknown"} was used by ${by ?? "another transaction"}.` },
    ],
    fix: swapAgain(swap),
  }
}

function revertedCause(
  swap: SwapCase,
  { hash, receipt: { blockNumber, from, gasUsed } }: Extract<Sending, { kind: "mined" }>,
  reason: string | undefined,
): SwapCause {
  const chain = swap.origin?.name ?? "the origin chain"
  return {
    name: "transaction-reverted",
    says: `The transaction ${hash} was mined on ${chain} and reverted${reason === undefined ? "" : `: ${reason}`}. Nothing was swapped.`,
    evidence: [
      { source: `${chain}, block ${blockNumber}`, says: `It failed, sent by ${from}, with ${gasUsed} gas.` },
      ...(reason === undefined
        ? []
        : [{ source: `simulation on ${chain}, block ${blockNumber}`, says: `The same call reverts: ${reason}.` }]),
    ],
    fix: swapAgain(swap),
  }
}

function leftCauses(
  { record, origin, unit }: SwapCase,
  transaction: TransactionReading | undefined,
): readonly SwapCause[] {
  const entry = record?.entry
  const left = transaction?.left
  if (entry === undefined || origin === undefined || left === undefined) return []
  const { token, spender, amount } = left
  return [
    {
      name: "allowance-left",
      certainty: "possible",
      says: `${spender} may still take ${amountOf(amount, unit)} from ${entry.account}, which the swap approved and did not use.`,
      evidence: [{ source: origin.name, says: `The allowance of ${spender} is ${amount}.` }],
      fix: {
        who: "revoke the allowance",
        command: revokeCommand({ token, spender, network: origin.network ?? origin.name }),
      },
    },
  ]
}
