import type { Address, Hex } from "viem"

import { decodeFunctionData, isAddressEqual, slice } from "viem/utils"

import type { LocalChain } from "../../devnet/chain/chains.js"
import type { OpenWorld } from "../OpenWorld.js"

/** The function that a test has called. */
export type NamedCall = { readonly contract: string; readonly functionName: string; readonly isOwn: boolean }

/**
 * Names the function that a transaction called.
 *
 * @param options.sender the contract that sent the message or made the request
 * @param options.receiving the name for what a contract does in a transaction of the actors: it does it while it receives something
 */
export async function nameCall(
  { registry, accounts }: Pick<OpenWorld, "registry" | "accounts">,
  chain: Pick<LocalChain, "name" | "publicClient">,
  { hash, sender, receiving }: { hash: Hex; sender: Address; receiving: string },
): Promise<NamedCall> {
  const { from, to, input } = await chain.publicClient.getTransaction({ hash })
  const nameOf = (address: Address): string => registry.find(chain.name, address)?.name ?? address
  if (
    Object.values(accounts)
      .flat()
      .some(({ address }) => isAddressEqual(address, from))
  ) {
    return { contract: nameOf(sender), functionName: receiving, isOwn: false }
  }
  if (to === null) return { contract: nameOf(sender), functionName: "constructor", isOwn: true }
  const abi = registry.find(chain.name, to)?.abi
  return { contract: nameOf(to), functionName: functionOf(input, abi), isOwn: true }
}

function functionOf(input: Hex, abi: Parameters<typeof decodeFunctionData>[0]["abi"] | undefined): string {
  if (input.length < 10) return "receive"
  try {
    if (abi !== undefined) return decodeFunctionData({ abi, data: input }).functionName
  } catch {
    // It is not in the ABI: a fallback has taken it.
  }
  return slice(input, 0, 4)
}
