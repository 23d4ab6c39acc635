import { type Address, isAddressEqual } from "viem"

import type { LocalChain } from "../../../devnet/chain/chains.js"
import type { OpenWorld } from "../../OpenWorld.js"

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
