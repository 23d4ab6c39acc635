import { isGivenUp } from "../../gateway/ledger/attempt.js"
import type { TriggerRecord } from "../../gateway/ledger/types.js"
import { revertOnTheWire } from "./revertOnTheWire.js"

/** Formats a trigger for the gateway API. */
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
