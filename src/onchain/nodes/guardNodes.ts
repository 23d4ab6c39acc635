import type { Client } from "viem"

import type { Clock } from "../../primitives/clock.js"
import { createTimeBudget, type TimeBudget } from "./createTimeBudget.js"
import { guardClient } from "./guardClient.js"

type AskedChain = { readonly client: Client; readonly name: string }

/** Nodes that a task asks many questions while somebody waits. */
export type GuardedNodes = Pick<TimeBudget, "leftUnasked"> & {
  /** Returns the chain with a client that fails where the node hangs or answers nonsense, and asks nothing once the time is over. */
  guard<Chain extends AskedChain>(chain: Chain): Chain
  /** Does that with each chain that is found. Each is opened once, so that nobody waits for one twice. */
  guardAll<Chain extends AskedChain>(
    chainOf: (slug: number) => Promise<Chain | undefined>,
  ): (slug: number) => Promise<Chain | undefined>
}

/** As long as somebody waits for a command. One request has 8 seconds, and one explanation makes dozens, most of them side by side. */
const defaultTimeout = 30_000

/**
 * Guards against nodes that hang, answer nonsense, or take too long for all questions together.
 *
 * @param options.timeout milliseconds from now after which no node is asked anything. Default: 30,000
 * @example
 * const nodes = guardNodes({ clock: systemClock })
 * const src = nodes.guard(alpha)
 */
export function guardNodes({
  timeout = defaultTimeout,
  clock,
}: {
  timeout?: number | undefined
  clock: Clock
}): GuardedNodes {
  const budget = createTimeBudget(timeout, clock)
  const guard: GuardedNodes["guard"] = (chain) => ({ ...chain, client: guardClient(budget.limit(chain), { clock }) })
  return {
    guard,
    guardAll(chainOf) {
      const opened = new Map<number, ReturnType<typeof chainOf>>()
      const open: typeof chainOf = async (slug) => {
        const chain = await chainOf(slug)
        return chain && guard(chain)
      }
      return (slug) => {
        const opening = opened.get(slug) ?? open(slug)
        opened.set(slug, opening)
        return opening
      }
    },
    leftUnasked: () => budget.leftUnasked(),
  }
}
