import type { Address } from "viem"

import { socketAbi } from "../../messaging/onchain/abi.js"
import type { LocalChain } from "../chain/chains.js"

/**
 * Finds the capacitors of a socket among other contracts. Anybody can register a switchboard, and with it capacitors, at any time, and
 * any contract can log the same events. Only the socket knows which are its own.
 *
 * @returns a function that returns those of the given addresses that are capacitors
 */
export function findCapacitors(
  chain: Pick<LocalChain, "publicClient">,
  socket: Address,
): (addresses: Iterable<Address>) => Promise<ReadonlySet<Address>> {
  const known = new Set<Address>()

  async function learn(address: Address): Promise<void> {
    const slug = await chain.publicClient.readContract({
      address: socket,
      abi: socketAbi,
      functionName: "capacitorToSlug",
      args: [address],
    })
    if (slug !== 0) known.add(address)
  }

  return async (addresses) => {
    await Promise.all([...new Set(addresses)].filter((address) => !known.has(address)).map(learn))
    return known
  }
}
