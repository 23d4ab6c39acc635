import { type Address, type Client, isAddressEqual, zeroAddress } from "viem"
import { readContract } from "viem/actions"

import { switchboardAbi } from "../abi.js"
import type { PlugConfig } from "../getPlugConfig.js"
import { readSiblingSwitchboards } from "./readSiblingSwitchboards.js"

type ConfiguredSide = ConnectionSide & { readonly config: PlugConfig }

/**
 * Checks whether the switchboards of one side exchange packets with those that the plug on the other side uses. A packet is proposed for
 * the sibling of the switchboard that sent it. If the destination plug uses another one, its messages are never executed.
 */
export async function checkSwitchboards(
  own: ConfiguredSide,
  other: ConfiguredSide,
  side: "a" | "b",
): Promise<{ readonly differences: readonly ConnectionDifference[]; readonly notChecked: readonly NotChecked[] }> {
  const pairs = pairsOf(own.config, other.config)
  if (pairs.length === 0) return { differences: [], notChecked: [] }
  const answers = await readSiblingSwitchboards(own.client, {
    socket: own.socket,
    siblingChainSlug: other.slug,
    switchboards: pairs.map(([switchboard]) => switchboard),
    fromBlock: own.fromBlock,
  })
  const differences: ConnectionDifference[] = []
  const notChecked = new Map<string, NotChecked>()
  for (const [index, answer] of answers.entries()) {
    const [switchboard, expected] = pairs[index] ?? [zeroAddress, zeroAddress]
    if (!answer.isRead) {
      const says = `Whether switchboard ${switchboard} on chain ${own.slug} fits ${expected} on chain ${other.slug} was not checked: ${answer.reason}.`
      notChecked.set(switchboard, { side, about: "switchboard", reason: answer.reason, says })
    } else if (answer.sibling === undefined || !isAddressEqual(answer.sibling, expected)) {
      const [here, there] = await Promise.all([
        describe(own.client, switchboard, other.slug),
        describe(other.client, expected, own.slug),
      ])
      const partner = answer.sibling === undefined ? "knows no switchboard" : `works with ${answer.sibling}`
      const says = `The ${here} of plug ${own.plug} on chain ${own.slug} ${partner} on chain ${other.slug}, where plug ${other.plug} uses the ${there}. Messages between them are never executed (PacketNotProposed).`
      differences.push({ side, about: "switchboard", expected, actual: answer.sibling ?? zeroAddress, says })
    }
  }
  return { differences, notChecked: [...notChecked.values()] }
}

/** The own switchboard and the other side's, for each direction in which they differ from the other direction's. */
function pairsOf(own: PlugConfig, other: PlugConfig): (readonly [Address, Address])[] {
  const outward = [own.outboundSwitchboard, other.inboundSwitchboard] as const
  const inward = [own.inboundSwitchboard, other.outboundSwitchboard] as const
  const isSame = outward.every((address, index) => isAddressEqual(address, inward[index] ?? zeroAddress))
  const pairs = isSame ? [outward] : [outward, inward]
  return pairs.filter((pair) => pair.every((address) => !isAddressEqual(address, zeroAddress)))
}

/** Names the kind of a switchboard by the functions that it has: only fast ones have watchers. */
async function describe(client: Client, address: Address, slug: number): Promise<string> {
  const answer = async (functionName: "totalWatchers" | "timeoutInSeconds"): Promise<unknown> => {
    const args = functionName === "totalWatchers" ? [slug] : []
    const call = { abi: switchboardAbi, address, functionName, args } as Parameters<typeof readContract>[1]
    return await readContract(client, call).catch(() => undefined)
  }
  if ((await answer("totalWatchers")) !== undefined) return `fast switchboard ${address}`
  const isOptimistic = (await answer("timeoutInSeconds")) !== undefined
  return isOptimistic ? `optimistic switchboard ${address}` : `switchboard ${address}`
}

export type ConnectionSide = {
  readonly client: Client
  readonly socket: Address
  readonly plug: Address
  readonly slug: number
  /** First block that can have logs of the socket, as of its deployment: public nodes refuse long ranges. Default: 0. */
  readonly fromBlock?: bigint | undefined
}

/** A problem on one side that stops messages. */
export type ConnectionDifference = {
  readonly side: "a" | "b"
  /**
   * `slug`: the socket belongs to another chain. `sibling`: the plug is connected to another plug, or to none. `path`: a switchboard
   * of the plug has no path to the other chain. `switchboard`: a switchboard of the plug exchanges packets with another switchboard than
   * the one that the other plug uses, such as a fast one with an optimistic one; `actual` is the zero address if it knows none.
   */
  readonly about: "slug" | "sibling" | "path" | "switchboard"
  readonly expected: string
  readonly actual: string
  /** One sentence for people. */
  readonly says: string
}

/** Something that could not be checked, which is not a difference. */
export type NotChecked = {
  readonly side: "a" | "b"
  readonly about: "switchboard"
  readonly reason: string
  /** One sentence for people. */
  readonly says: string
}
