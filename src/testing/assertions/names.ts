import { type Address, isAddressEqual } from "viem"

import { chainOfSlug } from "../world/findInWorld.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import type { LocalChain } from "#src/devnet/chain/chains.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"

/** Names an address in a failure text: a contract by its name, an account of the chain by its number. */
export function nameAddress(
  { registry, devnet: { market } }: OpenWorld,
  { name: chain, accounts }: Pick<LocalChain, "name" | "accounts">,
  address: Address,
): string {
  const contract = registry.find(chain, address)
  if (contract !== undefined) return contract.name
  const token = Object.values(market?.[chain]?.tokens ?? {}).find((known) => isAddressEqual(known.address, address))
  if (token !== undefined) return token.symbol
  const index = accounts.findIndex((account) => isAddressEqual(account, address))
  return index === -1 ? address : `accounts[${index}] ${address}`
}

/** Names a contract that a test has deployed, such as `Counter on beta`. Of any other it gives the address. */
export function nameContract({ registry }: OpenWorld, chain: string, address: Address): string {
  return `${registry.find(chain, address)?.name ?? address} on ${chain}`
}

/** Names the plugs of a message, such as `Counter on alpha → Counter on beta`. */
export function nameRoute(world: OpenWorld, { outbound }: Pick<MessageRecord, "outbound">): string {
  const { srcPlug, srcChainSlug, dstPlug, dstChainSlug } = outbound
  const from = nameContract(world, nameChain(world, srcChainSlug), srcPlug)
  return `${from} → ${nameContract(world, nameChain(world, dstChainSlug), dstPlug)}`
}

export function nameChain(world: OpenWorld, slug: number): string {
  return chainOfSlug(world, slug)?.name ?? `chain ${String(slug)}`
}

/** Puts names in the place of addresses that a sentence says to be on a chain, where a test has deployed a contract there. */
export function withNames({ registry, devnet }: OpenWorld, sentence: string): string {
  const chains = Object.keys(devnet.chains).join("|")
  return sentence.replaceAll(
    new RegExp(`(?:the plug )?(0x[0-9a-f]{40}) on (${chains})\\b`, "gi"),
    (text, address: Address, chain: string) => {
      const name = registry.find(chain, address)?.name
      return name === undefined ? text : `${name} on ${chain}`
    },
  )
}
