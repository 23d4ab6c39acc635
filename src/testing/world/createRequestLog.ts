import type { NetworkConnection } from "hardhat/types/network"

import type { OpenChainsFunction, OpenChainsOptions } from "../../devnet/chain/chains.js"

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
  /** How many requests have reached a chain or were answered. While it stays the same, no chain does anything. */
  readonly changes: () => number
  /** What no chain has answered yet, such as `eth_call on alpha`. */
  readonly unanswered: () => readonly string[]
}

export function createRequestLog(): RequestLog {
  const unanswered = new Set<{ readonly text: string }>()
  let changes = 0

  function count(name: string, provider: NetworkConnection["provider"]): void {
    const request = provider.request.bind(provider)
    provider.request = async (call) => {
      const entry = { text: `${call.method} on ${name}` }
      unanswered.add(entry)
      changes += 1
      try {
        return (await request(call)) as unknown
      } finally {
        unanswered.delete(entry)
        changes += 1
      }
    }
  }

  return {
    openWith: (open) => attachFirst(open, count),
    changes: () => changes,
    unanswered: () => [...unanswered].map(({ text }) => text),
  }
}
