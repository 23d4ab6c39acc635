import type { Address, Hex } from "viem"

import { PlugsError } from "../../primitives/PlugsError.js"
import { oneLine, shorten } from "../../primitives/quote.js"

/** Somebody else carries out the same quote at this moment. */
export class RouteBusyError extends PlugsError {
  readonly code = "ROUTE_BUSY"

  constructor({ quoteId, holder, file }: { quoteId: string; holder: string; file?: string | undefined }) {
    super("This quote is being executed already.", {
      facts: { quote: fit(quoteId), "held by": fit(holder), file },
      next: "Wait until that ends, then run it again: it goes on where it was. Delete the file only if you are sure that nobody does.",
    })
  }
}

/** What a journal has of a quote can't be read. Nothing was sent, because nobody knows what was sent before. */
export class JournalDamagedError extends PlugsError {
  readonly code = "JOURNAL_DAMAGED"

  constructor({ file, reason }: { file: string; reason: string }) {
    super("What was written down of this execution can't be read.", {
      facts: { file, reason: fit(reason, 160) },
      next: "Look at the account's latest transactions, and delete the file when you know that the swap was not sent.",
    })
  }
}

/** The journal has an execution of this quote by another account, or on another chain. */
export class JournalMismatchError extends PlugsError {
  readonly code = "JOURNAL_MISMATCH"

  constructor({ quoteId, written, given }: { quoteId: string; written: string; given: string }) {
    super("The journal has another execution of this quote.", {
      facts: { quote: fit(quoteId), written, given },
      next: "Go on with the wallet that began, or get a quote for this one.",
    })
  }
}

/** A transaction was about to be sent, and whether it was can't be found out. Nothing was sent now. */
export class SubmissionUnclearError extends PlugsError {
  readonly code = "SUBMISSION_UNCLEAR"

  constructor({ account, nonce, reason }: { account: Address; nonce: number; reason: string }) {
    super("An earlier run was about to send the transaction, and whether it did is not known.", {
      facts: { account, nonce: String(nonce), reason: fit(reason, 200) },
      next: "Run it again when the node answers, or when what is pending is mined. Until then nothing is sent.",
    })
  }
}

/** Another transaction of the account took the place of the one that was sent, as when a wallet cancels it. */
export class SubmissionReplacedError extends PlugsError {
  readonly code = "SUBMISSION_REPLACED"

  constructor({ account, nonce, hash }: { account: Address; nonce: number; hash: Hex }) {
    super("The transaction was sent, and another one was mined in its place.", {
      facts: { account, nonce: String(nonce), transaction: hash },
      next: "It can't be mined any more, so nothing was swapped. If you did not cancel it, get a new quote.",
    })
  }
}

/** A new quote for one that expired gives less than was accepted at first, or there is none. */
export class RequoteRefusedError extends PlugsError {
  readonly code = "REQUOTE_REFUSED"

  constructor({
    quoteId,
    leastOut,
    best,
    reason,
  }: {
    quoteId: string
    leastOut: bigint
    best: bigint | undefined
    reason: string | undefined
  }) {
    super("The quote expired, and no new one gives what was accepted.", {
      facts: {
        quote: fit(quoteId),
        "accepted at least": String(leastOut),
        "offered at least": best === undefined ? undefined : String(best),
        reason,
      },
      next: "Get a new quote and look at it. Both amounts are in the output token's smallest unit. Nothing was sent.",
    })
  }
}

function fit(text: string, length = 80): string {
  return shorten(oneLine(text), length)
}
