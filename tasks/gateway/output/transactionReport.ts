import type { Abi } from "viem"

import { foreignNotes, revertText, triesOver } from "./notes.js"
import type { OpenedTransaction } from "#src/gateway/following/openedRequests.js"
import { revertsOf } from "#src/gateway/reverts.js"
import { payloadStates, transactionStates } from "#src/gateway/states.js"
import type { FeesInfo, GatewayRequest, Payload } from "#src/gateway/types.js"
import { excerpt } from "#src/primitives/text.js"
import { type ContractNames, showContract } from "#src/terminal/contractNames.js"
import { paint } from "#src/terminal/paint.js"
import { explainState, paintState } from "#src/terminal/paintState.js"
import { apart, type Fact, facts, ifAny, type Report, table } from "#src/terminal/report.js"

/** How requests, payloads and triggers are shown. */
export type TransactionReportOptions = {
  /** Names the chain of a slug. */
  readonly chainName: (slug: number) => string
  /** ABIs that decode the errors of the user's own contracts. */
  readonly abis: readonly Abi[]
  /** Names the project's own contracts. Default: addresses stay alone. */
  readonly names?: ContractNames
}

/** A gateway transaction: each request with its fees and payloads, what they deploy, and why they revert. */
export function transactionReport(requests: readonly GatewayRequest[], options: TransactionReportOptions): Report {
  if (requests.length > 0) return apart(...requests.map((request) => requestReport(request, options)))
  return [
    paint.magenta("The gateway knows nothing of this transaction yet."),
    "It may be too new: wait for it with --wait. Give a transaction of the gateway chain, not of a chain that a payload goes to.",
  ]
}

function requestReport(request: GatewayRequest, options: TransactionReportOptions): Report {
  const { status, requestCount, payloads, feesInfo, foreign } = request
  const title = paint.bold(requestCount === null ? "Request" : `Request ${requestCount}`)
  const notes = [
    ...deployments(payloads, options),
    ...reverts(payloads, options),
    ...foreignNotes([...(foreign ?? []), ...payloads.flatMap((payload) => payload.foreign ?? [])]),
  ]
  return apart(
    [
      `${title}  ${paintState(status, transactionStates)}  ${paint.dim(explainRequest(request))}`,
      feesInfo !== null && feeLine(feesInfo, options),
      payloads.length === 0 && "It has no payloads yet.",
    ],
    payloads.length > 0 && payloadTable(payloads, options),
    facts(notes),
  )
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

function payloadTable(payloads: readonly Payload[], { chainName, names }: TransactionReportOptions): Report {
  return table(payloads, {
    batch: ifAny(({ batchCount }) => batchCount, { isRight: true, absent: "–" }),
    chain: ({ chainSlug }) => chainName(chainSlug),
    call: ({ callType }) => excerpt(callType),
    target: ({ target, chainSlug }) => target && showContract(target, chainSlug, names),
    state: ({ status }) => paintState(status, payloadStates),
    "executed in": ({ executeDetails }) => executeDetails.executeTxHash,
    "callback in": ({ callBackDetails }) => callBackDetails.callbackTxHash,
  })
}

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

function reverts(payloads: readonly Payload[], { chainName, abis }: TransactionReportOptions): Fact[] {
  return payloads.flatMap((payload) =>
    revertsOf(payload, abis).map(({ stage, ...revert }): Fact => {
      const call = excerpt(payload.callType)
      const what = stage === "callback" ? `callback of ${call}` : call
      return [`${what} on ${chainName(payload.chainSlug)} reverts`, paint.magenta(revertText(revert))]
    }),
  )
}

/** The callback transactions that opened requests of their own, where the work continues. */
export function openedReport(opened: readonly OpenedTransaction[]): Report {
  if (opened.length === 0) return undefined
  const entries = opened.flatMap(({ txHash, requests }) =>
    requests.map(({ requestCount, status }): Fact => [
      `callback in ${txHash}`,
      `opened ${requestCount === null ? "a request" : `request ${requestCount}`}  ${paintState(status, transactionStates)}`,
    ]),
  )
  return [facts(entries), "Follow what callbacks opened to its end with --follow."]
}
