import type { FeeComparison, PricedMessage } from "#src/messaging/compareFees.js"
import type { Found } from "#src/plugin/run/runTask.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { paint } from "#src/terminal/paint.js"
import { apart, ifAny, type Report, right, table } from "#src/terminal/report.js"

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

/** The fees of messages, and what they are for. */
export function feesFound(
  rows: readonly FeeComparison[],
  { plug, source, priced }: { readonly plug: string; readonly source: ChainEntry; readonly priced: MessagesToPrice },
): Pick<Found, "document" | "report" | "notes"> {
  // The gas limit has the API's name.
  const destinations = rows.map(({ gasLimit: msgGasLimit, ...row }) => ({ ...row, msgGasLimit }))
  const ends = { srcPlug: plug, from: source }
  if (priced.kind === "call") {
    const { functionName, fee } = priced
    return {
      document: { ...ends, functionName, fee, destinations },
      report: () => apart(feeTable(rows, true), paint.bold(callCost(priced))),
    }
  }
  const { gas, payloadLength } = priced
  const note = feeNote(gas, payloadLength)
  return {
    document: { ...ends, msgGasLimit: gas.gasLimit, payloadLength, note, destinations },
    report: () => feeTable(rows, false),
    notes: paint.dim(note),
  }
}

/** The cost of a simulated call. */
function callCost({ functionName, fee, messages }: Extract<MessagesToPrice, { kind: "call" }>): string {
  const sent = messages.length === 1 ? "one message" : `${messages.length} messages`
  return `Sending costs ${amount(fee)}, gas not counted: ${functionName} sends ${sent}.`
}

/** Compares fees, one row a message. A call decides the gas limit and bytes of each. */
function feeTable(rows: readonly FeeComparison[], ofCall: boolean): Report {
  return table(rows, {
    to: ({ to }) => to.name,
    "gas limit": ofCall && right(({ gasLimit }) => gasLimit),
    bytes: ofCall && right(({ payloadLength }) => payloadLength),
    "API estimate": right(({ estimate }) => (estimate === null ? null : amount(estimate))),
    "on-chain minimum": right(({ onChain }) => (onChain === null ? null : amount(onChain))),
    difference: right(({ differencePercent }) => differencePercent && signed(differencePercent)),
    note: ifAny(({ note }) => note && paint.magenta(note)),
    error: ifAny(({ errors }) => (errors.length === 0 ? null : paint.red(errors.map(explain).join(" ")))),
  })
}

/** The message that the fees of a table are for, and why sending may cost more. */
function feeNote({ gasLimit, from }: MessageGas, payloadLength: number): string {
  const source = { option: "as given", plug: "the plug's INBOUND_GAS", assumed: "assumed" }[from]
  const more = from === "plug" ? "A function" : "The plug"
  return `For ${gasLimit} gas (${source}) and ${payloadLength} bytes. ${more} may ask for more gas: --call shows what sending costs.`
}

function explain({ shortMessage, clause, facts }: PlugsError): string {
  const serverError = facts["server says"]
  return serverError === undefined ? shortMessage : `${clause} (${serverError}).`
}

/** Shows wei too, because contracts take wei. */
function amount(wei: bigint): string {
  return `${formatAmount(wei, 18)} (${wei} wei)`
}

function signed(percent: string): string {
  return `${percent.startsWith("-") || percent === "0.00" ? "" : "+"}${percent} %`
}
