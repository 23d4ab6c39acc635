import type { Address, Hex, LocalAccount } from "viem"

import { watcherArtifact } from "../../artifacts/gateway.js"
import { encodeCall } from "../../chain/encodeCall.js"
import { maxCallGas } from "../../relay/callBatch.js"
import type { BatchSender, CallFor } from "../../relay/createBatchSender.js"
import type { StageHandler } from "../../relay/Worker.js"
import { failed } from "../ledger/attempt.js"
import type { PayloadRecord } from "../ledger/types.js"
import type { PayloadStage } from "../stages.js"
import { payloadDigest } from "./executeParams.js"
import type { GatewayWorkerContext } from "./GatewayWorkerContext.js"

/** Accepts payloads, signs and finalizes them, and marks those that keep reverting. `sockets` are those of the chains, by slug. */
export function watcher(
  context: GatewayWorkerContext,
  batchSender: BatchSender,
  { account, sockets }: { account: LocalAccount; sockets: ReadonlyMap<number, Address> },
): readonly StageHandler<PayloadStage, PayloadRecord>[] {
  const { chain, contracts, ledger } = context

  function accept(payloads: readonly PayloadRecord[]): Promise<void> {
    for (const { payloadId } of payloads) ledger.note(payloadId, { accepted: true })
    return Promise.resolve()
  }

  async function finalize(payloads: readonly PayloadRecord[]): Promise<void> {
    const finalizations = await Promise.all(payloads.map(prepare))
    const passing = await Promise.all(finalizations.map(passes))
    const reverted = await batchSender.send(finalizations.filter((_, index) => passing[index]))
    for (const { item, revertData } of reverted) noteRevert(item, revertData)
  }

  async function prepare(payload: PayloadRecord): Promise<CallFor<PayloadRecord>> {
    const raw = payloadDigest(payload, sockets)
    const proof = await account.signMessage({ message: { raw } })
    const data = encodeCall({ abi, functionName: "finalize", args: [payload.payloadId, proof] })
    return { item: payload, call: { to: contracts.watcher, data, gas: gasToFinalize } }
  }

  /** Simulates only what failed before, so that further attempts that fail leave no transaction on the chain. */
  async function passes({ item: payload, call }: CallFor<PayloadRecord>): Promise<boolean> {
    if (payload.executionAttempt.attempts === 0) return true
    const { success, revertData } = await batchSender.simulate(call)
    if (!success) noteRevert(payload, revertData)
    return success
  }

  function noteRevert({ payloadId, executionAttempt }: PayloadRecord, revertData: Hex): void {
    ledger.note(payloadId, { finalizationAttempt: failed(executionAttempt, revertData, context) })
  }

  async function markRevert(payloads: readonly PayloadRecord[]): Promise<void> {
    const [refused] = await batchSender.send(
      payloads.map((item) => {
        const { payloadId, executed, executionAttempt, callbackAttempt } = item
        const isOnchain = executed === undefined
        const { revertData = "0x" } = isOnchain ? executionAttempt : callbackAttempt
        const data = encodeCall({ abi, functionName: "markRevert", args: [payloadId, isOnchain, revertData] })
        return { item, call: { to: contracts.watcher, data, gas: gasToMark } }
      }),
    )
    if (refused !== undefined) {
      throw new Error(`the watcher contract refused to mark a payload as reverted: ${refused.revertData}`)
    }
  }

  return [
    { stage: "accept", chainSlug: chain.slug, perform: accept },
    { stage: "finalize", chainSlug: chain.slug, perform: finalize },
    { stage: "markRevert", chainSlug: chain.slug, perform: markRevert },
  ]
}

const { abi } = watcherArtifact

const gasToFinalize = 110_000n
/** With gas for the app gateway's `handleRevert`. */
const gasToMark = maxCallGas / 4n
