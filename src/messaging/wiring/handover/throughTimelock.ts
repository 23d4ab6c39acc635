import { type Address, BaseError, type Client, type Hex, parseAbi, zeroHash } from "viem"
import { call as simulateCall, readContract } from "viem/actions"
import { encodeFunctionData, numberToHex } from "viem/utils"

import { readCall } from "../../onchain/connection/readCall.js"
import type { WiringChange } from "../plan/WiringPlan.js"
import { type HandedCall, toHandedCall } from "./createSafeBatches.js"
import { isContractFailure } from "#src/onchain/callErrors.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

const abi = parseAbi([
  "function getMinDelay() view returns (uint256)",
  "function getTimestamp(bytes32 id) view returns (uint256)",
  "function hashOperation(address target, uint256 value, bytes data, bytes32 predecessor, bytes32 salt) view returns (bytes32)",
  "function schedule(address target, uint256 value, bytes data, bytes32 predecessor, bytes32 salt, uint256 delay)",
  "function execute(address target, uint256 value, bytes payload, bytes32 predecessor, bytes32 salt)",
])

/** A change as a timelock is told it: first to wait, and after the delay to make it. Without `schedule` it waits already. */
export type TimelockedChange = {
  readonly timelock: Address
  /** In seconds. */
  readonly delay: bigint
  readonly salt: Hex
  readonly schedule: HandedCall | undefined
  readonly execute: HandedCall
}

/** What a TimelockController keeps of an operation that was executed, in place of the time when it is ready. */
const executed = 1n

/** How often the same call can have been made before. */
const maxSalts = 100

/**
 * Has a change made by the TimelockController that owns the plug, with its least delay, no predecessor, and the first number as salt with which
 * the call was not made before.
 *
 * @returns `undefined` if the owner is no timelock
 * @throws {InvalidInputError} the timelock does not take it from the proposer
 */
export async function throughTimelock(
  change: WiringChange,
  { client, proposer }: { readonly client: Client; readonly proposer: Address },
): Promise<TimelockedChange | undefined> {
  const { sender: timelock, plug, data } = change
  if (timelock === undefined) return undefined
  const ask = { address: timelock, abi } as const
  const delay = await readContract(client, { ...ask, functionName: "getMinDelay" }).catch((error: unknown) => {
    if (!isContractFailure(error)) throw error
  })
  if (delay === undefined) return undefined
  for (let number = 0; number < maxSalts; number += 1) {
    const salt = numberToHex(number, { size: 32 })
    const operation = [plug, 0n, data, zeroHash, salt] as const
    const id = await readContract(client, { ...ask, functionName: "hashOperation", args: operation })
    const ready = await readContract(client, { ...ask, functionName: "getTimestamp", args: [id] })
    if (ready === executed) continue
    const hand = (name: "schedule" | "execute", encoded: Hex): HandedCall => ({
      ...{
        ...toHandedCall(change),
        sender: proposer,
        to: timelock,
        data: encoded,
        call: readCall(
          abi.filter((item) => item.name === name),
          encoded,
        ),
      },
      says: `${name} by ${timelock}: ${toHandedCall(change).says}`,
    })
    const scheduling = encodeFunctionData({ abi, functionName: "schedule", args: [...operation, delay] })
    if (ready === 0n) await requireTaken(client, { proposer, timelock, chain: change.chain, data: scheduling })
    const execute = hand("execute", encodeFunctionData({ abi, functionName: "execute", args: operation }))
    return { timelock, delay, salt, execute, schedule: ready === 0n ? hand("schedule", scheduling) : undefined }
  }
  const problem = `${timelock} on ${change.chain} has made the same call ${maxSalts} times`
  throw new InvalidInputError({ argument: "--timelock", problem, fix: "Schedule it with another salt." })
}

async function requireTaken(
  client: Client,
  { proposer, timelock, chain, data }: Record<"proposer" | "timelock", Address> & { chain: string; data: Hex },
): Promise<void> {
  await simulateCall(client, { account: proposer, to: timelock, data }).catch((error: unknown) => {
    if (!(error instanceof BaseError)) throw error
    const problem = `${timelock} on ${chain} does not take it from ${proposer}: ${nodeReason(error)}`
    throw new InvalidInputError({ argument: "--timelock", problem, fix: "Name an account that has its PROPOSER_ROLE." })
  })
}
