import { type Address, zeroAddress } from "viem"

import { hasReached } from "../../../gateway/states.js"
import type { GatewayViews, PayloadRecord } from "../../gateway/ledger/types.js"
import { revertOnTheWire } from "./revertOnTheWire.js"

/** What a payload's record does not have itself. */
export type WireContext = {
  readonly views: Pick<GatewayViews, "deployedBy" | "hasForwarder">
  /** Returns the address that the forwarder of a contract has, or will have. */
  readonly forwarderOf: (chainSlug: number, onChainAddress: Address) => Address
}

/**
 * Formats a payload for the gateway API: in the older published shape, with the fields of the newer one that do not contradict it.
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
    finalizeDetails: {
      finalizeTxHash: finalized?.txHash ?? null,
      finalizeStatus: hasReached(status, "FINALIZED") ? "FINALIZED" : status,
    },
    executeDetails: {
      isExecuted: executed !== undefined,
      executeTxHash: executed?.txHash ?? null,
      executionStatus: status,
      returnData: executed?.returnData ?? "",
      callbackTxHash,
    },
    callBackDetails: {
      callbackTxHash,
      callbackStatus: hasReached(status, "PROMISE_RESOLVING") ? status : "NO",
    },
    simulationDetails: {
      executeSimulationStatus: executionAttempt.outcome,
      executeRevertString: revertOnTheWire(executionAttempt) ?? "",
      callbackSimulationStatus: callbackAttempt.outcome,
      callbackRevertString: revertOnTheWire(callbackAttempt) ?? "",
    },
    ...(record.callType === "DEPLOY" ? { appGatewayDetails: deploymentOnTheWire(record, context) } : {}),
  }
}

/**
 * Formats a deployment. The addresses are zero until the contract is deployed, because the forwarder's is derived from it.
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
