import { AsyncLocalStorage } from "node:async_hooks"

import type { NetworkConnection } from "hardhat/types/network"

import { createListeners, type Listeners } from "../../../primitives/createListeners.js"
import type { OpenChainsFunction } from "../../../devnet/chain/chains.js"
import { attachFirst } from "../../chains/attachFirst.js"

type Provider = NetworkConnection["provider"]
export type ChainRequest = Provider["request"]
export type ChainCall = Parameters<ChainRequest>[0]

/**
 * Handles a request that changes a chain. It makes the request by `forward`, once, later or not at all.
 */
export type ChainHook = (call: ChainCall, forward: () => Promise<unknown>) => Promise<unknown>

/** What reaches a chain. */
export type ChainProvider = Pick<Provider, "request">

/** Where faults take hold of a chain: behind everything else that reaches it. */
export type ChainSeam = {
  /** Reaches the chain itself, without hooks. */
  readonly request: ChainRequest
  /** Asked for each request that changes the chain, the last one added first, one request at a time. */
  readonly hooks: Set<ChainHook>
  /** Notified with the hash of a transaction whose receipt somebody has read, while there are hooks. */
  readonly onReceipt: Listeners<[hash: string]>
}

export type ChainSeams = {
  /** Opens chains in the way of another function, and takes hold of each before anything else uses its provider. */
  openWith(open: OpenChainsFunction): OpenChainsFunction
  of(chain: string): ChainSeam
}

export function createChainSeams(): ChainSeams {
  const seams = new Map<string, ChainSeam>()
  return {
    openWith: (open) =>
      attachFirst(open, (name, provider) => {
        seams.set(name, takeHold(provider))
      }),
    of(chain) {
      const seam = seams.get(chain)
      if (seam === undefined) throw new Error(`nothing was attached to the chain ${chain}`)
      return seam
    },
  }
}

function takeHold(provider: Provider): ChainSeam {
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
    if (isReading(call)) return (await request(call)) as unknown
    const handled = last.then(() => isWithin.run(true, () => handle(call)))
    last = handled.catch(() => undefined)
    return await handled
  }
  return { request, hooks, onReceipt }
}

function isReading({ method }: ChainCall): boolean {
  return !/^(?:eth_send|evm_|hardhat_)/.test(method)
}
