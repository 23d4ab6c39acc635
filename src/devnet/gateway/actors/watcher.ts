import { type Address, encodeFunctionData, type LocalAccount } from "viem"

import { watcherArtifact } from "../../artifacts/Watcher.js"
import type { GatewayLedger } from "../ledger/ledger.js"
import type { PayloadRecord, Attempt } from "../ledger/records.js"
import { failed } from "../ledger/attempt.js"
import type { Part } from "../../relay/Worker.js"
import { type ActorCall, type BatchSender, mostGasOfCall } from "../../relay/batchSender.js"
import type { GatewayWorkerContext } from "./WorkerContext.js"
import { payloadDigest } from "./executeParams.js"
import type { Patience } from "./Patience.js"

/** Takes payloads up, signs them off, and says of those that keep reverting that they are no longer tried. */
export function watcher(
  { chain, contracts }: GatewayWorkerContext,
  ledger: GatewayLedger,
  account: LocalAccount,
  carrier: BatchSender,
  { sockets, patience }: { sockets: ReadonlyMap<number, Address>; patience: Patience },
): readonly Part<PayloadRecord>[] {
  function accept(payloads: readonly PayloadRecord[]): Promise<void> {
    for (const { payloadId } of payloads) ledger.note(payloadId, { accepted: true })
    return Promise.resolve()
  }

  async function finalize(payloads: readonly PayloadRecord[]): Promise<void> {
    const orders = await Promise.all(payloads.map(orderFor))
    const sound = await Promise.all(orders.map(isSound))
    const sent = orders.filter((_, index) => sound[index])
    const outcomes = await carrier.send(sent.map(({ call }) => call))
    for (const [index, { success, revertData }] of outcomes.entries()) {
      const payload = sent[index]?.payload
      if (!success && payload !== undefined) refused(payload, failed(payload.execution, revertData, patience))
    }
  }

  async function orderFor(payload: PayloadRecord): Promise<Order> {
    const socket = sockets.get(payload.chainSlug)
    if (socket === undefined) throw new Error(`the gateway does not serve the chain ${payload.chainSlug}`)
    const raw = payloadDigest(payload, socket)
    const proof = await account.signMessage({ message: { raw } })
    const data = encodeFunctionData({ abi, functionName: "finalize", args: [payload.payloadId, proof] })
    return { payload, call: { to: contracts.watcher, data, gas: gasToFinalize } }
  }

  /** What failed before is looked at first, so that trying again leaves no trace on the chain. */
  async function isSound({ payload, call }: Order): Promise<boolean> {
    if (payload.execution.attempts === 0) return true
    const { success, revertData } = await carrier.simulate(call)
    if (!success) refused(payload, failed(payload.execution, revertData, patience))
    return success
  }

  function refused({ payloadId }: PayloadRecord, finalization: Attempt): void {
    ledger.note(payloadId, { finalization })
  }

  async function markRevert(payloads: readonly PayloadRecord[]): Promise<void> {
    const outcomes = await carrier.send(
      payloads.map(({ payloadId, executed, execution, promise }) => {
        const isOnchain = executed === undefined
        const { revertData = "0x" } = isOnchain ? execution : promise
        const data = encodeFunctionData({ abi, functionName: "markRevert", args: [payloadId, isOnchain, revertData] })
        return { to: contracts.watcher, data, gas: gasToMark }
      }),
    )
    const refusal = outcomes.find(({ success }) => !success)
    if (refusal !== undefined) throw new Error(`a revert could not be noted: ${refusal.revertData}`)
  }

  return [
    { stage: "accept", chainSlug: chain.slug, perform: accept },
    { stage: "finalize", chainSlug: chain.slug, perform: finalize },
    { stage: "markRevert", chainSlug: chain.slug, perform: markRevert },
  ]
}

type Order = { readonly payload: PayloadRecord; readonly call: ActorCall }

const { abi } = watcherArtifact

const gasToFinalize = 110_000n
/** Room for the app gateway's `handleRevert`. */
const gasToMark = mostGasOfCall / 4n
