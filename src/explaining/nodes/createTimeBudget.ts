import { BaseError, type Client } from "viem"

import type { Clock } from "../../primitives/clock.js"
import type { Cause } from "../Explanation.js"

/** The time for an explanation was over before a question was asked. */
class TimeOverError extends BaseError {
  constructor(method: string, seconds: number) {
    super(`It was not asked for ${method}, because the ${String(seconds)} s for this explanation were over.`, {
      name: "TimeOverError",
    })
  }
}

/** The time for all that is asked to explain something. */
export type TimeBudget = {
  /** A client of a chain that asks nothing more once the time is over. */
  limit(chain: { readonly client: Client; readonly name: string }): Client
  /** Says what was left out; nothing if nothing was. */
  causes(): readonly Cause<"chain-not-read">[]
}

/** @param timeout milliseconds from now */
export function createTimeBudget(timeout: number, clock: Pick<Clock, "now">): TimeBudget {
  const end = clock.now() + timeout
  const seconds = timeout / 1_000
  /** The methods that were not asked for any more, by the chain. */
  const leftOut = new Map<string, string[]>()
  return {
    limit({ client, name }) {
      const request = async (asked: { readonly method: string }): Promise<unknown> => {
        if (clock.now() < end) return await client.request(asked as never)
        leftOut.set(name, [...(leftOut.get(name) ?? []), asked.method])
        throw new TimeOverError(asked.method, seconds)
      }
      return { ...client, request: request as Client["request"] }
    },
    causes() {
      if (leftOut.size === 0) return []
      const evidence = [...leftOut].map(([source, methods]) => ({
        source,
        says: `It was not asked for ${[...new Set(methods)].join(", ")} any more.`,
      }))
      const says = `The ${String(seconds)} s for this explanation were over before everything was asked, so causes can be missing.`
      const mend = { who: "you: the nodes answer slowly, so look again later or use others", command: null }
      return [{ name: "chain-not-read", certainty: "possible", says, evidence, mend, about: null }]
    },
  }
}
