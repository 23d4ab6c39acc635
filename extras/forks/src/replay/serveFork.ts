import { Hono } from "hono"
import type { Hex } from "viem"

import type { LocalChain } from "#src/devnet/chain/chains.js"
import { guardApp } from "#src/devnet/server/guardApp.js"
import { listen, type Listening } from "#src/devnet/server/listen.js"
import { rpcRoutes } from "#src/devnet/server/rpc.js"

/**
 * Serves a fork over JSON-RPC on this machine, with one method more: `plugs_execute` executes the message, and answers with the hash of the
 * transaction.
 *
 * @throws {PortBusyError} another process listens on the port
 */
export async function serveFork(
  chain: LocalChain,
  { port, execute }: { readonly port: number; readonly execute: () => Promise<Hex> },
): Promise<Pick<Listening, "url" | "close">> {
  const request = (call: { readonly method: string; readonly params: unknown[] }) =>
    call.method === "plugs_execute" ? execute() : chain.provider.request(call)
  const app = new Hono()
  // A page has no business with a fork.
  guardApp(app, { allowedOrigins: new Set(), report: () => undefined })
  const { name, onHead, announced, onChange } = chain
  app.route("/", rpcRoutes([{ name, onHead, announced, onChange, provider: { request } }]))
  const server = await listen(app.fetch, port)
  return { url: `${server.url}/${chain.name}`, close: () => server.close() }
}
