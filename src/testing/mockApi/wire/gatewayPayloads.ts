import type { Hex } from "viem"

import { type CallType, hasReached, payloadCallTypes, type PayloadStatus } from "../../../gateway/states.js"
import { mockAddresses, mockChains, mockHash } from "../mockIds.js"

/** A payload: its state, or a state in which it reverts. */
export type MockPayload = PayloadStatus | { readonly status: PayloadStatus; readonly reverts: string }

export function statusOf(payload: MockPayload): PayloadStatus {
  return typeof payload === "string" ? payload : payload.status
}

export function revertOf(payload: MockPayload): string {
  return typeof payload === "string" ? "" : payload.reverts
}

type Stages = {
  readonly executeTxHash: Hex | null
  readonly callbackTxHash: Hex | null
  readonly finalizeTxHash: Hex | null
  readonly isExecuted: boolean
  readonly finalizeStatus: PayloadStatus
  readonly executeStatus: PayloadStatus
  readonly callbackStatus: PayloadStatus
}

/** What is known of each stage of a payload: no stage has a state that comes after it. */
function stagesOf(status: PayloadStatus, payloadId: Hex): Stages {
  const isExecuted = hasReached(status, "EXECUTED")
  const isFinalized = hasReached(status, "FINALIZED")
  return {
    isExecuted,
    finalizeTxHash: isFinalized ? mockHash(`finalize ${payloadId}`) : null,
    executeTxHash: isExecuted ? mockHash(`execute ${payloadId}`) : null,
    callbackTxHash: status === "PROMISE_RESOLVED" ? mockHash(`callback ${payloadId}`) : null,
    finalizeStatus: isFinalized ? "FINALIZED" : status,
    executeStatus: isExecuted ? "EXECUTED" : status,
    callbackStatus: hasReached(status, "PROMISE_RESOLVING") ? status : "NO",
  }
}

function simulationOf(payload: MockPayload): object {
  const reverts = revertOf(payload)
  const isCallback = hasReached(statusOf(payload), "EXECUTED")
  const outcome = reverts === "" ? "NO" : "SIMULATION_FAILED"
  return {
    executeSimulationStatus: isCallback ? "SIMULATION_SUCCESS" : outcome,
    executeRevertString: isCallback ? "" : reverts,
    callbackSimulationStatus: isCallback ? outcome : "NO",
    callbackRevertString: isCallback ? reverts : "",
  }
}

function deploymentOf({ status, callType }: { status: PayloadStatus; callType: CallType }): object {
  const isDeployed = callType === "DEPLOY" && hasReached(status, "EXECUTED")
  return {
    onChainAddress: isDeployed ? mockAddresses.target : mockAddresses.none,
    forwarderAddress: isDeployed ? mockAddresses.forwarder : mockAddresses.none,
    isForwarderDeployed: isDeployed && status === "PROMISE_RESOLVED",
  }
}

/** A payload in a response of `/getDetailsByTxHash`. */
export function payloadAt(
  payload: MockPayload,
  { payloadId, callType, isOlder }: { payloadId: Hex; callType: CallType; isOlder: boolean },
): object {
  const status = statusOf(payload)
  const { isExecuted, executeTxHash, callbackTxHash, finalizeTxHash, finalizeStatus, executeStatus, callbackStatus } =
    stagesOf(status, payloadId)
  const common = {
    payloadId,
    chainSlug: mockChains.source,
    target: mockAddresses.target,
    payload: "0x",
    callType,
    simulationDetails: simulationOf(payload),
  }
  const returnData = isExecuted ? "0x" : ""
  if (isOlder) {
    const deployment = callType === "DEPLOY" ? { appGatewayDetails: deploymentOf({ status, callType }) } : {}
    return {
      ...common,
      executeDetails: { executeTxHash, executionStatus: status, returnData, callbackTxHash },
      ...deployment,
    }
  }
  return {
    ...common,
    batchCount: 1,
    ...(callType === "READ" ? {} : { finalizeDetails: { finalizeTxHash, finalizeStatus } }),
    executeDetails: { isExecuted, executeTxHash, executeStatus, returnData },
    callBackDetails: { callbackTxHash, callbackStatus },
    deployerDetails: deploymentOf({ status, callType }),
  }
}

/** A response of `/payload`, without its envelope. */
export function payloadDetailsAt(status: PayloadStatus, payloadId: Hex): object {
  const { appGateway, target, none } = mockAddresses
  const { isExecuted, ...stages } = stagesOf(status, payloadId)
  return {
    id: 1,
    payloadId,
    requestCount: 1,
    batchCount: 1,
    payloadCount: 1,
    asyncPromise: none,
    chainSlug: mockChains.source,
    target,
    payload: "0x",
    value: "0",
    appGateway,
    deadline: 0,
    isParallel: false,
    writeFinality: 0,
    readAt: "0",
    ...stages,
    isFinalized: stages.finalizeTxHash !== null,
    isExecuted,
    ...simulationOf(status),
    isCallbackCompleted: status === "PROMISE_RESOLVED",
    callType: payloadCallTypes.indexOf("WRITE"),
    returnData: isExecuted ? "0x" : "",
    proof: "0x",
    gasLimit: "0",
    estimatedGasLimit: "0",
    digest: mockHash(`digest ${payloadId}`),
    switchboard: none,
    prevDigestsHash: mockHash("none"),
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
  }
}
