import { type Abi, type Address, type Hex, zeroAddress } from "viem"
import { getContractEvents, getTransactionReceipt, readContract } from "viem/actions"

import { unpackPacketId } from "../ids.js"
import { capacitorAbi, switchboardAbi } from "../onchain/abi.js"
import { decodeRevert } from "../onchain/decodeRevert.js"
import { readOutboundMessages } from "../onchain/events.js"
import { readRecipient } from "../onchain/standard/gatewayMessage.js"
import type { Execution, ReadExecutionParameters, TriedInbound } from "./execution/readExecution.js"
import { readAhead, readExecution } from "./execution/readExecution.js"
import { readOtherExecution } from "./execution/readOtherExecution.js"
import { type Outcome, readOutcome } from "./execution/readOutcome.js"
import { type Arrival, type Journey, ownProposals } from "./Journey.js"
import { type PacketPath, readPacketPath } from "./readPacket.js"
import { readRoleHolders } from "./roles.js"
import { explainCallError, isContractFailure } from "#src/onchain/callErrors.js"
import { type Mined, searchLogs } from "#src/onchain/logs.js"
import type { FoundFunction } from "#src/onchain/readFunction.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

export type BlockingMessage = {
  readonly blockNumber: bigint
  readonly srcTxHash: Hex
  /** `undefined` if its transaction cannot be read. */
  readonly messageId: Hex | undefined
}

/** What was read of a message beyond its journey: only what matters where it stands. Everything else is `undefined`. */
export type Details = {
  /** Where the packet is late to be sealed: what stands before it. */
  readonly blocking: BlockingMessage | undefined
  /** Where the packet was proposed, but not for the switchboard of the destination plug, and before it was sent. */
  readonly path: PacketPath | undefined
  /** Where the switchboard does not say whether it allows the packet: why not. */
  readonly failure: string | undefined
  /** Where the packet is late to be attested: who has WATCHER_ROLE. */
  readonly watchers: readonly Address[] | undefined
  /** Where the execution comes next. */
  readonly execution: Execution | undefined
  /** Where something stops the message before its execution: what `inbound` comes to now. What is done until then can change that. */
  readonly ahead: TriedInbound | undefined
  /** Where the message carries one of ERC-7786 that is not delivered: what the code of its recipient can do. */
  readonly recipient: FoundFunction | undefined
  /** Where another message was executed with this one's id: where. */
  readonly otherExecution: Mined | undefined
  /** Where the message was delivered: what the application did with it, or why that could not be read. */
  readonly outcome: Outcome | { readonly problem: string } | undefined
  /** Why some of it could not be read. */
  readonly problems: readonly string[]
}

/**
 * Reads why a message stands where it does. `isStopped`: something is known to stop it, so what comes later is read too. `isTried`: whether
 * its execution is simulated where it comes next.
 */
export async function readDetails(
  journey: Journey,
  {
    late,
    isStopped = false,
    isTried = true,
    ...options
  }: ReadExecutionParameters & { readonly late?: string | undefined; isStopped?: boolean; isTried?: boolean },
): Promise<Details> {
  const problems: string[] = []
  const attempt = async <Value>(read: Promise<Value | undefined>): Promise<Value | undefined> => {
    return await read.catch((error: unknown) => {
      problems.push(whyUnread(error))
      return undefined
    })
  }
  const { arrival } = journey
  const isOpen = !("problem" in arrival) && arrival.executed === false
  const [blocking, path, failure, watchers, execution, recipient, otherExecution, outcome] = await Promise.all([
    late === "seal" ? attempt(readBlocking(journey)) : undefined,
    isOpen && isAskedForPath(journey, arrival) ? attempt(readPacketPath(journey)) : undefined,
    isOpen ? attempt(readFailure(journey, arrival)) : undefined,
    isOpen && late === "attest" ? attempt(readWatchers(journey, arrival)) : undefined,
    isTried ? attempt(readExecution(journey, options)) : undefined,
    isOpen ? attempt(readOwnRecipient(journey, arrival)) : undefined,
    attempt(readOtherExecution(journey)),
    readOwnOutcome(journey, options.abis),
  ])
  const ahead =
    isStopped && execution === undefined && problems.length === 0
      ? await readAhead(journey, options).catch(() => undefined)
      : undefined
  return { blocking, path, failure, watchers, execution, ahead, recipient, otherExecution, outcome, problems }
}

