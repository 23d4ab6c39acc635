import type { TimeoutRecord } from "../../gateway/ledger/records.js"
import { revertOnTheWire } from "./revertOnTheWire.js"

/** A timeout as the gateway API gives it. What happens when it runs is null until then. */
export function timeoutOnTheWire(record: TimeoutRecord): object {
  const { timeoutId, target, payload, executeAt, createdAt, resolved, status, trial, originTxHash } = record
  return {
    id: counterOf(timeoutId),
    timeoutId,
    target,
    payload,
    executeAt,
    executedAt: resolved?.executedAt ?? null,
    isResolved: resolved === undefined ? null : true,
    status,
    resolveTxHash: resolved?.txHash ?? null,
    simulationStatus: trial.outcome,
    revertString: revertOnTheWire(trial) ?? null,
    originTxHash,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(resolved?.executedAt ?? createdAt),
  }
}

/** The last 64 bits of the id, which the watcher counts up. */
function counterOf(timeoutId: string): number {
  return Number(BigInt.asUintN(64, BigInt(timeoutId)))
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
