import type { Abi, Address, Hex } from "viem"
import { decodeFunctionData, isAddressEqual, slice } from "viem/utils"

import type { LocalChain } from "#src/devnet/chain/chains.js"
import type { OpenDevnet } from "#src/devnet/openDevnet.js"
import { extras } from "#src/plugin/extras.js"

export type CalledContracts = Pick<OpenDevnet<string, boolean, boolean>, "accounts" | "market"> & {
  /** The contracts that tests have deployed. */
  readonly registry: {
    find(chain: string, address: Address): { readonly name: string; readonly abi: Abi } | undefined
  }
}

export type NamedCall = { readonly contract: string; readonly functionName: string; readonly isOwn: boolean }

/**
 * Names the function that a transaction called.
 *
 * @param options.sender the contract that sent the message or made the request
 * @param options.receiving the name for what a contract does in a transaction of the actors: it does it while it receives something
 */
export async function nameCall(
  world: CalledContracts,
  chain: Pick<LocalChain, "name" | "publicClient">,
  { hash, sender, receiving }: { hash: Hex; sender: Address; receiving: string },
): Promise<NamedCall> {
  const { from, to, input } = await chain.publicClient.getTransaction({ hash })
  const nameOf = async (address: Address): Promise<string> =>
    (await findContract(world, chain.name, address))?.name ?? address
  if (
    Object.values(world.accounts)
      .flat()
      .some(({ address }) => isAddressEqual(address, from))
  ) {
    return { contract: await nameOf(sender), functionName: receiving, isOwn: false }
  }
  if (to === null) return { contract: await nameOf(sender), functionName: "constructor", isOwn: true }
  const abi = (await findContract(world, chain.name, to))?.abi
  return { contract: await nameOf(to), functionName: functionOf(input, abi), isOwn: true }
}

async function findContract(
  { registry, market }: CalledContracts,
  chain: string,
  address: Address,
): Promise<{ readonly name: string; readonly abi: Abi } | undefined> {
  const deployed = registry.find(chain, address)
  if (deployed !== undefined || market === undefined) return deployed
  // Worlds without a market do without its contracts.
  const { findMarketContract } = await extras.marketContracts()
  return findMarketContract(market.contracts, address)
}

function functionOf(input: Hex, abi: Abi | undefined): string {
  if (input.length < 10) return "receive"
  try {
    if (abi !== undefined) return decodeFunctionData({ abi, data: input }).functionName
  } catch {
    // It is not in the ABI: a fallback has taken it.
  }
  return slice(input, 0, 4)
}
