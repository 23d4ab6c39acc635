import { encodeAbiParameters, type Hex, parseAbiParameters, size, slice } from "viem"
import { getContractEvents, getTransaction } from "viem/actions"

import type { MessageRecord } from "../../../devnet/messaging/MessageRecord.js"
import { socketAbi } from "../../../messaging/onchain/abi.js"
import { chainOfSlug } from "../../chains/chainOfSlug.js"
import type { OpenWorld } from "../../OpenWorld.js"
import type { Verdict } from "../Verdict.js"
import { describeMessages } from "./describing/describeMessages.js"
import { nameChain, nameContract } from "./describing/nameContracts.js"
import { theMessages } from "./describing/theMessages.js"
import { judgeMessages } from "./subject/judgeMessages.js"

type Executed = { readonly record: MessageRecord; readonly hashes: readonly Hex[] }

/** Delivers, and finds out from the logs of the destination chains whether every message was executed exactly once. */
export async function judgeDeliveredOnce(subject: unknown): Promise<Verdict> {
  return await judgeMessages(subject, "a message to be delivered once", async ({ world, records }) => {
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
            : `${are(repeated)} delivered several times:\n${repeated.map((each) => describeExecutions(world, each)).join("\n")}`
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
