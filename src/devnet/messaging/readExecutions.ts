import { type Address, decodeFunctionData, getAbiItem, type Hex, toFunctionSelector } from "viem"

import { socketAbi } from "../../messaging/onchain/abi.js"
import { batcherArtifact } from "../artifacts/Batcher.js"
import type { LocalChain } from "../chain/chains.js"
import { type IdentifiedLog, readCallsBehind } from "../chain/readCallsBehind.js"

/** A message's execution, with the proposal of its packet that was used. Its root says which message that was. */
type ExecuteCall = { readonly id: Hex; readonly packetId: Hex; readonly proposalCount: bigint }

/** Reads which proposal each of these messages was executed with. The socket logs only a message's id. */
export async function readExecutions(
  chain: Pick<LocalChain, "provider">,
  { socket, batcher }: { socket: Address; batcher: Address },
  logs: readonly IdentifiedLog[],
): Promise<ReadonlyMap<Hex, ExecuteCall>> {
  return await readCallsBehind(chain, logs, { contract: socket, batcher, decode, decodeBatch })
}

const executeSelector = toFunctionSelector(getAbiItem({ abi: socketAbi, name: "execute" }))

function decode(data: Hex): ExecuteCall | undefined {
  if (!data.startsWith(executeSelector)) return undefined
  const { functionName, args } = decodeFunctionData({ abi: socketAbi, data })
  return functionName === "execute" ? callOf(...args) : undefined
}

function decodeBatch(data: Hex): readonly ExecuteCall[] {
  const { functionName, args } = decodeFunctionData({ abi: batcherArtifact.abi, data })
  if (functionName !== "executeBatch") return []
  return args[0].map(({ executionDetails, messageDetails }) => callOf(executionDetails, messageDetails))
}

function callOf(
  { packetId, proposalCount }: { packetId: Hex; proposalCount: bigint },
  { msgId }: { msgId: Hex },
): ExecuteCall {
  return { id: msgId, packetId, proposalCount }
}
