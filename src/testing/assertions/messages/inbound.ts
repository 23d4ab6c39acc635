import { type Abi, type Address, decodeEventLog, type Hex, isAddressEqual, type Log, parseEventLogs } from "viem"
import { getTransactionReceipt } from "viem/actions"

import type { OpenWorld } from "../../world/OpenWorld.js"
import { contractWith, expectedError, expectedWith, formatArgs } from "../matchArgs.js"
import type { Matcher, MatchResult, NamedMatcher } from "../Matcher.js"
import { describeMessages } from "./describeMessages.js"
import { checkMessages } from "./sentMessages.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { decodeRevert } from "#src/messaging/onchain/decodeRevert.js"

export const checkInboundReverts: Matcher<[]> = (subject) => checkReverts(subject, "revert", () => true)

export const checkInboundRevertsWith: NamedMatcher = async (subject, contract, errorName, args) => {
  const { abi, text, matches } = expectedError(contract, errorName, args)
  return await checkReverts(subject, `revert with ${text}`, (data) => matches(decodeRevert(data, [abi])))
}

async function checkReverts(
  subject: unknown,
  expected: string,
  isExpected: (revertData: Hex) => boolean,
): Promise<MatchResult> {
  return await checkMessages(subject, `the inbound of a message to ${expected}`, ({ world, records }) => {
    const matching = records.filter((record) => {
      const { note } = record
      return note !== undefined && "revertData" in note && isExpected(note.revertData)
    })
    const [inbound, no, one, none] =
      records.length === 1
        ? ["its inbound", "its inbound not", "it does", "it does not"]
        : ["an inbound", "no inbound", "one does", "none does"]
    return {
      holds: matching.length > 0,
      problem: async () =>
        `Expected ${inbound} to ${expected}, but ${none}:\n${await describeMessages(world, records)}`,
      problemIfNot: async () =>
        `Expected ${no} to ${expected}, but ${one}:\n${await describeMessages(world, matching)}`,
    }
  })
}

type EmittedEvent = {
  readonly address: Address
  readonly name: string
  readonly args: readonly unknown[]
  readonly text: string
}

/** Delivers, and finds an event, with these arguments if any, that a contract emitted inside a message's inbound. */
export const checkCauseEvent: NamedMatcher = async (subject, contract, eventName, args) => {
  const { address, chainName, contractName } = contractWith(contract, "event", eventName)
  const expected = expectedWith(eventName, args)
  const wanted = `${contractName} on ${chainName} emit ${expected.text}`
  return await checkMessages(subject, `inbound to make ${wanted}`, async ({ world, records }) => {
    const slug = world.devnet.chains[chainName]?.slug
    const arriving = records.filter(({ outbound }) => outbound.dstChainSlug === slug)
    const emitted = (await Promise.all(arriving.map((record) => findEvents(world, chainName, record)))).flat()
    const matching = emitted.filter((event) => isAddressEqual(event.address, address) && expected.matches(event))
    const undelivered = arriving.filter(({ executionTx }) => executionTx === undefined)
    const findInstead = async (): Promise<string> => {
      if (arriving.length === 0) return `no message went to ${chainName}.`
      if (emitted.length > 0) return `it emitted:\n${emitted.map(({ text }) => `  ${text}`).join("\n")}`
      if (undelivered.length === 0) return "it emitted nothing."
      return `it did not succeed:\n${await describeMessages(world, undelivered)}`
    }
    return {
      holds: matching.length > 0,
      problem: async () => `Expected inbound to make ${wanted}, but ${await findInstead()}`,
      problemIfNot: `Expected inbound not to make ${wanted}, but it did:\n${matching.map(({ text }) => `  ${text}`).join("\n")}`,
    }
  })
}

/** The events of the inbound of a message: what was logged after the execution before it in the same transaction. */
async function findEvents(
  world: OpenWorld,
  chainName: string,
  { executionTx: hash, outbound }: MessageRecord,
): Promise<readonly EmittedEvent[]> {
  const chain = world.devnet.chains[chainName]
  if (hash === undefined || chain === undefined) return []
  const { logs } = await getTransactionReceipt(chain.publicClient, { hash })
  const { socket } = chain.contracts
  const ends = parseEventLogs({ abi: socketAbi, eventName: "ExecutionSuccess", logs }).filter((log) =>
    isAddressEqual(log.address, socket),
  )
  const end = ends.findIndex(({ args }) => args.msgId === outbound.messageId)
  const from = ends[end - 1]?.logIndex ?? -1
  const to = ends[end]?.logIndex ?? -1
  const inside = logs.filter(({ logIndex }) => logIndex > from && logIndex < to)
  return inside.flatMap((log) => {
    const known = world.registry.find(chainName, log.address)
    return known === undefined ? [] : [decode(log, `${known.name} on ${chainName}`, known.abi)]
  })
}

function decode({ address, topics, data }: Log, contract: string, abi: Abi): EmittedEvent {
  try {
    const { eventName = "", args = [] } = decodeEventLog({ abi, topics, data })
    const values: readonly unknown[] = Array.isArray(args) ? args : inOrder(abi, eventName, args)
    return { address, name: eventName, args: values, text: `${contract}: ${eventName}(${formatNamed(args)})` }
  } catch {
    return { address, name: "", args: [], text: `${contract}: an event that its ABI has not` }
  }
}

function inOrder(abi: Abi, eventName: string, args: object): readonly unknown[] {
  const event = abi.find((item) => item.type === "event" && item.name === eventName)
  const inputs = event?.type === "event" ? event.inputs : []
  return inputs.map(({ name }) => args[(name ?? "") as never])
}

function formatNamed(args: object | readonly unknown[]): string {
  if (Array.isArray(args)) return formatArgs(args)
  return Object.entries(args)
    .map(([name, value]) => `${name}: ${formatArgs([value])}`)
    .join(", ")
}
