import type { Address } from "viem"

import type { PlugsConfig } from "./PlugsConfig.js"
import { parseAddress } from "#src/primitives/address.js"

/**
 * Reads the addresses that symbols of a chain mean by `plugs.swap.tokens`.
 *
 * @throws {InvalidInputError} the checksum of an address is wrong
 */
export function pinnedTokens({ swap: { tokens } }: PlugsConfig, chainName: string): Readonly<Record<string, Address>> {
  const pins = Object.hasOwn(tokens, chainName) ? Object.entries(tokens[chainName] ?? {}) : []
  const argument = `config.plugs.swap.tokens.${chainName}`
  return Object.fromEntries(
    pins.map(([symbol, address]) => [symbol, parseAddress(address, `${argument}.${symbol}`)] as const),
  )
}
