import type { Abi } from "viem"

import type { FeesInfo, GatewayRequest, Payload } from "../../gateway/types.js"
import { revertsOf } from "../../gateway/reverts.js"
import { payloadStates, transactionStates } from "../../gateway/states.js"
import { explainState, paintState } from "../core/paintState.js"
import { formatFacts, formatTable } from "../core/table.js"
import type { Paint, Printer } from "../core/terminal.js"

export type TransactionWording = {
  /** What a person calls the chain of a slug. */
  readonly chainName: (slug: number) => string
  /** For errors of the user's own contracts. */
  readonly abis: readonly Abi[]
}

/** What a gateway transaction has come to: each request with its fees, its payloads, what they deploy and why they revert. */
export function transactionReport(
  requests: readonly GatewayRequest[],
  wording: TransactionWording,
  printer: Printer,
): string {
  if (requests.length === 0) {
    return [
      printer.paint.yellow("The gateway knows nothing of this transaction yet."),
      "It may be too new: follow it with --wait. It must be one of the gateway chain, not of a chain that a payload goes to.",
    ].join("\n")
  }
  return requests.map((request) => describeRequest(request, wording, printer)).join("\n\n")
}

function describeRequest(request: GatewayRequest, wording: TransactionWording, printer: Printer): string {
  const { paint } = printer
  const { status, requestCount, payloads, feesInfo } = request
  const title = paint.bold(requestCount === null ? "Request" : `Request ${requestCount}`)
  const remarks = [...deployments(payloads, wording), ...reverts(payloads, wording, paint)]
  return [
    `${title}  ${paintState(status, paint, transactionStates)}  ${paint.dim(explainState(status, transactionStates))}`,
    ...(feesInfo === null ? [] : [feeLine(feesInfo, wording)]),
    ...(payloads.length === 0 ? ["It has no payloads yet."] : ["", payloadTable(payloads, wording, printer)]),
    ...(remarks.length === 0 ? [] : ["", formatFacts(remarks, paint)]),
  ].join("\n")
}

function feeLine({ fee, maxFees, feePoolChain, feePoolToken }: FeesInfo, { chainName }: TransactionWording): string {
  const pool = typeof feePoolChain === "number" ? chainName(feePoolChain) : feePoolChain
  return [
    `fee ${fee ?? "not charged yet"}`,
    ...(maxFees === null ? [] : [`of at most ${maxFees}`]),
    ...(pool === null ? [] : [`from the pool of ${pool}`]),
    ...(feePoolToken === null ? [] : [`in ${feePoolToken}`]),
  ].join(" ")
}

function payloadTable(
  payloads: readonly Payload[],
  { chainName }: TransactionWording,
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
      callType,
      target ?? "–",
      paintState(status, paint, payloadStates),
      executeDetails.executeTxHash ?? "–",
      callBackDetails.callbackTxHash ?? "–",
    ]),
    paint,
    width,
  })
}

type Fact = readonly [name: string, value: string]

function deployments(payloads: readonly Payload[], { chainName }: TransactionWording): Fact[] {
  return payloads.flatMap(({ chainSlug, appGatewayDetails }): Fact[] => {
    if (appGatewayDetails === null) return []
    const { onChainAddress, forwarderAddress, isForwarderDeployed } = appGatewayDetails
    const forwarder =
      forwarderAddress === null
        ? "its forwarder's address follows from that"
        : `its forwarder at ${forwarderAddress}, ${isForwarderDeployed ? "deployed" : "not deployed yet"}`
    return [[`deploys on ${chainName(chainSlug)}`, `${onChainAddress ?? "not yet"}, ${forwarder}`]]
  })
}

function reverts(payloads: readonly Payload[], { chainName, abis }: TransactionWording, paint: Paint): Fact[] {
  return payloads.flatMap((payload) =>
    revertsOf(payload, abis).map(({ stage, reason }): Fact => {
      const what = stage === "callback" ? `callback of ${payload.callType}` : payload.callType
      return [`${what} on ${chainName(payload.chainSlug)} reverts`, paint.yellow(reason)]
    }),
  )
}
