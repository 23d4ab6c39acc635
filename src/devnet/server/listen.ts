import type { IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

import { serve, type ServerType } from "@hono/node-server"

import { createWebSockets } from "./webSockets.js"
import { argument, text } from "#src/primitives/errorText.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** Thrown when another process listens on the port that the devnet is to use. */
export class PortBusyError extends PlugsError {
  readonly code = "PORT_BUSY"
  constructor(port: number) {
    super(`Port ${port} on 127.0.0.1 is taken.`, {
      facts: { port: String(port) },
      next: text`Stop what listens there (another devnet, perhaps), or choose another port: with ${argument("port")}, or in plugs.devnet.port of the configuration.`,
    })
  }
}

/** Only the client closes a connection that is idle: the server could close it while a request is on its way. */
const never = 0

/** A server that listens. `close` closes open connections without waiting for them. */
export type Listening = { readonly url: string; readonly port: number; close(): Promise<void> }

/** On the loopback interface only, because a devnet signs for anyone who reaches it. It keeps the process alive by default. */
export async function listen(
  fetch: (request: Request, connection?: object) => Response | Promise<Response>,
  port: number,
  { keepsProcess = true }: { readonly keepsProcess?: boolean | undefined } = {},
): Promise<Listening> {
  const hostname = "127.0.0.1"
  const server = await new Promise<ServerType>((resolve, reject) => {
    // Other protocols, such as HTTP/2, are offered by clients that go on without.
    const shouldUpgradeCallback = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === "websocket"
    const serverOptions = { keepAliveTimeout: never, shouldUpgradeCallback }
    const starting = serve({ fetch, hostname, port, serverOptions }, () => {
      resolve(starting)
    })
    starting.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? new PortBusyError(port) : error)
    })
  })
  if (!keepsProcess) server.unref()
  const webSockets = createWebSockets(fetch)
  server.on("upgrade", (...upgrade: Parameters<typeof webSockets.upgrade>) => void webSockets.upgrade(...upgrade))
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    url: `http://${hostname}:${address.port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => {
          if (error === undefined) resolve()
          else reject(error)
        })
        if ("closeAllConnections" in server) server.closeAllConnections()
        webSockets.close()
      }),
  }
}
