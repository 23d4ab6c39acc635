import { encodeFunctionData } from "viem/utils"

import { watcherArtifact } from "../../../devnet/artifacts/Watcher.js"
import type { Attempt, PayloadRecord, RequestRecord, TimeoutRecord } from "../../../devnet/gateway/ledger/types.js"
import type { PayloadStage } from "../../../devnet/gateway/stages.js"
import { findFunctionName } from "../../../explaining/findFunctionName.js"
import type { PayloadStatus } from "../../../gateway/states.js"
import { decodeRevertData } from "../../../primitives/reverts/decodeRevertData.js"
import type { OpenWorld } from "../../world/OpenWorld.js"
import { chainOfSlug } from "../../world/findInWorld.js"
import { describeTries, findHold, findRevertLine, projectAbis } from "../reasons.js"
import { formatMoment } from "./subject.js"
import { nameAddress } from "../names.js"
import type { GatewayTransaction } from "./requestsOf.js"

/** The world of a request, with its gateway. */
type Context = Omit<GatewayTransaction, "txHash">

/** Describes requests for a failure text: each with its payloads, their states, and why they are no further. */
export async function describeRequests(context: Context, requests: readonly RequestRecord[]): Promise<string[]> {
  const { world, gateway } = context
  const texts = await Promise.all(
    requests.map(async ({ requestCount, appGateway, status, isCancelled, payloads }) => [
      `  request ${requestCount} of ${nameAddress(world, gateway.chain, appGateway)} is ${status}${isCancelled ? ", and cancelled" : ""}`,
      ...(await Promise.all(payloads.map((payload) => describePayload(context, payload)))).flat(),
    ]),
  )
  return texts.flat()
}

/** Describes a payload: what it calls, its state and since when, and why it is no further. */
async function describePayload(context: Context, payload: PayloadRecord): Promise<string[]> {
  const { payloadId, status, since } = payload
  const reasons = status === "PROMISE_RESOLVED" ? [] : await findReasons(context, payload)
  return [
    `    ${await describeCall(context, payload)} is ${status} since ${formatMoment(since / 1_000)} (payload ${payloadId})`,
    ...reasons.map((reason) => `      ${reason}`),
  ]
}

/** Describes a timeout or a schedule: when it is due, when it ran, and why it has not. */
export async function describeTimeout({ world, gateway }: Context, timeout: TimeoutRecord): Promise<string[]> {
  const { timeoutId, executeAt, resolved, attempt, target, payload } = timeout
  const ran = resolved === undefined ? "has not run" : `ran at ${formatMoment(resolved.executedAt)}`
  const failure = await describeFailure(world, attempt, "Its call", () =>
    findRevertLine(gateway.chain, { from: gateway.contracts.watcher, to: target, data: payload }),
  )
  const schedule = gateway.ledger.payload(timeoutId)
  const others = schedule === undefined ? findHold(world, "timeout") : await findReasons({ world, gateway }, schedule)
  const reasons = failure.length > 0 ? failure : resolved === undefined ? others : []
  const owner = nameAddress(world, gateway.chain, target)
  return [
    `  ${timeoutId} of ${owner} was due at ${formatMoment(executeAt)} and ${ran}`,
    ...reasons.map((line) => `    ${line}`),
  ]
}

async function findReasons(context: Context, payload: PayloadRecord): Promise<readonly string[]> {
  const { world, gateway } = context
  const { executed, executionAttempt, callbackAttempt, callType, payloadId, status } = payload
  const attempt = executed === undefined ? executionAttempt : callbackAttempt
  const subject = executed === undefined ? "It" : "Its callback"
  const failure = await describeFailure(world, attempt, subject, () => lineOf(context, payload))
  if (failure.length > 0) return failure
  const hold = findHold(world, stageAfter[status])
  if (hold.length > 0) return hold
  const executeAt = gateway.ledger.executeAtOf(payloadId)
  if (callType === "SCHEDULE" && executed === undefined && executeAt !== undefined) {
    return [`It is due at ${formatMoment(executeAt)}: world.time.setTo(${executeAt}) lets it run.`]
  }
  return status === "NO" && !gateway.ledger.isReady(payload) ? ["It waits for payloads before it."] : []
}

/** The stage that a payload waits for in a state. */
const stageAfter: Readonly<Partial<Record<PayloadStatus, PayloadStage>>> = {
  NO: "accept",
  FINALIZING: "finalize",
  FINALIZED: "simulatePayload",
  EXECUTING: "executePayload",
  EXECUTED: "simulateCallback",
  PROMISE_RESOLVING: "resolve",
}

async function describeFailure(
  world: OpenWorld,
  attempt: Attempt,
  subject: string,
  findLine: () => Promise<string | undefined>,
): Promise<string[]> {
  const { outcome, revertData } = attempt
  if (outcome !== "SIMULATION_FAILED" || revertData === undefined) return []
  const { reason } = decodeRevertData(revertData, await projectAbis(world))
  const line = await findLine()
  return [`${subject} reverts${line === undefined ? "" : ` at ${line}`}: ${reason}.`, describeTries(world, attempt)]
}

async function describeCall(
  { world, gateway }: Context,
  { callType, chainSlug, target, callData }: PayloadRecord,
): Promise<string> {
  const chain = chainOfSlug(world, chainSlug) ?? gateway.chain
  if (callType === "SCHEDULE") return "a schedule"
  if (callType === "DEPLOY") return `a deployment to ${chain.name}`
  if (callType === "DISTRIBUTE_FEE") return `the payment of fees on ${chain.name}`
  const name = findFunctionName(callData, await projectAbis(world))
  return `a ${callType} of ${nameAddress(world, chain, target)}${name === undefined ? "" : `.${name}`} on ${chain.name}`
}

/** The line that makes a payload or its callback revert, as far as the chain's stack trace says it. */
async function lineOf({ world, gateway }: Context, payload: PayloadRecord): Promise<string | undefined> {
  const { chainSlug, target, callData, options, executed, callback, payloadId } = payload
  const { contracts, servedContracts } = gateway
  if (executed !== undefined) {
    const { selector, data } = callback ?? { selector: "0x00000000", data: "0x" }
    const args = [payloadId, selector, data, executed.returnData, executed.gasUsed] as const
    return await findRevertLine(gateway.chain, {
      from: contracts.actorBatcher,
      to: contracts.watcher,
      data: encodeFunctionData({ abi: watcherArtifact.abi, functionName: "resolvePayload", args }),
    })
  }
  const chain = chainOfSlug(world, chainSlug)
  const call = { from: servedContracts.gatewaySocket, to: target, data: callData, value: options.value }
  return chain && (await findRevertLine(chain, call))
}
