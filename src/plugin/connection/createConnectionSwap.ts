import type { HardhatConfig } from "hardhat/types/config"
import type { NetworkConnection } from "hardhat/types/network"

import { chainIdOf } from "../config/chainIdOf.js"
import { readSwapChain } from "../run/swap/readSwapChain.js"
import type { ConnectionSwap, SwapChainReference } from "./ConnectionSwap.js"
import { lazily } from "./lazily.js"
import { ownChain } from "./ownChain.js"
import { pollingOf } from "./pollingOf.js"
import { startLater } from "./startLater.js"

/** Binds swaps to a connection. What is heavy is imported by the first call that needs it. */
export function createConnectionSwap(connection: NetworkConnection<string>, config: HardhatConfig): ConnectionSwap {
  const { plugs } = config
  const actions = lazily(() => import("../../swap/index.js"))
  const api = lazily(async () => (await import("./openSwap.js")).openSwap(plugs))

  const clients = lazily(() => import("./clientsOf.js"))
  const reader = lazily(async () => (await clients()).publicClientOf(connection))
  const wallet = lazily(async () => (await clients()).walletClientOf(connection))
  const ownJournal = lazily(async () => {
    const { openJournal } = await import("../run/swap/openJournal.js")
    return (await openJournal(config.paths.cache, connection.networkName, await reader())).journal
  })

  const idOf = (reference: SwapChainReference, argument: string): number =>
    readSwapChain(reference, argument, config).chainId
  const ownId = (): number => chainIdOf(ownChain(connection, plugs), config)
  const watched = <P extends object>(parameters: P) => ({ ...pollingOf(plugs.swap), ...parameters })

  return {
    getQuote: async ({ userOps = "tx", originChainId, destinationChainId, ...parameters }) => {
      // A withdrawal from an exchange begins on no chain.
      const ownOrigin = userOps === "cex-withdraw" ? undefined : ownId
      return (await api()).getQuote({
        ...parameters,
        userOps,
        originChainId: originChainId === undefined ? ownOrigin?.() : idOf(originChainId, "originChainId"),
        destinationChainId: idOf(destinationChainId, "destinationChainId"),
      })
    },
    getStatus: async (parameters) => (await api()).getStatus(parameters),
    searchTokens: async (parameters) => (await api()).searchTokens(parameters),
    listTokens: async ({ chainIds, ...parameters } = {}) => {
      const references = typeof chainIds === "string" ? chainIds.split(",") : chainIds
      const ids = references?.map((reference) => idOf(reference, "chainIds"))
      return (await api()).listTokens({ ...parameters, chainIds: ids })
    },
    getSupportedChains: async (parameters) => (await api()).getSupportedChains(parameters),
    getProviders: async (parameters) => (await api()).getProviders(parameters),
    executeRoute: async (parameters) =>
      (await actions()).executeRoute({
        ...watched(parameters),
        client: await api(),
        publicClient: await reader(),
        walletClient: await wallet(),
        journal: parameters.journal ?? (await ownJournal()),
      }),
    async *watchRoute(parameters) {
      yield* (await actions()).watchRoute(await api(), watched(parameters))
    },
    waitForRoute: async (parameters) => (await actions()).waitForRoute(await api(), watched(parameters)),
    onRoute(parameters, onStep, onError) {
      return startLater(async () => {
        const [{ onRoute }, client] = await Promise.all([actions(), api()])
        return () => onRoute(client, watched(parameters), onStep, onError)
      }, onError)
    },
  }
}