async function readOwnRecipient(
  { carried, message }: Journey,
  { chain, head }: Arrival,
): Promise<FoundFunction | undefined> {
  if (carried === undefined) return undefined
  const asked = { recipient: carried.recipient.address, gateway: message.dstPlug, blockNumber: head.number }
  return await readRecipient(chain.client, asked)
}

async function readOwnOutcome({ arrival, message }: Journey, abis: readonly Abi[]): Promise<Details["outcome"]> {
  if ("problem" in arrival || arrival.executed === false) return undefined
  const { chain, executed } = arrival
  if (executed === true) return { problem: "no log shows where it was delivered" }
  const delivery = { messageId: message.messageId, transactionHash: executed.transactionHash }
  try {
    const outcome = await readOutcome(chain, delivery, abis)
    return outcome ?? { problem: `the node of ${chain.name} does not have the transaction that delivered it` }
  } catch (error) {
    return { problem: whyUnread(error) }
  }
}

/** @throws a bug, as it is */
function whyUnread(error: unknown): string {
  if (explainCallError(error, { address: zeroAddress, functionName: "" }) === error) throw error
  return nodeReason(error)
}

function isAskedForPath({ isUnsent }: Journey, { proposals }: Arrival): boolean {
  return isUnsent === true || (proposals.length > 0 && !proposals.some(({ isForPlug }) => isForPlug))
}

/** Finds the message that is sealed next, if that is another one. A capacitor seals its packets in order. */
async function readBlocking({ message, src, sent, nextToSeal }: Journey): Promise<BlockingMessage | undefined> {
  const { packetId } = message
  if (packetId === null || nextToSeal === null) return undefined
  const { capacitor, packetCount } = unpackPacketId(packetId)
  if (nextToSeal >= packetCount) return undefined
  const { found } = await searchLogs({
    fromBlock: src.firstBlock ?? 0n,
    toBlock: sent.blockNumber,
    read: async (range) => {
      const filter = { address: capacitor, abi: capacitorAbi, eventName: "MessageAdded", strict: true } as const
      const logs = await getContractEvents(src.client, { ...filter, ...range })
      return logs.filter(({ args }) => args.packetCount === nextToSeal)
    },
    isEnough: (logs) => logs.length > 0,
    maxRequests: 4,
  })
  const [log] = found
  if (log === undefined) return undefined
  const { blockNumber, transactionHash: srcTxHash } = log
  const receipt = await getTransactionReceipt(src.client, { hash: srcTxHash }).catch(() => undefined)
  const messages = receipt === undefined ? [] : readOutboundMessages(receipt, { socket: src.socket })
  const blocking = messages.find(({ packedMessage }) => packedMessage === log.args.packedMessage)
  return { blockNumber, srcTxHash, messageId: blocking?.messageId }
}

async function readFailure({ message }: Journey, arrival: Arrival): Promise<string | undefined> {
  const { chain, head, switchboard } = arrival
  const proposal = ownProposals(arrival).find(({ isTripped }) => isTripped !== true)
  if (message.packetId === null || switchboard === null || proposal?.isAllowed !== null) return undefined
  if (!switchboard.isContract) return "there is no contract at its address"
  const { address } = switchboard
  const { root, proposalCount, proposedAt } = proposal
  const args = [root, message.packetId, proposalCount, message.srcChainSlug, proposedAt] as const
  const call = { abi: switchboardAbi, address, functionName: "allowPacket", args, blockNumber: head.number } as const
  try {
    await readContract(chain.client, call)
    return undefined
  } catch (error) {
    return isContractFailure(error) ? (decodeRevert(error)?.reason ?? nodeReason(error)) : undefined
  }
}

async function readWatchers(
  { message }: Journey,
  { chain, head, switchboard }: Arrival,
): Promise<readonly Address[] | undefined> {
  if (switchboard === null || (switchboard.totalWatchers ?? 0n) === 0n) return undefined
  const role = { name: "WATCHER_ROLE", slug: message.srcChainSlug } as const
  return await readRoleHolders(chain, head, { contract: switchboard.address, role })
}
