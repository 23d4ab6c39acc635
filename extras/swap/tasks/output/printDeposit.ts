import { renderUnicodeCompact } from "uqr"

import { lossFacts, safeName, type ShownToken, tokenAmount, tokenFact } from "./routeFormat.js"
import type { CheckedRoute } from "#extras/swap/src/checks/types.js"
import { type EvmDeposit, paymentUri } from "#extras/swap/src/depositTransfer.js"
import type { DepositRecord } from "#extras/swap/src/execution/journal/depositRecords.js"
import { paint } from "#src/terminal/paint.js"
import { printEvent } from "#src/terminal/printJson.js"
import { facts, whole } from "#src/terminal/report.js"
import type { Terminal } from "#src/terminal/terminal.js"

/** A deposit, and what it pays for. */
export type DepositFacts = DepositRecord & {
  readonly deposit: EvmDeposit
  readonly input: ShownToken
  readonly output: ShownToken
  readonly origin: { readonly name: string }
  readonly destination: { readonly name: string }
  /** The smallest output that the deposit is swapped for. */
  readonly leastOut: bigint
  readonly checked: Pick<CheckedRoute, "valueLoss">
  /** Whether an earlier command opened it. */
  readonly isResumed: boolean
}

/** Prints what to pay for a swap, and to which address: as text and as a QR code that wallets read. */
export function printDeposit(given: DepositFacts, { terminal, json }: { terminal: Terminal; json: boolean }): void {
  const { request, route, deposit, input, output, origin, destination, leastOut, checked, isResumed } = given
  const { quoteId, expiresAt } = route
  const { out } = terminal
  const { valueLoss } = checked
  const uri = paymentUri(deposit)
  if (json) {
    const paid = { quoteId, isResumed, deposit, paymentUri: uri, expiresAt }
    printEvent(out, "deposit", { ...paid, request, leastOut, valueLoss })
    return
  }
  out.show([
    facts([
      ["pay exactly", `${paint.bold(tokenAmount(deposit.amount, input))} on ${origin.name}`],
      ["  token", tokenFact(input, origin.name)],
      ["to", paint.bold(deposit.depositAddress)],
      ["with memo", deposit.memo === null ? null : paint.bold(safeName(deposit.memo, 200))],
      ["before", new Date(Math.min(expiresAt * 1_000, latestDate)).toISOString()],
      ["you get", `at least ${tokenAmount(leastOut, output)} on ${destination.name}`],
      ["  token", tokenFact(output, destination.name)],
      ...lossFacts(valueLoss),
      ["receiver", request.receiverAddress],
      ["refund", `to ${request.refundAddress ?? "nobody"}`],
      ["quote", quoteId],
    ]),
    "",
    ...renderUnicodeCompact(uri, { border: 2 })
      .split("\n")
      .map((line) => whole(line)),
    whole(uri),
    "",
    paint.dim(`To pay it from an account of the configuration: npx hardhat swap pay ${quoteId} --from ${origin.name}`),
  ])
}

/** The latest that a date can be, in milliseconds since 1970. */
const latestDate = 8.64e15

/** Prints that a deposit is paid already, in place of what to pay. */
export function printPaid(
  { quoteId, says }: { readonly quoteId: string; readonly says: string },
  { terminal: { out, err }, json }: { terminal: Terminal; json: boolean },
): void {
  if (json) printEvent(out, "paid", { quoteId, says })
  else err.line(paint.magenta(`The deposit of quote ${quoteId} is already paid: ${says}. Do not pay it again.`))
}
