import { type Address, decodeFunctionData, getAbiItem, type Hex, isAddressEqual, toFunctionSelector } from "viem"

import { socketAbi } from "../../messaging/onchain/abi.js"
import { batcherArtifact } from "../artifacts/Batcher.js"
import type { LocalChain } from "../chain/chains.js"
import { readCalls } from "../chain/readCalls.js"

/** The proposal that a message was executed with. Its root says which message that was. */
export type UsedProposal = { readonly packetId: Hex; readonly proposalCount: bigint }

const executeSelector = toFunctionSelector(getAbiItem({ abi: socketAbi, name: "execute" }))

type Contracts = { readonly socket: Address; readonly batcher: Address }
type Transaction = { readonly to: Address | null; readonly input: Hex }
type ExecuteArguments = readonly [details: UsedProposal, message: { readonly msgId: Hex }]

/**
 * Reads which proposal each of these messages was executed with from the calls of the transactions that executed them. The socket
 * logs only the id of a message, and after `evm_revert` on its source chain another message can have the same id.
 *
 * @returns a message is missing if the chain no longer has its transaction
 */
export async function readExecutions(
  chain: Pick<LocalChain, "provider">,
  contracts: Contracts,
  logs: readonly { readonly transactionHash: Hex; readonly args: { readonly msgId: Hex } }[],
): Promise<ReadonlyMap<Hex, UsedProposal>> {
  const transactions = Map.groupBy(logs, ({ transactionHash }) => transactionHash)
  const read = await Promise.all(
    [...transactions].map(([txHash, executed]) => {
      const messageIds = executed.map(({ args }) => args.msgId)
      return readTransaction(chain, contracts, txHash, messageIds)
    }),
  )
  return new Map(read.flat().map(([{ packetId, proposalCount }, { msgId }]) => [msgId, { packetId, proposalCount }]))
}

async function readTransaction(
  chain: Pick<LocalChain, "provider">,
  contracts: Contracts,
  txHash: Hex,
  messageIds: readonly Hex[],
): Promise<readonly ExecuteArguments[]> {
  const params = [txHash]
  const answer: unknown = await chain.provider.request({ method: "eth_getTransactionByHash", params })
  if (answer === null) return []
  const sent = executionsIn(answer as Transaction, contracts)
  const isPlain = messageIds.every((id) => sent.filter(([, { msgId }]) => msgId === id).length === 1)
  // Any contract can call the socket, and a batch can try a message twice. Only a trace tells what happened then.
  return isPlain ? sent : executionsOf(await readCalls(chain, txHash, contracts.socket))
}

function executionsIn({ to, input }: Transaction, { socket, batcher }: Contracts): readonly ExecuteArguments[] {
  if (to === null) return []
  if (isAddressEqual(to, socket)) return executionsOf([input])
  if (!isAddressEqual(to, batcher)) return []
  const { functionName, args } = decodeFunctionData({ abi: batcherArtifact.abi, data: input })
  if (functionName !== "executeBatch") return []
  return args[0].map(({ executionDetails, messageDetails }) => [executionDetails, messageDetails])
}

function executionsOf(calls: readonly Hex[]): readonly ExecuteArguments[] {
  return calls.flatMap((data): ExecuteArguments[] => {
    if (!data.startsWith(executeSelector)) return []
    const { functionName, args } = decodeFunctionData({ abi: socketAbi, data })
    return functionName === "execute" ? [args] : []
  })
}
