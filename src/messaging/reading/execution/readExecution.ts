import { type Abi, type Address, isAddress } from "viem"
import { getBalance, getContractEvents, getGasPrice, getTransaction, readContract } from "viem/actions"
import { getAddress, isAddressEqual } from "viem/utils"

import { executionManagerAbi, protocolErrorsAbi, socketAbi } from "../../onchain/abi.js"
import {
  askDevnetToSign,
  type ExecutionManager,
  mayExecute,
  readExecutionManager,
} from "../../onchain/delivery/executors.js"
import { type InboundCall, inboundCall, tryInbound } from "../../onchain/delivery/inboundCall.js"
import { gasOfExecution, tryExecution } from "../../onchain/delivery/tryExecution.js"
import type { OutboundMessage } from "../../onchain/events.js"
import type { Message } from "../../types.js"
import { readTrialBlock, type TrialBlock } from "../ChainView.js"
import { type Arrival, type Journey, ownProposals, type Proposal, type ReadableChain } from "../Journey.js"
import { explainInbound, type InboundTrial, reasonOf } from "./simulateInbound.js"
import { blockSource, type FindSource } from "#src/explaining/evidence.js"
import { isContractFailure } from "#src/onchain/callErrors.js"
import { readRevert } from "#src/onchain/readRevert.js"
import { firstOfNewest } from "#src/onchain/scanning/LogPosition.js"

/** What the execution of a message comes to, if its packet is allowed. */
export type Execution = {
  /** The proposal that it can be executed with. */
  readonly proposal: Proposal
  readonly call: InboundCall
  readonly inbound: InboundTrial
  /** The block in which it was tried. */
  readonly block: TrialBlock
  /** `undefined` if no executor is known. */
  readonly executor: Executor | undefined
  /**
   * How the socket's `execute` ends at the present price of gas, where `inbound` without a price succeeds. Before the message is sent it is
   * `inbound` that is tried at the price. `untried` if the node cannot try it.
   */
  readonly execute: ExecuteFailure | "succeeds" | "untried"
  /** Why the execution manager refuses the message's parameters; `undefined` if it takes them. */
  readonly refusal: { readonly manager: Address; readonly reason: string } | undefined
}

/** `inbound`: it is the plug that fails at the price. `hash`: the socket hashes the message otherwise. `socket`: something else refuses it. */
export type ExecuteFailure = { readonly reason: string; readonly of: "inbound" | "hash" | "socket" }

/** What the simulation needs beside the journey. */
export type ReadExecutionParameters = {
  /** What the API says of the message. */
  readonly reported?: Message | undefined
  readonly abis: readonly Abi[]
  readonly findSource: FindSource | undefined
}

/**
 * Simulates the execution only when it comes next, or of a message that is not sent yet: what comes before it can change the result.
 * `undefined` otherwise.
 */
export async function readExecution(
  { message, arrival, isUnsent = false }: Journey,
  { reported, abis, findSource }: ReadExecutionParameters,
): Promise<Execution | undefined> {
  if ("problem" in arrival || arrival.executed !== false || !arrival.code.hasCode) return undefined
  // The socket hashes the message with the sibling that the plug has now, so that the message of another one is not executed.
  if (!isAddressEqual(arrival.config.siblingPlug, message.srcPlug)) return undefined
  const proposal = ownProposals(arrival).find(({ isAllowed }) => isUnsent || isAllowed === true)
  if (proposal === undefined) return undefined
  const { chain, head } = arrival
  const call = inboundCall(chain.socket, message)
  const [block, manager, gasPrice] = await Promise.all([
    readTrialBlock(chain, { head, messageId: message.messageId }),
    readExecutionManager(chain.client, chain),
    getGasPrice(chain.client).catch(() => undefined),
  ])
  const [inbound, executor, refusal] = await Promise.all([
    explainInbound(arrival, call, { limit: message.minMsgGasLimit, block, abis, findSource }),
    readExecutor(arrival, { message, manager, reported, gasPrice }),
    readRefusal(arrival, message, { call, manager: manager.address }),
  ])
  const { packetId, minMsgGasLimit: gasLimit } = message
  const tryAtPrice = async (price: bigint): Promise<Execution["execute"]> => {
    const alone = async (): Promise<ExecuteFailure | undefined> => {
      const failure = await tryInbound(chain.client, call, { block, inboundGas: gasLimit, gasPrice: price })
      return failure && { reason: reasonOf(failure.error, abis), of: "inbound" }
    }
    if (isUnsent) return (await alone()) ?? "succeeds"
    if (packetId === null) return "untried"
    const by = { manager: manager.address, executor: executor?.address ?? anyAccount }
    const proposed = { packetId, proposalCount: proposal.proposalCount }
    const tried = { message, socket: chain.socket, ...by, proposal: proposed, gasLimit, gasPrice: price }
    const end = await tryExecution(chain.client, tried, block)
    if (end === "other hash") return { reason: "NotExecutor()", of: "hash" }
    if (typeof end === "string") return end
    return (await alone()) ?? { reason: reasonOf(end.error, abis), of: "socket" }
  }
  const isTried = inbound.kind === "succeeds" && refusal === undefined && gasPrice !== undefined
  // Not every node simulates with another balance, or another storage of the execution manager.
  const execute = isTried ? await tryAtPrice(gasPrice).catch(() => "untried" as const) : "untried"
  return { proposal, call, inbound, block, executor, execute, refusal }
}

/** An account that executes where the executor is not known. */
const anyAccount: Address = "0x00000000000000000000000000000000000e0e0e"

export type TriedInbound = Pick<Execution, "call" | "inbound">

/** Tries `inbound` of a message that something else still stops, so that all causes are known at once. */
export async function readAhead(
  { message, arrival }: Journey,
  { abis, findSource }: Pick<ReadExecutionParameters, "abis" | "findSource">,
): Promise<TriedInbound | undefined> {
  if ("problem" in arrival || arrival.executed !== false || !arrival.code.hasCode) return undefined
  const call = inboundCall(arrival.chain.socket, message)
  const trial = { limit: message.minMsgGasLimit, block: arrival.head.number, abis, findSource }
  return { call, inbound: await explainInbound(arrival, call, trial) }
}

/** Asks the execution manager whether it takes the message's parameters with the value that the message carries. */
async function readRefusal(
  { chain, head }: Arrival,
  { executionParams }: OutboundMessage,
  { call: { value }, manager }: { readonly call: InboundCall; readonly manager: Address },
): Promise<Execution["refusal"]> {
  const verifying = { functionName: "verifyParams", args: [executionParams, value], blockNumber: head.number } as const
  try {
    await readContract(chain.client, { abi: executionManagerAbi, address: manager, ...verifying })
    return undefined
  } catch (error) {
    if (!isContractFailure(error)) throw error
    return { manager, reason: readRevert(error, [protocolErrorsAbi])?.reason ?? "it is no execution manager" }
  }
}

type Executor = {
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
