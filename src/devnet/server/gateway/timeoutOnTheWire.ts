import type { TimeoutRecord } from "../../gateway/ledger/types.js"
import { revertOnTheWire } from "./revertOnTheWire.js"

/** Formats a timeout for the gateway API. Fields about its resolution are null before it. */
export function timeoutOnTheWire(record: TimeoutRecord): object {
  const { timeoutId, target, payload, executeAt, createdAt, resolved, status, attempt, originTxHash } = record
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
    simulationStatus: attempt.outcome,
    revertString: revertOnTheWire(attempt) ?? null,
    originTxHash,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(resolved?.executedAt ?? createdAt),
  }
}

/** Returns the last 64 bits of the id, which are the watcher contract's counter. */
function counterOf(timeoutId: string): number {
  return Number(BigInt.asUintN(64, BigInt(timeoutId)))
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
