import { encodeFunctionData, type Hex, numberToHex } from "viem"

import { gatewaySocketArtifact } from "../../artifacts/GatewaySocket.js"
import type { GatewayLedger } from "../ledger/ledger.js"
import type { PayloadRecord } from "../ledger/records.js"
import { failed, succeeded } from "../ledger/attempt.js"
import type { Part } from "../../relay/Worker.js"
import { type ActorCall, type BatchSender, mostGasOfCall } from "../../relay/batchSender.js"
import type { ServedWorkerContext } from "./WorkerContext.js"
import { executeParams } from "./executeParams.js"
import { explainSilence } from "../../relay/explainSilence.js"
import type { Patience } from "./Patience.js"
import { failureDataOf } from "../../relay/failureDataOf.js"
import { textRevert } from "../../relay/textRevert.js"

/** Runs payloads on one chain once they are signed off: first as if, then in earnest. A read is a call of the chain, without a transaction. */
export function transmitter(
  { chain, contracts }: ServedWorkerContext,
  ledger: GatewayLedger,
  carrier: BatchSender,
  patience: Patience,
): readonly Part<PayloadRecord>[] {
  async function simulate(payloads: readonly PayloadRecord[]): Promise<void> {
    const problems = await Promise.all(payloads.map(problemOf))
    for (const [index, payload] of payloads.entries()) {
      const problem = problems[index]
      if (problem !== undefined) reverted(payload, problem)
      else ledger.note(payload.payloadId, { execution: succeeded(payload.execution) })
    }
  }

  /** What a payload reverts with now; absent when it would go well. */
  async function problemOf(payload: PayloadRecord): Promise<Hex | undefined> {
    if (payload.options.gasLimit > mostGasOfPayload) return tooMuchGas
    if (payload.callType === "READ") {
      const answer = await read(payload)
      return "revertData" in answer ? answer.revertData : undefined
    }
    const outcome = await carrier.simulate(callFor(payload))
    return outcome.success ? undefined : explainSilence(outcome, payload.options.gasLimit)
  }

  async function execute(payloads: readonly PayloadRecord[]): Promise<void> {
    const { reads = [], writes = [] } = Object.groupBy(payloads, ({ callType }) =>
      callType === "READ" ? "reads" : "writes",
    )
    await Promise.all([executeReads(reads), executeWrites(writes)])
  }

  async function executeReads(payloads: readonly PayloadRecord[]): Promise<void> {
    const answers = await Promise.all(payloads.map(read))
    for (const [index, payload] of payloads.entries()) {
      const answer = answers[index]
      if (answer === undefined) continue
      if ("revertData" in answer) reverted(payload, answer.revertData)
      else ledger.note(payload.payloadId, { read: { txHash: undefined, returnData: answer.returnData, gasUsed: 0n } })
    }
  }

  async function executeWrites(payloads: readonly PayloadRecord[]): Promise<void> {
    const outcomes = await carrier.send(payloads.map(callFor))
    for (const [index, { success, revertData }] of outcomes.entries()) {
      const payload = payloads[index]
      if (!success && payload !== undefined) reverted(payload, revertData)
    }
  }

  /** Asks the chain at the block that the author chose. The target sees the socket call, as it does for a write. */
  async function read({
    target,
    callData,
    options,
  }: PayloadRecord): Promise<{ returnData: Hex } | { revertData: Hex }> {
    const { gasLimit, readAtBlockNumber } = options
    const call = { from: contracts.gatewaySocket, to: target, data: callData, gas: numberToHex(gasLimit) }
    const block = readAtBlockNumber === 0n ? "latest" : numberToHex(readAtBlockNumber)
    try {
      return { returnData: (await chain.provider.request({ method: "eth_call", params: [call, block] })) as Hex }
    } catch (error) {
      return { revertData: cut(failureDataOf(error)) }
    }
  }

  function callFor(payload: PayloadRecord): ActorCall {
    const params = executeParams(payload)
    const args = [params, payload.finalized?.proof ?? "0x"] as const
    return {
      to: contracts.gatewaySocket,
      data: encodeFunctionData({ abi: gatewaySocketArtifact.abi, functionName: "execute", args }),
      gas: gasOfSocket + (params.gasLimit * 64n) / 63n + gasPerPayloadByte * BigInt(payload.callData.length / 2),
      value: params.value,
    }
  }

  function reverted({ payloadId, execution }: PayloadRecord, revertData: Hex): void {
    ledger.note(payloadId, { execution: failed(execution, revertData, patience) })
  }

  return [
    { stage: "simulatePayload", chainSlug: chain.slug, perform: simulate },
    { stage: "executePayload", chainSlug: chain.slug, perform: execute },
  ]
}

/** As long as the batcher keeps a write's, so that a transaction can bring it to the gateway chain. */
function cut(revertData: Hex): Hex {
  return `0x${revertData.slice(2, 2 + 2 * 1024)}`
}

/** What the socket spends on a payload itself, the signature's check, the event and what it wants to have left included. */
const gasOfSocket = 220_000n
const gasPerPayloadByte = 20n
const mostGasOfPayload = mostGasOfCall - 1_500_000n

const tooMuchGas = textRevert(`the gas limit is above ${mostGasOfPayload}, which no transaction can give`)
