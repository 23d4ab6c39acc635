import type { NetworkConnection } from "hardhat/types/network"

import { noteAbandonedRequest } from "../../../src/plugin/connection/chains/abandonedRequests.js"

/** Connections to chains, closed together. */
export type KeptConnections = AsyncDisposable & { add(chain: string, connection: NetworkConnection): void }

/** @param silent the chains that did not answer. Closing a connection waits for every answer, and theirs may never come */
export function keepConnections(silent: ReadonlySet<string>): KeptConnections {
  const connections: { readonly chain: string; readonly connection: NetworkConnection }[] = []
  return {
    add: (chain, connection) => {
      connections.push({ chain, connection })
    },
    [Symbol.asyncDispose]: async () => {
      const closing = connections.map(async ({ chain, connection }) => {
        const closed = connection.close()
        if (silent.has(chain)) closed.catch(() => undefined)
        else await closed
      })
      await Promise.all(closing)
      if (silent.size > 0) noteAbandonedRequest()
    },
  }
}
