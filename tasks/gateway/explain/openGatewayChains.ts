import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"
import type { PublicClient } from "viem"

import type { GatewayChain, ReachedChain } from "../../../src/gateway/reading/types.js"
import type { ChainEntry } from "../../../src/primitives/chains.js"
import { chainsOf } from "../../../src/plugin/config/chainsOf.js"
import { connectChain } from "../../../src/plugin/connection/chains/connectChain.js"
import { gatewayChainOf } from "../../../src/plugin/contracts/bookChains.js"
import { explainTimeout } from "../../../src/plugin/connection/explaining/explainOnChains.js"

/** The gateway chain and the chains that it reaches, each connected when it is first needed. Dispose of them when the task has ended. */
export type GatewayChains = AsyncDisposable & {
  readonly gateway: GatewayChain
  /** The slugs of the configured chains. */
  readonly slugs: readonly number[]
  /** The chain of a slug; `undefined` if it is not configured or cannot be read. */
  chainOf(slug: number): Promise<ReachedChain | undefined>
}

/**
 * Connects to the gateway chain, and to others as they are needed.
 *
 * @throws {NodeUnreachableError} the gateway chain's node does not answer
 * @throws {InvalidInputError} the configuration does not say the gateway's contracts
 * @example
 * await using chains = await openGatewayChains(hre, signal)
 * const alpha = await chains.chainOf(41001)
 */
export async function openGatewayChains(hre: HardhatRuntimeEnvironment, signal: AbortSignal): Promise<GatewayChains> {
  const { plugs } = hre.config
  const connections: NetworkConnection[] = []
  const close = async (): Promise<void> => {
    await Promise.all(connections.map((connection) => connection.close()))
  }
  const connect = async (entry: Pick<ChainEntry, "name" | "network">): Promise<PublicClient> => {
    const connection = await connectChain(hre, entry, { timeout: explainTimeout, signal })
    connections.push(connection)
    // After its first request, which needs no viem.
    const { publicClientOf } = await import("../../../src/plugin/connection/chains/clientsOf.js")
    return publicClientOf(connection)
  }
  const own = gatewayChainOf(hre.config)
  try {
    const client = await connect({ name: own.name, network: plugs.gateway.network })
    const { explainedChainsOf } =
      await import("../../../src/plugin/connection/explaining/explainGatewayOnConnection.js")
    const { gateway, reached } = await explainedChainsOf(plugs, client, own)
    const opened = new Map<number, Promise<ReachedChain | undefined>>()
    const open = async (slug: number): Promise<ReachedChain | undefined> => {
      const entry = chainsOf(plugs).find((chain) => chain.slug === slug)
      const reader = entry && (await connect(entry).catch(() => undefined))
      return entry && reader && reached(reader, entry)
    }
    return {
      gateway,
      slugs: chainsOf(plugs).map(({ slug }) => slug),
      chainOf(slug) {
        const opening = opened.get(slug) ?? open(slug)
        opened.set(slug, opening)
        return opening
      },
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
