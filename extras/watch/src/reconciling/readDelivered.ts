import { type Address, type Client, type Hex, isAddressEqual } from "viem"
import { getTransaction } from "viem/actions"
import { decodeFunctionData, getAbiItem, toFunctionSelector } from "viem/utils"

import type { MessageDetails } from "../ChainFacts.js"
import type { Read } from "./judgeDelivery.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { traceTransaction } from "#src/onchain/simulation/callTrace.js"
import { lazily } from "#src/primitives/lifetime/lazily.js"

/**
 * Reads what a transaction has delivered: the message of its own call of the socket is in its data, and all that are delivered within a call
 * are in its trace alone. Data that looks like a call says nothing, because a contract can do something else with it.
 *
 * @returns finds a delivery by the id of its message
 * @throws the errors of viem, and {@link NodeFailedError}
 */
export async function readDelivered(
  client: Client,
  { socket, tx }: { readonly socket: Address; readonly tx: Hex },
): Promise<(messageId: Hex) => Promise<Read<MessageDetails>>> {
  const { to, input } = await getTransaction(client, { hash: tx })
  const own = to !== null && isAddressEqual(to, socket) ? deliveryIn(input) : undefined
  const trace = lazily(() => traceTransaction(client, { hash: tx, to: to ?? socket }))
  return async (messageId) => {
    if (own?.msgId === messageId) return { known: own.details }
    const calls = await trace()
    if (calls === undefined) {
      return {
        unread: "it was delivered within another call, and the node has no trace of it (debug_traceTransaction).",
      }
    }
    const found = calls.flatMap(({ frame, revertedIn }) => {
      // A delegatecall runs the code of the socket for another contract.
      const isCall = frame.type === "CALL" && frame.to !== undefined && isAddressEqual(frame.to, socket)
      const delivery = isCall && revertedIn === undefined ? deliveryIn(frame.input) : undefined
      return delivery?.msgId === messageId ? [delivery.details] : []
    })
    const [details] = found
    if (details !== undefined && found.length === 1) return { known: details }
    return { unread: `the trace of the transaction has ${found.length} calls that deliver it.` }
  }
}

const execute = getAbiItem({ abi: socketAbi, name: "execute" })
const selector = toFunctionSelector(execute)

function deliveryIn(data: Hex): { readonly msgId: Hex; readonly details: MessageDetails } | undefined {
  if (!data.startsWith(selector)) return undefined
  try {
    const { args } = decodeFunctionData({ abi: [execute], data })
    const { msgId, executionFee, minMsgGasLimit, executionParams, payload } = args[1]
    return { msgId, details: { executionFee, minMsgGasLimit, executionParams, payload } }
  } catch {
    return undefined
  }
}
