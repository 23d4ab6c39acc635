import { noteAbandonedRequest } from "#src/plugin/connection/chains/abandonedRequests.js"

type Closable = { close(): Promise<void> }

/** Connections to chains, closed together. */
export type KeptConnections = AsyncDisposable & { add(chain: string, connection: Closable): void }

/** @param silent the chains that did not answer. Closing a connection waits for every answer, and theirs may never come */
export function keepConnections(silent: ReadonlySet<string>): KeptConnections {
  const connections: { readonly chain: string; readonly connection: Closable }[] = []
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
