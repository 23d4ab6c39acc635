import type { Address, Hex } from "viem"
import { encodeAbiParameters, isAddressEqual, keccak256 } from "viem/utils"

import type { Connection } from "./connectCall.js"
import { beaconSlot, implementationSlot } from "#src/onchain/readFunction.js"
import type { StorageChange } from "#src/onchain/simulation/traceEffects.js"

/** A connection that is to be made or removed, and who is concerned. */
export type ConnectionEnds = {
  readonly plug: Address
  readonly socket: Address
  /** Who must send the call; `undefined` if that is not known. */
  readonly sender: Address | undefined
  /** The plug's owner; `undefined` if it has none. */
  readonly owner: Address | undefined
  /** The connection afterwards. Without a sibling, the switchboard does not matter. */
  readonly wanted: Connection
  /** The sibling before. */
  readonly before: Address
}

/**
 * Finds a word of storage that a connection does not change. The socket keeps connections as it likes. A plug may keep what names the
 * connection, and anything in a mapping by the slug of the sibling's chain; but nothing in place of its owner, or of its implementation.
 */
export function findOtherChange(changes: readonly StorageChange[], ends: ConnectionEnds): StorageChange | undefined {
  return changes.find((change) => !isOfConnection(change, ends))
}

function isOfConnection({ contract, slot, before, after }: StorageChange, ends: ConnectionEnds): boolean {
  const { plug, socket, owner, sender, wanted } = ends
  if (isAddressEqual(contract, socket)) return true
  if (!isAddressEqual(contract, plug) || controlSlots.has(slot)) return false
  if ([owner, sender].some((address) => address !== undefined && containsAddress(before, address))) return false
  const named = BigInt(after) === 0n ? containsAddress(before, ends.before) : namesConnection(after, wanted)
  return named || isKeyedBy(wanted.siblingChainSlug, slot)
}

/** Where proxies keep their implementation, their admin and their beacon (ERC-1967, and what was used before it). */
export const controlSlots: ReadonlySet<Hex> = new Set<Hex>([
  implementationSlot,
  "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103",
  beaconSlot,
  "0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3",
  "0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7",
])

function namesConnection(word: Hex, { siblingChainSlug, sibling, switchboard }: Connection): boolean {
  return (
    containsAddress(word, sibling) || containsAddress(word, switchboard) || BigInt(word) === BigInt(siblingChainSlug)
  )
}

/** A word can hold more than an address. */
function containsAddress(word: Hex, address: Address): boolean {
  return BigInt(address) !== 0n && word.includes(address.slice(2).toLowerCase())
}

/** Among so many variables, the compiler keeps the mapping at a low place. */
const maxMappings = 256n
/** How many words an entry of the mapping has at most. */
const maxWords = 8n

function isKeyedBy(slug: number, slot: Hex): boolean {
  for (let place = 0n; place < maxMappings; place += 1n) {
    const first = keccak256(encodeAbiParameters([{ type: "uint256" }, { type: "uint256" }], [BigInt(slug), place]))
    const offset = BigInt(slot) - BigInt(first)
    if (offset >= 0n && offset < maxWords) return true
  }
  return false
}
