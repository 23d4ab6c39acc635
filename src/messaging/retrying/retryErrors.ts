import type { Address, Hex } from "viem"

import { argument, either, text } from "#src/primitives/errorText.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** A message cannot be executed now, by no account. Nothing was sent. */
export class MessageNotExecutableError extends PlugsError {
  readonly code = "MESSAGE_NOT_EXECUTABLE"
  readonly messageId: Hex
  /** Why not, as the end of a sentence. */
  readonly reason: string

  constructor({ messageId, reason, next }: { messageId: Hex; reason: string; next?: string | undefined }) {
    super(`The message cannot be executed: ${reason}.`, {
      facts: { message: messageId },
      next: next ?? "Find out with explainMessage what it waits for.",
    })
    this.messageId = messageId
    this.reason = reason
  }
}

/** The message carries more native value than the account pays for it. Nothing was sent. */
export class RetryValueTooHighError extends PlugsError {
  readonly code = "RETRY_VALUE_TOO_HIGH"

  /** @param options in wei */
  constructor({ messageId, asked, most }: { messageId: Hex; asked: bigint; most: bigint }) {
    super("The message carries more native value than the limit, and the account would pay it.", {
      facts: { message: messageId, asked: formatAmount(asked, 18), "at most": formatAmount(most, 18) },
      next: text`The sender of the message chose the value, and the plug gets it. If the account is to pay it, raise ${argument("maxValue")}.`,
    })
  }
}

/** The account may not execute messages on this chain, and no account that may can be impersonated. Nothing was sent. */
export class NotExecutorError extends PlugsError {
  readonly code = "NOT_EXECUTOR"

  constructor({ account, manager, owner }: { account: Address; manager: Address; owner: Address | undefined }) {
    super("The account may not execute messages on this chain.", {
      facts: { account, "execution manager": manager, "owner of the execution manager": owner },
      next: text`Use an account that has EXECUTOR_ROLE at the execution manager, or ask its owner to grant the role. On a fork of the chain, ${either("retryMessage", "this task")} does that itself.`,
    })
  }
}
