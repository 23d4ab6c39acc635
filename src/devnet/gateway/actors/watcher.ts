import type { Address, Hex, LocalAccount } from "viem"

import { watcherArtifact } from "../../artifacts/Watcher.js"
import { encodeCall } from "../../chain/encodeCall.js"
import { type ActorCall, maxCallGas } from "../../relay/callBatch.js"
import type { BatchSender } from "../../relay/createBatchSender.js"
import type { StageHandler } from "../../relay/Worker.js"
import { failed } from "../ledger/attempt.js"
import type { PayloadRecord } from "../ledger/types.js"
import type { PayloadStage } from "../stages.js"
import { payloadDigest } from "./executeParams.js"
import type { GatewayWorkerContext } from "./types.js"

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
    const sent = finalizations.filter((_, index) => passing[index])
    const results = await batchSender.send(sent.map(({ call }) => call))
    for (const [index, { success, revertData }] of results.entries()) {
      const payload = sent[index]?.payload
      if (!success && payload !== undefined) noteRevert(payload, revertData)
    }
  }

  async function prepare(payload: PayloadRecord): Promise<Finalization> {
    const raw = payloadDigest(payload, sockets)
    const proof = await account.signMessage({ message: { raw } })
    const data = encodeCall({ abi, functionName: "finalize", args: [payload.payloadId, proof] })
    return { payload, call: { to: contracts.watcher, data, gas: gasToFinalize } }
  }

  /** Simulates only what failed before, so that further attempts that fail leave no transaction on the chain. */
  async function passes({ payload, call }: Finalization): Promise<boolean> {
    if (payload.executionAttempt.attempts === 0) return true
    const { success, revertData } = await batchSender.simulate(call)
    if (!success) noteRevert(payload, revertData)
    return success
  }

  function noteRevert({ payloadId, executionAttempt }: PayloadRecord, revertData: Hex): void {
    ledger.note(payloadId, { finalizationAttempt: failed(executionAttempt, revertData, context) })
  }

  async function markRevert(payloads: readonly PayloadRecord[]): Promise<void> {
    const results = await batchSender.send(
      payloads.map(({ payloadId, executed, executionAttempt, callbackAttempt }) => {
        const isOnchain = executed === undefined
        const { revertData = "0x" } = isOnchain ? executionAttempt : callbackAttempt
        const data = encodeCall({ abi, functionName: "markRevert", args: [payloadId, isOnchain, revertData] })
        return { to: contracts.watcher, data, gas: gasToMark }
      }),
    )
    const refused = results.find(({ success }) => !success)
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

type Finalization = { readonly payload: PayloadRecord; readonly call: ActorCall }

const { abi } = watcherArtifact

const gasToFinalize = 110_000n
/** With gas for the app gateway's `handleRevert`. */
const gasToMark = maxCallGas / 4n
