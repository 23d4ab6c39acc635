import { foreignNotes, revertText } from "./notes.js"
import type { TransactionReportOptions } from "./transactionReport.js"
import { revertOfTrigger } from "#src/gateway/reverts.js"
import { triggerStates } from "#src/gateway/states.js"
import type { Trigger } from "#src/gateway/types.js"
import { excerpt } from "#src/primitives/text.js"
import { showContract, showGatewayContract } from "#src/terminal/contractNames.js"
import { paintState } from "#src/terminal/paintState.js"
import { formatFacts, formatTable } from "#src/terminal/table.js"
import type { Printer } from "#src/terminal/terminal.js"

/** Lays out the triggers of a transaction: which plug called which app gateway, in which transaction, and why one is refused. */
export function triggerReport(
  triggers: readonly Trigger[],
  { chainName, abis, names }: TransactionReportOptions,
  { paint, columns: width }: Printer,
): string {
  if (triggers.length === 0) {
    return [
      paint.magenta("The gateway knows of no trigger in this transaction."),
      "Give the transaction in which a plug called its app gateway, on the plug's chain. It may be too new.",
    ].join("\n")
  }
  const table = formatTable({
    columns: [
      { title: "trigger" },
      { title: "chain" },
      { title: "plug" },
      { title: "app gateway" },
      { title: "state" },
      { title: "called in" },
    ],
    rows: triggers.map(({ callId, chainSlug, plug, payload, status, ExecutionDetails }) => [
      excerpt(callId),
      chainSlug === null ? "–" : chainName(chainSlug),
      plug === null ? "–" : showContract(plug, chainSlug, names),
      payload.appGateway === null ? "–" : showGatewayContract(payload.appGateway, names),
      paintState(status, paint, triggerStates),
      ExecutionDetails.appGatewayTxHash ?? "–",
    ]),
    paint,
    width,
  })
  const notes = triggers.flatMap((trigger) => {
    const revert = revertOfTrigger(trigger, abis)
    const text = revert === undefined ? [] : [revertText({ ...revert, isGivenUp: trigger.isGivenUp })]
    return [
      ...text.map(
        (reason) => [`${trigger.payload.appGateway ?? "app gateway"} refuses`, paint.magenta(reason)] as const,
      ),
      ...foreignNotes(trigger.foreign, paint),
    ]
  })
  return notes.length === 0 ? table : `${table}\n\n${formatFacts(notes, paint)}`
}
