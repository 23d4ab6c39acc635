import { type Address, type Client, type Hex, isAddressEqual } from "viem"
import { getTransaction } from "viem/actions"
import { decodeFunctionData, getAbiItem, toFunctionSelector } from "viem/utils"

import { traceTransaction } from "../../../onchain/simulation/callTrace.js"
import { socketAbi } from "../../onchain/abi.js"
import type { MessageDetails } from "../ChainFacts.js"

/**
 * Reads what a transaction has delivered, by the ids of the messages: from its data if it calls the socket itself, or else from a trace. Where
 * the node traces nothing, what is a call of the socket in the data word by word is believed.
 */
export async function readDeliveries(
  client: Client,
  { socket, tx }: { readonly socket: Address; readonly tx: Hex },
): Promise<ReadonlyMap<Hex, MessageDetails>> {
  const { to, input } = await getTransaction(client, { hash: tx })
  const isDirect = to !== null && isAddressEqual(to, socket)
  const calls = isDirect || to === null ? undefined : await traceTransaction(client, { hash: tx, to })
  const traced = calls?.flatMap(({ frame, revertedIn }) =>
    revertedIn === undefined && frame.to !== undefined && isAddressEqual(frame.to, socket) ? [frame.input] : [],
  )
  return new Map((isDirect ? [input] : (traced ?? callsWithin(input))).flatMap(deliveryIn))
}

const selector = toFunctionSelector(getAbiItem({ abi: socketAbi, name: "execute" })).slice(2)

/** The places in data at which a call of the socket may begin. */
function callsWithin(data: Hex): Hex[] {
  const found: Hex[] = []
  for (let at = data.indexOf(selector, 2); at !== -1; at = data.indexOf(selector, at + 2)) {
    if (at % 2 === 0) found.push(`0x${data.slice(at)}`)
  }
  return found
}

function deliveryIn(data: Hex): (readonly [id: Hex, details: MessageDetails])[] {
  if (!data.startsWith(selector, 2)) return []
  try {
    const { args } = decodeFunctionData({ abi: [getAbiItem({ abi: socketAbi, name: "execute" })], data })
    const { msgId, executionFee, minMsgGasLimit, executionParams, payload } = args[1]
    return [[msgId, { executionFee, minMsgGasLimit, executionParams, payload }]]
  } catch {
    return []
  }
}
