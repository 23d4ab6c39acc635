import { Hono } from "hono"
import type { Hex } from "viem"

import type { LocalChain } from "../chain/chains.js"
import { derivedMethods } from "./derivedMethods.js"
import { createSubscriptions, type SubscribedChain, type Subscriptions } from "./subscriptions.js"
import type { Socket, Upgradable } from "./webSockets.js"
import { plugAbi, protocolErrorsAbi } from "#src/messaging/onchain/abi.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"

export const maxBatchRequests = 1000

type Request = {
  readonly jsonrpc: "2.0"
  readonly id?: unknown
  readonly method: string
  readonly params?: unknown[] | null
}
type Answer = { readonly jsonrpc: "2.0"; readonly id: unknown } & (
  { readonly result: unknown } | { readonly error: RpcError }
)
type RpcError = { readonly code: number; readonly message: string; readonly data?: unknown }

/** A chain that is served, and what may be wrong where a call on it reverts without a reason. */
type ServedChain = Pick<LocalChain, "name"> & SubscribedChain & { readonly whenSilent?: string | undefined }

/** A chain as one connection sees it, which can have methods of its own. */
type AskedChain = Pick<ServedChain, "name" | "provider" | "whenSilent"> & {
  readonly own?: Subscriptions["methods"]
}

/** Creates the routes that answer JSON-RPC for each chain at `/<name>`, single requests and batches: over HTTP, and over a WebSocket. */
export function rpcRoutes(chains: readonly ServedChain[]): Hono {
  const app = new Hono()
  for (const chain of chains) {
    app.post(`/${chain.name}`, async (context) => {
      const body: unknown = await context.req.json().catch(() => undefined)
      const answered = await answer(chain, body, context.req.raw.signal)
      return answered === undefined
        ? context.body(null, 204)
        : context.body(answered, 200, { "content-type": "application/json" })
    })
    app.get(`/${chain.name}`, async (context, next) => {
      const { takeOver } = (context.env ?? {}) as Upgradable
      if (takeOver === undefined) {
        await next()
        return undefined
      }
      takeOver((socket) => {
        serveSocket(chain, socket)
      })
      return context.body(null, 204)
    })
    app.all(`/${chain.name}`, (context) =>
      context.json({ message: `POST a JSON-RPC request here, ${context.req.method} does nothing` }, 405, {
        allow: "POST",
      }),
    )
  }
  app.all("/:name", (context) =>
    context.json(
      { message: `no chain ${context.req.param("name")} here, only ${chains.map(({ name }) => name).join(", ")}` },
      404,
    ),
  )
  return app
}

const maxBufferedBytes = 64 * 1024 * 1024

