import { type Abi, type Address, type Hex, isAddress } from "viem"
import { getBalance, getContractEvents, getTransaction, readContract } from "viem/actions"
import { encodeAbiParameters, getAddress, isAddressEqual, parseAbiParameters } from "viem/utils"

import { blockSource, type FindSource, type ReadSource, readSource } from "../../explaining/evidence.js"
import { isContractFailure } from "../../onchain/callErrors.js"
import type { Mined } from "../../onchain/logs.js"
import { readRevert } from "../../onchain/readRevert.js"
import { executionManagerAbi, protocolErrorsAbi, socketAbi } from "../onchain/abi.js"
import { decodeRevert } from "../onchain/decodeRevert.js"
import { type InboundCall, inboundCall, isOutOfGas, moreGasThan, tryInbound } from "../onchain/delivery/inboundCall.js"
import type { OutboundMessage } from "../onchain/events.js"
import type { Message } from "../types.js"
import { findExecution } from "./findExecution.js"
import { type Arrival, type Journey, ownProposals, type Proposal } from "./Journey.js"

/** What the execution of a message comes to, if its packet is allowed. */
export type Execution = {
  /** The proposal that it can be executed with. */
  readonly proposal: Proposal
  readonly call: InboundCall
  readonly inbound: InboundTrial
  /** `undefined` if the message carries no value, or no executor is known. */
  readonly executor: Executor | undefined
  /** Why the execution manager refuses the message's parameters; `undefined` if it takes them. */
  readonly refusal: { readonly manager: Address; readonly reason: string } | undefined
}

/** What the simulated call of `inbound` comes to. */
export type InboundTrial =
  | { readonly kind: "succeeds" }
  | ({ readonly kind: "reverts"; readonly reason: string } & ReadSource)
  /** It succeeds with `needed` gas, which is more than the message gives it. */
  | { readonly kind: "needs gas"; readonly needed: bigint }
  /** It runs out of `tried` gas, too. How much would suffice is not looked for: it may loop without end. */
  | { readonly kind: "runs out of gas"; readonly tried: bigint }

export type Executor = {
  readonly address: Address
  /** Where that was read. */
  readonly source: string
  /** Whether it is that of this message, and not of the last execution. */
  readonly isOfMessage: boolean
  /** Wei on the destination chain. */
  readonly balance: bigint
}

/** What the simulation needs beside the journey. */
export type ReadExecutionParameters = {
  /** What the API says of the message. */
  readonly reported: Message | undefined
  readonly abis: readonly Abi[]
  readonly findSource: FindSource | undefined
}

/**
 * Simulates the execution of a message that comes next. What comes before it can change what a simulation shows, so that nothing is
 * simulated until then.
 *
 * @returns `undefined` for any other message
 */
export async function readExecution(
  { message, arrival }: Journey,
  { reported, abis, findSource }: ReadExecutionParameters,
): Promise<Execution | undefined> {
  if ("problem" in arrival || arrival.executed !== false || !arrival.hasCode) return undefined
  // The socket hashes the message with the sibling that the plug has now, so that the message of another one is not executed.
  if (!isAddressEqual(arrival.config.siblingPlug, message.srcPlug)) return undefined
  const proposal = ownProposals(arrival).find(({ isAllowed }) => isAllowed === true)
  if (proposal === undefined) return undefined
  const call = inboundCall(arrival.chain.socket, message)
  const [inbound, executor, refusal] = await Promise.all([
    simulateInbound(arrival, call, { limit: message.minMsgGasLimit, abis, findSource }),
    call.value === 0n ? undefined : readExecutor(arrival, reported),
    readRefusal(arrival, message, call),
  ])
  return { proposal, call, inbound, executor, refusal }
}

async function simulateInbound(
  { chain, head }: Arrival,
  call: InboundCall,
  { limit, abis, findSource }: Pick<ReadExecutionParameters, "abis" | "findSource"> & { readonly limit: bigint },
): Promise<InboundTrial> {
  const attempt = (inboundGas: bigint) => tryInbound(chain.client, call, { blockNumber: head.number, inboundGas })
  if ((await attempt(limit)) === undefined) return { kind: "succeeds" }
  const more = moreGasThan(limit)
  const failure = await attempt(more)
  if (failure === undefined) {
    const needed = await findGasNeeded(limit, more, async (gas) => (await attempt(gas)) === undefined)
    return { kind: "needs gas", needed }
  }
  if (isOutOfGas(failure.error)) return { kind: "runs out of gas", tried: more }
  const reason = (decodeRevert(failure.error, abis) ?? decodeRevert("0x"))?.reason ?? ""
  const source = await readSource(findSource, { chain, ...call }, `simulation on ${blockSource(chain, head.number)}`)
  return { kind: "reverts", reason, ...source }
}

/** Calls that one search makes at most. */
const maxCalls = 8

