import { Hono } from "hono"

import type { LocalChain } from "../chain/chains.js"

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

/** Creates the routes that answer JSON-RPC over HTTP for each chain at `/<name>`, single requests and batches. */
export function rpcRoutes(chains: readonly LocalChain[]): Hono {
  const app = new Hono()
  for (const chain of chains) {
    app.post(`/${chain.name}`, async (context) => {
      const body: unknown = await context.req.json().catch(() => undefined)
      const answered =
        body === undefined ? notJson : Array.isArray(body) ? await answerBatch(chain, body) : await answer(chain, body)
      return answered === undefined ? context.body(null, 204) : context.json(answered)
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

/** Answers requests one after the other, because a later one may build on an earlier one. Notifications get no answer. */
async function answerBatch(chain: LocalChain, requests: readonly unknown[]): Promise<Answer | Answer[] | undefined> {
  if (requests.length === 0) return failure(null, { code: -32600, message: "the batch is empty" })
  const answers: Answer[] = []
  for (const request of requests) {
    const answered = await answer(chain, request)
    if (answered !== undefined) answers.push(answered)
  }
  return answers.length === 0 ? undefined : answers
}

/** Answers a request. One without an id is a notification: it is performed, but gets no answer. */
async function answer(chain: LocalChain, request: unknown): Promise<Answer | undefined> {
  if (!isRequest(request)) return failure(idOf(request), { code: -32600, message: "not a JSON-RPC 2.0 request" })
  const answered = await perform(chain, request)
  return request.id === undefined ? undefined : answered
}

async function perform(chain: LocalChain, { id, method, params }: Request): Promise<Answer> {
  const refusal = refusals[method]
  if (refusal !== undefined) return failure(id, { code: -32004, message: refusal(chain.name) })
  try {
    return { jsonrpc: "2.0", id, result: (await chain.provider.request({ method, params: params ?? [] })) as unknown }
  } catch (error) {
    return failure(id, rpcErrorOf(error))
  }
}

const refuseSubscription = () => "HTTP carries no subscriptions; poll with eth_newBlockFilter or eth_newFilter"

/** Methods that the chains have but that are refused here, with the reason. */
const refusals: Readonly<Record<string, (chain: string) => string>> = {
  hardhat_reset: (chain) =>
    `hardhat_reset would remove the protocol's contracts from ${chain}; take devnet_snapshot and go back with devnet_revert, which set back all chains at once, or restart the devnet`,
  eth_subscribe: refuseSubscription,
  eth_unsubscribe: refuseSubscription,
}

function isRequest(value: unknown): value is Request {
  if (typeof value !== "object" || value === null) return false
  const { method, params } = value as Partial<Request>
  return typeof method === "string" && (params === undefined || params === null || Array.isArray(params))
}

function idOf(request: unknown): unknown {
  return (request as { id?: unknown } | null)?.id ?? null
}

/**
 * Takes code and revert data from an error of Hardhat's provider, in the form in which geth gives them and clients read
 * them.
 */
function rpcErrorOf(error: unknown): RpcError {
  if (!(error instanceof Error)) return { code: -32603, message: String(error) }
  const { code, data } = error as { code?: unknown; data?: unknown }
  return {
    code: typeof code === "number" ? code : -32603,
    message: error.message,
    ...(data === undefined ? {} : { data }),
  }
}

function failure(id: unknown, error: RpcError): Answer {
  return { jsonrpc: "2.0", id, error }
}

const notJson: Answer = failure(null, { code: -32700, message: "the body is not JSON" })
