import { chainTime } from "../../chain/chainTime.js"
import type { StageHandler } from "../../relay/Worker.js"
import { succeeded } from "../ledger/attempt.js"
import type { PayloadRecord } from "../ledger/types.js"
import type { PayloadStage } from "../stages.js"
import type { GatewayWorkerContext } from "./types.js"

/**
 * Moves schedules on: payloads of the gateway chain that are executed by the time that passes. A schedule is due once the chain's own
 * time has reached it; the watcher contract checks that again when it runs the callback.
 */
export function timer({
  chain,
  ledger,
}: Pick<GatewayWorkerContext, "chain" | "ledger">): readonly StageHandler<PayloadStage, PayloadRecord>[] {
  async function simulate(schedules: readonly PayloadRecord[]): Promise<void> {
    const now = await chainTime(chain)
    for (const { payloadId, executionAttempt } of schedules) {
      const executeAt = ledger.executeAtOf(payloadId)
      if (executeAt === undefined || executeAt > now) continue
      ledger.note(payloadId, { executionAttempt: succeeded(executionAttempt) })
    }
  }

  function execute(schedules: readonly PayloadRecord[]): Promise<void> {
    for (const { payloadId } of schedules) {
      ledger.note(payloadId, { read: { txHash: undefined, returnData: "0x", gasUsed: 0n } })
    }
    return Promise.resolve()
  }

  return [
    { stage: "simulatePayload", chainSlug: chain.slug, perform: simulate },
    { stage: "executePayload", chainSlug: chain.slug, perform: execute },
  ]
}
