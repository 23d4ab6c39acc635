import type { GatewayLedger } from "./ledger/ledger.js"
import type { PayloadRecord } from "./ledger/records.js"
import { isGivenUp } from "./ledger/attempt.js"
import type { Queue } from "../relay/Queue.js"
import type { Stage } from "../relay/stages.js"

/** The ledger's payloads, as the relay works through them. */
export function payloadQueue(ledger: GatewayLedger): Queue<PayloadRecord> {
  const isOpen = (payload: PayloadRecord) =>
    !ledger.isMarkedReverted(payload.payloadId) && !isGivenUp(trialOf(payload)) && !ledger.isTakenBack(payload)

  const at = (status: PayloadRecord["status"]) => [...ledger.inStatus(status)]

  const takes: Partial<Record<Stage, () => PayloadRecord[]>> = {
    accept: () => at("NO").filter((payload) => isOpen(payload) && ledger.isReady(payload)),
    finalize: () => at("FINALIZING").filter(isOpen),
    simulatePayload: () => at("FINALIZED").filter(isOpen),
    executePayload: () => at("EXECUTING"),
    simulateCallback: () => at("EXECUTED").filter(isOpen),
    resolve: () => at("PROMISE_RESOLVING"),
    markRevert: () =>
      [...at("FINALIZED"), ...at("EXECUTED")].filter(
        (payload) => isGivenUp(trialOf(payload)) && !ledger.isMarkedReverted(payload.payloadId),
      ),
  }

  return {
    standing(stage, chainSlug) {
      const payloads = takes[stage]?.() ?? []
      return isOnOwnChain(stage) ? payloads.filter((payload) => payload.chainSlug === chainSlug) : payloads
    },
    idOf: ({ payloadId }) => payloadId,
    sinceOf: ({ since }) => since,
    readyAt: (payload) => trialOf(payload).retryAt ?? 0,
    isUnmoved: (payload) => ledger.payload(payload.payloadId) === payload,
    subscribe: (listener) => ledger.onChange(listener),
  }
}

/** How the step goes that a payload has before it. */
function trialOf({ executed, execution, promise }: PayloadRecord): PayloadRecord["execution"] {
  return executed === undefined ? execution : promise
}

/** Everything else is done on the gateway chain. */
function isOnOwnChain(stage: Stage): boolean {
  return stage === "simulatePayload" || stage === "executePayload"
}
