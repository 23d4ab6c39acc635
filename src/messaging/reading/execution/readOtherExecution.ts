import type { Hex } from "viem"
import { getTransaction } from "viem/actions"
import { encodeAbiParameters, parseAbiParameters } from "viem/utils"

import type { Mined } from "../../../onchain/logs.js"
import type { OutboundMessage } from "../../onchain/events.js"
import type { Arrival, Journey } from "../Journey.js"
import { findExecution } from "./findExecution.js"

/** Requests for logs that are made at most. */
const maxRequests = 8

/** Finds another executed message with this one's id: ids come again when the source chain has lost blocks. */
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
  return data.includes(messageId.slice(2)) && !data.includes(encoded.slice(2))
}
