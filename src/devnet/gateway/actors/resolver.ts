import type { Hex } from "viem"
import { toFunctionSelector } from "viem/utils"

import { watcherArtifact } from "../../artifacts/gateway.js"
import { encodeCall } from "../../chain/encodeCall.js"
import { type ActorCall, maxGasFor } from "../../relay/callBatch.js"
import { simulateInTurns } from "../../relay/costlyCalls.js"
import type { BatchSender } from "../../relay/createBatchSender.js"
import type { StageHandler } from "../../relay/Worker.js"
import { failed, noAttempt, succeeded } from "../ledger/attempt.js"
import type { PayloadRecord } from "../ledger/types.js"
import type { PayloadStage } from "../stages.js"
import type { GatewayWorkerContext } from "./GatewayWorkerContext.js"

/** Brings what payloads returned to the gateway chain, where their callbacks run. Simulates each call, then sends it. */
export function resolver(
  context: GatewayWorkerContext,
  batchSender: BatchSender,
): readonly StageHandler<PayloadStage, PayloadRecord>[] {
  const { chain, contracts, ledger } = context
  /** Gas for each callback, from its simulation: nothing else says how much it needs. */
  const gasNeeded = new Map<Hex, bigint>()

  async function simulate(payloads: readonly PayloadRecord[]): Promise<void> {
    const items = payloads.map((payload) => ({ item: payload, call: unmeasuredCallFor(payload) }))
    await simulateInTurns(items, {
      ...context,
      batchSender,
      onPassed(passed) {
        for (const { item, call } of passed) {
          gasNeeded.set(item.payloadId, call.gas)
          ledger.note(item.payloadId, { callbackAttempt: succeeded(item.callbackAttempt) })
        }
      },
      onReverted(payload, revertData, took) {
        if (revertData.startsWith(timeoutNotDue)) {
          // The chain was set back to a time before the schedule's, which it has to reach again.
          ledger.note(payload.payloadId, { executionAttempt: noAttempt, read: undefined })
        } else noteRevert(payload, revertData, took)
      },
    })
  }

  async function resolve(payloads: readonly PayloadRecord[]): Promise<void> {
    const calls = payloads.map((item) => ({ item, call: callFor(item, gasNeeded.get(item.payloadId)) }))
    const reverted = await batchSender.send(calls)
    for (const { payloadId } of payloads) gasNeeded.delete(payloadId)
    for (const { item } of reverted) await resolveAlone(item)
  }

  /** With all the gas of a transaction: the last payload settles the request, which its simulation did not if others were open. */
  async function resolveAlone(payload: PayloadRecord): Promise<void> {
    const [reverted] = await batchSender.send([{ item: payload, call: callFor(payload) }])
    if (reverted !== undefined) noteRevert(payload, reverted.revertData)
  }

  function callFor(payload: PayloadRecord, gas?: bigint): ActorCall {
    const call = unmeasuredCallFor(payload)
    return { ...call, gas: gas ?? maxGasFor(call.data) }
  }

  function unmeasuredCallFor({ payloadId, callback, executed }: PayloadRecord): Omit<ActorCall, "gas"> {
    const { selector, data: callbackData } = callback ?? { selector: "0x00000000", data: "0x" }
    const { returnData = "0x", gasUsed = 0n } = executed ?? {}
    const args = [payloadId, selector, callbackData, returnData, gasUsed] as const
    const data = encodeCall({ abi: watcherArtifact.abi, functionName: "resolvePayload", args })
    return { to: contracts.watcher, data }
  }

  function noteRevert({ payloadId, callbackAttempt }: PayloadRecord, revertData: Hex, took?: number): void {
    ledger.note(payloadId, { callbackAttempt: failed(callbackAttempt, revertData, context, took) })
  }

  return [
    { stage: "simulateCallback", chainSlug: chain.slug, perform: simulate },
    { stage: "resolve", chainSlug: chain.slug, perform: resolve },
  ]
}

const timeoutNotDue = toFunctionSelector("TimeoutNotDue(bytes32,uint256)")
