import { getTransaction } from "viem/actions"
import { encodeAbiParameters, parseAbiParameters } from "viem/utils"

import { findExecution } from "../../reading/findExecution.js"
import type { Mined } from "../../../onchain/logs/Mined.js"
import type { Arrival } from "../../reading/types.js"
import type { OutboundMessage } from "../../onchain/events.js"
import type { MessageCase, MessageCause } from "../types.js"
import { blockSource } from "../../../explaining/evidence.js"
import { certainly, evidenceOf } from "./ExecutionCase.js"

/**
 * Finds out whether the destination chain has executed another message with this one's id. Ids are given again when the source chain has
 * lost blocks.
 */
export async function findUsedId(subject: MessageCase, arrival: Arrival): Promise<readonly MessageCause[]> {
  const { chain } = arrival
  const { message, src } = subject.journey
  const executed = await locateExecution(arrival, message)
  if (executed === undefined) return []
  const { transactionHash: hash, blockNumber } = executed
  const transaction = await getTransaction(chain.client, { hash }).catch(() => undefined)
  if (transaction === undefined || !isOfAnother(transaction.input, message)) return []
  return [
    certainly(subject, {
      name: "message-id-used",
      says: `${chain.name} has executed another message with the id of this one, in block ${String(blockNumber)}, so this one is never executed.`,
      evidence: [
        evidenceOf(arrival, `messageExecuted(${message.messageId}) is true.`),
        {
          source: blockSource(chain, blockNumber),
          says: `Transaction ${hash} executed a message with this id and other content: ${src.name} had lost blocks, and gave the id again.`,
        },
      ],
      mend: { who: `you, by sending the message again from ${src.name}`, command: null },
    }),
  ]
}

/** Requests for logs that are made at most. */
const mostRequests = 8

/** The execution was looked for since the message was proposed. That of another message can be older. */
async function locateExecution(
  { chain, head, executed }: Arrival,
  { messageId }: OutboundMessage,
): Promise<Mined | undefined> {
  if (typeof executed === "object") return executed
  const view = { ...chain, answers: new Map<string, Promise<unknown>>() }
  const range = { fromBlock: chain.firstBlock ?? 0n, toBlock: head.number }
  const { found } = await findExecution(view, { messageId, ...range, mostRequests })
  return found[0]
}

const parameters = parseAbiParameters(
  "bytes32 msgId, uint256 executionFee, uint256 minMsgGasLimit, bytes32 executionParams, bytes payload",
)

/** Whether a transaction's data has the id of a message, and not the message. However it is wrapped, the message is in it word by word. */
function isOfAnother(data: string, message: OutboundMessage): boolean {
  const { messageId, fees, minMsgGasLimit, executionParams, payload } = message
  const own = encodeAbiParameters(parameters, [messageId, fees.executionFee, minMsgGasLimit, executionParams, payload])
  return data.includes(messageId.slice(2).toLowerCase()) && !data.includes(own.slice(2))
}
