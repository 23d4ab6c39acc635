import { type Address, type Client, type Hex, type Log, zeroAddress } from "viem"

import { getBlockNumber, getLogs } from "viem/actions"
import { getAbiItem, getAddress, isAddressEqual, isHex, size, slice } from "viem/utils"

import { nodeReason } from "../../../primitives/reverts/nodeReason.js"
import { socketAbi } from "../abi.js"

/** Which switchboards of a chain, and for which other chain. */
export type ReadSiblingSwitchboardsParameters = {
  readonly socket: Address
  readonly siblingChainSlug: number
  readonly switchboards: readonly Address[]
  /** The first block that can have the logs, such as the one in which the socket was deployed. Default: 0. */
  readonly fromBlock?: bigint | undefined
}

/** The switchboard's sibling, `undefined` if it names none, or why it is not known. */
export type SiblingSwitchboard =
  { readonly isRead: true; readonly sibling: Address | undefined } | { readonly isRead: false; readonly reason: string }

/** Requests for logs that are made at most, before the question is left open. */
export const mostLogRequests = 40

/** Blocks to ask for in one request, after a node has refused a longer range. Public nodes allow from 500 to 10,000 or more. */
const shorterRanges: readonly bigint[] = [100_000n, 10_000n, 2_000n, 500n]

/**
 * Reads which switchboards of another chain the given ones exchange packets with. Sockets have no view for it, only logs.
 *
 * The logs are read from the newest block back to the first that decides: in one request, or in shorter ranges if the node refuses a
 * long one, and in at most {@link mostLogRequests} requests.
 *
 * @returns one answer for each switchboard, in the same order
 */
export async function readSiblingSwitchboards(
  client: Client,
  { socket, siblingChainSlug, switchboards, fromBlock = 0n }: ReadSiblingSwitchboardsParameters,
): Promise<readonly SiblingSwitchboard[]> {
  const found = new Map<Address, Address | undefined>()
  const isOpen = (switchboard: Address): boolean => !found.has(switchboard)
  const reason = await readBackwards(client, { socket, fromBlock }, (logs) => {
    const changes = logs.map(toChange).filter((change) => change?.siblingChainSlug === siblingChainSlug)
    for (const switchboard of switchboards.filter(isOpen)) {
      const own = changes.filter((change) => change !== undefined && isAddressEqual(change.switchboard, switchboard))
      const named = own.findLast((change) => change?.sibling !== undefined)
      // Registering a switchboard is the first thing that it logs, so nothing older counts.
      if (own.length > 0) found.set(switchboard, named?.sibling === zeroAddress ? undefined : named?.sibling)
    }
    return switchboards.some(isOpen)
  })
  return switchboards.map((switchboard) =>
    reason === undefined || !isOpen(switchboard)
      ? { isRead: true, sibling: found.get(switchboard) }
      : { isRead: false, reason },
  )
}

/** @returns why the logs could not be read to their end, or `undefined` if they were, or if `read` needs no more */
async function readBackwards(
  client: Client,
  { socket, fromBlock }: { socket: Address; fromBlock: bigint },
  read: (logs: readonly Log[]) => boolean,
): Promise<string | undefined> {
  try {
    let last = await getBlockNumber(client, { cacheTime: 0 })
    let range = last - fromBlock + 1n
    for (let requests = 0; last >= fromBlock; requests += 1) {
      if (requests === mostLogRequests) {
        return `the node allows ${range} blocks in a request, and ${requests} requests reach back to block ${last + 1n} only`
      }
      const first = last - range + 1n > fromBlock ? last - range + 1n : fromBlock
      try {
        const logs = await getLogs(client, { address: socket, events, fromBlock: first, toBlock: last })
        if (!read(logs)) return undefined
        last = first - 1n
      } catch (error) {
        const shorter = shorterRanges.find((blocks) => blocks < range)
        if (shorter === undefined) throw error
        range = shorter
      }
    }
    return undefined
  } catch (error) {
    return `the node did not give the socket's logs: ${nodeReason(error)}`
  }
}

const events = [
  getAbiItem({ abi: socketAbi, name: "SwitchboardAdded" }),
  getAbiItem({ abi: socketAbi, name: "SiblingSwitchboardUpdated" }),
] as const

type Change = {
  readonly switchboard: Address
  readonly siblingChainSlug: number
  /** Only in `SiblingSwitchboardUpdated`. */
  readonly sibling?: Address
}

/** Reads the values one after the other, topics first, because deployments differ in whether the first ones are indexed. */
function toChange(log: Log & { eventName?: string }): Change | undefined {
  const [switchboard, slug, third] = [...log.topics.slice(1), ...words(log.data)]
  if (switchboard === undefined || slug === undefined || third === undefined) return undefined
  const change = { switchboard: toAddress(switchboard), siblingChainSlug: Number(BigInt(slug)) }
  return log.eventName === "SiblingSwitchboardUpdated" ? { ...change, sibling: toAddress(third) } : change
}

function words(data: Hex): Hex[] {
  const count = isHex(data) ? Math.floor(size(data) / 32) : 0
  return Array.from({ length: Math.min(count, 3) }, (_, index) => slice(data, index * 32, (index + 1) * 32))
}

function toAddress(word: Hex): Address {
  return getAddress(slice(word, 12, 32))
}
