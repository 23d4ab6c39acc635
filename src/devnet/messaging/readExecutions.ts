import type { Address, Hex } from "viem"
import { getAbiItem, toFunctionSelector } from "viem/utils"

import { socketAbi } from "../../messaging/onchain/abi.js"
import type { LocalChain } from "../chain/chains.js"
import { type IdentifiedLog, readCallsBehind } from "../relay/batching/readCallsBehind.js"

/** A message's execution, with the proposal of its packet that was used. Its root says which message that was. */
type ExecuteCall = { readonly id: Hex; readonly packetId: Hex; readonly proposalCount: bigint }

/** Reads which proposal each of these messages was executed with. The socket logs only a message's id. */
export async function readExecutions(
  chain: Pick<LocalChain, "provider">,
  { socket, batcher }: { socket: Address; batcher: Address },
  logs: readonly IdentifiedLog[],
): Promise<ReadonlyMap<Hex, ExecuteCall>> {
  return await readCallsBehind(chain, logs, { contract: socket, batcher, decode })
}

const executeSelector = toFunctionSelector(getAbiItem({ abi: socketAbi, name: "execute" }))

/**
 * Reads the call where Solidity reads it. Anybody may execute a message, with data in any layout that Solidity accepts, and such a
 * call must not be missed.
 */
function decode(data: Hex): ExecuteCall | undefined {
  if (!data.startsWith(executeSelector)) return undefined
  const details = offsetAt(data, 0)
  const message = offsetAt(data, 1)
  if (details === undefined || message === undefined) return undefined
  const [packetId, proposalCount, id] = [wordAt(data, details), wordAt(data, details + 32), wordAt(data, message)]
  if (packetId === undefined || proposalCount === undefined || id === undefined) return undefined
  return { id, packetId, proposalCount: BigInt(proposalCount) }
}

/** Returns the bytes32 at a position of a call's arguments; undefined if they end before. */
function wordAt(data: Hex, position: number): Hex | undefined {
  const start = 2 + 2 * (4 + position)
  const digits = data.slice(start, start + 64)
  return digits.length === 64 ? `0x${digits}` : undefined
}

function offsetAt(data: Hex, argument: number): number | undefined {
  const word = wordAt(data, 32 * argument)
  return word === undefined || BigInt(word) > BigInt(data.length) ? undefined : Number(BigInt(word))
}
