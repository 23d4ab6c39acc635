import { foreignNotes, revertText } from "./notes.js"
import type { TransactionReportOptions } from "./transactionReport.js"
import { triggerStates } from "#src/gateway/states.js"
import type { Trigger } from "#src/gateway/types.js"
import { excerpt } from "#src/primitives/text.js"
import { showContract, showGatewayContract } from "#src/terminal/contractNames.js"
import { paint } from "#src/terminal/paint.js"
import { paintState } from "#src/terminal/paintState.js"
import { apart, type Fact, facts, type Report, table } from "#src/terminal/report.js"

/** The triggers of a transaction: which plug called which app gateway, in which transaction, and why one is refused. */
export function triggerReport(
  triggers: readonly (Trigger & { readonly revert: { readonly reason: string } | null })[],
  { chainName, names }: Omit<TransactionReportOptions, "abis">,
): Report {
  if (triggers.length === 0) {
    return [
      paint.magenta("The gateway knows of no trigger in this transaction."),
      "Give the transaction in which a plug called its app gateway, on the plug's chain. It may be too new.",
    ]
  }
  const notes = triggers.flatMap(({ payload, revert, isGivenUp, foreign }): readonly Fact[] => [
    [
      `${payload.appGateway ?? "app gateway"} refuses`,
      revert && paint.magenta(revertText({ reason: revert.reason, isGivenUp })),
    ],
    ...foreignNotes(foreign),
  ])
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
