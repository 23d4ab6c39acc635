import { isGivenUp } from "../../gateway/ledger/attempt.js"
import type { TimeoutRecord, TriggerRecord } from "../../gateway/ledger/types.js"
import { counterOf, revertOnTheWire } from "./requestOnTheWire.js"

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
    ...(isGivenUp(attempt) ? { isGivenUp: true } : {}),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(resolved?.executedAt ?? createdAt),
  }
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

export function triggerOnTheWire(record: TriggerRecord): object {
  const { status, txHash, triggerId, chainSlug, plug, appGateway, payload, handled, attempt } = record
  return {
    status,
    onChainTxHash: txHash,
    callId: triggerId,
    chainSlug,
    plug,
    payload: { appGateway, payload, params: "0x" },
    ExecutionDetails: {
      appGatewayTxHash: handled?.txHash ?? null,
      simulationStatus: attempt.outcome,
      revertString: revertOnTheWire(attempt) ?? null,
    },
    ...(isGivenUp(attempt) ? { isGivenUp: true } : {}),
  }
}
