import type { Hex } from "viem"
import { decodeAbiParameters, getAbiItem, toFunctionSelector } from "viem/utils"

import { asyncDeployerArtifact, feesManagerArtifact, watcherArtifact } from "../artifacts/gateway.js"
import type { LocalChain } from "../chain/chains.js"
import { followLogs, type Observer } from "../chain/followLogs.js"
import { getMinedLogs } from "../chain/logs.js"
import { readCallsBehind } from "../relay/readCallsBehind.js"
import type { GatewayContracts } from "./deploy.js"
import type { GatewayFact } from "./ledger/facts.js"
import type { GatewayLedger } from "./ledger/ledger.js"
import type { Trigger } from "./ledger/types.js"
import { type CallType, callTypes } from "#src/gateway/states.js"
import { createLogParser } from "#src/primitives/createLogParser.js"

export async function observeGatewayChain(
  chain: LocalChain,
  contracts: Pick<GatewayContracts, "watcher" | "feesManager" | "asyncDeployer" | "actorBatcher">,
  ledger: GatewayLedger,
  report: (error: unknown) => void,
): Promise<Observer> {
  const emitters = [contracts.watcher, contracts.feesManager, contracts.asyncDeployer]
  async function readFacts(fromBlock: bigint, toBlock: bigint): Promise<GatewayFact[]> {
    const logs = parseLogs(await getMinedLogs(chain, emitters, fromBlock, toBlock))
    const handled = logs.filter((log) => log.eventName === "TriggerHandled")
    // The watcher contract logs only a trigger's id and app gateway.
    const triggers = await readCallsBehind(
      chain,
      handled.map(({ args, transactionHash }) => ({ id: args.triggerId, transactionHash })),
      { contract: contracts.watcher, batcher: contracts.actorBatcher, decode: decodeTrigger },
    )
    return factsOfGatewayChain(logs, triggers)
  }
  return await followLogs(chain, ledger, { readFacts, report })
}

// Viem's decodeFunctionData hashes the signature of every function of the ABI at each call, which takes longer than to decode.
const callAppGateway = getAbiItem({ abi: watcherArtifact.abi, name: "callAppGateway" })
const triggerSelector = toFunctionSelector(callAppGateway)

function decodeTrigger(data: Hex): (Trigger & { readonly id: Hex }) | undefined {
  if (!data.startsWith(triggerSelector)) return undefined
  const inputs = decodeAbiParameters(callAppGateway.inputs, `0x${data.slice(10)}`)
  const [triggerId, appGateway, chainSlug, plug, payload] = inputs
  return { id: triggerId, triggerId, appGateway, chainSlug, plug, payload }
}

type ParsedLog = ReturnType<typeof parseLogs>[number]

const parseLogs = createLogParser([...watcherArtifact.abi, ...feesManagerArtifact.abi, ...asyncDeployerArtifact.abi])

/** The call types, at the numbers that the contracts give them. */
const callTypeOf = Object.keys(callTypes) as CallType[]

function factsOfGatewayChain(logs: readonly ParsedLog[], triggers: ReadonlyMap<Hex, Trigger>): GatewayFact[] {
  let running: { readonly txHash: Hex; readonly payloadId: Hex | undefined } | undefined
  const factOf = (log: ParsedLog): GatewayFact | undefined => {
    const { transactionHash: txHash } = log
    const minedAt = Number(log.blockTimestamp)
    const call = callOf(log)
    if (call !== undefined) running = { txHash, ...call }
    switch (log.eventName) {
      case "PayloadQueued": {
        const { callType, options: given, ...payload } = log.args
        const { parallel, gasLimit, value, readAtBlockNumber, writeFinality } = given
        const options = { gasLimit, value, readAtBlockNumber, isParallel: parallel === 1, writeFinality }
        const queued = { ...payload, callType: callTypeOf[callType] ?? "WRITE", options, createdAt: minedAt }
        return { kind: "queued", payload: queued }
      }
      case "CallbackSet": {
        const { payloadId, selector, data } = log.args
        return { kind: "callbackSet", payloadId, callback: { selector, data } }
      }
      case "RequestSubmitted": {
        const { requestCount, appGateway, maxFees, feePoolChain, feePoolToken } = log.args
        const openedBy = running?.txHash === txHash ? running.payloadId : undefined
        const request = { requestCount, appGateway, txHash, openedBy, feePoolChain, feePoolToken, maxFees }
        return { kind: "submitted", request }
      }
      case "PayloadFinalized": {
        const { payloadId, proof, digest } = log.args
        return { kind: "finalized", payloadId, txHash, proof, digest }
      }
      case "PayloadResolved":
        return { kind: "resolved", payloadId: log.args.payloadId, txHash, fee: log.args.fee }
      case "PayloadReverted":
        return { kind: "markedReverted", payloadId: log.args.payloadId }
      case "MaxFeesIncreased":
        return { kind: "feesIncreased", ...log.args }
      case "RequestCancelled":
        return { kind: "cancelled", requestCount: log.args.requestCount }
      case "RequestSettled":
        return { kind: "settled", requestCount: log.args.requestCount }
      case "ScheduleStarted": {
        const { payloadId, requestCount, executeAt } = log.args
        const schedule = { payloadId, requestCount, executeAt: Number(executeAt), createdAt: minedAt }
        return { kind: "scheduleStarted", schedule }
      }
      case "TimeoutScheduled": {
        const executeAt = Number(log.args.executeAt)
        return { kind: "scheduled", timeout: { ...log.args, executeAt, originTxHash: txHash, createdAt: minedAt } }
      }
      case "TimeoutResolved":
        return { kind: "timeoutResolved", timeoutId: log.args.timeoutId, txHash, executedAt: minedAt }
      case "TriggerHandled": {
        const trigger = triggers.get(log.args.triggerId)
        // A transaction that the chain has dropped meanwhile is no fact of it.
        return trigger && { kind: "triggerHandled", trigger, txHash }
      }
      case "CreditsDeposited":
        return { kind: "credited", depositId: log.args.depositId }
      case "ForwarderDeployed":
        return { kind: "forwarderDeployed", ...log.args }
      case "CreditsReturned":
      case "CreditsTransferred":
      case "CreditsUnwrapped":
      case "CreditsWrapped":
      case "CreditsWithdrawn":
        return undefined
    }
  }
  return logs.flatMap((log) => factOf(log) ?? [])
}

/** The log before a call of an app gateway: what follows it in the transaction, up to the next such log, the app gateway did. */
function callOf(log: ParsedLog): { readonly payloadId: Hex | undefined } | undefined {
  if (log.eventName === "PayloadResolved" || log.eventName === "PayloadReverted") {
    return { payloadId: log.args.payloadId }
  }
  const isOther = log.eventName === "TimeoutResolved" || log.eventName === "TriggerHandled"
  return isOther ? { payloadId: undefined } : undefined
}
