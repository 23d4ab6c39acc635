import type { Abi, Address } from "viem"
import { getGasPrice, readContract } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { executionManagerAbi, protocolErrorsAbi } from "../../onchain/abi.js"
import { readExecutionManager } from "../../onchain/delivery/executors.js"
import { type InboundCall, inboundCall, tryInbound } from "../../onchain/delivery/inboundCall.js"
import { tryExecution } from "../../onchain/delivery/tryExecution.js"
import type { OutboundMessage } from "../../onchain/events.js"
import type { Message } from "../../types.js"
import { readTrialBlock, type TrialBlock } from "../ChainView.js"
import { type Arrival, type Journey, ownProposals, type Proposal } from "../Journey.js"
import { type Executor, readExecutor } from "./readExecutor.js"
import { type InboundTrial, reasonOf, simulateInbound } from "./simulateInbound.js"
import type { FindSource } from "#src/explaining/evidence.js"
import { isContractFailure } from "#src/onchain/callErrors.js"
import { readRevert } from "#src/onchain/readRevert.js"

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
   * Why the socket's `execute` fails at the present price of gas, though `inbound` alone succeeds. Before the message is sent it is `inbound`
   * that is tried at the price. `untried` if the node cannot try it.
   */
  readonly execute: { readonly reason: string } | "succeeds" | "untried"
  /** Why the execution manager refuses the message's parameters; `undefined` if it takes them. */
  readonly refusal: { readonly manager: Address; readonly reason: string } | undefined
}

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
  if ("problem" in arrival || arrival.executed !== false || !arrival.hasCode) return undefined
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
    simulateInbound(arrival, call, { limit: message.minMsgGasLimit, block, abis, findSource }),
    readExecutor(arrival, { message, manager, reported, gasPrice }),
    readRefusal(arrival, message, { call, manager: manager.address }),
  ])
  const { packetId, minMsgGasLimit: gasLimit } = message
  const tryAtPrice = async (price: bigint): Promise<{ readonly error: unknown } | undefined> => {
    if (isUnsent) return await tryInbound(chain.client, call, { block, inboundGas: gasLimit, gasPrice: price })
    if (packetId === null) throw new Error("The packet of the message is not known.")
    const by = { manager: manager.address, executor: executor?.address ?? anyAccount }
    const proposed = { packetId, proposalCount: proposal.proposalCount }
    const execution = { message, socket: chain.socket, ...by, proposal: proposed, gasLimit, gasPrice: price }
    return await tryExecution(chain.client, execution, block)
  }
  const isTried = inbound.kind === "succeeds" && refusal === undefined && gasPrice !== undefined
  const execute = isTried ? await endOf(tryAtPrice(gasPrice), abis) : "untried"
  return { proposal, call, inbound, block, executor, execute, refusal }
}

async function endOf(
  trial: Promise<{ readonly error: unknown } | undefined>,
  abis: readonly Abi[],
): Promise<Execution["execute"]> {
  try {
    const failure = await trial
    return failure === undefined ? "succeeds" : { reason: reasonOf(failure.error, abis) }
  } catch {
    // Not every node simulates with another balance, or another contract in place of the execution manager.
    return "untried"
  }
}

/** An account that executes where the executor is not known. */
const anyAccount: Address = "0x00000000000000000000000000000000000e0e0e"

export type TriedInbound = Pick<Execution, "call" | "inbound">

/** Tries `inbound` of a message that something else still stops, so that all causes are known at once. */
export async function readAhead(
  { message, arrival }: Journey,
  { abis, findSource }: Pick<ReadExecutionParameters, "abis" | "findSource">,
): Promise<TriedInbound | undefined> {
  if ("problem" in arrival || arrival.executed !== false || !arrival.hasCode) return undefined
  const call = inboundCall(arrival.chain.socket, message)
  const trial = { limit: message.minMsgGasLimit, block: arrival.head.number, abis, findSource }
  return { call, inbound: await simulateInbound(arrival, call, trial) }
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
