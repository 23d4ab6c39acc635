import type { Address, Client, Hex } from "viem"
import { getTransactionReceipt } from "viem/actions"

import type { TopUpCreditsParameters, TopUpCreditsReturnType } from "#src/gateway/onchain/credits.js"
import type { GasForecast } from "#src/onchain/gas/forecastGas.js"
import type { NativeCurrency } from "#src/onchain/tokens.js"
import type { Chain } from "#src/plugin/connection/chains/describeChain.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { gasText } from "#src/terminal/gasText.js"
import { paint } from "#src/terminal/paint.js"
import { printDocument } from "#src/terminal/printJson.js"
import type { Report } from "#src/terminal/report.js"
import type { Terminal } from "#src/terminal/terminal.js"

/** Decimals of a credit, on every gateway chain. */
const creditDecimals = 18

function creditsText(credits: bigint): string {
  return formatAmount(credits, creditDecimals, "credits")
}

/** What pays for credits. */
export type Payment = {
  /** The chain that the transaction is sent on. */
  readonly chain: Pick<Chain, "entry" | "client" | "native">
  readonly deposit: TopUpCreditsParameters["deposit"]
  /** What is paid with. */
  readonly unit: NativeCurrency
}

/** Whose credits they are, and what pays for them. */
type Credited = {
  readonly receiver: Address
  /** The receiver by name and address. */
  readonly receiverShown: string
  readonly payment: Payment
}

/** Prints the credits of an app gateway. Nothing was paid. */
export function printCredits(
  { receiver, receiverShown }: Credited,
  credits: bigint,
  { json, error }: { readonly json: boolean; readonly error?: PlugsError },
  { out }: Terminal,
): void {
  if (json) printDocument(out, { receiver, creditsBefore: credits, creditsAfter: credits, payment: null }, error)
  else out.show(`${receiverShown} can spend ${creditsText(credits)}.`)
}

/** What a top-up pays. */
type TopUpPayment = {
  /** In the smallest unit. */
  readonly amount: bigint
  /** The account that pays. */
  readonly account: string
}

/** What a top-up costs, before it is sent. */
export function topUpPlan(
  { receiverShown, payment: { unit, chain, deposit } }: Credited,
  { before, amount, account, gas }: TopUpPayment & { readonly before: bigint; readonly gas: GasForecast },
): Report {
  // The decimals are what the node says, so the number that is signed stands beside.
  const price = `${formatAmount(amount, unit.decimals, unit.symbol)} (${amount} in the smallest unit)`
  const way = deposit === undefined ? "wrapped, one for one" : "deposited at the fees plug"
  const sent = deposit === undefined ? "one transaction" : "up to two transactions"
  return [
    `${receiverShown} can spend ${creditsText(before)} now.`,
    `Costs ${price} of ${account} on ${chain.entry.name}, ${way}, and the gas of ${sent}.`,
    `gas: ${gasText(gas)}`,
  ]
}

/** Prints what a top-up has done, and what its gas has cost. */
export async function printTopUp(
  { receiver, receiverShown, payment: { chain, deposit } }: Credited,
  { hash, approvals, before, after, creditAmount, amount, account, json }: PrintedTopUp,
  { out }: Terminal,
): Promise<void> {
  const gasFee = await readGasFee(chain.client, [...approvals, hash])
  if (json) {
    const paid = { txHash: hash, approvals, chain: chain.entry, account, token: deposit?.token ?? null }
    const payment = { ...paid, amount, creditAmount, gasFee: gasFee ?? null }
    printDocument(out, { receiver, creditsBefore: before, creditsAfter: after, payment })
    return
  }
  const native = await chain.native()
  const gas = gasFee === undefined ? "" : ` Gas cost ${formatAmount(gasFee, native.decimals, native.symbol)}.`
  out.show(paint.green(`${receiverShown} can spend ${creditsText(after)}, ${creditsText(before)} before.`) + gas)
}

type PrintedTopUp = TopUpCreditsReturnType & TopUpPayment & { readonly json: boolean }

/** Returns what the gas of mined transactions has cost in wei; `undefined` if the node does not say. */
async function readGasFee(client: Client, hashes: readonly Hex[]): Promise<bigint | undefined> {
  try {
    const receipts = await Promise.all(hashes.map((hash) => getTransactionReceipt(client, { hash })))
    return receipts.reduce((fee, { gasUsed, effectiveGasPrice }) => fee + gasUsed * effectiveGasPrice, 0n)
  } catch {
    return undefined
  }
}
