import { AsyncLocalStorage } from "node:async_hooks"

import type { NetworkConnection } from "hardhat/types/network"

import type { OpenChainsFunction, OpenChainsOptions } from "#src/devnet/chain/chains.js"

/** Takes hold of the provider of each chain that another function opens, before anything that the caller attaches does. */
export function attachFirst(
  open: OpenChainsFunction,
  attach: NonNullable<OpenChainsOptions["attach"]>,
): OpenChainsFunction {
  return (chainsToOpen, options = {}) =>
    open(chainsToOpen, {
      ...options,
      attach(name, provider) {
        attach(name, provider)
        options.attach?.(name, provider)
      },
    })
}

/** What reaches the chains of a world, below everything that can hold a request back. */
export type RequestLog = {
  /** Opens chains in the way of another function, and counts what reaches them from then on. */
  readonly openWith: (open: OpenChainsFunction) => OpenChainsFunction
  /** How many requests were made or answered, less the same ones since the last change: while it stays, no chain does anything. */
  readonly changes: () => number
  /** Does work whose requests are refused once the signal fires, or never if there is none. */
  readonly during: <Result>(signal: AbortSignal | undefined, work: () => Promise<Result>) => Promise<Result>
  /** The signal of the work that asks. */
  readonly signal: () => AbortSignal | undefined
  /** What no chain has answered yet, such as `eth_call on alpha`. */
  readonly unanswered: () => readonly string[]
}

/** The methods of requests that can change a chain. */
export const changesChain: RegExp = /^(?:eth_send|evm_|hardhat_)/

export function createRequestLog(): RequestLog {
  const unanswered = new Set<{ readonly text: string }>()
  const work = new AsyncLocalStorage<AbortSignal | undefined>()
  /** What such work has asked since a chain has last changed. */
  const asked = new Set<string>()
  let changes = 0

  function isAskedAgain(name: string, { method, params }: Parameters<NetworkConnection["provider"]["request"]>[0]) {
    if (changesChain.test(method)) asked.clear()
    const key = `${name} ${method} ${JSON.stringify(params ?? [])}`
    if (asked.has(key)) return true
    asked.add(key)
    return false
  }

  function count(name: string, provider: NetworkConnection["provider"]): void {
    const request = provider.request.bind(provider)
    provider.request = async (call) => {
      const signal = work.getStore()
      signal?.throwIfAborted()
      const isNew = signal === undefined || !isAskedAgain(name, call)
      const entry = { text: `${call.method} on ${name}` }
      unanswered.add(entry)
      if (isNew) changes += 1
      try {
        return (await request(call)) as unknown
      } finally {
        unanswered.delete(entry)
        if (isNew) changes += 1
      }
    }
  }

  return {
    openWith: (open) => attachFirst(open, count),
    changes: () => changes,
    during: (signal, task) => work.run(signal, task),
    signal: () => work.getStore(),
    unanswered: () => [...unanswered].map(({ text }) => text),
  }
}
