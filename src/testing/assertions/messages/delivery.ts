import { encodeAbiParameters, type Hex, parseAbiParameters, size, slice } from "viem"
import { getContractEvents, getTransaction } from "viem/actions"

import { invalid } from "../../arguments.js"
import type { MessageRecord } from "../../../devnet/messaging/MessageRecord.js"
import { socketAbi } from "../../../messaging/onchain/abi.js"
import { messageStates, type MessageStatus } from "../../../messaging/states.js"
import { didYouMean } from "../../../primitives/commands/nearest.js"
import { chainOfSlug } from "../../world/findInWorld.js"
import type { OpenWorld } from "../../world/OpenWorld.js"
import type { MatchResult } from "../Matcher.js"
import { nameChain, nameContract } from "../names.js"
import { describeMessages } from "./describeMessages.js"
import { checkMessages } from "./sentMessages.js"

/** Delivers, and finds out whether every message of a transaction was delivered. Negated: whether none was. */
export async function checkDelivered(subject: unknown): Promise<MatchResult> {
  return await checkMessages(subject, "a message to be delivered", ({ world, records }) => {
    const delivered = records.filter(({ status }) => status === "EXECUTION_SUCCESS")
    const undelivered = records.filter(({ status }) => status !== "EXECUTION_SUCCESS")
    const { every, no, are } = theMessages(records)
    return {
      holds: undelivered.length === 0,
      holdsNot: delivered.length === 0,
      problem: async () =>
        `Expected ${every} to be delivered, but ${are(undelivered)} not:\n${await describeMessages(world, undelivered)}`,
      problemIfNot: async () =>
        `Expected ${no} to be delivered, but ${are(delivered)}:\n${await describeMessages(world, delivered)}`,
    }
  })
}

/** Finds out whether every message of a transaction came to a state and no further. Negated: whether none is in it. */
export async function checkReach(subject: unknown, state: MessageStatus): Promise<MatchResult> {
  if (!Object.hasOwn(messageStates, state)) {
    throw invalid(
      "state",
      `a message has no state ${state}`,
      `Use one of ${Object.keys(messageStates).join(", ")}.${didYouMean(state, Object.keys(messageStates))}`,
    )
  }
  return await checkMessages(subject, `a message to reach ${state}`, ({ world, records }) => {
    const there = records.filter(({ status }) => status === state)
    const elsewhere = records.filter(({ status }) => status !== state)
    const { every, no, are } = theMessages(records)
    return {
      holds: elsewhere.length === 0,
      holdsNot: there.length === 0,
      problem: async () =>
        `Expected ${every} to be in the state ${state}, but ${are(elsewhere)} not:\n${await describeMessages(world, elsewhere)}`,
      problemIfNot: async () =>
        `Expected ${no} to be in the state ${state}, but ${are(there)}:\n${await describeMessages(world, there)}`,
    }
  })
}

type Executed = { readonly record: MessageRecord; readonly hashes: readonly Hex[] }

/** Delivers, and finds out from the logs of the destination chains whether every message was executed exactly once. */
export async function checkDeliveredOnce(subject: unknown): Promise<MatchResult> {
  return await checkMessages(subject, "a message to be delivered once", async ({ world, records }) => {
    const undelivered = records.filter(({ status }) => status !== "EXECUTION_SUCCESS")
    const counted = await Promise.all(
      records.map(async (record): Promise<Executed> => ({ record, hashes: await findExecutions(world, record) })),
    )
    const repeated = counted.filter(({ hashes }) => hashes.length > 1)
    const { every, no, are } = theMessages(records)
    return {
      holds: undelivered.length === 0 && repeated.length === 0,
      problem: async () => {
        const instead =
          undelivered.length > 0
            ? `${are(undelivered)} not delivered:\n${await describeMessages(world, undelivered)}`
            : `${are(repeated)} delivered several times:\n${repeated.map((executed) => describeExecutions(world, executed)).join("\n")}`
        return `Expected ${every} to be delivered exactly once, but ${instead}`
      },
      problemIfNot: async () =>
        `Expected ${no} to be delivered exactly once, but ${are(records)}:\n${await describeMessages(world, records)}`,
    }
  })
}

/**
 * The transactions that have executed a message. One that executed a message which its source chain has lost since counts too, if all but
 * its id was the same: the plug got it twice then.
 */
async function findExecutions(world: OpenWorld, { outbound }: MessageRecord): Promise<readonly Hex[]> {
  const { messageId, dstChainSlug } = outbound
  const chain = chainOfSlug(world, dstChainSlug)
  if (chain === undefined) return []
  const logs = await getContractEvents(chain.publicClient, {
    abi: socketAbi,
    address: chain.contracts.socket,
    eventName: "ExecutionSuccess",
    fromBlock: 0n,
    strict: true,
  })
  const found: Hex[] = []
  for (const { args, transactionHash: hash } of logs) {
    if (args.msgId === messageId) found.push(hash)
    else if (isOfSamePath(args.msgId, messageId) && world.messaging.ledger.get(args.msgId)?.executionTx !== hash) {
      const { input } = await getTransaction(chain.publicClient, { hash })
      if (input.includes(detailsOf({ ...outbound, messageId: args.msgId }).slice(2))) found.push(hash)
    }
  }
  return found
}

/** An id begins with the slug of the source chain and the address of the destination plug. */
function isOfSamePath(one: Hex, other: Hex): boolean {
  return size(one) === size(other) && slice(one, 0, 24) === slice(other, 0, 24)
}

/** The message as it stands in the data of a call of `execute`, however that is wrapped. */
function detailsOf({ messageId, fees, minMsgGasLimit, executionParams, payload }: MessageRecord["outbound"]): Hex {
  return encodeAbiParameters(messageDetails, [messageId, fees.executionFee, minMsgGasLimit, executionParams, payload])
}

const messageDetails = parseAbiParameters(
  "bytes32 msgId, uint256 executionFee, uint256 minMsgGasLimit, bytes32 executionParams, bytes payload",
)

function describeExecutions(world: OpenWorld, { record: { outbound }, hashes }: Executed): string {
  const { srcPlug, srcChainSlug, dstPlug, dstChainSlug } = outbound
  const from = nameContract(world, nameChain(world, srcChainSlug), srcPlug)
  const to = nameContract(world, nameChain(world, dstChainSlug), dstPlug)
  const times = `    It was executed ${String(hashes.length)} times on ${nameChain(world, dstChainSlug)}, in the transactions`
  return [`  ${from} → ${to}`, times, ...hashes.map((hash) => `      ${hash}`)].join("\n")
}

/** Words for the messages of a transaction, which depend on how many there are. */
type MessageWords = {
  /** `the message`, or `all 3 messages`. */
  readonly every: string
  /** `the message not`, or `none of the 3 messages`. */
  readonly no: string
  /** Such as `it is`, or `2 of them are`. */
  readonly are: (some: readonly unknown[]) => string
}

/** @param all the messages of the transaction */
function theMessages(all: readonly unknown[]): MessageWords {
  const count = String(all.length)
  if (all.length === 1) return { every: "the message", no: "the message not", are: () => "it is" }
  return {
    every: `all ${count} messages`,
    no: `none of the ${count} messages`,
    are: ({ length }) => (length === 1 ? "1 of them is" : `${String(length)} of them are`),
  }
}
