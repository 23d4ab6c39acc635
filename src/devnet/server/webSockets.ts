import type { IncomingMessage } from "node:http"
import { STATUS_CODES } from "node:http"
import { createRequire } from "node:module"
import type { Duplex } from "node:stream"

export const mebibyte = 1024 * 1024

/** Bytes of a request's body, or of one message over a WebSocket. More than the largest contract that a chain accepts, as hex in JSON. */
export const maxBodyBytes = 10 * mebibyte

/** What the devnet uses of a WebSocket of ws, the library that Hardhat's own node has. */
export type Socket = {
  /** What was sent and is not taken yet. */
  readonly bufferedAmount: number
  send(text: string): void
  close(code: number, reason: string): void
  on(event: "message", listener: (data: Buffer, isBinary: boolean) => void): unknown
  on(event: "close" | "error", listener: () => void): unknown
}

/** What a request for a WebSocket has beside it: the route that gives one says who serves it. */
export type Upgradable = { readonly takeOver?: (serve: (socket: Socket) => void) => void }

type SocketServer = {
  readonly clients: ReadonlySet<Socket>
  handleUpgrade(request: IncomingMessage, connection: Duplex, head: Buffer, serve: (socket: Socket) => void): void
}
type WebSockets = {
  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): Promise<void>
  close(): void
}
type Fetch = (request: Request, env: object) => Response | Promise<Response>

/** Gives connections that ask for it to WebSockets. The app is asked as for any other request, so what guards it guards them too. */
export function createWebSockets(fetch: Fetch): WebSockets {
  const connections = new Set<Duplex>()
  let server: SocketServer | undefined

  return {
    async upgrade(request, connection, head) {
      connections.add(connection)
      connection.once("close", () => connections.delete(connection))
      const ignore = () => undefined
      connection.on("error", ignore)
      let serve: ((socket: Socket) => void) | undefined
      const env = { incoming: request, takeOver: (served: typeof serve) => (serve = served) }
      const response = await ask(fetch, request, env)
      if (serve === undefined) {
        const status = response.ok ? 426 : response.status
        const body = response.ok ? "" : await response.text()
        const head = [
          `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
          "connection: close",
          "content-type: application/json",
        ]
        connection.end([...head, `content-length: ${Buffer.byteLength(body)}`, "", body].join("\r\n"))
        return
      }
      connection.off("error", ignore)
      // Only now, because most devnets are asked for none, and it takes 50 ms.
      const load = createRequire(import.meta.url)
      server ??= new (load("ws") as { WebSocketServer: new (options: object) => SocketServer }).WebSocketServer({
        noServer: true,
        maxPayload: maxBodyBytes,
      })
      server.handleUpgrade(request, connection, head, serve)
    },

    close() {
      for (const client of server?.clients ?? []) client.close(1001, "the server has stopped")
      for (const connection of connections) connection.destroy()
    },
  }
}

async function ask(fetch: Fetch, { headers, url = "/" }: IncomingMessage, env: object): Promise<Response> {
  try {
    const named = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    return await fetch(new Request(new URL(url, `http://${headers.host}`), { headers: named }), env)
  } catch (error) {
    return Response.json({ message: String(error) }, { status: 400 })
  }
}
