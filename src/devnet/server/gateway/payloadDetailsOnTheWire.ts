import type { Address } from "viem"

import { payloadCallTypes } from "../../../gateway/states.js"
import type { PayloadRecord } from "../../gateway/ledger/types.js"
import { counterOf } from "./counterOf.js"
import { callbackStatusOf, executeStatusOf, finalizeStatusOf } from "./payloadOnTheWire.js"
import { revertOnTheWire } from "./revertOnTheWire.js"
import { zeroAddress, zeroHash } from "../../../primitives/zero.js"

/**
 * Formats a payload for `/payload`. What the devnet's payloads do not have is zero: a deadline, a promise contract, and digests of
 * payloads before it.
 *
 * @param switchboard the switchboard of the payload's chain
 */
export function payloadDetailsOnTheWire(
  record: PayloadRecord,
  { switchboard }: { readonly switchboard: Address },
): object {
  const { payloadId, status, since, createdAt, options, finalized, executed, resolved } = record
  const counter = counterOf(payloadId)
  return {
    id: counter,
    payloadId,
    requestCount: record.requestCount,
    batchCount: record.batchCount,
    payloadCount: counter,
    asyncPromise: zeroAddress,
    chainSlug: record.chainSlug,
    target: record.target,
    payload: record.callData,
    value: String(options.value),
    appGateway: record.appGateway,
    deadline: 0,
    isParallel: options.isParallel,
    writeFinality: options.writeFinality,
    readAt: String(options.readAtBlockNumber),
    finalizeTxHash: finalized?.txHash ?? null,
    finalizeStatus: finalizeStatusOf(status),
    isFinalized: finalized !== undefined,
    executeTxHash: executed?.txHash ?? null,
    executeStatus: executeStatusOf(status),
    isExecuted: executed !== undefined,
    executeSimulationStatus: record.executionAttempt.outcome,
    executeRevertString: revertOnTheWire(record.executionAttempt) ?? "",
    callbackTxHash: resolved?.txHash ?? null,
    callbackStatus: callbackStatusOf(status),
    callbackSimulationStatus: record.callbackAttempt.outcome,
    callbackRevertString: revertOnTheWire(record.callbackAttempt) ?? "",
    isCallbackCompleted: status === "PROMISE_RESOLVED",
    callType: callTypeNumberOf(record),
    returnData: executed?.returnData ?? "",
    proof: finalized?.proof ?? "0x",
    gasLimit: String(options.gasLimit),
    estimatedGasLimit: String(executed?.gasUsed ?? options.gasLimit),
    digest: finalized?.digest ?? zeroHash,
    switchboard,
    prevDigestsHash: zeroHash,
    ...(record.isGivenUp ? { isGivenUp: true } : {}),
    createdAt: new Date(createdAt * 1000).toISOString(),
    // The clock of the machine can be behind the chain's.
    updatedAt: new Date(Math.max(createdAt * 1000, since)).toISOString(),
  }
}

/** A chain knows only reads and writes: a deployment is a write. */
function callTypeNumberOf({ callType }: PayloadRecord): number {
  return payloadCallTypes.indexOf(callType === "READ" ? "READ" : "WRITE")
}
