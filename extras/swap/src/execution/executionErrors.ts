import type { JournalEntry } from "./types.js"
import { either, text } from "#src/primitives/errorText.js"
import { formatTokens, type Unit } from "#src/primitives/numbers/amount.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { excerpt } from "#src/primitives/text.js"

/** Another call or process is executing the same quote. */
export class RouteBusyError extends PlugsError {
  readonly code = "ROUTE_BUSY"

  constructor({ quoteId, holder, file }: { quoteId: string; holder: string; file?: string | undefined }) {
    super("This quote is already being executed.", {
      facts: { quote: excerpt(quoteId), "held by": excerpt(holder, 160), file },
      next: "Wait until that execution ends, then run this again to resume it. Delete the file only if you are sure that no process uses it.",
    })
  }
}

/** The journal has an execution of this quote from another account, on another chain, or for another request. */
export class JournalMismatchError extends PlugsError {
  readonly code = "JOURNAL_MISMATCH"

  constructor({ quoteId, written, given }: { quoteId: string; written: string; given: string }) {
    super("The journal has another execution of this quote.", {
      facts: { quote: excerpt(quoteId), written, given },
      next: "Resume with the account and the request that began the execution. For anything else get a new quote, and do not use one whose id was used before.",
    })
  }
}

/**
 * Another transaction of the account was mined in place of the swap's: a wallet replaced it, or it was signed, never sent, and given up,
 * and an empty payment from the account to itself used up its nonce. The execution is over, and nothing was swapped.
 */
export class SubmissionReplacedError extends PlugsError {
  readonly code = "SUBMISSION_REPLACED"

  constructor({ account, submission, replacedBy, outcome }: JournalEntry) {
    super("Another transaction was mined in place of the swap.", {
      facts: {
        account,
        nonce: String(submission?.nonce),
        transaction: submission?.hash,
        "replaced by": replacedBy,
        reason: outcome,
      },
      next: text`Nothing was swapped, and this transaction can never be mined any more. To swap again, get a new quote${either("", ": npx hardhat swap execute with the amount and the tokens does so")}.`,
    })
  }
}

type RefusedRequote = {
  quoteId: string
  leastOut: bigint
  best: bigint | undefined
  reason: string | undefined
  /** Of the output token. */
  unit?: Unit | undefined
}

/** A quote expired, and no new quote gives as much as was accepted first. */
export class RequoteRefusedError extends PlugsError {
  readonly code = "REQUOTE_REFUSED"

  constructor({ quoteId, leastOut, best, reason, unit }: RefusedRequote) {
    super("The quote expired, and no new quote gives as much as was accepted.", {
      facts: {
        quote: excerpt(quoteId),
        "accepted at least": formatTokens(leastOut, unit),
        "offered at least": best === undefined ? undefined : formatTokens(best, unit),
        reason,
      },
      next: "Nothing was sent. Get a new quote and compare.",
    })
  }
}
