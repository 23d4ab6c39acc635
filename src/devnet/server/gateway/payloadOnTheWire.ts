import type { Address } from "viem"

import { hasReached, type PayloadStatus } from "../../../gateway/states.js"
import type { GatewayViews, PayloadRecord } from "../../gateway/ledger/types.js"
import { revertOnTheWire } from "./revertOnTheWire.js"
import { zeroAddress } from "../../../primitives/zero.js"

/** What a payload's record does not have itself. */
export type WireContext = {
  readonly views: Pick<GatewayViews, "deployedBy" | "hasForwarder">
  /** Returns the address that the forwarder of a contract has, or will have. */
  readonly forwarderOf: (chainSlug: number, onChainAddress: Address) => Address
}

/**
 * Formats a payload of a request for the gateway API, in every published shape at once: it has the fields of each. A read has no
 * finalize part, because no published read has.
 */
export function payloadOnTheWire(record: PayloadRecord, context: WireContext): object {
  const { status, finalized, executed, resolved, executionAttempt, callbackAttempt } = record
  const callbackTxHash = resolved?.txHash ?? null
  return {
    payloadId: record.payloadId,
    requestCount: record.requestCount,
    batchCount: record.batchCount,
    chainSlug: record.chainSlug,
    target: record.target,
    payload: record.callData,
    callType: record.callType,
    ...(record.callType === "READ"
      ? {}
      : { finalizeDetails: { finalizeTxHash: finalized?.txHash ?? null, finalizeStatus: finalizeStatusOf(status) } }),
    executeDetails: {
      isExecuted: executed !== undefined,
      executeTxHash: executed?.txHash ?? null,
      executionStatus: status,
      executeStatus: executeStatusOf(status),
      returnData: executed?.returnData ?? "",
      callbackTxHash,
    },
    callBackDetails: {
      callbackTxHash,
      callbackStatus: callbackStatusOf(status),
    },
    simulationDetails: {
      executeSimulationStatus: executionAttempt.outcome,
      executeRevertString: revertOnTheWire(executionAttempt) ?? "",
      callbackSimulationStatus: callbackAttempt.outcome,
      callbackRevertString: revertOnTheWire(callbackAttempt) ?? "",
    },
    ...(record.callType === "DEPLOY" ? { appGatewayDetails: deploymentOnTheWire(record, context) } : {}),
    deployerDetails: deploymentOnTheWire(record, context),
    ...(record.isGivenUp ? { isGivenUp: true } : {}),
  }
}

/** The status of a payload's finalization: never past it. */
export function finalizeStatusOf(status: PayloadStatus): PayloadStatus {
  return hasReached(status, "FINALIZED") ? "FINALIZED" : status
}

/** The status of a payload's execution: never past it. */
export function executeStatusOf(status: PayloadStatus): PayloadStatus {
  return hasReached(status, "EXECUTED") ? "EXECUTED" : status
}

/** The status of a payload's callback. */
export function callbackStatusOf(status: PayloadStatus): PayloadStatus {
  return hasReached(status, "PROMISE_RESOLVING") ? status : "NO"
}

/**
 * Formats what a payload deploys. The addresses are zero if it deploys nothing, and until the contract is deployed, because the forwarder's is derived from it.
 */
function deploymentOnTheWire(record: PayloadRecord, { views, forwarderOf }: WireContext): object {
  const onChainAddress = views.deployedBy(record)
  if (onChainAddress === undefined) {
    return { onChainAddress: zeroAddress, forwarderAddress: zeroAddress, isForwarderDeployed: false }
  }
  return {
    onChainAddress,
    forwarderAddress: forwarderOf(record.chainSlug, onChainAddress),
    isForwarderDeployed: views.hasForwarder(record.chainSlug, onChainAddress),
  }
}
