import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { PublicClient } from "viem"

import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import { chainIdOf } from "#src/plugin/config/chainIds.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { publicClientOf } from "#src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "#src/plugin/connection/chains/connectChain.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"

/** A client that reads a chain. Its connection is closed with it. */
export type ChainReader = AsyncDisposable & { readonly client: PublicClient | undefined }

/** Milliseconds. Nothing depends on the chain, so nobody should wait long for it. */
const patience = 10_000

/**
 * Connects to a chain by its id if a configured network reaches it. Its client is `undefined` if there is no such network, or if its
 * node does not answer, or answers for another chain.
 */
export async function openReader(
  hre: HardhatRuntimeEnvironment,
  chainId: number,
  clock: Clock = systemClock,
): Promise<ChainReader> {
  const chain = chainsOf(hre.config.plugs).find((each) => chainIdOf(each, hre.config) === chainId)
  const nothing: ChainReader = { client: undefined, [Symbol.asyncDispose]: () => Promise.resolve() }
  if (chain === undefined) return nothing
  const opening = connectChain(hre, chain).catch(() => undefined)
  const opened = await withTimeLimit(patience, () => opening, { clock })
  const connection = opened.kind === "done" ? opened.value : undefined
  if (connection === undefined) {
    void opening.then((late) => late?.[Symbol.asyncDispose]())
    return nothing
  }
  const client = publicClientOf(connection)
  const actual = await client.getChainId().catch(() => undefined)
  return {
    client: actual === chainId ? client : undefined,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  }
}
