import { argument, text } from "../../primitives/errorText.js"
import { formatAmount } from "../../primitives/numbers/amount.js"
import { PlugsError } from "../../primitives/PlugsError.js"

/** The node asks for a higher gas price than the limit. Nothing was sent. */
export class GasPriceTooHighError extends PlugsError {
  readonly code = "GAS_PRICE_TOO_HIGH"

  /** @param options in wei */
  constructor({ asked, most }: { asked: bigint; most: bigint }) {
    super("The node asks for a higher gas price than the limit.", {
      facts: { asked: `${formatAmount(asked, 9)} gwei`, "at most": `${formatAmount(most, 9)} gwei` },
      next: text`Compare it with another node of the chain. If it is right, raise ${argument("maxGasPrice")}.`,
    })
  }
}

/** The gas of a transaction can cost more than the limit. The transaction was not sent. */
export class GasTooExpensiveError extends PlugsError {
  readonly code = "GAS_TOO_EXPENSIVE"

  /** @param options.cost in wei, as are `limit`, `before` and `price` */
  constructor({
    gas,
    price,
    cost,
    limit,
    before,
    symbol,
  }: {
    readonly gas: bigint
    readonly price: bigint
    readonly cost: bigint
    readonly limit: bigint
    /** What the transactions before it cost at most. They count too. */
    readonly before: bigint
    readonly symbol: string
  }) {
    super("The gas of the transaction can cost more than the limit.", {
      facts: {
        cost: formatAmount(cost, 18, symbol),
        "at most": formatAmount(limit, 18, symbol),
        "transactions before": before === 0n ? undefined : formatAmount(before, 18, symbol),
        gas: String(gas),
        "gas price": `${formatAmount(price, 9)} gwei`,
      },
      next: text`Compare the gas price with another node of the chain, and look at what the contract does with so much gas. If it is right, raise ${argument("maxGasCost")}.`,
    })
  }
}
