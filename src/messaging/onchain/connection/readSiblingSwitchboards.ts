import { type Address, type Client, type Hex, type Log, zeroAddress } from "viem"
import { getBlockNumber, getLogs } from "viem/actions"
import { getAbiItem, getAddress, isAddressEqual, isHex, size, slice } from "viem/utils"

import { socketAbi } from "../abi.js"
import { searchLogs } from "#src/onchain/logs.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

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
export const maxLogRequests = 40

/**
 * Reads the siblings of switchboards: those of another chain with which they exchange packets. Sockets have no view for it, only logs, which
 * are read from the newest block back to the first that decides.
 *
 * @returns one answer for each switchboard, in the same order
 */
export async function readSiblingSwitchboards(
  client: Client,
  { socket, siblingChainSlug, switchboards, fromBlock = 0n }: ReadSiblingSwitchboardsParameters,
): Promise<readonly SiblingSwitchboard[]> {
  const changesOf = (changes: readonly Change[], switchboard: Address): readonly Change[] =>
    changes.filter((change) => isAddressEqual(change.switchboard, switchboard))
  const search = async (toBlock: bigint): ReturnType<typeof searchLogs<Change>> =>
    await searchLogs({
      fromBlock,
      toBlock,
      maxRequests: maxLogRequests,
      read: async (range) => {
        const logs = await getLogs(client, { address: socket, events, ...range })
        return logs
          .flatMap((log) => toChange(log) ?? [])
          .filter((change) => change.siblingChainSlug === siblingChainSlug)
      },
      // Registering a switchboard is the first thing that it logs, so nothing older counts.
      isEnough: (changes) => switchboards.every((switchboard) => changesOf(changes, switchboard).length > 0),
    })
  const { found, unread } = await getBlockNumber(client, { cacheTime: 0 }).then(search, (error: unknown) => ({
    found: [],
    unread: `the node does not answer: ${nodeReason(error)}`,
  }))
  return switchboards.map((switchboard) => {
    const changes = changesOf(found, switchboard)
    if (changes.length === 0 && unread !== undefined) return { isRead: false, reason: unread }
    const sibling = changes.findLast((change) => change.sibling !== undefined)?.sibling
    return { isRead: true, sibling: sibling === zeroAddress ? undefined : sibling }
  })
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

function toChange(log: Log & { eventName?: string }): Change | undefined {
  const [switchboard, slug, third] = logWords(log)
  if (switchboard === undefined || slug === undefined || third === undefined) return undefined
  const change = { switchboard: wordToAddress(switchboard), siblingChainSlug: Number(BigInt(slug)) }
  return log.eventName === "SiblingSwitchboardUpdated" ? { ...change, sibling: wordToAddress(third) } : change
}

/** The first values of a log, topics first, because deployments differ in whether the first ones are indexed. */
export function logWords({ topics, data }: Pick<Log, "topics" | "data">, max = 3): readonly Hex[] {
  const count = isHex(data) ? Math.floor(size(data) / 32) : 0
  const words = Array.from({ length: Math.min(count, max) }, (_, index) => slice(data, index * 32, (index + 1) * 32))
  return [...topics.slice(1), ...words]
}

export function wordToAddress(word: Hex): Address {
  return getAddress(slice(word, 12, 32))
}
