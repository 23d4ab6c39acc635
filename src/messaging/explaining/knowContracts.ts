import { isAddressEqual, zeroAddress } from "viem"

import type { PlugConfig } from "../onchain/getPlugConfig.js"
import type { Journey } from "../reading/Journey.js"
import type { Knows, Place } from "#src/explaining/remedy.js"

/** A plug, and how it is connected to another chain. */
export type ConnectedPlug = { readonly plug: Place; readonly otherSlug: number; readonly config: PlugConfig }

/** Adds to what a project knows what its own plugs trust already. It counts for a remedy about such a plug, and for no other one. */
export function withTrusted(isKnown: Knows, connected: readonly ConnectedPlug[]): Knows {
  return async (place, beside = []) => {
    if (await isKnown(place, beside)) return true
    for (const { plug, otherSlug, config } of connected) {
      // The switchboard by which it sends attests nothing to it.
      const trusted = [
        { slug: otherSlug, address: config.siblingPlug },
        { slug: plug.slug, address: config.inboundSwitchboard, otherSlug },
      ]
      const isTrusted = trusted.some((one) => one.address !== zeroAddress && isSamePlace(one, place))
      if (isTrusted && beside.some((other) => isSamePlace(other, plug)) && (await isKnown(plug))) return true
    }
    return false
  }
}

function isSamePlace(one: Place, other: Place): boolean {
  const isForSame = one.otherSlug === other.otherSlug
  return one.slug === other.slug && isForSame && isAddressEqual(one.address, other.address)
}

/** The same, with the plugs of messages as far as they were read. */
export function knowsIn(cases: readonly { readonly journey: Journey }[], isKnown: Knows = () => false): Knows {
  const connected = cases.flatMap(({ journey: { message, src, srcConfig, arrival } }) => {
    const [from, to] = [
      { slug: src.slug, address: message.srcPlug },
      { slug: message.dstChainSlug, address: message.dstPlug },
    ]
    const source = { plug: from, otherSlug: to.slug, config: srcConfig }
    return "problem" in arrival ? [source] : [source, { plug: to, otherSlug: from.slug, config: arrival.config }]
  })
  return withTrusted(isKnown, connected)
}
