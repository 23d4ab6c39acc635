import type { FeeComparison, PricedMessage } from "#src/messaging/compareFees.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { printDocument } from "#src/terminal/printJson.js"
import { formatTable } from "#src/terminal/table.js"
import type { Paint, Printer, Terminal } from "#src/terminal/terminal.js"

/** The messages to price, and where they are from. */
export type MessagesToPrice = {
  readonly messages: readonly PricedMessage[]
} & (
  | {
      readonly kind: "call"
      readonly functionName: string
      /** What sending costs in wei, without gas and margin. */
      readonly fee: bigint
    }
  | { readonly kind: "message"; readonly gas: MessageGas; readonly payloadLength: number }
)

/** The gas limit to price a message with, and where it is from. */
export type MessageGas = { readonly gasLimit: bigint; readonly from: "option" | "plug" | "assumed" }

type PrintFeesOptions = {
  readonly plug: string
  /** The chain of the plug. */
  readonly source: ChainEntry
  readonly priced: MessagesToPrice
  readonly json: boolean
  /** With which the task ends. */
  readonly error: PlugsError | undefined
}

/** Prints the fees of messages, and what they are for. */
export function printFees(
  rows: readonly FeeComparison[],
  { plug, source, priced, json, error }: PrintFeesOptions,
  { out, err }: Terminal,
): void {
  const print = (subject: object): void => {
    const destinations = rows.map(feeFields)
    printDocument(out, { srcPlug: plug, from: source, ...subject, destinations }, error)
  }
  if (priced.kind === "call") {
    const { functionName, fee } = priced
    if (json) print({ functionName, fee })
    else out.line(`${feeTable(rows, out, { ofCall: true })}\n\n${callCost(priced, out.paint)}`)
    return
  }
  const { gas, payloadLength } = priced
  const note = feeNote(gas, payloadLength)
  if (json) print({ msgGasLimit: gas.gasLimit, payloadLength, note })
  else {
    out.line(feeTable(rows, out))
    err.line(err.paint.dim(note))
  }
}

/** The fee of one message with the fields that it has in JSON, where its gas limit has the API's name. */
function feeFields({ gasLimit: msgGasLimit, ...row }: FeeComparison): object {
  return { ...row, msgGasLimit }
}

/**
 * Compares fees, one row a message. An error or a note is shown in the row of its message.
 *
 * @param options.ofCall shows the gas limit and bytes of each message, because a call decides them
 */
function feeTable(
  rows: readonly FeeComparison[],
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
function callCost(
  { functionName, fee, messages }: { functionName: string; fee: bigint; messages: readonly unknown[] },
  paint: Paint,
): string {
  const sent = messages.length === 1 ? "one message" : `${messages.length} messages`
  return paint.bold(`Sending costs ${amount(fee)}, gas not counted: ${functionName} sends ${sent}.`)
}

/** The message that the fees of a table are for, and why sending may cost more. */
function feeNote({ gasLimit, from }: MessageGas, payloadLength: number): string {
  const source = { option: "as given", plug: "the plug's INBOUND_GAS", assumed: "assumed" }[from]
  const more = from === "plug" ? "A function" : "The plug"
  return `For ${gasLimit} gas (${source}) and ${payloadLength} bytes. ${more} may ask for more gas: --call shows what sending costs.`
}

function explain({ shortMessage, facts }: PlugsError): string {
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
