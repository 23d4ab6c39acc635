import type { Address, Hex } from "viem"

// The swap API serves chains that are not EVM chains. Their addresses and hashes are text of any form.

/** An address or a hash of an EVM chain, or the text that another chain has in its place, as it came. */
export type OrForeign<Known extends Hex> = Known | (string & {})

/**
 * Checks whether an address is one of an EVM chain. Any other is the text of a foreign chain, which nothing here can check.
 *
 * @example
 * if (isEvmAddress(token.address)) await checkToken(publicClient, { ...token, address: token.address })
 */
export function isEvmAddress(address: OrForeign<Address>): address is Address {
  return /^0x[0-9a-fA-F]{40}$/.test(address)
}

/** Checks whether a hash is one of an EVM chain: 32 bytes of hex. */
export function isEvmHash(hash: OrForeign<Hex>): hash is Hex {
  return /^0x[0-9a-fA-F]{64}$/.test(hash)
}

/**
 * Checks whether a text can be an address of a chain that is not an EVM chain. What looks like an EVM address with a digit too few or
 * too many, or without its 0x, cannot.
 *
 * @example
 * isForeignAddress("9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM") // true
 * isForeignAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C") // false: a digit is missing
 */
export function isForeignAddress(text: string): boolean {
  if (/^0x/i.test(text)) return /^0x([0-9a-fA-F]{60,64}|[0-9a-fA-F]{1,64}(::\w{1,60}){1,2})$/.test(text)
  return /^[\w.:+/=-]{8,200}$/.test(text) && !/^[0-9a-fA-F]{36,44}$/.test(text)
}
