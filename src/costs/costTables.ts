import type { InboundUse, Spread, WorldCosts } from "./WorldCosts.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { type Column, formatTable, type TableParameters } from "#src/terminal/table.js"
import type { Paint, Printer } from "#src/terminal/terminal.js"

/** Lines are at most this long, in a wide window and in a file too, so that a report can be pasted anywhere. */
export const widest = 80

/** Lays out what tests have cost: one table for each kind of figure. */
export function costTables(
  { messages, requests }: WorldCosts,
  { paint, columns }: Pick<Printer, "paint" | "columns">,
): string {
  if (messages.length === 0 && requests.length === 0) {
    return "No world of these tests has sent a message or completed a request, so there are no costs to report."
  }
  const spreads = (
    heading: string,
    ofWhat: string,
    rows: TableParameters["rows"],
    more: readonly Column[] = [],
  ): string[] => {
    const titles = [ofWhat, "min", "median", "max"].map((title) => ({ title, align: "right" as const }))
    const table = {
      columns: [{ title: "function" }, ...titles, ...more],
      rows,
      paint,
      width: Math.min(columns, widest),
    }
    return rows.length === 0 ? [] : [`${paint.bold(heading)}\n${formatTable(table)}`]
  }
  const used = { title: "inbound used at most", align: "right" } as const
  return [
    ...spreads(
      "Fee of a message, in native tokens of its source chain",
      "messages",
      messages.map((row) => [nameOf(row), ...cells(row.fee, ether)]),
    ),
    ...spreads(
      "Gas of a transaction that sends messages",
      "transactions",
      messages.flatMap(({ outboundGas, ...row }) =>
        outboundGas === undefined ? [] : [[nameOf(row), ...cells(outboundGas, grouped)]],
      ),
    ),
    ...spreads(
      "Gas of inbound, and how much of the gas limit it needs",
      "messages",
      messages.flatMap(({ inboundGas, inboundAtMost, ...row }) =>
        inboundGas === undefined ? [] : [[nameOf(row), ...cells(inboundGas, grouped), atMost(inboundAtMost, paint)]],
      ),
      [used],
    ),
    ...spreads(
      "Credits of a request",
      "requests",
      requests.map((row) => [nameOf(row), ...cells(row.credits, ether)]),
    ),
  ].join("\n\n")
}

/** A number of gas or wei with separators: 48211 is `48,211`. */
export function grouped(figure: bigint): string {
  return figure.toLocaleString("en")
}

/** From this share on, a gas limit is called tight. A message whose `inbound` needs a little more is not delivered. */
const tight = 0.9

function atMost(use: InboundUse | undefined, paint: Paint): string {
  if (use === undefined) return ""
  const { gasUsed, gasLimit, share } = use
  const text = `${grouped(gasUsed)} of ${grouped(gasLimit)} (${Math.round(share * 100)} %)`
  return share < tight ? text : paint.magenta(text)
}

function cells({ count, min, median, max }: Spread, format: (figure: bigint) => string): string[] {
  return [String(count), ...[min, median, max].map(format)]
}

const ether = (wei: bigint): string => formatAmount(wei, 18)

function nameOf({ contract, functionName }: { contract: string; functionName: string }): string {
  return `${contract}.${functionName}`
}
