import type { Abi, Address, Hex } from "viem"

import { encodeFunctionData, slice, toFunctionSelector } from "viem/utils"

import { watcherArtifact } from "../../../devnet/artifacts/Watcher.js"
import type { LocalChain } from "../../../devnet/chain/chains.js"
import type { Gateway } from "../../../devnet/gateway/openGateway.js"
import type { Attempt, PayloadRecord, RequestRecord, TimeoutRecord } from "../../../devnet/gateway/ledger/types.js"
import { formatUtc } from "../../../primitives/duration.js"
import { decodeRevertData } from "../../../primitives/reverts/decodeRevertData.js"
import type { OpenWorld } from "../../OpenWorld.js"
import { findRevertLine } from "../reverts/findRevertLine.js"
import { projectAbis } from "../reverts/projectAbis.js"
import { nameAddress } from "./nameAddress.js"

/** The world of a request, with its gateway. */
type Context = { readonly world: OpenWorld; readonly gateway: Gateway }

/** Describes requests for a failure text: a line each, and one for each of their payloads. */
export async function describeRequests(context: Context, requests: readonly RequestRecord[]): Promise<string[]> {
  const texts = await Promise.all(
    requests.map(async (request) => [
      `request ${request.requestCount} of ${nameAddress(context.world, context.gateway.chain, request.appGateway)} is ${request.status}${request.isCancelled ? ", and cancelled" : ""}`,
      ...(await Promise.all(request.payloads.map((payload) => describePayload(context, payload)))),
    ]),
  )
  return texts.flat()
}

/** Describes a payload in a line: what it calls, its state and since when, and why it does not go on. */
export async function describePayload(context: Context, payload: PayloadRecord): Promise<string> {
  const { payloadId, status, since, executed } = payload
  const call = await describeCall(context, payload)
  const state = `${status} since ${formatUtc(Math.floor(since / 1_000)) ?? since}`
  const attempt = executed === undefined ? payload.executionAttempt : payload.callbackAttempt
  const what = executed === undefined ? "it" : "its callback"
  const why = await describeFailure(context.world, attempt, what, () => lineOf(context, payload))
  return `payload ${payloadId}, ${call}, is ${state}${why}`
}

/** Describes a timeout or a schedule in a line. */
export async function describeTimeout(context: Context, timeout: TimeoutRecord): Promise<string> {
  const { world, gateway } = context
  const { timeoutId, executeAt, resolved, attempt, target, payload } = timeout
  const at = (seconds: number): string => formatUtc(seconds) ?? String(seconds)
  const ran = resolved === undefined ? "has not run" : `ran at ${at(resolved.executedAt)}`
  const why = await describeFailure(world, attempt, "its call", () =>
    findRevertLine(gateway.chain, { from: gateway.contracts.watcher, to: target, data: payload }),
  )
  return `${timeoutId}, due at ${at(executeAt)}, ${ran}${why}`
}

async function describeFailure(
  world: OpenWorld,
  { outcome, revertData, attempts, retryAt }: Attempt,
  what: string,
  findLine: () => Promise<string | undefined>,
): Promise<string> {
  if (outcome !== "SIMULATION_FAILED" || revertData === undefined) return ""
  const { reason } = decodeRevertData(revertData, await projectAbis(world))
  const line = await findLine()
  const where = line === undefined ? "" : ` at ${line}`
  const next = retryAt === undefined ? "is tried no more" : `is tried again at ${formatUtc(Math.ceil(retryAt / 1_000))}`
  return `: ${what} reverts: ${reason}${where} (tried ${attempts === 1 ? "once" : `${attempts} times`}, ${next})`
}

async function describeCall(
  { world, gateway }: Context,
  { callType, chainSlug, target, callData }: PayloadRecord,
): Promise<string> {
  const chain = chainBySlug(world, chainSlug) ?? gateway.chain
  if (callType === "SCHEDULE") return "a schedule"
  if (callType === "DEPLOY") return `a deployment to ${chain.name}`
  const name = functionNameOf(await projectAbis(world), callData)
  return `a ${callType} of ${nameAddress(world, chain, target)}${name === undefined ? "" : `.${name}`} on ${chain.name}`
}

/** The line that makes a payload or its callback revert, as far as the chain's stack trace says it. */
async function lineOf({ world, gateway }: Context, payload: PayloadRecord): Promise<string | undefined> {
  const { chainSlug, target, callData, options, executed, callback, payloadId } = payload
  if (executed !== undefined) {
    const { selector, data } = callback ?? { selector: "0x00000000" as Hex, data: "0x" as Hex }
    const args = [payloadId, selector, data, executed.returnData, executed.gasUsed] as const
    return await findRevertLine(gateway.chain, {
      from: gateway.contracts.actorBatcher,
      to: gateway.contracts.watcher,
      data: encodeFunctionData({ abi: watcherArtifact.abi, functionName: "resolvePayload", args }),
    })
  }
  const chain = chainBySlug(world, chainSlug)
  const from: Address = gateway.servedContracts.gatewaySocket
  return chain && (await findRevertLine(chain, { from, to: target, data: callData, value: options.value }))
}

function chainBySlug({ devnet: { chains } }: OpenWorld, slug: number): LocalChain | undefined {
  return Object.values(chains).find((chain) => chain.slug === slug)
}

function functionNameOf(abis: readonly Abi[], callData: Hex): string | undefined {
  if (callData.length < 10) return undefined
  const selector = slice(callData, 0, 4)
  for (const abi of abis) {
    for (const item of abi) if (item.type === "function" && toFunctionSelector(item) === selector) return item.name
  }
  return undefined
}
