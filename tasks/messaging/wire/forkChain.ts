import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"
import type { Client } from "viem"
import { getBlock } from "viem/actions"

import type { ForkedBlock } from "../output/forkedBlocks.js"
import { beginFork, createForkFolder, keepApart } from "#src/devnet/chain/fork.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import { publicClientOf } from "#src/plugin/connection/chains/clientsOf.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

/** A copy of a chain in this process, as the chain was at one of its blocks. */
export type Fork = {
  readonly block: ForkedBlock
  readonly connection: NetworkConnection
  /**
   * Wants the chain, and the fork, to still have that block.
   *
   * @throws {NodeFailedError} one of them has another block of that number, or does not give it
   */
  requireSame(): Promise<void>
  /** Closes the connection, and forgets what was read of the chain. */
  close(): Promise<void>
}

/**
 * Forks a chain in this process, at its newest block. Nothing that is sent to the fork reaches the chain.
 *
 * @param origin the chain itself, which says which block that is
 * @throws {InvalidInputError} the chain has no URL, or the project has no simulated network
 * @throws {NodeFailedError} the chain does not say which block is the newest
 */
export async function forkChain(
  hre: HardhatRuntimeEnvironment,
  chain: ChainEntry,
  origin: { readonly chainId: number; readonly client: Client },
): Promise<Fork> {
  const { networks } = hre.config
  const forked = networks[chain.network]
  if (forked?.type !== "http") {
    throw new InvalidInputError({
      argument: `config.networks.${chain.network}`,
      problem: `${chain.name} has no URL that could be forked`,
      fix: "Its network is a simulated one, of which no copy is made.",
    })
  }
  const simulated = Object.keys(networks).find((name) => networks[name]?.type === "edr-simulated")
  if (simulated === undefined) {
    throw new InvalidInputError({
      argument: "config.networks",
      problem: "the project has no simulated network to fork in",
      fix: 'Add one, such as fork: { type: "edr-simulated" }.',
    })
  }
  const url = await forked.url.get()
  // The simulator itself would choose one that is up to 128 blocks old.
  const fail = (error: unknown): never => {
    const reason = typeof error === "string" ? error : nodeReason(error)
    throw new NodeFailedError({ functionName: "eth_getBlockByNumber", chain: chain.name }, reason)
  }
  const { number, hash } = await getBlock(origin.client).catch(fail)
  const folder = await createForkFolder()
  const forking = { url, blockNumber: Number(number) }
  const stop = keepApart(hre, { url, block: Number(number) }, folder.path)
  try {
    const override = { chainId: origin.chainId, forking, mining: { auto: true } }
    const connection = await hre.network.create({ network: simulated, override }).finally(stop)
    await beginFork(connection.provider)
    const requireSame = async (): Promise<void> => {
      for (const client of [publicClientOf(connection), origin.client]) {
        const { hash: now } = await getBlock(client, { blockNumber: number }).catch(fail)
        if (now !== hash) fail(`block ${number} was replaced, so what was tried on a copy of it is unverified`)
      }
    }
    const block = { chain: chain.name, number, hash }
    return { block, connection, requireSame, close: () => connection.close().finally(folder.forget) }
  } catch (error) {
    await folder.forget()
    throw error
  }
}
