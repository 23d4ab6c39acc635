import type { Address } from "viem"

import type { LocalChain } from "../chain/chains.js"
import type { Observer } from "../chain/followLogs.js"
import {
  type ActorCall,
  batchTransaction,
  type CallOutcome,
  callPending,
  countWithinGas,
  failureDataOf,
  readOutcomes,
  readReverted,
} from "./callBatch.js"
import type { Sender } from "./sender.js"

export type CallResult = Omit<CallOutcome, "gasUsed">

/** Makes an actor's calls on one chain, many in one transaction, through its batcher contract. */
export type BatchSender = {
  /** Runs a call as if it came in the next block. Calls of the same moment run one after the other, as when they are sent. */
  simulate(call: ActorCall): Promise<CallOutcome>
  /** Sends calls in few transactions, those of other workers among them, and syncs the ledger. A revert stops no other call. */
  send(calls: readonly ActorCall[]): Promise<readonly CallResult[]>
}

type Queued<Result> = {
  readonly call: ActorCall
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

function enqueue<Result>(queue: Queued<Result>[], call: ActorCall): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  queue.push({ call, resolve, reject })
  return promise
}

/** Runs what is queued until nothing is left, in as few batches as the gas of the calls allows. */
async function runQueued<Result>(
  queue: Queued<Result>[],
  runBatch: (calls: readonly ActorCall[]) => Promise<readonly Result[]>,
): Promise<void> {
  while (queue.length > 0) {
    const batch = queue.splice(0, countWithinGas(queue))
    try {
      const results = await runBatch(batch.map(({ call }) => call))
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as Result)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}

/** @param batcher the actor's own batcher contract on the chain, see `CallBatch.sol` */
export function createBatchSender({
  chain,
  batcher,
  sender,
  observer,
}: {
  chain: LocalChain
  batcher: Address
  sender: Sender
  observer: Observer
}): BatchSender {
  const queued: Queued<CallResult>[] = []
  const unsimulated: Queued<CallOutcome>[] = []
  let isSending = false

  async function sendQueued(): Promise<void> {
    if (isSending) return
    isSending = true
    await runQueued(queued, sendBatch)
    isSending = false
  }

  async function sendBatch(calls: readonly ActorCall[]): Promise<CallResult[]> {
    const { logs, blockHash } = await sender.send(batchTransaction(batcher, calls))
    await observer.sync(blockHash)
    const reverted = readReverted(logs, batcher)
    return calls.map((_, index) => ({ success: !reverted.has(index), revertData: reverted.get(index) ?? "0x" }))
  }

  async function simulateTogether(): Promise<void> {
    // Calls given in the same turn of the event loop join the batch.
    await Promise.resolve()
    await runQueued(unsimulated.splice(0), simulateBatch)
  }

  async function simulateBatch(calls: readonly ActorCall[]): Promise<readonly CallOutcome[]> {
    try {
      return readOutcomes(await callPending(chain, sender.address, batchTransaction(batcher, calls)))
    } catch (error) {
      // The chain does not say which call it refuses to run, because of its value or the length of its data, for example.
      if (calls.length > 1) return (await Promise.all(calls.map((call) => simulateBatch([call])))).flat()
      return [{ success: false, gasUsed: 0n, revertData: failureDataOf(error) }]
    }
  }

  return {
    async simulate(call) {
      if (unsimulated.length === 0) void simulateTogether()
      return await enqueue(unsimulated, call)
    },
    async send(calls) {
      const results = calls.map((call) => enqueue(queued, call))
      void sendQueued()
      return await Promise.all(results)
    },
  }
}
