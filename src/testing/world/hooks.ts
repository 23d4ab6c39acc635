import { AsyncLocalStorage } from "node:async_hooks"

import type { NetworkConnection } from "hardhat/types/network"
import type { Hex } from "viem"

import { attachFirst, changesChain } from "./createRequestLog.js"
import type { OpenChainsFunction } from "#src/devnet/chain/chains.js"
import type { ExecutionGas } from "#src/devnet/messaging/actors/MessagingWorkerContext.js"
import { createListeners, type Listeners } from "#src/primitives/lifetime/createListeners.js"

type Provider = NetworkConnection["provider"]
export type ChainRequest = Provider["request"]
export type ChainCall = Parameters<ChainRequest>[0]

/** Handles a request that changes a chain. It makes the request by `forward`, once, later or not at all. */
export type ChainHook = (call: ChainCall, forward: () => Promise<unknown>) => Promise<unknown>

export type ChainProvider = Pick<Provider, "request">

/** Reads the newest block of a chain, or the next one as it would be now. */
export async function readBlock({ request }: ChainProvider, tag: "latest" | "pending"): Promise<Block> {
  return (await request({ method: "eth_getBlockByNumber", params: [tag, false] })) as Block
}

type Block = Readonly<Record<"number" | "hash" | "timestamp" | "baseFeePerGas", Hex>>

/** The hooks of a chain, below everything else that reaches it. */
export type ChainHooks = {
  /** Reaches the chain itself, without hooks. */
  readonly request: ChainRequest
  /** Asked for each request that changes the chain, the last one added first, one request at a time. */
  readonly hooks: Set<ChainHook>
  /** Notified with the hash of a transaction whose receipt was read, while there are hooks. */
  readonly onReceipt: Listeners<[hash: string]>
}

type ChainsHooks = {
  /** Opens chains by another function, and attaches hooks to each before anything else uses its provider. */
  openWith(open: OpenChainsFunction): OpenChainsFunction
  of(chain: string): ChainHooks
}

export function createChainHooks(): ChainsHooks {
  const byChain = new Map<string, ChainHooks>()
  return {
    openWith: (open) =>
      attachFirst(open, (name, provider) => {
        byChain.set(name, attachHooks(provider))
      }),
    of(chain) {
      const found = byChain.get(chain)
      if (found === undefined) throw new Error(`nothing was attached to the chain ${chain}`)
      return found
    },
  }
}

function attachHooks(provider: Provider): ChainHooks {
  const request = provider.request.bind(provider)
  const hooks = new Set<ChainHook>()
  const onReceipt = createListeners<[hash: string]>()
  /** Not within the request that reads the receipt: what a listener begins, such as a run of the actors, is no part of it. */
  const notify = AsyncLocalStorage.bind((hash: string) => {
    onReceipt.notify(hash)
  })
  /** Hardhat makes requests within a request. They belong to it. */
  const isWithin = new AsyncLocalStorage<true>()
  let last: Promise<unknown> = Promise.resolve()

  function handle(call: ChainCall): Promise<unknown> {
    return [...hooks].reduce<() => Promise<unknown>>(
      (forward, hook) => () => hook(call, forward),
      async () => (await request(call)) as unknown,
    )()
  }

  provider.request = async (call) => {
    if (hooks.size === 0 || isWithin.getStore() === true) return (await request(call)) as unknown
    if (call.method === "eth_getTransactionReceipt") {
      const receipt: unknown = await request(call)
      if (receipt !== null) notify((call.params as readonly [string])[0])
      return receipt
    }
    if (!changesChain.test(call.method)) return (await request(call)) as unknown
    const handled = last.then(() => isWithin.run(true, () => handle(call)))
    last = handled.catch(() => undefined)
    return await handled
  }
  return { request, hooks, onReceipt }
}

/** What Node's server gives beside a request. */
type ServerEnv = {
  readonly incoming?: { readonly socket?: { destroy(): unknown } }
}

type Fetch = (request: Request, env?: ServerEnv) => Response | Promise<Response>

/** Answers a request, itself or by `forward`. */
export type ApiHook = (request: Request, forward: () => Promise<Response>, env: ServerEnv) => Promise<Response>

/** Adds a hook. Returns a function that removes it. */
export function addHook<Hook>(hooks: Set<Hook>, hook: Hook): () => void {
  hooks.add(hook)
  return () => hooks.delete(hook)
}

export type WorldHooks = {
  readonly chains: ChainsHooks
  readonly apis: {
    /** Asked for each request, the last one added first. */
    readonly hooks: Set<ApiHook>
    readonly wrapFetch: (fetch: Fetch) => Fetch
  }
  readonly executionGas: {
    /** Each changes the gas that the executor gives to an execution, in order. */
    readonly hooks: Set<ExecutionGas>
    readonly limit: ExecutionGas
  }
}

export function createWorldHooks(): WorldHooks {
  const apiHooks = new Set<ApiHook>()
  const gasHooks = new Set<ExecutionGas>()
  return {
    chains: createChainHooks(),
    apis: {
      hooks: apiHooks,
      wrapFetch: (fetch) => async (request, env) =>
        await [...apiHooks].reduce<() => Promise<Response>>(
          (forward, hook) => () => hook(request, forward, env ?? {}),
          async () => await fetch(request, env),
        )(),
    },
    executionGas: {
      hooks: gasHooks,
      async limit(call, gas) {
        let limited = gas
        for (const hook of gasHooks) limited = await hook(call, limited)
        return limited
      },
    },
  }
}