/** Answers what comes over a WebSocket, text for text, and sends what is subscribed to. */
function serveSocket(chain: ServedChain, socket: Socket): void {
  const closed = new AbortController()
  const send = (text: string): void => {
    if (socket.bufferedAmount > maxBufferedBytes) socket.close(1008, "read what is sent before you ask for more")
    else socket.send(text)
  }
  const { methods, stop } = createSubscriptions(chain, send)
  const { name, provider, whenSilent } = chain
  const asked: AskedChain = { name, provider, whenSilent, own: methods }
  const reply = async (text: string): Promise<void> => {
    const answered = await answer(asked, parse(text), closed.signal)
    if (answered !== undefined && !closed.signal.aborted) send(await new Response(answered).text())
  }
  socket.on("message", (data, isBinary) => {
    if (isBinary) socket.close(1003, "send JSON-RPC as text")
    else
      reply(String(data)).catch(() => {
        socket.close(1011, "the answer is too large; send fewer requests at once")
      })
  })
  // A frame that is malformed or too large has closed it, with a code that says so.
  socket.on("error", () => undefined)
  socket.on("close", () => {
    closed.abort()
    stop()
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Answers a request or a batch. Returns `undefined` where there is nothing to answer. */
async function answer(
  chain: AskedChain,
  body: unknown,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | string | undefined> {
  return Array.isArray(body) ? await answerBatch(chain, body, signal) : await answerOne(chain, body)
}

/**
 * Answers requests one after the other, because a later one may build on an earlier one. A request is performed only once
 * the client has taken the answers before it, so that never more than one is held. Once the client is gone, nothing further is.
 *
 * @returns `undefined` if every request is a notification, which gets no answer
 */
async function answerBatch(
  chain: AskedChain,
  requests: readonly unknown[],
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | string | undefined> {
  if (requests.length === 0) return JSON.stringify(failure(null, { code: -32600, message: "the batch is empty" }))
  if (requests.length > maxBatchRequests) {
    const message = `the batch has ${requests.length} requests; send at most ${maxBatchRequests} at once`
    return JSON.stringify(failure(null, { code: -32600, message }))
  }
  if (requests.some((request) => !isNotification(request))) {
    return streamArray(answersTo(chain, requests, signal))
  }
  // There is no answer to stop at, so one step performs them all.
  await answersTo(chain, requests, signal).next()
  return undefined
}

async function* answersTo(
  chain: AskedChain,
  requests: readonly unknown[],
  signal: AbortSignal,
): AsyncGenerator<string, undefined> {
  for (const request of requests) {
    if (signal.aborted) return
    const answered = await answerOne(chain, request)
    if (answered !== undefined) yield answered
  }
}

/** Answers a request, as JSON. One without an id is a notification: it is performed, but gets no answer. */
async function answerOne(chain: AskedChain, request: unknown): Promise<string | undefined> {
  if (request === undefined) return JSON.stringify(failure(null, { code: -32700, message: "the body is not JSON" }))
  if (!isRequest(request)) {
    return JSON.stringify(failure(idOf(request), { code: -32600, message: "not a JSON-RPC 2.0 request" }))
  }
  const answered = toJson(await perform(chain, request))
  return isNotification(request) ? undefined : answered
}

/** An answer can be too large for a string. */
function toJson(answer: Answer): string {
  try {
    return JSON.stringify(answer)
  } catch (error) {
    return JSON.stringify(failure(answer.id, rpcErrorOf(error)))
  }
}

async function perform(chain: AskedChain, { id, method, params }: Request): Promise<Answer> {
  const own = chain.own?.get(method)
  const refusal = own === undefined ? refusals.get(method) : undefined
  if (refusal !== undefined) return failure(id, { code: -32004, message: refusal(chain.name) })
  try {
    const result = await (own === undefined ? ask(chain, method, params ?? []) : own(params ?? []))
    return { jsonrpc: "2.0", id, result }
  } catch (error) {
    return failure(id, withAdvice(rpcErrorOf(error), chain.whenSilent))
  }
}

async function ask({ provider }: AskedChain, method: string, params: unknown[]): Promise<unknown> {
  const derive = derivedMethods.get(method)
  return await (derive === undefined
    ? provider.request({ method, params })
    : derive((call) => provider.request(call), params))
}

/** Adds to the message of a revert without a reason what may be wrong. */
function withAdvice(error: RpcError, whenSilent: string | undefined): RpcError {
  // A reason that the node found itself, in the source code of the contract, is better than a guess.
  const isUnexplained = /revert.*without (a )?reason/i.test(error.message)
  return whenSilent === undefined || !isUnexplained ? error : { ...error, message: `${error.message}. ${whenSilent}` }
}

const refuseSubscription = () =>
  "HTTP carries no subscriptions; connect to the same address by ws://, or poll with eth_newBlockFilter or eth_newFilter"

/** Methods that the chains have but that are refused here, with the reason. */
const refusals: ReadonlyMap<string, (chain: string) => string> = new Map(
  Object.entries({
    hardhat_reset: (chain: string) =>
      `hardhat_reset would remove the protocol's contracts from ${chain}; take devnet_snapshot and go back with devnet_revert, which set back all chains at once, or restart the devnet`,
    eth_subscribe: refuseSubscription,
    eth_unsubscribe: refuseSubscription,
  }),
)

function isRequest(value: unknown): value is Request {
  if (typeof value !== "object" || value === null) return false
  const { id, method, params } = value as Partial<Request>
  return isId(id) && typeof method === "string" && (params === undefined || params === null || Array.isArray(params))
}

function isNotification(request: unknown): boolean {
  return isRequest(request) && request.id === undefined
}

function isId(id: unknown): boolean {
  return id === undefined || id === null || typeof id === "string" || typeof id === "number"
}

/** The id of what is not a request, as far as it has one. */
function idOf(request: unknown): unknown {
  const { id = null } = (request ?? {}) as { id?: unknown }
  return isId(id) ? id : null
}

/** Takes code and revert data from an error of Hardhat's provider, in the form in which geth gives them and clients read them. */
function rpcErrorOf(error: unknown): RpcError {
  if (!(error instanceof Error)) return { code: -32603, message: String(error) }
  const { code, data } = error as { code?: unknown; data?: unknown }
  const ownCode = error instanceof InvalidInputError ? -32602 : -32603
  return {
    code: typeof code === "number" ? code : ownCode,
    message: error.message.replace(unnamed, nameError),
    ...(data === undefined ? {} : { data }),
  }
}

/** How the chains say that a contract without a build in the project, such as the protocol's own, has reverted. */
const unnamed = /an unrecognized custom error \(return data: (0x[0-9a-f]*)\)/i

function nameError(text: string, data: string): string {
  const { name, reason } = decodeRevertData(data as Hex, [protocolErrorsAbi, plugAbi])
  return name === undefined ? text : `custom error '${reason}'`
}

function failure(id: unknown, error: RpcError): Answer {
  return { jsonrpc: "2.0", id, error }
}

/** Streams a JSON array of one or more elements in JSON, each made once the reader took the last. A reader that leaves ends the generator. */
function streamArray(elements: AsyncGenerator<string, undefined>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let before = "["
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await elements.next()
        if (done === true) {
          controller.enqueue(encoder.encode("]"))
          controller.close()
          return
        }
        controller.enqueue(encoder.encode(before + value))
        before = ","
      },
      async cancel() {
        await elements.return(undefined)
      },
    },
    // Nothing is made ahead of the reader.
    { highWaterMark: 0 },
  )
}
