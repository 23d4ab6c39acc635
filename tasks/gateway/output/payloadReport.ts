import { foreignNotes, revertText } from "./notes.js"
import type { TransactionReportOptions } from "./transactionReport.js"
import { revertsOf } from "#src/gateway/reverts.js"
import { payloadStates } from "#src/gateway/states.js"
import type { PayloadDetails } from "#src/gateway/types.js"
import { excerpt } from "#src/primitives/text.js"
import { showContract, showGatewayContract } from "#src/terminal/contractNames.js"
import { explainState, paintState } from "#src/terminal/paintState.js"
import { formatFacts } from "#src/terminal/table.js"
import type { Paint } from "#src/terminal/terminal.js"

type Fact = readonly [name: string, value: string]

/** Shows one payload in full: its call, its transactions, and why it reverts. Unknown values are left out. */
export function payloadReport(
  payload: PayloadDetails,
  { chainName, abis, names }: TransactionReportOptions,
  paint: Paint,
): string {
  const { status, callType, chainSlug, requestCount, batchCount, simulationDetails, readAt, deadline } = payload
  const facts: (readonly [name: string, value: string | null])[] = [
    ["request", requestCount === null ? null : `${requestCount}${batchCount === null ? "" : `, batch ${batchCount}`}`],
    ["app gateway", payload.appGateway === null ? null : showGatewayContract(payload.appGateway, names)],
    ["target", payload.target === null ? null : showContract(payload.target, chainSlug, names)],
    ["calldata", payload.payload === null ? null : excerpt(payload.payload)],
    ["value", payload.value === null || payload.value === 0n ? null : `${payload.value} wei`],
    ["gas limit", payload.gasLimit === null ? null : String(payload.gasLimit)],
    ["reads at block", readAt === null || readAt === 0n ? null : String(readAt)],
    ["in parallel", payload.isParallel === null ? null : payload.isParallel ? "yes" : "no"],
    [
      "finality",
      payload.writeFinality === null ? null : (finalities[payload.writeFinality] ?? String(payload.writeFinality)),
    ],
    ["deadline", deadline === null || deadline === 0 ? null : String(deadline)],
    ["finalized in", payload.finalizeTxHash],
    ["executed in", payload.executeTxHash],
    ["returned", payload.returnData === null ? null : excerpt(payload.returnData)],
    ["callback in", payload.callbackTxHash],
    ["simulation", simulationDetails.executeSimulationStatus],
    ["of its callback", simulationDetails.callbackSimulationStatus],
    ["queued at", payload.createdAt],
  ]
  const reverts = revertsOf(payload, abis).map(({ stage, ...revert }): Fact => [
    stage === "callback" ? "its callback reverts" : "reverts",
    paint.magenta(revertText(revert)),
  ])
  const known = facts.flatMap(([name, value]): Fact[] => (value === null ? [] : [[name, excerpt(value)]]))
  return [
    `${paint.bold(`${excerpt(callType ?? "payload")} on ${chainName(chainSlug)}`)}  ${paintState(status, paint, payloadStates)}  ${paint.dim(explainState(status, payloadStates))}`,
    formatFacts([...known, ...reverts, ...foreignNotes(payload.foreign, paint)], paint),
  ].join("\n")
}

const finalities: Readonly<Record<number, string>> = { 0: "low", 1: "medium", 2: "high" }
