import type { Address, Hex } from "viem"
import { keccak256, numberToHex, toHex } from "viem/utils"

/** Addresses that a scenario does not name. */
export const mockAddresses = {
  srcPlug: "0x1111111111111111111111111111111111111111",
  destPlug: "0x2222222222222222222222222222222222222222",
  executor: "0x3333333333333333333333333333333333333333",
  appGateway: "0x4444444444444444444444444444444444444444",
  target: "0x5555555555555555555555555555555555555555",
  forwarder: "0x6666666666666666666666666666666666666666",
  user: "0x7777777777777777777777777777777777777777",
  token: "0x8888888888888888888888888888888888888888",
  none: "0x0000000000000000000000000000000000000000",
} as const

/** Slugs and chain ids that a scenario does not name. */
export const mockChains = { source: 41001, destination: 41002 } as const

export function mockHash(text: string): Hex {
  return keccak256(toHex(text))
}

/** The id of a message, made as sockets make them: of the slug, the plug and a counter. */
export function mockMessageId(srcChainSlug: number, srcPlug: Address, counter: number): Hex {
  return `${numberToHex(srcChainSlug, { size: 4 })}${srcPlug.slice(2).toLowerCase()}${numberToHex(counter, { size: 8 }).slice(2)}`
}
