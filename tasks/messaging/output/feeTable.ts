import { formatAmount } from "../../../src/primitives/numbers/amount.js"
import { formatTable } from "../../../src/terminal/table.js"
import type { Paint, Printer } from "../../../src/terminal/terminal.js"

/** The fee of one message with the fields that it has in JSON, where its gas limit has the API's name. */
export function feeFields({ gasLimit: msgGasLimit, ...row }: FeeRow): object {
  return { ...row, msgGasLimit }
}

type RowError = { readonly shortMessage: string; readonly facts: Readonly<Record<string, string>> }

type FeeRow = {
  readonly to: { readonly name: string }
  readonly gasLimit: bigint
  readonly payloadLength: number
  readonly estimate: bigint | null
  readonly onChain: bigint | null
  readonly differencePercent: string | null
  readonly note: string | null
  readonly errors: readonly RowError[]
}

/**
 * Compares fees, one row a message. An error or a note is shown in the row of its message.
 *
 * @param options.ofCall shows the gas limit and bytes of each message, because a call decides them
 */
export function feeTable(
  rows: readonly FeeRow[],
  { paint, columns }: Printer,
  { ofCall = false }: { ofCall?: boolean } = {},
): string {
  const hasErrors = rows.some(({ errors }) => errors.length > 0)
  const hasNotes = rows.some(({ note }) => note !== null)
  return formatTable({
    columns: [
      { title: "to" },
      ...(ofCall
        ? ([
            { title: "gas limit", align: "right" },
            { title: "bytes", align: "right" },
          ] as const)
        : []),
      { title: "API estimate", align: "right" },
      { title: "on-chain minimum", align: "right" },
      { title: "difference", align: "right" },
      ...(hasNotes ? [{ title: "note" }] : []),
      ...(hasErrors ? [{ title: "error" }] : []),
    ],
    rows: rows.map(({ to, gasLimit, payloadLength, estimate, onChain, differencePercent, note, errors }) => [
      to.name,
      ...(ofCall ? [String(gasLimit), String(payloadLength)] : []),
      amount(estimate),
      amount(onChain),
      difference(differencePercent),
      ...(hasNotes ? [paint.magenta(note ?? "")] : []),
      ...(hasErrors ? [paint.red(errors.map(explain).join(" "))] : []),
    ]),
    paint,
    width: columns,
  })
}

/** The cost of a simulated call. */
export function callCost(
  { functionName, fee, messages }: { functionName: string; fee: bigint; messages: readonly unknown[] },
  paint: Paint,
): string {
  const sent = messages.length === 1 ? "one message" : `${messages.length} messages`
  return paint.bold(`Sending costs ${amount(fee)}, gas not counted: ${functionName} sends ${sent}.`)
}

/** The message that the fees of a table are for, and why sending may cost more. */
export function feeNote({
  gasLimit,
  payloadLength,
  from,
}: {
  gasLimit: bigint
  payloadLength: number
  from: "option" | "plug" | "assumed"
}): string {
  const source = { option: "as given", plug: "the plug's INBOUND_GAS", assumed: "assumed" }[from]
  const more = from === "plug" ? "A function" : "The plug"
  return `For ${gasLimit} gas (${source}) and ${payloadLength} bytes. ${more} may ask for more gas: --call shows what sending costs.`
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
