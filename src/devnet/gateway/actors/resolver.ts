import { encodeFunctionData, type Hex } from "viem"

import { watcherArtifact } from "../../artifacts/Watcher.js"
import type { GatewayLedger } from "../ledger/ledger.js"
import type { PayloadRecord } from "../ledger/records.js"
import { failed, succeeded } from "../ledger/attempt.js"
import type { Part } from "../../relay/Worker.js"
import { type ActorCall, type BatchSender, mostGasFor } from "../../relay/batchSender.js"
import type { GatewayWorkerContext } from "./WorkerContext.js"
import { explainSilence } from "../../relay/explainSilence.js"
import type { Patience } from "./Patience.js"
import { withMargin } from "../../relay/withMargin.js"

/** Brings what payloads returned to the gateway chain, where their callbacks run: first as if, then in earnest. */
export function resolver(
  { chain, contracts }: GatewayWorkerContext,
  ledger: GatewayLedger,
  carrier: BatchSender,
  patience: Patience,
): readonly Part<PayloadRecord>[] {
  /** What callbacks took when they were tried. Nobody says how much gas they need. */
  const gasNeeded = new Map<Hex, bigint>()

  async function simulate(payloads: readonly PayloadRecord[]): Promise<void> {
    const calls = payloads.map((payload) => callFor(payload))
    const outcomes = await Promise.all(calls.map((call) => carrier.simulate(call)))
    for (const [index, outcome] of outcomes.entries()) {
      const [payload, call] = [payloads[index], calls[index]]
      if (payload === undefined || call === undefined) continue
      if (outcome.success) {
        gasNeeded.set(payload.payloadId, withMargin(outcome.gasUsed, call.gas))
        ledger.note(payload.payloadId, { promise: succeeded(payload.promise) })
      } else reverted(payload, explainSilence(outcome, call.gas))
    }
  }

  async function resolve(payloads: readonly PayloadRecord[]): Promise<void> {
    const outcomes = await carrier.send(payloads.map((payload) => callFor(payload, gasNeeded.get(payload.payloadId))))
    for (const [index, { success }] of outcomes.entries()) {
      const payload = payloads[index]
      if (payload === undefined) continue
      gasNeeded.delete(payload.payloadId)
      if (!success) await resolveAlone(payload)
    }
  }

  /**
   * The last payload of a request costs more than when it was tried with others before it: the request is settled with it. So
   * one that fails after it was tried well is given all that there is.
   */
  async function resolveAlone(payload: PayloadRecord): Promise<void> {
    const [outcome] = await carrier.send([callFor(payload)])
    if (outcome?.success === false) reverted(payload, outcome.revertData)
  }

  function callFor({ payloadId, callback, executed }: PayloadRecord, gas?: bigint): ActorCall {
    const { selector, data: given } = callback ?? { selector: "0x00000000", data: "0x" }
    const { returnData = "0x", gasUsed = 0n } = executed ?? {}
    const args = [payloadId, selector, given, returnData, gasUsed] as const
    const data = encodeFunctionData({ abi: watcherArtifact.abi, functionName: "resolvePayload", args })
    return { to: contracts.watcher, data, gas: gas ?? mostGasFor(data) }
  }

  function reverted({ payloadId, promise }: PayloadRecord, revertData: Hex): void {
    ledger.note(payloadId, { promise: failed(promise, revertData, patience) })
  }

  return [
    { stage: "simulateCallback", chainSlug: chain.slug, perform: simulate },
    { stage: "resolve", chainSlug: chain.slug, perform: resolve },
  ]
}
