import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, numberToHex, parseEventLogs } from "viem"

import { actorBatcherArtifact } from "../artifacts/ActorBatcher.js"
import type { LocalChain } from "../chain/chains.js"
import type { Observer } from "../chain/followLogs.js"
import type { Sender } from "./sender.js"
import { failureDataOf } from "./failureDataOf.js"

export type ActorCall = { readonly to: Address; readonly data: Hex; readonly gas: bigint; readonly value?: bigint }

/** What became of a call. */
export type CallResult = { readonly success: boolean; readonly revertData: Hex }

/** What would become of a call, and what it would take. */
export type SimulationResult = CallResult & { readonly gasUsed: bigint }

/** Makes an actor's calls on one chain through its batcher. */
export type BatchSender = {
  /** What would become of a call in the next block, if it came alone. */
  simulate(call: ActorCall): Promise<SimulationResult>
  /**
   * Makes the calls, in as few transactions as their gas allows, and brings the ledger up to date. What other workers give
   * meanwhile goes with them. A call that reverts does not stop the others.
   */
  send(calls: readonly ActorCall[]): Promise<readonly CallResult[]>
}

type Waiting = {
  readonly call: ActorCall
  readonly done: (outcome: CallResult) => void
  readonly fail: (error: unknown) => void
}

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
  const queue: Waiting[] = []
  let isUnderWay = false

  async function carryAll(): Promise<void> {
    if (isUnderWay) return
    isUnderWay = true
    while (queue.length > 0) {
      const load = queue.splice(0, countWithinGas(queue))
      try {
        const outcomes = await carry(load.map(({ call }) => call))
        load.forEach(({ done }, index) => {
          done(outcomes[index] ?? { success: false, revertData: "0x" })
        })
      } catch (error) {
        for (const { fail } of load) fail(error)
      }
    }
    isUnderWay = false
  }

  async function carry(calls: readonly ActorCall[]): Promise<CallResult[]> {
    const { logs } = await sender.send({
      to: batcher,
      data: encodeTryAll(calls),
      gas: gasPerTransaction + calls.reduce((total, call) => total + gasOf(call), 0n),
      value: calls.reduce((total, { value = 0n }) => total + value, 0n),
    })
    await observer.sync()
    const tried = parseEventLogs({ abi, eventName: "CallTried", logs }).filter(({ address }) =>
      isSame(address, batcher),
    )
    return tried.map(({ args: { success, revertData } }) => ({ success, revertData }))
  }

  return {
    async simulate(call) {
      const { value = 0n } = call
      const transaction = {
        from: sender.address,
        to: batcher,
        data: encodeTryAll([call]),
        gas: numberToHex(gasPerTransaction + gasOf(call)),
        value: numberToHex(value),
      }
      try {
        const data = (await chain.provider.request({ method: "eth_call", params: [transaction, "pending"] })) as Hex
        const [outcome] = decodeFunctionResult({ abi, functionName: "tryAll", data })
        if (outcome === undefined) throw new Error(`the batcher ${batcher} told no outcome`)
        return outcome
      } catch (error) {
        return { success: false, gasUsed: 0n, revertData: failureDataOf(error) }
      }
    },
    async send(calls) {
      const carried = calls.map(
        (call) =>
          new Promise<CallResult>((done, fail) => {
            queue.push({ call, done, fail })
          }),
      )
      void carryAll()
      return await Promise.all(carried)
    },
  }
}

const { abi } = actorBatcherArtifact

function encodeTryAll(calls: readonly ActorCall[]): Hex {
  const args = [calls.map(({ to, data, gas, value = 0n }) => ({ to, value, gas, data }))] as const
  return encodeFunctionData({ abi, functionName: "tryAll", args })
}

/** What the batcher wants to have left when it makes its last call is in it. */
const gasPerTransaction = 200_000n
/** The batcher's own work on a call, and its event. */
const gasPerCall = 20_000n
const gasPerByte = 60n
/** A transaction may not ask for more than 2^24 gas. */
const mostGas = 2n ** 24n

/** The most that one call can be given, when it is alone in its transaction and of ordinary length. */
export const mostGasOfCall = 15_500_000n

/** The most that a call with this data can be given, when it is alone in its transaction: long data takes its part. */
export function mostGasFor(data: Hex): bigint {
  const left = ((mostGas - gasPerTransaction - gasToCarry(data)) * 63n) / 64n
  if (left > mostGasOfCall) return mostGasOfCall
  // What is too long for any transaction is refused by the chain, for all to see.
  return left > 0n ? left : 0n
}

/** A call gets at most 63/64 of what is left. */
function gasOf({ gas, data }: ActorCall): bigint {
  return (gas * 64n) / 63n + gasToCarry(data)
}

function gasToCarry(data: Hex): bigint {
  return gasPerCall + gasPerByte * BigInt(data.length / 2)
}

/** How many of those that wait one transaction can pay for; one at least, so that what is too large for any fails for all to see. */
function countWithinGas(queue: readonly Waiting[]): number {
  let left = mostGas - gasPerTransaction
  const tooMuch = queue.findIndex(({ call }) => (left -= gasOf(call)) < 0n)
  return tooMuch === -1 ? queue.length : Math.max(1, tooMuch)
}

function isSame(one: Address, other: Address): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
