import { type Address, isAddress } from "viem"
import { getBalance, getContractEvents, getTransaction } from "viem/actions"
import { getAddress } from "viem/utils"

import { socketAbi } from "../../onchain/abi.js"
import { askDevnetToSign, type ExecutionManager, mayExecute } from "../../onchain/delivery/executors.js"
import { gasOfExecution } from "../../onchain/delivery/tryExecution.js"
import type { OutboundMessage } from "../../onchain/events.js"
import type { Message } from "../../types.js"
import type { Arrival, ReadableChain } from "../Journey.js"
import { blockSource } from "#src/explaining/evidence.js"
import { firstOfNewest } from "#src/onchain/scanning/firstOfNewest.js"

export type Executor = {
  readonly address: Address
  /** Where that was read. */
  readonly source: string
  /** Whether it is that of this message, and not of the last execution. */
  readonly isOfMessage: boolean
  /** What the gas of the execution costs at most, in wei. */
  readonly gasCost: bigint
  /** The execution manager. */
  readonly manager: Address
  /** Whether the execution manager lets it execute. */
  readonly mayExecute: boolean
  /** Wei on the destination chain. */
  readonly balance: bigint
}

/** How many of the newest blocks are searched for the last execution. */
const searchedBlocks = 1_000n

/** Reads who executes a message: as the API says, as a devnet signs, or as the last execution shows. */
export async function readExecutor(
  { chain, head }: Arrival,
  known: {
    message: OutboundMessage
    manager: ExecutionManager
    reported: Message | undefined
    gasPrice: bigint | undefined
  },
): Promise<Executor | undefined> {
  const { message, manager, reported, gasPrice = 0n } = known
  const named = reported?.executionDetails.executor
  const executor =
    typeof named === "string" && isAddress(named)
      ? { address: getAddress(named), source: "the messaging API", isOfMessage: true }
      : ((await findDevnetExecutor(chain, message)) ?? (await findLastExecutor({ chain, head })))
  if (executor === undefined) return undefined
  const { address } = executor
  const [balance, isAllowed] = await Promise.all([
    getBalance(chain.client, { address, blockNumber: head.number }),
    mayExecute(chain.client, manager, address),
  ])
  const gasCost = gasOfExecution(message, message.minMsgGasLimit) * gasPrice
  return { ...executor, balance, gasCost, manager: manager.address, mayExecute: isAllowed }
}

async function findDevnetExecutor(
  { client, socket, name }: ReadableChain,
  message: OutboundMessage,
): Promise<KnownExecutor | undefined> {
  const signed = await askDevnetToSign(client, { socket, message }).catch(() => undefined)
  return signed && { address: signed.signer, source: `the devnet's node of ${name}`, isOfMessage: true }
}

type KnownExecutor = Pick<Executor, "address" | "source" | "isOfMessage">

async function findLastExecutor({ chain, head }: Pick<Arrival, "chain" | "head">): Promise<KnownExecutor | undefined> {
  const range = { fromBlock: firstOfNewest(searchedBlocks, head.number), toBlock: head.number }
  const executed = { abi: socketAbi, address: chain.socket, eventName: "ExecutionSuccess" } as const
  const logs = await getContractEvents(chain.client, { ...executed, ...range }).catch(() => [])
  const last = logs.at(-1)
  if (last === undefined) return undefined
  const transaction = await getTransaction(chain.client, { hash: last.transactionHash }).catch(() => undefined)
  if (transaction === undefined) return undefined
  const source = `${blockSource(chain, last.blockNumber)}, the last execution`
  return { address: transaction.from, source, isOfMessage: false }
}
