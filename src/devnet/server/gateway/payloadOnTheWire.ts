import { type Address, zeroAddress } from "viem"

import { hasReached } from "../../../gateway/states.js"
import type { GatewayViews, PayloadRecord } from "../../gateway/ledger/records.js"
import { revertOnTheWire } from "./revertOnTheWire.js"

/** What a payload's record does not hold itself. */
export type WireContext = {
  readonly books: Pick<GatewayViews, "deployedBy" | "hasForwarder">
  /** Where the forwarder of a contract is or will be. */
  readonly forwarderOf: (chainSlug: number, onChainAddress: Address) => Address
}

/** A payload as the gateway API gives it: the published older shape, and of the newer one what does not contradict it. */
export function payloadOnTheWire(record: PayloadRecord, context: WireContext): object {
  const { status, finalized, executed, resolved, execution, promise } = record
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
      executeSimulationStatus: execution.outcome,
      executeRevertString: revertOnTheWire(execution) ?? "",
      callbackSimulationStatus: promise.outcome,
      callbackRevertString: revertOnTheWire(promise) ?? "",
    },
    ...(record.callType === "DEPLOY" ? { appGatewayDetails: deploymentOnTheWire(record, context) } : {}),
  }
}

/** Zero addresses until the contract is there: its forwarder's address follows from its own. */
function deploymentOnTheWire(record: PayloadRecord, { books, forwarderOf }: WireContext): object {
  const onChainAddress = books.deployedBy(record)
  if (onChainAddress === undefined) {
    return { onChainAddress: zeroAddress, forwarderAddress: zeroAddress, isForwarderDeployed: false }
  }
  return {
    onChainAddress,
    forwarderAddress: forwarderOf(record.chainSlug, onChainAddress),
    isForwarderDeployed: books.hasForwarder(record.chainSlug, onChainAddress),
  }
}
