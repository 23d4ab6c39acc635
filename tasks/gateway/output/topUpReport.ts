import { formatAmount } from "../../../src/primitives/numbers/amount.js"
import type { Paint } from "../../../src/terminal/paint.js"

/** A top-up as people read it, before and after it. */
export type TopUpFacts = {
  /** Who gets the credits, by name and address. */
  readonly receiver: string
  /** Credits that it can spend, in the smallest unit. */
  readonly before: bigint
  readonly amount: bigint
  readonly unit: { readonly symbol: string; readonly decimals: number }
  /** The chain that pays. */
  readonly chain: string
  /** The account that pays. */
  readonly account: string
  readonly isDeposit: boolean
}

export function creditsText(credits: bigint): string {
  return formatAmount(credits, creditDecimals, "credits")
}

/** Says what a top-up costs, before it is sent. */
export function topUpPlan({ receiver, before, amount, unit, chain, account, isDeposit }: TopUpFacts): string {
  // The decimals are what the node says, so the number that is signed stands beside.
  const price = `${formatAmount(amount, unit.decimals, unit.symbol)} (${amount} in the smallest unit)`
  const way = isDeposit ? "deposited at the fees plug" : "wrapped, one for one"
  return [
    `${receiver} can spend ${creditsText(before)} now.`,
    `Costs ${price} of ${account} on ${chain}, ${way}, and the gas of ${isDeposit ? "up to two transactions" : "one transaction"}.`,
  ].join("\n")
}

/** Says what a top-up has done. */
export function topUpResult(
  { receiver }: Pick<TopUpFacts, "receiver">,
  {
    before,
    after,
    gasFee,
    native,
  }: { before: bigint; after: bigint; gasFee: bigint | undefined; native: TopUpFacts["unit"] },
  paint: Paint,
): string {
  const gas = gasFee === undefined ? "" : ` Gas cost ${formatAmount(gasFee, native.decimals, native.symbol)}.`
  return [paint.green(`${receiver} can spend ${creditsText(after)}, ${creditsText(before)} before.`), gas].join("")
}

/** Decimals of a credit, on every gateway chain. */
const creditDecimals = 18
