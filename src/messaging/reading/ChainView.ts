import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  type Hex,
} from "viem"
import { getBlock, readContract } from "viem/actions"
import { decodeFunctionResult, encodeFunctionData, numberToHex } from "viem/utils"

import { socketAbi } from "../onchain/abi.js"
import type { ReadableChain } from "./Journey.js"
import { isContractFailure, isFailureOfCode } from "#src/onchain/callErrors.js"
import type { Head, Mined } from "#src/onchain/logs.js"

/** A chain in one block. What several messages need of it is read once. */
export type ChainView = Pick<ReadableChain, "client" | "socket" | "firstBlock"> & {
  /** The block in which everything is read. Default: the newest one at the time of each read. */
  readonly blockNumber?: bigint | undefined
  /** Whether contracts that are not trusted are asked in the block that comes next. */
  readonly isPending?: boolean | undefined
  /** Answers already asked for, by question. */
  readonly answers: Map<string, Promise<unknown>>
}

export type ChainViewIn = ChainView & { readonly blockNumber: bigint }

export type ChainViewAtHead = ChainViewIn & { readonly head: Head }

/**
 * Opens a view of a chain's newest block, for the readers of this room, all of which throw the errors of viem if its node does not answer.
 * One view is one picture of the chain: open another one to look again.
 */
export async function openChainView(
  chain: Pick<ReadableChain, "client" | "socket" | "firstBlock">,
): Promise<ChainViewAtHead> {
  const { client, socket, firstBlock } = chain
  const { number, timestamp } = await getBlock(client)
  return { client, socket, firstBlock, blockNumber: number, head: { number, timestamp }, answers: new Map() }
}

/** Gives everybody who asks the same question of a view the answer of one read. */
export async function once<Answer>(
  { answers }: ChainView,
  question: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const answer = (answers.get(question) as Promise<Answer> | undefined) ?? read()
  answers.set(question, answer)
  return await answer
}

/** A block in which a call is tried: a number, or the one that comes next. */
export type TrialBlock = bigint | "pending"

/** The block of the message's next try: the pending one, whose time advances; the newest if there is none, or it is executed there. */
export async function readTrialBlock(
  { client, socket }: Pick<ChainView, "client" | "socket">,
  { head, messageId }: { readonly head: Head; readonly messageId: Hex },
): Promise<TrialBlock> {
  const call = { abi: socketAbi, address: socket, functionName: "messageExecuted", args: [messageId] } as const
  const isExecuted = await readContract(client, { ...call, blockTag: "pending" }).catch(() => true)
  return isExecuted ? head.number : "pending"
}

type SocketView = ContractFunctionName<typeof socketAbi, "view">
type SocketArgs<Name extends SocketView> = ContractFunctionArgs<typeof socketAbi, "view", Name>

export async function readSocket<Name extends SocketView, const Args extends SocketArgs<Name>>(
  view: ChainView,
  functionName: Name,
  args: Args,
): Promise<ContractFunctionReturnType<typeof socketAbi, "view", Name, Args>> {
  const { client, socket, blockNumber } = view
  type Answer = ContractFunctionReturnType<typeof socketAbi, "view", Name, Args>
  return await once(view, `${functionName} ${(args as readonly unknown[]).join()}`, async () => {
    const call = { abi: socketAbi, address: socket, functionName, args, blockNumber }
    const answer: unknown = await readContract(client, call as never)
    return answer as Answer
  })
}

/** Says where a log stands, with the time of its block: nodes give it in the log, or it is read. */
export async function toMined(
  view: ChainView,
  log: { blockNumber: bigint; transactionHash: Hex; blockTimestamp?: bigint | null | undefined },
): Promise<Mined> {
  const { blockNumber, transactionHash } = log
  const timestamp = log.blockTimestamp ?? (await readBlockTime(view, blockNumber))
  return { blockNumber, transactionHash, timestamp }
}

/** Reads the time of a block, in seconds since 1970; `null` if the node does not give the block. */
async function readBlockTime(view: ChainView, blockNumber: bigint): Promise<bigint | null> {
  const read = () => getBlock(view.client, { blockNumber }).catch(() => undefined)
  return (await once(view, `block ${blockNumber}`, read))?.timestamp ?? null
}

/** Gas that a view function may burn. These functions read a few words of storage; another contract may loop forever. */
const maxGas = 1_000_000n

/**
 * Asks a contract that is not trusted, such as a switchboard: it may have no such function, revert, return garbage or burn gas.
 *
 * @returns `null` if it does one of these
 */
export async function askContract<
  const abi extends Abi,
  Name extends ContractFunctionName<abi, "view">,
  const Args extends ContractFunctionArgs<abi, "view", Name>,
>(
  view: ChainView,
  { abi, address, functionName, args }: { abi: abi; address: Address; functionName: Name; args: Args },
): Promise<ContractFunctionReturnType<abi, "view", Name, Args> | null> {
  type Answer = ContractFunctionReturnType<abi, "view", Name, Args>
  const { client, blockNumber, isPending } = view
  const block = isPending === true ? "pending" : blockNumber === undefined ? "latest" : numberToHex(blockNumber)
  const question = `${block} ${address} ${functionName} ${(args as readonly unknown[]).join()}`
  return await once(view, question, async () => {
    try {
      const data = encodeFunctionData({ abi, functionName, args } as never)
      // Not with `call` of viem, which makes requests to servers that a contract names.
      const returned = await client.request({
        method: "eth_call",
        params: [{ to: address, data, gas: numberToHex(maxGas) }, block],
      } as never)
      const answer: unknown = decodeFunctionResult({ abi, functionName, args, data: returned } as never)
      return answer as Answer
    } catch (error) {
      if (isContractFailure(error) || isFailureOfCode(error)) return null
      throw error
    }
  })
}
