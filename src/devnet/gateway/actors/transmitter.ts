import type { Hex } from "viem"
import { numberToHex } from "viem/utils"

import { gatewaySocketArtifact } from "../../artifacts/GatewaySocket.js"
import { encodeCall } from "../../chain/encodeCall.js"
import type { ActorCall, BatchSender } from "../../relay/batchSender.js"
import { mostGasOfCall } from "../../relay/gas.js"
import { explainSilence, failureDataOf, textRevert } from "../../relay/revertData.js"
import type { StageHandler } from "../../relay/Worker.js"
import { failed, succeeded } from "../ledger/attempt.js"
import type { PayloadRecord } from "../ledger/types.js"
import type { PayloadStage } from "../stages.js"
import { executeParams } from "./executeParams.js"
import type { ServedWorkerContext } from "./types.js"

/**
 * Executes finalized payloads on one chain: simulates each, then sends it. A read is an `eth_call`, without a transaction.
 */
export function transmitter(
  context: ServedWorkerContext,
  batchSender: BatchSender,
): readonly StageHandler<PayloadStage, PayloadRecord>[] {
  const { chain, contracts, ledger } = context

  async function simulate(payloads: readonly PayloadRecord[]): Promise<void> {
    const ready = await withoutFutureReads(payloads)
    const revertData = await Promise.all(ready.map(simulateOne))
    for (const [index, payload] of ready.entries()) {
      const reverted = revertData[index]
      if (reverted !== undefined) noteRevert(payload, reverted)
      else ledger.note(payload.payloadId, { executionAttempt: succeeded(payload.executionAttempt) })
    }
  }

  /** Leaves out reads at a block that the chain has not mined yet. They wait for it. */
  async function withoutFutureReads(payloads: readonly PayloadRecord[]): Promise<readonly PayloadRecord[]> {
    if (payloads.every(({ options }) => options.readAtBlockNumber === 0n)) return payloads
    const latest = BigInt((await chain.provider.request({ method: "eth_blockNumber" })) as Hex)
    return payloads.filter(({ callType, options }) => callType !== "READ" || options.readAtBlockNumber <= latest)
  }

  /** Returns what a payload would revert with now; undefined if it would not. */
  async function simulateOne(payload: PayloadRecord): Promise<Hex | undefined> {
    if (payload.callType === "READ") {
      const result = await read(payload)
      return "revertData" in result ? result.revertData : undefined
    }
    if (payload.options.gasLimit > mostGasOfPayload) return tooMuchGas
    const result = await batchSender.simulate(callFor(payload))
    return result.success ? undefined : explainSilence(result, payload.options.gasLimit)
  }

  async function execute(payloads: readonly PayloadRecord[]): Promise<void> {
    const { reads = [], writes = [] } = Object.groupBy(payloads, ({ callType }) =>
      callType === "READ" ? "reads" : "writes",
    )
    await Promise.all([executeReads(reads), executeWrites(writes)])
  }

  async function executeReads(payloads: readonly PayloadRecord[]): Promise<void> {
    const results = await Promise.all(payloads.map(read))
    for (const [index, payload] of payloads.entries()) {
      const result = results[index]
      if (result === undefined) continue
      if ("revertData" in result) noteRevert(payload, result.revertData)
      else ledger.note(payload.payloadId, { read: { txHash: undefined, returnData: result.returnData, gasUsed: 0n } })
    }
  }

  async function executeWrites(payloads: readonly PayloadRecord[]): Promise<void> {
    const results = await batchSender.send(payloads.map(callFor))
    for (const [index, { success, revertData }] of results.entries()) {
      const payload = payloads[index]
      if (!success && payload !== undefined) noteRevert(payload, revertData)
    }
  }

  /**
   * Calls the target at the block that the app gateway chose, with as much gas as a transaction can have. The caller is the socket,
   * as it is for a write.
   */
  async function read({
    target,
    callData,
    options,
  }: PayloadRecord): Promise<{ returnData: Hex } | { revertData: Hex }> {
    const { readAtBlockNumber } = options
    const call = { from: contracts.gatewaySocket, to: target, data: callData, gas: numberToHex(mostGasOfPayload) }
    const block = readAtBlockNumber === 0n ? "latest" : numberToHex(readAtBlockNumber)
    try {
      return { returnData: (await chain.provider.request({ method: "eth_call", params: [call, block] })) as Hex }
    } catch (error) {
      return { revertData: truncate(failureDataOf(error)) }
    }
  }

  function callFor(payload: PayloadRecord): ActorCall {
    const params = executeParams(payload)
    const args = [params, payload.finalized?.proof ?? "0x"] as const
    return {
      to: contracts.gatewaySocket,
      data: encodeCall({ abi: gatewaySocketArtifact.abi, functionName: "execute", args }),
      gas: gasOfSocket + (params.gasLimit * 64n) / 63n + gasPerPayloadByte * BigInt(payload.callData.length / 2),
      value: params.value,
    }
  }

  function noteRevert({ payloadId, executionAttempt }: PayloadRecord, revertData: Hex): void {
    ledger.note(payloadId, { executionAttempt: failed(executionAttempt, revertData, context) })
  }

  return [
    { stage: "simulatePayload", chainSlug: chain.slug, perform: simulate },
    { stage: "executePayload", chainSlug: chain.slug, perform: execute },
  ]
}

/** Keeps as much as the batcher keeps of a write's revert data, so that it fits in a transaction on the gateway chain. */
function truncate(revertData: Hex): Hex {
  return `0x${revertData.slice(2, 2 + 2 * 1024)}`
}

/** Gas that the socket itself needs for a payload: to check the signature, for the event, and what it must have left. */
const gasOfSocket = 220_000n
const gasPerPayloadByte = 20n
const mostGasOfPayload = mostGasOfCall - 1_500_000n

const tooMuchGas = textRevert(`the gas limit is above ${mostGasOfPayload}, which no transaction can give`)
