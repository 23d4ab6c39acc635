import type { Address, Hex } from "viem"

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

/** A call, and what it is made for. */
export type CallFor<Item> = { readonly item: Item; readonly call: ActorCall }

/** What a call was made for that reverted. */
export type Reverted<Item> = { readonly item: Item; readonly revertData: Hex }

/** Makes an actor's calls on one chain, many in one transaction, through its batcher contract. */
export type BatchSender = {
  /** Runs a call as if it came in the next block. Calls of the same moment run one after the other, as when they are sent. */
  simulate(call: ActorCall): Promise<CallOutcome>
  /** Sends calls in few transactions, those of other workers among them, and syncs the ledger. One that reverts stops no other. */
  send<Item>(calls: readonly CallFor<Item>[]): Promise<readonly Reverted<Item>[]>
}

/** @param batcher the actor's own batcher contract on the chain, see `CallBatch.sol` */
export function createBatchSender(
  { chain, observer }: { readonly chain: LocalChain; readonly observer: Observer },
  batcher: Address,
  sender: Sender,
): BatchSender {
  const queued: Queued<ActorCall, Hex | undefined>[] = []
  const unsimulated: Queued<ActorCall, CallOutcome>[] = []
  let isSending = false

  async function sendQueued(): Promise<void> {
    if (isSending) return
    isSending = true
    await answerQueued(queued, sendBatch, countWithinGas)
    isSending = false
  }

  async function sendBatch(calls: readonly ActorCall[]): Promise<(Hex | undefined)[]> {
    const { logs, blockHash } = await sender.send(batchTransaction(batcher, calls))
    await observer.sync(blockHash)
    const reverted = readReverted(logs, batcher)
    return calls.map((_, index) => reverted.get(index))
  }

  async function simulateTogether(): Promise<void> {
    // Calls given in the same turn of the event loop join the batch.
    await Promise.resolve()
    await answerQueued(unsimulated.splice(0), simulateBatch, countWithinGas)
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
      const results = calls.map(async ({ item, call }) => {
        const revertData = await enqueue(queued, call)
        return revertData === undefined ? [] : [{ item, revertData }]
      })
      void sendQueued()
      return (await Promise.all(results)).flat()
    },
  }
}

/** A call that is answered together with others. */
export type Queued<Call, Result> = {
  readonly call: Call
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

export function enqueue<Call, Result>(queue: Queued<Call, Result>[], call: Call): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  queue.push({ call, resolve, reject })
  return promise
}

/** Answers what is queued until nothing is left, in batches of as many calls as `count` says. */
export async function answerQueued<Call, Result>(
  queue: Queued<Call, Result>[],
  answer: (calls: readonly Call[]) => Promise<readonly Result[]>,
  count: (queue: readonly Queued<Call, Result>[]) => number = ({ length }) => length,
): Promise<void> {
  while (queue.length > 0) {
    const batch = queue.splice(0, count(queue))
    try {
      const results = await answer(batch.map(({ call }) => call))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
