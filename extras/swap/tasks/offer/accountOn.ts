import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address } from "viem"

import { senderOn } from "#src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "#src/plugin/connection/chains/connectChain.js"
import type { ChainEntry } from "#src/primitives/chains.js"

/**
 * Returns the first account of a chain's network: the one that sends transactions there.
 *
 * @throws {NodeUnreachableError} the network's node does not answer
 * @throws {InvalidInputError} the network has no account
 */
export async function accountOn(hre: HardhatRuntimeEnvironment, chain: ChainEntry): Promise<Address> {
  await using connection = await connectChain(hre, chain)
  return await senderOn(connection)
}
