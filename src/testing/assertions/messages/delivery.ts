import { type Hex, slice } from "viem"
import { getContractEvents, getTransaction } from "viem/actions"

import { invalid } from "../../arguments.js"
import { chainOfSlug } from "../../world/findInWorld.js"
import type { OpenWorld } from "../../world/OpenWorld.js"
import { expectedError } from "../matchArgs.js"
import type { Matcher, MatchResult, NamedMatcher } from "../Matcher.js"
import { nameChain, nameRoute } from "../names.js"
import { describeMessages } from "./describeMessages.js"
import { checkMessages, describeFailedSend } from "./sentMessages.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { decodeRevert } from "#src/messaging/onchain/decodeRevert.js"
import { executedWords } from "#src/messaging/reading/execution/readOtherExecution.js"
import { messageStates, type MessageStatus } from "#src/messaging/states.js"
import { CallRevertedError } from "#src/onchain/callErrors.js"
import { readRevert } from "#src/onchain/readRevert.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"

export const checkDelivered: Matcher<[]> = (subject) =>
  checkState(subject, "EXECUTION_SUCCESS", ["be delivered", "be delivered"])

/** Finds out whether every message of a transaction came to a state and no further. Negated: whether none is in it. */
export async function checkReach(subject: unknown, state: MessageStatus): Promise<MatchResult> {
  const states = Object.keys(messageStates)
  if (states.includes(state)) return await checkState(subject, state, [`reach ${state}`, `be in the state ${state}`])
  const fix = `Use one of ${states.join(", ")}.${didYouMean(state, states)}`
  throw invalid("state", `a message has no state ${state}`, fix)
}

/** @param words for what a single message, and messages in the plural, are expected to do */
async function checkState(
  subject: unknown,
  state: MessageStatus,
  [one, several]: readonly [one: string, several: string],
): Promise<MatchResult> {
  return await checkMessages(subject, `a message to ${one}`, ({ world, records }) => {
    const there = records.filter(({ status }) => status === state)
    const elsewhere = records.filter(({ status }) => status !== state)
    const { every, no, are } = theMessages(records)
    return {
      holds: elsewhere.length === 0,
      holdsNot: there.length === 0,
      problem: async () =>
        `Expected ${every} to ${several}, but ${are(elsewhere)} not:\n${await describeMessages(world, elsewhere)}`,
      problemIfNot: async () =>
        `Expected ${no} to ${several}, but ${are(there)}:\n${await describeMessages(world, there)}`,
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

/** An execution of a message that its source chain has lost since counts if all but its id is the same: the plug got it twice. */
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
      if (input.includes(executedWords({ ...outbound, messageId: args.msgId }))) found.push(hash)
    }
  }
  return found
}

/** An id begins with the slug of the source chain and the address of the destination plug. */
function isOfSamePath(one: Hex, other: Hex): boolean {
  return slice(one, 0, 24) === slice(other, 0, 24)
}

function describeExecutions(world: OpenWorld, { record, hashes }: Executed): string {
  const chain = nameChain(world, record.outbound.dstChainSlug)
  const times = `    It was executed ${String(hashes.length)} times on ${chain}, in the transactions`
  return [`  ${nameRoute(world, record)}`, times, ...hashes.map((hash) => `      ${hash}`)].join("\n")
}

/** Words for the messages of a transaction, which depend on how many there are: such as `all 3 messages`, `2 of them are`. */
function theMessages({ length: count }: readonly unknown[]) {
  if (count === 1) return { every: "the message", no: "the message not", are: () => "it is" }
  return {
    every: `all ${count} messages`,
    no: `none of the ${count} messages`,
    are: ({ length }: readonly unknown[]) => (length === 1 ? "1 of them is" : `${length} of them are`),
  }
}

/** Waits for a call, and finds out whether it reverts itself with an error of a contract, and these arguments if any are given. */
export const checkRevertedWithError: NamedMatcher = async (subject, contract, errorName, args) => {
  const { abi, text, matches } = expectedError(contract, errorName, args)
  const expected = `Expected the call to revert with ${text}`
  const problemIfNot = `Expected the call not to revert with ${text}, but it does.`
  try {
    await subject
  } catch (error) {
    const revert =
      error instanceof CallRevertedError ? decodeRevert(error.revert.data, [abi]) : readRevert(error, [abi])
    if (revert === undefined) throw error
    const instead = describeFailedSend(error) ?? `it reverts with ${revert.reason}.`
    return { holds: matches(revert), problem: `${expected}, but ${instead}`, problemIfNot }
  }
  return { holds: false, problem: `${expected}, but it passes.`, problemIfNot }
}
