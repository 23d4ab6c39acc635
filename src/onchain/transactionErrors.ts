import type { Hex } from "viem"

import type { Call } from "./callErrors.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { PlugsError, plugsErrorIn } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

/** The wallet or the node did not accept a transaction, or did not say whether it did. */
export class NotSubmittedError extends PlugsError {
  readonly code = "NOT_SUBMITTED"
  /** Whether the node says that another transaction of the account has its nonce. */
  readonly isNonceTaken: boolean

  constructor({ call, error }: { call: Call; error: unknown }) {
    // A malformed answer to what sends.
    const wasRefused = plugsErrorIn(error)?.facts["function"]?.startsWith("eth_send") !== true
    super(
      wasRefused
        ? `The transaction that calls ${call.functionName} was not accepted.`
        : `The transaction that calls ${call.functionName} may have been sent: its node gave no hash.`,
      {
        facts: { contract: call.address, reason: nodeReason(error) },
        next: wasRefused
          ? "If the connection broke, check the account's latest transactions before you send it again."
          : "Check the account's latest transactions before you send it again.",
      },
    )
    this.isNonceTaken = wasRefused && saysNonceTooLow(error)
  }
}

function saysNonceTooLow(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === "NonceTooLowError" || /nonce too low/i.test(error.message) || saysNonceTooLow(error.cause)
}

/** A transaction was submitted, but its receipt was not seen in time. It can still be mined. */
export class NotMinedError extends PlugsError {
  readonly code = "NOT_MINED"
  readonly hash: Hex

  constructor({ hash, error }: { hash: Hex; error: unknown }) {
    super("The transaction was submitted, but its receipt was not seen in time.", {
      facts: { transaction: hash, reason: error === undefined ? "the node did not answer" : nodeReason(error) },
      next: "It can still be mined, or another transaction of the account may have replaced it. Check before you send it again.",
    })
    this.hash = hash
  }
}

/** A transaction was mined, and too few blocks came after its own in time. It can still be taken back by a reorg. */
export class TooFewConfirmationsError extends PlugsError {
  readonly code = "TOO_FEW_CONFIRMATIONS"
  readonly hash: Hex

  constructor({ hash, depth, confirmations }: { hash: Hex; depth: number; confirmations: number }) {
    super(`The transaction was mined, and did not have ${confirmations} confirmations in time.`, {
      facts: { transaction: hash, confirmations: `${depth} of ${confirmations}` },
      next: "It was sent, so do not send it again. Look later whether it is still on the chain.",
    })
    this.hash = hash
  }
}

/** Another transaction of the account was mined with the nonce of one that was submitted, and does something else. */
export class TransactionReplacedError extends PlugsError {
  readonly code = "TRANSACTION_REPLACED"
  readonly hash: Hex
  readonly replacedBy: Hex

  constructor({ hash, replacedBy }: { hash: Hex; replacedBy: Hex }) {
    super("Another transaction of the account was mined with the same nonce, so this one never will be.", {
      facts: { transaction: hash, "replaced by": replacedBy },
      next: "The account's wallet, or another holder of its key, sent the other one. Look at what it does before you send again.",
    })
    this.hash = hash
    this.replacedBy = replacedBy
  }
}

/** A transaction was mined and reverted although its simulation succeeded, because the state of the chain changed in between. */
export class TransactionRevertedError extends PlugsError {
  readonly code = "TRANSACTION_REVERTED"
  readonly hash: Hex

  constructor({ call, hash, reason, next }: { call: Call; hash: Hex; reason: string | undefined; next?: string }) {
    super(`The transaction that calls ${call.functionName} was mined and reverted.`, {
      facts: { contract: call.address, transaction: hash, reason },
      next: next ?? "Try again. If a fee rose in the meantime, use a larger margin.",
    })
    this.hash = hash
  }
}

/** The account owns less than the call costs, without gas. */
export class InsufficientBalanceError extends PlugsError {
  readonly code = "INSUFFICIENT_BALANCE"

  constructor({ account, balance, needed, next }: { account: Hex; balance: bigint; needed: bigint; next?: string }) {
    super("The account cannot pay for the call.", {
      facts: {
        account,
        balance: `${formatAmount(balance, 18)} of the native token`,
        needed: `${formatAmount(needed, 18)}, without gas`,
      },
      next: next ?? "Fund the account with the native token of the chain, or use another account.",
    })
  }
}
