import { type Address, encodeFunctionData, type Hex, parseEventLogs } from "viem"
import { concat, isAddressEqual, keccak256, numberToHex } from "viem/utils"

import { carrierAbi, carrierEvents } from "./carriers.js"
import type { SimulatedLog } from "#src/onchain/simulation/Simulation.js"
import type { StorageChange } from "#src/onchain/simulation/traceEffects.js"

/** Calls that a contract was told to make together at a later time, as it makes them. */
export type Operation = {
  /** In unix seconds. */
  readonly due: bigint
  readonly calls: readonly {
    readonly from: Address
    readonly to: Address
    readonly value: bigint
    readonly data: Hex
  }[]
}

/**
 * Reads what TimelockControllers and AccessManagers were told to do later, from what they log: however deep the call was that told them.
 *
 * @param now of the block of the logs, in unix seconds
 */
export function readOperations(logs: readonly SimulatedLog[], now: bigint): readonly Operation[] {
  const operations = new Map<string, Operation>()
  for (const { address: by, eventName, args } of parse(logs)) {
    if (eventName === "CallScheduled") {
      const { id, target: to, value, data, delay } = args
      const { calls = [] } = operations.get(`${by} ${id}`) ?? {}
      operations.set(`${by} ${id}`, { due: now + delay, calls: [...calls, { from: by, to, value, data }] })
    } else if (eventName === "OperationScheduled") {
      const { operationId, nonce, schedule, caller: from, target, data } = args
      // Its targets ask it whether it makes a call of its own, so it must make it.
      const execute = encodeFunctionData({ abi: carrierAbi, functionName: "execute", args: [target, data] })
      const calls = [{ from, to: by, value: 0n, data: execute }]
      operations.set(`${by} ${operationId} ${nonce}`, { due: BigInt(schedule), calls })
    }
  }
  return [...operations.values()]
}

/** Whether a word is where a contract keeps an operation that it has logged: in a mapping by the operation's id. */
export function findKeptOperations(logs: readonly SimulatedLog[]): (word: StorageChange) => boolean {
  const kept = parse(logs).map(({ address, args }) => ({ address, id: "id" in args ? args.id : args.operationId }))
  return ({ contract, slot }) =>
    kept.some(
      ({ address, id }) =>
        isAddressEqual(address, contract) && places.some((place) => keccak256(concat([id, place])) === slot),
    )
}

const parse = (logs: readonly SimulatedLog[]) => parseEventLogs({ abi: carrierEvents, logs: logs as never[] })

/** Where the mapping is: at a low word, or where upgradeable contracts have a place of their own (ERC-7201). */
const places: readonly Hex[] = [
  ...Array.from({ length: 256 }, (_, place) => numberToHex(place, { size: 32 })),
  "0x9a37c2aa9d186a0969ff8a8267bf4e07e864c2f2768f5040949e28a624fb3600",
  "0x40c6c8c28789853c7efd823ab20824bbd71718a8a5915e855f6f288c9a26ad02",
]