/**
 * Finds about how much gas a call needs that fails with a limit: within 2 % above what it needs, if the calls suffice for that.
 *
 * @param limit gas with which it fails
 * @param enough gas with which it succeeds
 * @param succeeds whether it succeeds with some gas
 * @returns an amount with which it succeeds
 */
export async function findGasNeeded(
  limit: bigint,
  enough: bigint,
  succeeds: (gas: bigint) => Promise<boolean>,
): Promise<bigint> {
  let low = limit
  let high = limit > 5_000n ? limit * 2n : 10_000n
  let calls = 1
  for (; high < enough && !(await succeeds(high)); calls += 1) {
    low = high
    high *= 4n
  }
  if (high > enough) high = enough
  for (; calls < maxCalls && high - low > low / 50n; calls += 1) {
    const middle = (low + high) / 2n
    if (await succeeds(middle)) high = middle
    else low = middle
  }
  return high
}

/** How many of the newest blocks are searched for the last execution. */
const searchedBlocks = 1_000n

async function readExecutor({ chain, head }: Arrival, reported: Message | undefined): Promise<Executor | undefined> {
  const named = reported?.executionDetails.executor
  const executor =
    typeof named === "string" && isAddress(named)
      ? { address: getAddress(named), source: "the messaging API", isOfMessage: true }
      : await findLastExecutor({ chain, head })
  if (executor === undefined) return undefined
  const { address } = executor
  return { ...executor, balance: await getBalance(chain.client, { address, blockNumber: head.number }) }
}

async function findLastExecutor({
  chain,
  head,
}: Pick<Arrival, "chain" | "head">): Promise<Omit<Executor, "balance"> | undefined> {
  const logs = await getContractEvents(chain.client, {
    abi: socketAbi,
    address: chain.socket,
    eventName: "ExecutionSuccess",
    fromBlock: head.number > searchedBlocks ? head.number - searchedBlocks : 0n,
    toBlock: head.number,
  }).catch(() => [])
  const last = logs.at(-1)
  if (last === undefined) return undefined
  const transaction = await getTransaction(chain.client, { hash: last.transactionHash }).catch(() => undefined)
  if (transaction === undefined) return undefined
  const source = `${blockSource(chain, last.blockNumber)}, the last execution`
  return { address: transaction.from, source, isOfMessage: false }
}

/** Asks the execution manager whether it takes the message's parameters with the value that the message carries. */
async function readRefusal(
  { chain, head }: Arrival,
  { executionParams }: OutboundMessage,
  { value }: InboundCall,
): Promise<Execution["refusal"]> {
  const blockNumber = head.number
  const manager = await readContract(chain.client, {
    abi: socketAbi,
    address: chain.socket,
    functionName: "executionManager__",
    blockNumber,
  })
  try {
    await readContract(chain.client, {
      abi: executionManagerAbi,
      address: manager,
      functionName: "verifyParams",
      args: [executionParams, value],
      blockNumber,
    })
    return undefined
  } catch (error) {
    if (!isContractFailure(error)) throw error
    return { manager, reason: readRevert(error, [protocolErrorsAbi])?.reason ?? "it is no execution manager" }
  }
}

/** Requests for logs that are made at most. */
const maxRequests = 8

/**
 * Finds the execution of another message with this one's id. Ids are given again when the source chain has lost blocks.
 *
 * @returns `undefined` if the message itself was executed, or that cannot be read
 */
export async function readOtherExecution({ message, arrival }: Journey): Promise<Mined | undefined> {
  if ("problem" in arrival || arrival.executed === false) return undefined
  const execution = await locateExecution(arrival, message)
  if (execution === undefined) return undefined
  const { client } = arrival.chain
  const transaction = await getTransaction(client, { hash: execution.transactionHash }).catch(() => undefined)
  return transaction !== undefined && isOfAnother(transaction.input, message) ? execution : undefined
}

/** The execution was looked for since the message was proposed. That of another message can be older. */
async function locateExecution(
  { chain, head, executed }: Arrival,
  { messageId }: OutboundMessage,
): Promise<Mined | undefined> {
  if (typeof executed === "object") return executed
  const view = { ...chain, answers: new Map<string, Promise<unknown>>() }
  const range = { fromBlock: chain.firstBlock ?? 0n, toBlock: head.number }
  const { found } = await findExecution(view, { messageId, ...range, maxRequests })
  return found[0]
}

const executeParameters = parseAbiParameters(
  "bytes32 msgId, uint256 executionFee, uint256 minMsgGasLimit, bytes32 executionParams, bytes payload",
)

/** Whether a transaction's data has the id of a message, and not the message. However it is wrapped, the message is in it word by word. */
function isOfAnother(data: Hex, message: OutboundMessage): boolean {
  const { messageId, fees, minMsgGasLimit, executionParams, payload } = message
  const values = [messageId, fees.executionFee, minMsgGasLimit, executionParams, payload] as const
  const encoded = encodeAbiParameters(executeParameters, values)
  return data.includes(messageId.slice(2).toLowerCase()) && !data.includes(encoded.slice(2))
}
