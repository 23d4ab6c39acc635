import type { OpenChainsFunction } from "../../devnet/chain/chains.js"

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

  return {
    openWith:
      (open) =>
      (chainsToOpen, options = {}) =>
        open(chainsToOpen, {
          ...options,
          attach(name, provider) {
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
            options.attach?.(name, provider)
          },
        }),
    changes: () => changes,
    unanswered: () => [...unanswered].map(({ text }) => text),
  }
}
