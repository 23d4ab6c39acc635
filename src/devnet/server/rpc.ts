import { Hono } from "hono"

import type { LocalChain } from "../chains.js"

type Request = { readonly jsonrpc: "2.0"; readonly id?: unknown; readonly method: string; readonly params?: unknown[] }
type Answer = { readonly jsonrpc: "2.0"; readonly id: unknown } & (
  { readonly result: unknown } | { readonly error: RpcError }
)
type RpcError = { readonly code: number; readonly message: string; readonly data?: unknown }

/** JSON-RPC over HTTP for each chain, at `/<name>`, single requests and batches. */
export function rpcRoutes(chains: readonly LocalChain[]): Hono {
  const app = new Hono()
  for (const chain of chains) {
    app.post(`/${chain.name}`, async (context) => {
      const body: unknown = await context.req.json().catch(() => undefined)
      if (body === undefined) return context.json(failure(null, { code: -32700, message: "the body is not JSON" }))
      return context.json(
        Array.isArray(body) ? await Promise.all(body.map((each) => answer(chain, each))) : await answer(chain, body),
      )
    })
  }
  return app
}

async function answer(chain: LocalChain, request: unknown): Promise<Answer> {
  if (!isRequest(request)) return failure(null, { code: -32600, message: "not a JSON-RPC 2.0 request" })
  const { id = null, method, params = [] } = request
  if (refused.has(method)) {
    return failure(id, {
      code: -32004,
      message: `${method} would remove the protocol's contracts from ${chain.name}; use evm_snapshot and evm_revert, or restart the devnet`,
    })
  }
  try {
    return { jsonrpc: "2.0", id, result: (await chain.provider.request({ method, params })) as unknown }
  } catch (error) {
    return failure(id, rpcErrorOf(error))
  }
}

const refused = new Set(["hardhat_reset"])

function isRequest(value: unknown): value is Request {
  if (typeof value !== "object" || value === null) return false
  const { method, params } = value as Partial<Request>
  return typeof method === "string" && (params === undefined || Array.isArray(params))
}

/** Clients read revert data as plain hex beside code 3, as geth gives it. Hardhat's provider throws it on the error. */
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
