import { encodeFunctionData, type Hex, toFunctionSelector } from "viem"

import { watcherArtifact } from "../../artifacts/Watcher.js"
import type { ActorCall, BatchSender } from "../../relay/batchSender.js"
import { mostGasFor, withMargin } from "../../relay/gas.js"
import { explainSilence } from "../../relay/revertData.js"
import type { StageHandler } from "../../relay/Worker.js"
import { failed, noAttempt, succeeded } from "../ledger/attempt.js"
import type { PayloadRecord } from "../ledger/types.js"
import type { PayloadStage } from "../stages.js"
import type { GatewayWorkerContext } from "./types.js"

/** Brings what payloads returned to the gateway chain, where their callbacks run. Simulates each call, then sends it. */
export function resolver(
  context: GatewayWorkerContext,
  batchSender: BatchSender,
): readonly StageHandler<PayloadStage, PayloadRecord>[] {
  const { chain, contracts, ledger } = context
  /** Gas for each callback, from its simulation: nothing else says how much it needs. */
  const gasNeeded = new Map<Hex, bigint>()

  async function simulate(payloads: readonly PayloadRecord[]): Promise<void> {
    const calls = payloads.map((payload) => callFor(payload))
    const results = await Promise.all(calls.map((call) => batchSender.simulate(call)))
    for (const [index, result] of results.entries()) {
      const [payload, call] = [payloads[index], calls[index]]
      if (payload === undefined || call === undefined) continue
      if (result.success) {
        gasNeeded.set(payload.payloadId, withMargin(result.gasUsed, call.gas))
        ledger.note(payload.payloadId, { callbackAttempt: succeeded(payload.callbackAttempt) })
      } else if (result.revertData.startsWith(timeoutNotDue)) {
        // The chain was set back to a time before the schedule's, which it has to reach again.
        ledger.note(payload.payloadId, { executionAttempt: noAttempt, read: undefined })
      } else noteRevert(payload, explainSilence(result, call.gas))
    }
  }

  async function resolve(payloads: readonly PayloadRecord[]): Promise<void> {
    const calls = payloads.map((payload) => callFor(payload, gasNeeded.get(payload.payloadId)))
    const results = await batchSender.send(calls)
    for (const [index, { success }] of results.entries()) {
      const payload = payloads[index]
      if (payload === undefined) continue
      gasNeeded.delete(payload.payloadId)
      if (!success) await resolveAlone(payload)
    }
  }

  /**
   * Sends a callback again with all the gas that a transaction has. The last payload of a request needs more than its simulation
   * used if others were still unresolved then, because the request is settled with it.
   */
  async function resolveAlone(payload: PayloadRecord): Promise<void> {
    const [result] = await batchSender.send([callFor(payload)])
    if (result?.success === false) noteRevert(payload, result.revertData)
  }

  function callFor({ payloadId, callback, executed }: PayloadRecord, gas?: bigint): ActorCall {
    const { selector, data: callbackData } = callback ?? { selector: "0x00000000", data: "0x" }
    const { returnData = "0x", gasUsed = 0n } = executed ?? {}
    const args = [payloadId, selector, callbackData, returnData, gasUsed] as const
    const data = encodeFunctionData({ abi: watcherArtifact.abi, functionName: "resolvePayload", args })
    return { to: contracts.watcher, data, gas: gas ?? mostGasFor(data) }
  }

  function noteRevert({ payloadId, callbackAttempt }: PayloadRecord, revertData: Hex): void {
    ledger.note(payloadId, { callbackAttempt: failed(callbackAttempt, revertData, context) })
  }

  return [
    { stage: "simulateCallback", chainSlug: chain.slug, perform: simulate },
    { stage: "resolve", chainSlug: chain.slug, perform: resolve },
  ]
}

/** The selector of the error TimeoutNotDue. */
const timeoutNotDue = toFunctionSelector("TimeoutNotDue(bytes32,uint256)")
