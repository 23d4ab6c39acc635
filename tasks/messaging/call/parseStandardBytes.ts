import type { Hex } from "viem"

import { encodeInteroperableAddress } from "#src/messaging/onchain/standard/interoperableAddress.js"
import { encodeRelayAttribute } from "#src/messaging/onchain/standard/relayAttribute.js"
import { parseAddress } from "#src/primitives/address.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"

/**
 * Reads what a gateway of ERC-7786 takes as bytes, and a person writes otherwise: an account on a chain by its name, or by its chain id where
 * its slug is another number, and the attribute `requestRelay` as a call, which delivers no value.
 *
 * @returns `undefined` if the text is none of these
 * @throws {InvalidInputError} no chain has the name, or an address is wrong
 * @example
 * parseStandardBytes("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE@optimism", context) // as encodeInteroperableAddress has it
 * parseStandardBytes("eip155:10:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE", context) // the same
 * parseStandardBytes("requestRelay(0, 200000, 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE)", context) // as encodeRelayAttribute has it
 */
export function parseStandardBytes(
  text: string,
  { argument, chains }: { readonly argument: string; readonly chains: readonly ChainEntry[] },
): Hex | undefined {
  const [, named, chain = ""] = /^(0x[0-9a-fA-F]{40})@(.+)$/.exec(text) ?? []
  if (named !== undefined) {
    const chainId = findChain(chains, chain, argument).slug
    return encodeInteroperableAddress({ chainId, address: parseAddress(named, argument) })
  }
  const [, chainId = "", account] = /^eip155:([1-9]\d{0,30}):(0x[0-9a-fA-F]{40})$/.exec(text) ?? []
  if (account !== undefined) {
    return encodeInteroperableAddress({ chainId: BigInt(chainId), address: parseAddress(account, argument) })
  }
  const relay = /^requestRelay\(\s*0\s*,\s*(\d{1,20})\s*,\s*(0x[0-9a-fA-F]{40})\s*\)$/
  const [, gasLimit = "", refund] = relay.exec(text) ?? []
  if (refund === undefined) return undefined
  return encodeRelayAttribute({ gasLimit: BigInt(gasLimit), refundRecipient: parseAddress(refund, argument) })
}
