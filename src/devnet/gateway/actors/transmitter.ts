import type { Address, Hex } from "viem"
import { numberToHex } from "viem/utils"

import { gatewaySocketArtifact } from "../../artifacts/gateway.js"
import type { LocalChain } from "../../chain/chains.js"
import { encodeCall } from "../../chain/encodeCall.js"
import { keepWhileSame } from "../../chain/pendingBlock.js"
import { type ActorCall, explainSilence, failureDataOf, maxCallGas, textRevert } from "../../relay/callBatch.js"
import type { BatchSender } from "../../relay/createBatchSender.js"
import type { StageHandler } from "../../relay/Worker.js"
import { failed, succeeded } from "../ledger/attempt.js"
import type { PayloadRecord } from "../ledger/types.js"
import type { PayloadStage } from "../stages.js"
import { executeParams } from "./executeParams.js"
import type { ServedWorkerContext } from "./GatewayWorkerContext.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

/** Executes finalized payloads on one chain: simulates each, then sends it. A read is an `eth_call`, without a transaction. */
export function transmitter(
  context: ServedWorkerContext,
  batchSender: BatchSender,
): readonly StageHandler<PayloadStage, PayloadRecord>[] {
  const { chain, contracts, ledger } = context
  const readPayload = createPayloadReader(chain, { socket: contracts.gatewaySocket, gas: maxPayloadGas })

  async function simulate(payloads: readonly PayloadRecord[]): Promise<void> {
    const { reads, writes } = split(await withoutFutureReads(payloads))
    const [readResults, writeReverts] = await Promise.all([readPayload(reads), Promise.all(writes.map(simulateWrite))])
    const readReverts = readResults.map((result) => ("revertData" in result ? result.revertData : undefined))
    noteSimulations(reads, readReverts)
    noteSimulations(writes, writeReverts)
  }

  /** @param revertData what each payload would revert with now; undefined for one that would not */
  function noteSimulations(payloads: readonly PayloadRecord[], revertData: readonly (Hex | undefined)[]): void {
    for (const [index, payload] of payloads.entries()) {
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

  async function simulateWrite(payload: PayloadRecord): Promise<Hex | undefined> {
    if (payload.options.gasLimit > maxPayloadGas) return tooMuchGas
    const result = await batchSender.simulate(callFor(payload))
    return result.success ? undefined : explainSilence(result, payload.options.gasLimit)
  }

  async function execute(payloads: readonly PayloadRecord[]): Promise<void> {
    const { reads, writes } = split(payloads)
    await Promise.all([executeReads(reads), executeWrites(writes)])
  }

  async function executeReads(payloads: readonly PayloadRecord[]): Promise<void> {
    const results = await readPayload(payloads)
    for (const [index, payload] of payloads.entries()) {
      const result = results[index]
      if (result === undefined) continue
      if ("revertData" in result) noteRevert(payload, result.revertData)
      else ledger.note(payload.payloadId, { read: { txHash: undefined, returnData: result.returnData, gasUsed: 0n } })
    }
  }

  async function executeWrites(payloads: readonly PayloadRecord[]): Promise<void> {
    const reverted = await batchSender.send(payloads.map((item) => ({ item, call: callFor(item) })))
    for (const { item, revertData } of reverted) noteRevert(item, revertData)
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

function split(payloads: readonly PayloadRecord[]): Record<"reads" | "writes", readonly PayloadRecord[]> {
  const isRead = ({ callType }: PayloadRecord) => callType === "READ"
  return { reads: payloads.filter(isRead), writes: payloads.filter((payload) => !isRead(payload)) }
}

/** Gas that the socket itself needs for a payload: to check the signature, for the event, and what it must have left. */
const gasOfSocket = 220_000n
const gasPerPayloadByte = 20n
const maxPayloadGas = maxCallGas - 1_500_000n

const tooMuchGas = textRevert(`the gas limit is above ${maxPayloadGas}, which no transaction can give`)

type ReadResult = { readonly returnData: Hex } | { readonly revertData: Hex }

/** Makes the calls of reads from the socket, at the app gateway's block, once while the chain is the same: simulated, then executed. */
function createPayloadReader(
  chain: Pick<LocalChain, "provider" | "setBacks">,
  { socket, gas }: { socket: Address; gas: bigint },
) {
  const resultsNow = keepWhileSame(chain, () => new Map<string, Promise<ReadResult>>())

  async function readPayload(params: readonly unknown[]): Promise<ReadResult> {
    try {
      return { returnData: (await chain.provider.request({ method: "eth_call", params })) as Hex }
    } catch (error) {
      // As much as the batcher keeps of a write's revert data, so that it fits in a transaction on the gateway chain.
      return { revertData: `0x${failureDataOf(error).slice(2, 2 + 2 * 1024)}` }
    }
  }

  return async (payloads: readonly PayloadRecord[]): Promise<readonly ReadResult[]> => {
    if (payloads.length === 0) return []
    const { kept: results } = await resultsNow()
    return await Promise.all(
      payloads.map(({ target, callData, options: { readAtBlockNumber } }) => {
        const block = readAtBlockNumber === 0n ? "latest" : numberToHex(readAtBlockNumber)
        const key = `${target} ${block} ${callData}`
        const call = { from: socket, to: target, data: callData, gas: numberToHex(gas) }
        return getOrAdd(results, key, () => readPayload([call, block]))
      }),
    )
  }
}
