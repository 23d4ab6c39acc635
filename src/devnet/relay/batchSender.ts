import type { Address, Hex } from "viem"
import { decodeFunctionResult, getAbiItem, isAddressEqual, numberToHex, parseAbi } from "viem/utils"

import type { LocalChain } from "../chain/chains.js"
import { encodeCall } from "../chain/encodeCall.js"
import type { Observer } from "../chain/followLogs.js"
import { createLogParser } from "../chain/logs/createLogParser.js"
import { mostGasOfTransaction } from "../chain/hardfork.js"
import { gasPerTransaction, gasWithin } from "./gas.js"
import { failureDataOf } from "./revertData.js"
import type { Sender } from "./sender.js"

export type ActorCall = { readonly to: Address; readonly data: Hex; readonly gas: bigint; readonly value?: bigint }

/** The result of a call that was mined. */
export type CallResult = { readonly success: boolean; readonly revertData: Hex }

/** The result that a call would have, and the gas that it would use. */
export type SimulationResult = CallResult & { readonly gasUsed: bigint }

/** Makes an actor's calls on one chain, many in one transaction, through its batcher contract. */
export type BatchSender = {
  /**
   * Runs a call as if it came in the next block. Calls that are given at the same moment are run one after the other, as they are when they
   * are sent.
   */
  simulate(call: ActorCall): Promise<SimulationResult>
  /**
   * Sends the calls in as few transactions as their gas allows, and brings the ledger up to date. Calls that other workers
   * give meanwhile go with them. A call that reverts does not stop the others.
   */
  send(calls: readonly ActorCall[]): Promise<readonly CallResult[]>
}

type Queued<Result> = {
  readonly call: ActorCall
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** @param batcher the actor's own batcher contract on the chain, see `ActorBatcher.sol` */
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
  const unsimulated: Queued<SimulationResult>[] = []
  let isSending = false

  async function sendQueued(): Promise<void> {
    if (isSending) return
    isSending = true
    while (queued.length > 0) {
      const batch = queued.splice(0, countWithinGas(queued))
      try {
        const results = await sendBatch(batch.map(({ call }) => call))
        batch.forEach(({ resolve }, index) => {
          resolve(results[index] ?? { success: false, revertData: "0x" })
        })
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isSending = false
  }

  async function sendBatch(calls: readonly ActorCall[]): Promise<CallResult[]> {
    const { logs, blockHash } = await sender.send(transactionOf(calls))
    await observer.sync(blockHash)
    const tried = parseLogs(logs.filter(({ address }) => isAddressEqual(address, batcher)))
    return tried.map(({ args: { success, revertData } }) => ({ success, revertData }))
  }

  async function simulateTogether(): Promise<void> {
    // Whatever is given in the same turn of the event loop comes along.
    await Promise.resolve()
    const given = unsimulated.splice(0)
    while (given.length > 0) {
      const batch = given.splice(0, countWithinGas(given))
      try {
        const results = await simulateBatch(batch.map(({ call }) => call))
        batch.forEach(({ resolve }, index) => {
          resolve(results[index] ?? { success: false, gasUsed: 0n, revertData: "0x" })
        })
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  async function simulateBatch(calls: readonly ActorCall[]): Promise<readonly SimulationResult[]> {
    const transaction = transactionOf(calls)
    const inHex = { gas: numberToHex(transaction.gas), value: numberToHex(transaction.value) }
    const params = [{ ...transaction, ...inHex, from: sender.address }, "pending"]
    try {
      const data = (await chain.provider.request({ method: "eth_call", params })) as Hex
      return decodeFunctionResult({ abi, functionName: "tryAll", data })
    } catch (error) {
      // The chain does not say which call it refuses to run, because of its value or the length of its data, for example.
      if (calls.length > 1) return (await Promise.all(calls.map((call) => simulateBatch([call])))).flat()
      return [{ success: false, gasUsed: 0n, revertData: failureDataOf(error) }]
    }
  }

  function transactionOf(calls: readonly ActorCall[]): { to: Address; data: Hex; gas: bigint; value: bigint } {
    return {
      to: batcher,
      data: encodeTryAll(calls),
      gas: gasPerTransaction + calls.reduce((total, call) => total + gasWithin(call), 0n),
      value: calls.reduce((total, { value = 0n }) => total + value, 0n),
    }
  }

  return {
    simulate: (call) =>
      new Promise((resolve, reject) => {
        if (unsimulated.length === 0) void simulateTogether()
        unsimulated.push({ call, resolve, reject })
      }),
    async send(calls) {
      const results = calls.map(
        (call) =>
          new Promise<CallResult>((resolve, reject) => {
            queued.push({ call, resolve, reject })
          }),
      )
      void sendQueued()
      return await Promise.all(results)
    },
  }
}

/** The part of `ActorBatcher.sol` that is called here. The relay imports no artifact, because it knows no protocol. */
const abi = parseAbi([
  "struct Call { address to; uint256 value; uint256 gas; bytes data; }",
  "struct Outcome { bool success; uint256 gasUsed; bytes revertData; }",
  "function tryAll(Call[] calls) payable returns (Outcome[] outcomes)",
  "event CallTried(uint256 index, bool success, bytes revertData)",
])

const parseLogs = createLogParser([getAbiItem({ abi, name: "CallTried" })])

function encodeTryAll(calls: readonly ActorCall[]): Hex {
  const args = [calls.map(({ to, data, gas, value = 0n }) => ({ to, value, gas, data }))] as const
  return encodeCall({ abi, functionName: "tryAll", args })
}

/**
 * How many of the queued calls fit in one transaction; at least one, so that a call too large for any fails with the
 * chain's error.
 */
function countWithinGas(queued: readonly { readonly call: ActorCall }[]): number {
  let left = mostGasOfTransaction - gasPerTransaction
  const tooMany = queued.findIndex(({ call }) => (left -= gasWithin(call)) < 0n)
  return tooMany === -1 ? queued.length : Math.max(1, tooMany)
}
