import type { Abi, Client, Hex } from "viem"
import { getTransaction, getTransactionReceipt } from "viem/actions"
import { decodeEventLog, decodeFunctionData, formatAbiItemWithArgs, getAbiItem, getAddress } from "viem/utils"

import { oneLine, shorten } from "#src/primitives/text.js"

/** What is shown of a transaction. One of an actor can carry a batch. */
const maxLogs = 12

/**
 * Reads what a transaction called and logged, a line each, decoded with the first ABI that has it.
 *
 * @returns nothing if the chain does not have the transaction
 */
export async function decodeTransaction(client: Client, hash: Hex, abis: readonly Abi[]): Promise<readonly string[]> {
  const read = await Promise.all([getTransaction(client, { hash }), getTransactionReceipt(client, { hash })]).catch(
    () => undefined,
  )
  if (read === undefined) return []
  const [{ to, input }, { logs }] = read
  const called = firstThat(abis, (abi) => {
    const { functionName: name, args = [] } = decodeFunctionData({ abi, data: input })
    return written(getAbiItem({ abi, name, args }), args)
  })
  const logged = logs.slice(0, maxLogs).map(({ address, topics, data }) => {
    const log = firstThat(abis, (abi) => {
      const { eventName: name, args = [] } = decodeEventLog({ abi, topics, data })
      const item = getAbiItem({ abi, name } as never) as EventItem
      return written(item, Array.isArray(args) ? args : item.inputs.map((input) => (args as never)[input.name ?? ""]))
    })
    return `Log of ${getAddress(address)}: ${log ?? `an event that no known ABI has, ${topics[0] ?? "without a topic"}`}`
  })
  const call = to === null ? "Deploys a contract" : `Calls ${getAddress(to)}: ${called ?? input.slice(0, 10)}`
  return [call, ...logged, ...(logs.length > maxLogs ? [`… and ${logs.length - maxLogs} more logs`] : [])]
}

type EventItem = { readonly name: string; readonly inputs: readonly { readonly name?: string }[] }

function written(item: unknown, args: readonly unknown[]): string | undefined {
  const text = formatAbiItemWithArgs({ abiItem: item as never, args, includeName: true })
  return text && shorten(oneLine(text), 200)
}

/** ABIs that do not have it throw. */
function firstThat(abis: readonly Abi[], decode: (abi: Abi) => string | undefined): string | undefined {
  for (const abi of abis) {
    try {
      const decoded = decode(abi)
      if (decoded !== undefined) return decoded
    } catch {
      // Another ABI may have it.
    }
  }
  return undefined
}
