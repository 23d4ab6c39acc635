import { BaseError, type Client } from "viem"

import type { Clock } from "../../primitives/clock.js"

/** The time for all questions was over before one was asked. */
class TimeOverError extends BaseError {
  constructor(method: string, seconds: number) {
    super(`It was not asked for ${method}, because the ${String(seconds)} s for all questions were over.`, {
      name: "TimeOverError",
    })
  }
}

/** What was not asked any more. */
export type LeftUnasked = {
  /** How long questions were asked. */
  readonly seconds: number
  /** The methods, by the name of the chain; empty if everything was asked. */
  readonly methods: ReadonlyMap<string, readonly string[]>
}

/** The time for all that nodes are asked. */
export type TimeBudget = {
  /** A client of a chain that asks nothing more once the time is over. */
  limit(chain: { readonly client: Client; readonly name: string }): Client
  leftUnasked(): LeftUnasked
}

/** @param timeout milliseconds from now */
export function createTimeBudget(timeout: number, clock: Pick<Clock, "now">): TimeBudget {
  const end = clock.now() + timeout
  const seconds = timeout / 1_000
  const methods = new Map<string, string[]>()
  return {
    limit({ client, name }) {
      const request = async (asked: { readonly method: string }): Promise<unknown> => {
        if (clock.now() < end) return await client.request(asked as never)
        methods.set(name, [...(methods.get(name) ?? []), asked.method])
        throw new TimeOverError(asked.method, seconds)
      }
      return { ...client, request: request as Client["request"] }
    },
    leftUnasked: () => ({ seconds, methods }),
  }
}
