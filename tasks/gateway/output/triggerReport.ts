import { foreignNotes, revertText } from "./notes.js"
import type { TransactionReportOptions } from "./transactionReport.js"
import { revertOfTrigger } from "#src/gateway/reverts.js"
import { triggerStates } from "#src/gateway/states.js"
import type { Trigger } from "#src/gateway/types.js"
import { excerpt } from "#src/primitives/text.js"
import { showContract, showGatewayContract } from "#src/terminal/contractNames.js"
import { paint } from "#src/terminal/paint.js"
import { paintState } from "#src/terminal/paintState.js"
import { apart, type Fact, facts, type Report, table } from "#src/terminal/report.js"

/** The triggers of a transaction: which plug called which app gateway, in which transaction, and why one is refused. */
export function triggerReport(
  triggers: readonly Trigger[],
  { chainName, abis, names }: TransactionReportOptions,
): Report {
  if (triggers.length === 0) {
    return [
      paint.magenta("The gateway knows of no trigger in this transaction."),
      "Give the transaction in which a plug called its app gateway, on the plug's chain. It may be too new.",
    ]
  }
  const notes = triggers.flatMap((trigger): readonly Fact[] => {
    const revert = revertOfTrigger(trigger, abis)
    const reason = revert && paint.magenta(revertText({ ...revert, isGivenUp: trigger.isGivenUp }))
    return [[`${trigger.payload.appGateway ?? "app gateway"} refuses`, reason], ...foreignNotes(trigger.foreign)]
  })
  return apart(
    table(triggers, {
      trigger: ({ callId }) => excerpt(callId),
      chain: ({ chainSlug }) => chainSlug && chainName(chainSlug),
      plug: ({ plug, chainSlug }) => plug && showContract(plug, chainSlug, names),
      "app gateway": ({ payload }) => payload.appGateway && showGatewayContract(payload.appGateway, names),
      state: ({ status }) => paintState(status, triggerStates),
      "called in": ({ ExecutionDetails }) => ExecutionDetails.appGatewayTxHash,
    }),
    facts(notes),
  )
}
