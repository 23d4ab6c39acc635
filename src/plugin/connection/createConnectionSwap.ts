import type { HookContext } from "hardhat/types/hooks"
import type { NetworkConnection } from "hardhat/types/network"

import { type ConnectionSwap, extras } from "../extras.js"
import { lazily, subscribeLazily } from "#src/primitives/lifetime/lazily.js"

/** Binds swaps to a connection. The first call loads them. */
export function createConnectionSwap(connection: NetworkConnection<string>, project: HookContext): ConnectionSwap {
  const swap = lazily(async () => (await extras.connectionSwap()).createConnectionSwap(connection, project))
  return {
    getQuote: async (parameters) => await (await swap()).getQuote(parameters),
    getStatus: async (parameters) => await (await swap()).getStatus(parameters),
    findToken: async (parameters) => await (await swap()).findToken(parameters),
    searchTokens: async (parameters) => await (await swap()).searchTokens(parameters),
    listTokens: async (parameters) => await (await swap()).listTokens(parameters),
    getSupportedChains: async (parameters) => await (await swap()).getSupportedChains(parameters),
    getProviders: async (parameters) => await (await swap()).getProviders(parameters),
    executeRoute: async (parameters) => await (await swap()).executeRoute(parameters),
    explainSwap: async (parameters) => await (await swap()).explainSwap(parameters),
    revokeAllowance: async (parameters) => await (await swap()).revokeAllowance(parameters),
    async *watchRoute(parameters) {
      yield* (await swap()).watchRoute(parameters)
    },
    waitForRoute: async (parameters) => await (await swap()).waitForRoute(parameters),
    onRoute: (parameters, onStep, onError) =>
      subscribeLazily(async () => {
        const loaded = await swap()
        return () => loaded.onRoute(parameters, onStep, onError)
      }, onError),
  }
}
