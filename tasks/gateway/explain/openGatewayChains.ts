import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"
import type { PublicClient } from "viem"

import type { GatewayChain, ReachedChain } from "#src/gateway/reading/types.js"
import { chainsOf, gatewayChainOf } from "#src/plugin/config/chainsOf.js"
import { connectChain } from "#src/plugin/connection/chains/connectChain.js"
import { explainTimeout } from "#src/plugin/connection/chains/openMessageChains.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

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
  await using opening = new Disposables()
  const clientOf = async (connection: NetworkConnection): Promise<PublicClient> => {
    // After its first request, which needs no viem.
    const { publicClientOf } = await import("#src/plugin/connection/chains/clientsOf.js")
    return publicClientOf(connection)
  }
  const connect = (entry: Pick<ChainEntry, "name" | "network">) =>
    connectChain(hre, entry, { timeout: explainTimeout, signal })
  const own = gatewayChainOf(hre.config)
  const client = await clientOf(opening.use(await connect({ name: own.name, network: plugs.gateway.network })))
  const { explainedChainsOf } = await import("#src/plugin/connection/explaining/explainGatewayOnConnection.js")
  const { gateway, reached } = await explainedChainsOf(plugs, client, own)
  const opened = opening.move()
  const open = async (slug: number): Promise<ReachedChain | undefined> => {
    const entry = chainsOf(plugs).find((chain) => chain.slug === slug)
    const connection = entry && (await connect(entry).catch(() => undefined))
    return entry && connection && reached(await clientOf(opened.use(connection)), entry)
  }
  return {
    gateway,
    slugs: chainsOf(plugs).map(({ slug }) => slug),
    chainOf: memoize(open),
    [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
  }
}
