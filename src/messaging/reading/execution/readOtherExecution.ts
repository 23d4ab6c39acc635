import type { Hex } from "viem"
import { getContractEvents, getTransaction } from "viem/actions"
import { encodeAbiParameters, parseAbiParameters } from "viem/utils"

import { socketAbi } from "../../onchain/abi.js"
import type { OutboundMessage } from "../../onchain/events.js"
import { type ChainView, toMined } from "../ChainView.js"
import type { Arrival, Journey } from "../Journey.js"
import { type Mined, searchLogs, type SearchLogsParameters, type SearchLogsReturnType } from "#src/onchain/logs.js"

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

/** A message word by word as the data of a call of `execute` has it, however that call is wrapped. */
export function executedWords(
  message: Pick<OutboundMessage, "messageId" | "fees" | "minMsgGasLimit" | "executionParams" | "payload">,
): string {
  const { messageId, fees, minMsgGasLimit, executionParams, payload } = message
  const values = [messageId, fees.executionFee, minMsgGasLimit, executionParams, payload] as const
  return encodeAbiParameters(executeParameters, values).slice(2)
}

/** Whether a transaction's data has the id of a message, and not the message. */
function isOfAnother(data: Hex, message: OutboundMessage): boolean {
  return data.includes(message.messageId.slice(2)) && !data.includes(executedWords(message))
}

/** Finds where a message was delivered, in the logs of the destination's socket. An execution that failed leaves no log. */
export async function findExecution(
  view: ChainView,
  { messageId, ...search }: Omit<SearchLogsParameters<Mined>, "read" | "isEnough"> & { readonly messageId: Hex },
): Promise<SearchLogsReturnType<Mined>> {
  const executed = { abi: socketAbi, address: view.socket, eventName: "ExecutionSuccess", strict: true } as const
  return await searchLogs({
    ...search,
    isEnough: (found) => found.length > 0,
    read: async (range) => {
      const logs = await getContractEvents(view.client, { ...executed, ...range })
      return await Promise.all(logs.filter(({ args }) => args.msgId === messageId).map((log) => toMined(view, log)))
    },
  })
}
