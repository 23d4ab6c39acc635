import { type Address, type Client, isAddressEqual, zeroAddress } from "viem"

import type { PlugChain } from "../call/openPlugChain.js"
import type { Replaced } from "../output/connectCall.js"
import type { Ends } from "./findEnds.js"
import { getPlugConfig } from "#src/messaging/onchain/getPlugConfig.js"
import { ownerOf } from "#src/plugin/contracts/findDoubt.js"

/**
 * Reads which sibling a plug has now.
 *
 * @param there a client of the sibling's chain, where it can be read
 * @returns `null` if it has none, or this one
 */
export async function readReplaced(
  { plug, to, book }: Ends,
  { sibling, chain, there }: { sibling: Address; chain: PlugChain; there: Client | undefined },
): Promise<Replaced | null> {
  const { publicClient, socket } = chain
  const { siblingPlug } = await getPlugConfig(publicClient, { socket, plug, siblingChainSlug: to.slug })
  if (siblingPlug === zeroAddress || isAddressEqual(siblingPlug, sibling)) return null
  const owner = await ownerOf(there, siblingPlug).catch(() => undefined)
  return { plug: siblingPlug, name: book.nameOf(to.slug, siblingPlug) ?? null, owner: owner ?? null }
}
