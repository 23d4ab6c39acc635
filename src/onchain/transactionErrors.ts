import type { Hex } from "viem"

import { PlugsError } from "../primitives/PlugsError.js"
import { formatAmount } from "../primitives/amount.js"
import { type Call, nodeReason } from "./callErrors.js"

/** A transaction was ready, and the wallet or the node didn't take it, or didn't say whether it did. */
export class NotSubmittedError extends PlugsError {
  readonly code = "NOT_SUBMITTED"

  constructor({ call, error }: { call: Call; error: unknown }) {
    super(`The transaction that calls ${call.functionName} was not accepted.`, {
      facts: { contract: call.address, reason: nodeReason(error) },
      next: "If the connection broke, look at the account's latest transactions before you send it again.",
    })
  }
}

/** A transaction was submitted, and no receipt was seen. It can still be mined. */
export class NotMinedError extends PlugsError {
  readonly code = "NOT_MINED"
  readonly hash: Hex

  constructor({ hash, error }: { hash: Hex; error: unknown }) {
    super("The transaction was submitted, and its receipt was not seen.", {
      facts: { transaction: hash, reason: error === undefined ? "the node did not answer" : nodeReason(error) },
      next: "It can still be mined, or another of the account's may have taken its place: look before you send it again.",
    })
    this.hash = hash
  }
}

/** A transaction was mined and reverted, although its simulation had worked: the chain had moved on in between. */
export class TransactionRevertedError extends PlugsError {
  readonly code = "TRANSACTION_REVERTED"
  readonly hash: Hex

  constructor({ call, hash, reason, next }: { call: Call; hash: Hex; reason: string | undefined; next?: string }) {
    super(`The transaction that calls ${call.functionName} was mined and reverted.`, {
      facts: { contract: call.address, transaction: hash, reason },
      next: next ?? "Try again: if a fee rose in between, with a larger margin.",
    })
    this.hash = hash
  }
}

/** The account owns less than the call needs, gas not counted. */
export class InsufficientBalanceError extends PlugsError {
  readonly code = "INSUFFICIENT_BALANCE"

  constructor({ account, balance, needed }: { account: Hex; balance: bigint; needed: bigint }) {
    super("The account owns less than the call costs.", {
      facts: {
        account,
        balance: `${formatAmount(balance, 18)} of the native token`,
        needed: `${formatAmount(needed, 18)}, gas not counted`,
      },
      next: "Fund the account with the chain's native token, or use another.",
    })
  }
}
