import type { Address } from "viem"

import { argument, helper, text } from "#src/primitives/errorText.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** The plug uses another socket than the one that the caller knows. Nothing was sent. */
export class WrongSocketError extends PlugsError {
  readonly code = "WRONG_SOCKET"

  constructor({ plug, socket, itsSocket }: { plug: Address; socket: Address; itsSocket: Address }) {
    super("The plug uses another socket than its chain has.", {
      facts: { plug, "the plug's socket": itsSocket, "the chain's socket": socket },
      next: "Do not pay fees to a contract that names its own socket. If the chain's socket is wrong, correct it: in a Hardhat configuration it is plugs.chains.<name>.socket.",
    })
  }
}

/** The plug asks for more than may be attached. Nothing was sent. */
export class FeeTooHighError extends PlugsError {
  readonly code = "FEE_TOO_HIGH"
  /** What would be attached in addition to the value of the call: the fee that the plug asks for, and the margin. In wei. */
  readonly attached: bigint
  /** The most that may be attached in addition to the value of the call, in wei. */
  readonly maxFee: bigint

  /** @param details.minFees what the socket charges at least for the messages; only if the limit follows from it */
  constructor(details: { plug: Address; fee: bigint; attached: bigint; maxFee: bigint; minFees?: bigint | undefined }) {
    const { plug, fee, attached, maxFee, minFees } = details
    super("The plug asks for a higher fee than may be attached.", {
      facts: {
        plug,
        "asked for": wei(fee),
        "with the margin": wei(attached),
        "at most": wei(maxFee),
        "minimum of the socket": minFees === undefined ? undefined : wei(minFees),
      },
      next: text`Find out why the plug asks for so much: ${helper("getMinFees")} shows what the socket charges. To pay it anyway, raise ${argument("maxFee")}. What the function keeps for its own use is not a fee: pass it as ${argument("value")}.`,
    })
    this.attached = attached
    this.maxFee = maxFee
  }
}

/** The call would cost more than its value and what its messages pay to the socket. Nothing was sent. */
export class FeeKeptError extends PlugsError {
  readonly code = "FEE_KEPT"

  constructor({ plug, cost, fees }: { plug: Address; cost: bigint; fees: bigint }) {
    super("The plug would keep a part of the fee.", {
      facts: { plug, "the call costs": wei(cost), "paid to the socket": wei(fees) },
      next: text`If the function takes something for its own use, pass that as ${argument("value")}. If it keeps what is above the fee, set ${argument("marginPercent")} to 0.`,
    })
  }
}

/** The plug reverts with a fee for another value than the one that was attached. Nothing was sent. */
export class FeeNotCredibleError extends PlugsError {
  readonly code = "FEE_NOT_CREDIBLE"

  constructor(parameters: { plug: Address; required: bigint; provided: bigint; attached: bigint }) {
    const { plug, required, provided, attached } = parameters
    super("The plug asks for a fee, but names another value than the one that was attached.", {
      facts: { plug, required: wei(required), provided: wei(provided), attached: wei(attached) },
      next: "A plug that pays from its own balance reverts like this if the balance is too low: fund it. Otherwise do not trust the fee that it names.",
    })
  }
}

/** The call reverts because its messages are not paid for, but neither the plug nor a simulation shows what they cost. Nothing was sent. */
export class FeeNotFoundError extends PlugsError {
  readonly code = "FEE_NOT_FOUND"

  constructor({ plug, socket }: { plug: Address; socket: Address }) {
    super("The plug does not say what its messages cost, and no simulation shows it.", {
      facts: { plug, socket },
      next: text`Use a node with eth_simulateV1 or debug_traceCall and an account that can pay the fee. Or read the fee with ${helper("getMinFees")}, and pass it as ${argument("value")}.`,
    })
  }
}

/** The call would send no message through the socket. Nothing was sent. */
export class NoMessageError extends PlugsError {
  readonly code = "NO_MESSAGE"

  constructor({ plug, functionName, socket }: { plug: Address; functionName: string; socket: Address }) {
    super(`The call of ${functionName} would send no message.`, {
      facts: { plug, socket },
      next: text`Check the function and its arguments, such as an empty list. A view only reads. To send the transaction even so: ${argument("evenWithoutMessage")}.`,
    })
  }
}

/**
 * With the gas that a node estimates for it, the call sends fewer messages than with more: it catches what a send reverts with, or does
 * something else when gas is short. Nothing was sent.
 */
export class GasTooLowForMessagesError extends PlugsError {
  readonly code = "GAS_TOO_LOW_FOR_MESSAGES"

  constructor(details: { plug: Address; functionName: string; gas: bigint; sent: number; expected: number }) {
    const { plug, functionName, gas, sent, expected } = details
    super(`With the gas of its transaction, the call of ${functionName} would send fewer messages.`, {
      facts: { plug, gas: String(gas), messages: `${sent} of ${expected}` },
      next: "A function that goes on after a send has failed can need more gas than a node estimates: let it revert, or pass more as gas in a script. Do not pay a plug that keeps the fee.",
    })
  }
}

/** The node cannot show whether a call sends a message, and the plug asks for no fee, which would be a sign of one. Nothing was sent. */
export class MessageNotCheckedError extends PlugsError {
  readonly code = "MESSAGE_NOT_CHECKED"

  constructor({ plug, functionName }: { plug: Address; functionName: string }) {
    super(`The node cannot show whether the call of ${functionName} sends a message.`, {
      facts: { plug },
      next: text`Use a node with eth_simulateV1 or debug_traceCall. To send the transaction even so: ${argument("evenWithoutMessage")}.`,
    })
  }
}

/** The node cannot show which messages a call would send, so its fee cannot be checked. Nothing was sent. */
export class FeeNotCheckedError extends PlugsError {
  readonly code = "FEE_NOT_CHECKED"

  constructor({ plug, fee }: { plug: Address; fee: bigint }) {
    super("The node cannot show what the call would send, so the fee cannot be checked.", {
      facts: { plug, "asked for": wei(fee) },
      next: text`Use a node with eth_simulateV1 or debug_traceCall, or set ${argument("maxFee")} to the most that you want to pay.`,
    })
  }
}

/** All that a send costs at most is above the budget. Nothing was sent. */
export class BudgetExceededError extends PlugsError {
  readonly code = "BUDGET_EXCEEDED"

  constructor({ attached, gas, budget }: { attached: bigint; gas: bigint; budget: bigint }) {
    super("The call would cost more than its budget.", {
      facts: {
        "attached for fee, margin and value": wei(attached),
        "gas at most": gas === 0n ? undefined : wei(gas),
        "in all": wei(attached + gas),
        budget: wei(budget),
      },
      next: text`Wait until gas or the fee is cheaper, attach less with ${argument("marginPercent")}, or raise ${argument("budget")}.`,
    })
  }
}

/** @throws {BudgetExceededError} what is attached and the gas are above the budget */
export function requireBudget(cost: { attached: bigint; gas: bigint }, budget: bigint | undefined): void {
  if (budget !== undefined && cost.attached + cost.gas > budget) throw new BudgetExceededError({ ...cost, budget })
}

function wei(amount: bigint): string {
  return `${formatAmount(amount, 18)} (${amount} wei)`
}
