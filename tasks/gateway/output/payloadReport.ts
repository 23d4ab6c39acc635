import { foreignNotes, revertText } from "./notes.js"
import type { TransactionReportOptions } from "./transactionReport.js"
import { revertsOf } from "#src/gateway/reverts.js"
import { payloadStates } from "#src/gateway/states.js"
import type { PayloadDetails } from "#src/gateway/types.js"
import { excerpt } from "#src/primitives/text.js"
import { showContract, showGatewayContract } from "#src/terminal/contractNames.js"
import { paint } from "#src/terminal/paint.js"
import { explainState, paintState } from "#src/terminal/paintState.js"
import { type Fact, facts, type Report } from "#src/terminal/report.js"

/** One payload in full: its call, its transactions, and why it reverts. Unknown values are left out. */
export function payloadReport(payload: PayloadDetails, { chainName, abis, names }: TransactionReportOptions): Report {
  const { status, callType, chainSlug, requestCount, batchCount, simulationDetails, appGateway, target } = payload
  const { writeFinality: finality, isParallel } = payload
  const known: readonly Fact[] = [
    ["request", requestCount === null ? null : `${requestCount}${batchCount === null ? "" : `, batch ${batchCount}`}`],
    ["app gateway", appGateway && showGatewayContract(appGateway, names)],
    ["target", target && showContract(target, chainSlug, names)],
    ["calldata", payload.payload],
    ["value", payload.value ? `${payload.value} wei` : null],
    ["gas limit", payload.gasLimit],
    ["reads at block", payload.readAt || null],
    ["in parallel", isParallel === null ? null : isParallel ? "yes" : "no"],
    ["finality", finality === null ? null : (finalities[finality] ?? finality)],
    ["deadline", payload.deadline || null],
    ["finalized in", payload.finalizeTxHash],
    ["executed in", payload.executeTxHash],
    ["returned", payload.returnData],
    ["callback in", payload.callbackTxHash],
    ["simulation", simulationDetails.executeSimulationStatus],
    ["of its callback", simulationDetails.callbackSimulationStatus],
    ["queued at", payload.createdAt],
  ]
  const reverts = revertsOf(payload, abis).map(({ stage, ...revert }): Fact => [
    stage === "callback" ? "its callback reverts" : "reverts",
    paint.magenta(revertText(revert)),
  ])
  return [
    `${paint.bold(`${excerpt(callType ?? "payload")} on ${chainName(chainSlug)}`)}  ${paintState(status, payloadStates)}  ${paint.dim(explainState(status, payloadStates))}`,
    facts([
      ...known.map(([name, value]): Fact => [name, value === null ? null : excerpt(String(value))]),
      ...reverts,
      ...foreignNotes(payload.foreign),
    ]),
  ]
}

const finalities: Readonly<Record<number, string>> = { 0: "low", 1: "medium", 2: "high" }
