import { type Hex, isHash } from "viem"

import { invalid } from "../../arguments.js"
import { chainOfSlug } from "../../world/findInWorld.js"
import type { OpenWorld, Sent } from "../../world/OpenWorld.js"
import { runningWorlds } from "../../world/runningWorlds.js"
import { nameAddress, withNames } from "../names.js"
import { describeTries, findHold, findSourceIn, projectAbis } from "../reasons.js"
import { formatMoment, valueOf, worldFor } from "./subject.js"
import type { Attempt, PayloadRecord, RequestRecord, TimeoutRecord } from "#src/devnet/gateway/ledger/types.js"
import type { Gateway } from "#src/devnet/gateway/openGateway.js"
import { nextStage } from "#src/devnet/stages.js"
import { explainTransaction } from "#src/gateway/explaining/explainTransaction.js"
import { findFunctionName } from "#src/gateway/explaining/words.js"
import type { GatewayChain, ReachedChain } from "#src/gateway/reading/types.js"
import { isPayloadDone } from "#src/gateway/states.js"
import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"

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
  const reasons = isPayloadDone(status) ? [] : await findReasons(context, payload)
  return [
    `    ${await describeCall(context, payload)} is ${status} since ${formatMoment(since / 1_000)} (payload ${payloadId})`,
    ...reasons.map((reason) => `      ${reason}`),
  ]
}

/** Describes a timeout or a schedule: when it is due, when it ran, and why it has not. */
export async function describeTimeout(context: Context, timeout: TimeoutRecord): Promise<string[]> {
  const { world, gateway } = context
  const { timeoutId, executeAt, resolved, attempt, target } = timeout
  const ran = resolved === undefined ? "has not run" : `ran at ${formatMoment(resolved.executedAt)}`
  const failure = await describeFailure(context, timeoutId, attempt)
  const schedule = gateway.ledger.payload(timeoutId)
  const others = schedule === undefined ? findHold(world, "timeout") : await findReasons(context, schedule)
  const reasons = failure.length > 0 ? failure : resolved === undefined ? others : []
  const owner = nameAddress(world, gateway.chain, target)
  return [
    `  ${timeoutId} of ${owner} was due at ${formatMoment(executeAt)} and ${ran}`,
    ...reasons.map((line) => `    ${line}`),
  ]
}

async function findReasons(context: Context, payload: PayloadRecord): Promise<readonly string[]> {
  const { world, gateway } = context
  const { executed, executionAttempt, callbackAttempt, payloadId, status } = payload
  const attempt = executed === undefined ? executionAttempt : callbackAttempt
  const failure = await describeFailure(context, payloadId, attempt)
  if (failure.length > 0) return failure
  const hold = findHold(world, nextStage("payload", status))
  if (hold.length > 0) return hold
  const executeAt = gateway.ledger.executeAtOf(payloadId)
  if (executed === undefined && executeAt !== undefined) {
    return [`It is due at ${formatMoment(executeAt)}: world.time.setTo(${executeAt}) lets it run.`]
  }
  return status === "NO" && !gateway.ledger.isReady(payload) ? ["It waits for payloads before it."] : []
}

/** Explains why a payload, its callback or a timeout reverts, and when it is tried again; empty if it does not. */
async function describeFailure(context: Context, id: Hex, attempt: Attempt): Promise<string[]> {
  const { outcome, revertData } = attempt
  if (outcome !== "SIMULATION_FAILED" || revertData === undefined) return []
  const { world } = context
  const cause = await explainInWorld(context, id)
  // It can have been fixed since the attempt.
  const reason = cause ?? `It reverts: ${decodeRevertData(revertData, await projectAbis(world)).reason}.`
  return [reason, describeTries(world, attempt)]
}

/** Finds the first cause of why a payload, its callback or a timeout is not done, as one sentence. */
async function explainInWorld({ world, gateway }: Context, id: Hex): Promise<string | undefined> {
  const { chain, contracts, servedContracts } = gateway
  const gatewayChain: GatewayChain = { ...contracts, client: chain.publicClient, slug: chain.slug, name: chain.name }
  const chainOf = (slug: number): Promise<ReachedChain | undefined> => {
    const reached = chainOfSlug(world, slug)
    const socket = servedContracts.gatewaySocket
    return Promise.resolve(reached && { client: reached.publicClient, slug, name: reached.name, socket })
  }
  const abis = await projectAbis(world)
  const where = { gateway: gatewayChain, chainOf, abis, findSource: findSourceIn(world) }
  const options = { clock: world.clock, timeout: Infinity }
  const explained = await explainTransaction({ ...where, ...options, id }).catch(() => undefined)
  const cause = explained?.causes.find(({ about }) => about === id)
  return cause && withNames(world, cause.says)
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

export type GatewayTransaction = { readonly world: OpenWorld; readonly gateway: Gateway; readonly txHash: Hex }

/** @param subject what `send` returned, the hash of a transaction of the gateway chain, or a promise of either */
export async function gatewayTransactionOf(subject: unknown, assertion: string): Promise<GatewayTransaction> {
  const value = (await valueOf(subject)) as Partial<Sent> | Hex | undefined
  const txHash = typeof value === "string" ? value : value?.hash
  if (txHash === undefined || !isHash(txHash)) {
    throw invalid(
      assertion,
      "it was given neither something that was sent nor the hash of a transaction",
      `Pass what send of an app gateway returns: expect(app.send.write([…])).to.${assertion === "completed" ? "be." : ""}${assertion}.`,
    )
  }
  await Promise.all(runningWorlds().flatMap(({ gateway }) => (gateway === undefined ? [] : [gateway.sync()])))
  const world = worldFor([value], ({ gateway }) => isKnown(gateway, txHash))
  const { gateway } = world
  if (gateway === undefined) {
    throw invalid(assertion, "the world has no gateway", "Start it with one: createWorld(hre, { gateway: true }).")
  }
  return { world, gateway, txHash }
}

/** The requests that a transaction made, and those that their callbacks made. */
export function requestsOf({ gateway, txHash }: Omit<GatewayTransaction, "world">): readonly RequestRecord[] {
  const requests = gateway.ledger.requestsOf(txHash)
  return [...requests, ...requests.flatMap((request) => openedBy(gateway, request))]
}

function openedBy(gateway: Gateway, { payloads }: RequestRecord): readonly RequestRecord[] {
  return payloads.flatMap(({ payloadId, resolved }) => {
    if (resolved === undefined) return []
    const opened = gateway.ledger.requestsOf(resolved.txHash).filter((request) => request.openedBy === payloadId)
    return [...opened, ...opened.flatMap((request) => openedBy(gateway, request))]
  })
}

function isKnown(gateway: Gateway | undefined, txHash: Hex): boolean {
  if (gateway === undefined) return false
  return gateway.ledger.requestsOf(txHash).length > 0 || gateway.ledger.timeouts({ txHash }).length > 0
}
