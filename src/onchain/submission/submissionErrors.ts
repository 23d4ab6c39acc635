import type { Address } from "viem"

import { PlugsError } from "../../primitives/PlugsError.js"
import { excerpt } from "../../primitives/text.js"

/** An earlier run was about to send a transaction, and it cannot be found out whether it did. Nothing was sent now. */
export class SubmissionUnclearError extends PlugsError {
  readonly code = "SUBMISSION_UNCLEAR"

  constructor({ account, nonce, reason }: { account: Address; nonce: number; reason: string }) {
    super("An earlier run may have sent the transaction, and the node cannot tell whether it did.", {
      facts: { account, nonce: String(nonce), reason: excerpt(reason, 200) },
      next: "Run this again when the node answers and the account's pending transactions are mined. Nothing is sent until then.",
    })
  }
}

/** Another process on this machine kept sending from the same account. Nothing was sent. */
export class AccountBusyError extends PlugsError {
  readonly code = "ACCOUNT_BUSY"

  constructor(facts: { account: string; chain: string; "held by": string; file: string; waited: string }) {
    super("Another process is sending from the same account.", {
      facts,
      next: "Wait until it has sent, then run this again. Delete the file only if you are sure that no process uses it.",
    })
  }
}
