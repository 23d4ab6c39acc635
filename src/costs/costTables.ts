import type { InboundUse, Spread, WorldCosts } from "./WorldCosts.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { paint } from "#src/terminal/paint.js"
import { apart, type Columns, type Report, right, table } from "#src/terminal/report.js"

/** Tables are at most this wide, in a wide window and in a file too, so that a report can be pasted anywhere. */
export const widest = 80

/** What a row has of its figures. */
type Row = { readonly name: string; readonly spread: Spread; readonly use?: InboundUse | undefined }

/** What tests have cost: one table for each kind of figure. */
export function costTables({ messages, requests }: WorldCosts): Report {
  if (messages.length === 0 && requests.length === 0) {
    return "No world of these tests has sent a message or completed a request, so there are no costs to report."
  }
  const named = messages.map((row) => ({ ...row, name: nameOf(row) }))
  const used = { "inbound used at most": right(({ use }: Row) => (use === undefined ? "" : atMost(use))) }
  return apart(
    spreads(
      "Fee of a message, in native tokens of its source chain",
      named.map(({ name, fee: spread }) => ({ name, spread })),
      { ofWhat: "messages", format: ether },
    ),
    spreads(
      "Gas of a transaction that sends messages",
      named.flatMap(({ name, outboundGas: spread }) => (spread === undefined ? [] : [{ name, spread }])),
      { ofWhat: "transactions", format: grouped },
    ),
    spreads(
      "Gas of inbound, and how much of the gas limit it needs",
      named.flatMap(({ name, inboundGas: spread, inboundAtMost: use }) =>
        spread === undefined ? [] : [{ name, spread, use }],
      ),
      { ofWhat: "messages", format: grouped, more: used },
    ),
    spreads(
      "Credits of a request",
      requests.map((row) => ({ name: nameOf(row), spread: row.credits })),
      { ofWhat: "requests", format: ether },
    ),
  )
}

type SpreadOptions = {
  readonly ofWhat: string
  readonly format: (figure: bigint) => string
  readonly more?: Columns<Row>
}

function spreads(heading: string, rows: readonly Row[], { ofWhat, format, more }: SpreadOptions): Report {
  if (rows.length === 0) return undefined
  const columns = {
    function: ({ name }: Row) => name,
    [ofWhat]: right(({ spread }: Row) => spread.count),
    min: right(({ spread }: Row) => format(spread.min)),
    median: right(({ spread }: Row) => format(spread.median)),
    max: right(({ spread }: Row) => format(spread.max)),
    ...more,
  }
  return [paint.bold(heading), { ...table(rows, columns), maxWidth: widest }]
}

/** A number of gas or wei with separators: 48211 is `48,211`. */
export function grouped(figure: bigint): string {
  return figure.toLocaleString("en")
}

/** From this share on, a gas limit is called tight. A message whose `inbound` needs a little more is not delivered. */
const tight = 0.9

function atMost({ gasUsed, gasLimit, share }: InboundUse): string {
  const text = `${grouped(gasUsed)} of ${grouped(gasLimit)} (${Math.round(share * 100)} %)`
  return share < tight ? text : paint.magenta(text)
}

const ether = (wei: bigint): string => formatAmount(wei, 18)

function nameOf({ contract, functionName }: { contract: string; functionName: string }): string {
  return `${contract}.${functionName}`
}
