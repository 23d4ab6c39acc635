import type { Abi } from "viem"

import { foreignNotes, revertText, triesOver } from "./notes.js"
import type { OpenedTransaction } from "#src/gateway/following/openedRequests.js"
import { revertsOf } from "#src/gateway/reverts.js"
import { payloadStates, transactionStates } from "#src/gateway/states.js"
import type { FeesInfo, GatewayRequest, Payload } from "#src/gateway/types.js"
import { excerpt } from "#src/primitives/text.js"
import { type ContractNames, showContract } from "#src/terminal/contractNames.js"
import { explainState, paintState } from "#src/terminal/paintState.js"
import { formatFacts, formatTable } from "#src/terminal/table.js"
import type { Paint, Printer } from "#src/terminal/terminal.js"

/** How requests, payloads and triggers are shown. */
export type TransactionReportOptions = {
  /** Names the chain of a slug. */
  readonly chainName: (slug: number) => string
  /** ABIs that decode the errors of the user's own contracts. */
  readonly abis: readonly Abi[]
  /** Names the project's own contracts. Default: addresses stay alone. */
  readonly names?: ContractNames
}

/** Reports on a gateway transaction: each request with its fees and payloads, what they deploy, and why they revert. */
export function transactionReport(
  requests: readonly GatewayRequest[],
  options: TransactionReportOptions,
  printer: Printer,
): string {
  if (requests.length === 0) {
    return [
      printer.paint.magenta("The gateway knows nothing of this transaction yet."),
      "It may be too new: wait for it with --wait. Give a transaction of the gateway chain, not of a chain that a payload goes to.",
    ].join("\n")
  }
  return requests.map((request) => describeRequest(request, options, printer)).join("\n\n")
}

function describeRequest(request: GatewayRequest, options: TransactionReportOptions, printer: Printer): string {
  const { paint } = printer
  const { status, requestCount, payloads, feesInfo, foreign } = request
  const title = paint.bold(requestCount === null ? "Request" : `Request ${requestCount}`)
  const notes = [
    ...deployments(payloads, options),
    ...reverts(payloads, options, paint),
    ...foreignNotes([...(foreign ?? []), ...payloads.flatMap((payload) => payload.foreign ?? [])], paint),
  ]
  return [
    `${title}  ${paintState(status, paint, transactionStates)}  ${paint.dim(explainRequest(request))}`,
    ...(feesInfo === null ? [] : [feeLine(feesInfo, options)]),
    ...(payloads.length === 0 ? ["It has no payloads yet."] : ["", payloadTable(payloads, options, printer)]),
    ...(notes.length === 0 ? [] : ["", formatFacts(notes, paint)]),
  ].join("\n")
}

/** Explains the status of a request, and whether its tries are over. */
export function explainRequest({ status, payloads }: GatewayRequest): string {
  const isOver = payloads.some(({ isGivenUp }) => isGivenUp === true)
  return isOver ? `at least one payload reverts, and its ${triesOver}` : explainState(status, transactionStates)
}

function feeLine(
  { fee, maxFees, feePoolChain, feePoolToken }: FeesInfo,
  { chainName }: TransactionReportOptions,
): string {
  const pool = typeof feePoolChain === "number" ? chainName(feePoolChain) : feePoolChain
  return [
    `fee ${fee === null ? "not charged yet" : excerpt(fee)}`,
    ...(maxFees === null ? [] : [`of at most ${excerpt(maxFees)}`]),
    ...(pool === null ? [] : [`from the pool of ${excerpt(pool)}`]),
    ...(feePoolToken === null ? [] : [`in ${excerpt(feePoolToken)}`]),
  ].join(" ")
}

function payloadTable(
  payloads: readonly Payload[],
  { chainName, names }: TransactionReportOptions,
  { paint, columns: width }: Printer,
): string {
  const hasBatches = payloads.some(({ batchCount }) => batchCount !== null)
  return formatTable({
    columns: [
      ...(hasBatches ? [{ title: "batch", align: "right" } as const] : []),
      { title: "chain" },
      { title: "call" },
      { title: "target" },
      { title: "state" },
      { title: "executed in" },
      { title: "callback in" },
    ],
    rows: payloads.map(({ batchCount, chainSlug, callType, target, status, executeDetails, callBackDetails }) => [
      ...(hasBatches ? [batchCount === null ? "–" : String(batchCount)] : []),
      chainName(chainSlug),
      excerpt(callType),
      target === null ? "–" : showContract(target, chainSlug, names),
      paintState(status, paint, payloadStates),
      executeDetails.executeTxHash ?? "–",
      callBackDetails.callbackTxHash ?? "–",
    ]),
    paint,
    width,
  })
}

type Fact = readonly [name: string, value: string]

function deployments(payloads: readonly Payload[], { chainName, names }: TransactionReportOptions): Fact[] {
  return payloads.flatMap(({ chainSlug, appGatewayDetails }): Fact[] => {
    if (appGatewayDetails === null) return []
    const { onChainAddress, forwarderAddress, isForwarderDeployed } = appGatewayDetails
    const forwarder =
      forwarderAddress === null
        ? "its forwarder's address follows from that"
        : `its forwarder at ${forwarderAddress}, ${isForwarderDeployed ? "deployed" : "not deployed yet"}`
    const deployed = onChainAddress === null ? "not yet" : showContract(onChainAddress, chainSlug, names)
    return [[`deploys on ${chainName(chainSlug)}`, `${deployed}, ${forwarder}`]]
  })
}

function reverts(payloads: readonly Payload[], { chainName, abis }: TransactionReportOptions, paint: Paint): Fact[] {
  return payloads.flatMap((payload) =>
    revertsOf(payload, abis).map(({ stage, ...revert }): Fact => {
      const call = excerpt(payload.callType)
      const what = stage === "callback" ? `callback of ${call}` : call
      return [`${what} on ${chainName(payload.chainSlug)} reverts`, paint.magenta(revertText(revert))]
    }),
  )
}

/** Names the callback transactions that opened requests of their own, where the work continues. */
export function openedReport(opened: readonly OpenedTransaction[], paint: Paint): readonly string[] {
  if (opened.length === 0) return []
  const facts = opened.flatMap(({ txHash, requests }) =>
    requests.map(({ requestCount, status }): readonly [string, string] => [
      `callback in ${txHash}`,
      `opened ${requestCount === null ? "a request" : `request ${requestCount}`}  ${paintState(status, paint, transactionStates)}`,
    ]),
  )
  return ["", formatFacts(facts, paint), "Follow what callbacks opened to its end with --follow."]
}
