import { formatAmount } from "../../primitives/amount.js"
import { formatTable } from "../core/table.js"
import type { Printer } from "../core/terminal.js"

type RowError = { readonly shortMessage: string; readonly facts: Readonly<Record<string, string>> }

export type FeeRow = {
  readonly to: { readonly name: string }
  readonly estimate: bigint | null
  readonly onChain: bigint | null
  readonly differencePercent: string | null
  readonly note: string | null
  readonly errors: readonly RowError[]
}

/** Compares fees, one row per destination. An error or a note is shown in the row of its destination. */
export function feeTable(rows: readonly FeeRow[], { paint, columns }: Printer): string {
  const hasErrors = rows.some(({ errors }) => errors.length > 0)
  const hasNotes = rows.some(({ note }) => note !== null)
  return formatTable({
    columns: [
      { title: "to" },
      { title: "API estimate", align: "right" },
      { title: "on-chain minimum", align: "right" },
      { title: "difference", align: "right" },
      ...(hasNotes ? [{ title: "note" }] : []),
      ...(hasErrors ? [{ title: "error" }] : []),
    ],
    rows: rows.map(({ to, estimate, onChain, differencePercent, note, errors }) => [
      to.name,
      amount(estimate),
      amount(onChain),
      difference(differencePercent),
      ...(hasNotes ? [paint.yellow(note ?? "")] : []),
      ...(hasErrors ? [paint.red(errors.map(explain).join(" "))] : []),
    ]),
    paint,
    width: columns,
  })
}

function explain({ shortMessage, facts }: RowError): string {
  const serverError = facts["server says"]
  return serverError === undefined ? shortMessage : `${shortMessage.replace(/\.$/, "")} (${serverError}).`
}

/** Shows wei too, because contracts take wei. */
function amount(wei: bigint | null): string {
  return wei === null ? "–" : `${formatAmount(wei, 18)} (${wei} wei)`
}

function difference(percent: string | null): string {
  if (percent === null) return "–"
  return `${percent.startsWith("-") || percent === "0.00" ? "" : "+"}${percent} %`
}
