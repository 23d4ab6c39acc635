import type { Address, Hex } from "viem"

import { argument, either, text } from "../../primitives/errorText.js"
import { formatAmount } from "../../primitives/numbers/amount.js"
import { PlugsError } from "../../primitives/PlugsError.js"

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

/** The node asks for a higher gas price than is paid without `maxGasPrice`. Nothing was sent. */
export class GasPriceTooHighError extends PlugsError {
  readonly code = "GAS_PRICE_TOO_HIGH"

  /** @param options in wei */
  constructor({ asked, most }: { asked: bigint; most: bigint }) {
    super("The node asks for a higher gas price than is paid.", {
      facts: { asked: `${formatAmount(asked, 9)} gwei`, "at most": `${formatAmount(most, 9)} gwei` },
      next: text`Compare it with another node of the chain. If it is right, raise ${argument("maxGasPrice")}.`,
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
