import { BaseError, type Client, createClient, custom } from "viem"

import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import { isAnswer, type Question } from "#src/http/parsing/nodeAnswers.js"
import { batchCalls } from "#src/onchain/scanning/batchCalls.js"
import { batchLogs } from "#src/onchain/scanning/batchLogs.js"
import type { Clock } from "#src/primitives/clock.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { oneLine } from "#src/primitives/text.js"

type NamedChain = { readonly client: Client; readonly name: string }

/** What an API answered, or why it did not. */
export type ApiAnswer<Value> =
  | { readonly kind: "answer"; readonly value: Value }
  | { readonly kind: "no answer"; readonly says: string; readonly error: unknown }

/** What the nodes were not asked because the time was over. */
export type Unasked = {
  /** How long they were asked. */
  readonly seconds: number
  /** The methods, by the name of the chain; empty if everything was asked. */
  readonly methods: ReadonlyMap<string, readonly string[]>
}

/** Asks the nodes and APIs of one explanation. None of them can hold it up for longer than its total time. */
export type Guard = {
  /** Returns the chain with a client that fails where the node hangs or answers nonsense, and sends no request once the time is over. */
  chain<Chain extends NamedChain>(chain: Chain): Chain
  /** Does that with every chain that `chainOf` finds, and finds each one once. */
  chains<Chain extends NamedChain>(
    chainOf: (slug: number) => Promise<Chain | undefined>,
  ): (slug: number) => Promise<Chain | undefined>
  /** Asks an API. It never throws: that an API fails or hangs is an answer, too. */
  ask<Value>(request: (signal: AbortSignal) => Promise<Value>): Promise<ApiAnswer<Value>>
  unasked(): Unasked
}

/** Milliseconds for one explanation. A request to a node has 8 seconds, and one explanation makes dozens, most of them in parallel. */
const totalTimeoutMs = 30_000

/** Milliseconds that an API has for one answer. The chains are read without it. */
const apiTimeoutMs = 5_000

/**
 * Starts the time of one explanation.
 *
 * @param options.timeout milliseconds from now after which nothing is asked any more. Default: 30,000
 */
export function createGuard({
  timeout = totalTimeoutMs,
  clock,
  signal,
}: {
  timeout?: number | undefined
  clock: Clock
  signal?: AbortSignal | undefined
}): Guard {
  const end = clock.now() + timeout
  const seconds = timeout / 1_000
  const methods = new Map<string, string[]>()
  const chain: Guard["chain"] = (unguarded) => {
    const { client, name } = unguarded
    const request = async (call: { readonly method: string }): Promise<unknown> => {
      if (clock.now() < end) return await client.request(call as never)
      methods.set(name, [...(methods.get(name) ?? []), call.method])
      const message = `It was not asked for ${call.method}, because the ${String(seconds)} s for all questions were over.`
      throw new BaseError(message, { name: "TimeOverError" })
    }
    const limited = { ...client, request: request as Client["request"] }
    return { ...unguarded, client: guardClient(batchLogs(batchCalls(limited)), { clock }) }
  }
  return {
    chain,
    chains(chainOf) {
      return memoize(async (slug) => {
        const unguarded = await chainOf(slug)
        return unguarded && chain(unguarded)
      })
    },
    async ask(request) {
      const limit = Math.min(apiTimeoutMs, end - clock.now())
      const tooLate = `It did not answer within ${String(apiTimeoutMs / 1_000)} s.`
      if (limit <= 0)
        return { kind: "no answer", says: "It was not asked, because the time was over.", error: undefined }
      try {
        const result = await withTimeLimit(limit, request, { clock, signal })
        return result.kind === "done"
          ? { kind: "answer", value: result.value }
          : { kind: "no answer", says: tooLate, error: undefined }
      } catch (error) {
        const says = isPlugsError(error) ? error.shortMessage : oneLine((error as Error).message)
        return { kind: "no answer", says, error }
      }
    },
    unasked: () => ({ seconds, methods }),
  }
}

/** Milliseconds that a node has for one request. Simulations are the slowest, and take less than a second. */
const nodeTimeoutMs = 8_000

/**
 * Returns a client that fails with an error of viem where a node hangs or answers nonsense. It does not wait again for a method that a node
 * did not answer once, so that everything ends in little more than the time for one request.
 *
 * @param client any client; its requests are passed on as they are
 */
export function guardClient(client: Client, { clock }: { readonly clock: Clock }): Client {
  const silentMethods = new Set<string>()
  const answers = new Map<string, Promise<unknown>>()
  const request = async (asked: Question): Promise<unknown> => {
    if (!isSteady(asked)) return await requestOnce(asked)
    const question = JSON.stringify(asked)
    const answer = answers.get(question) ?? requestOnce(asked)
    answers.set(question, answer)
    return await answer
  }
  const requestOnce = async (asked: Question): Promise<unknown> => {
    const { method } = asked
    const silence = `It did not answer ${method} within ${String(nodeTimeoutMs / 1_000)} s.`
    const tooLate = new BaseError(silence, { name: "SilentNodeError" })
    if (silentMethods.has(method)) throw tooLate
    const result = await withTimeLimit(nodeTimeoutMs, () => askAtHead(asked), { clock })
    if (result.kind !== "done") {
      silentMethods.add(method)
      throw tooLate
    }
    const answer: unknown = result.value
    if (!isAnswer(asked, answer)) {
      throw new BaseError(`Its answer to ${method} does not have the form of one.`, { name: "UnusableAnswerError" })
    }
    return answer
  }
  /** Some nodes keep only the state that they call latest: what is asked of their newest block by its number is asked by that name. */
  let newest: unknown
  const askAtHead = async (asked: Question): Promise<unknown> => {
    try {
      const answer: unknown = await client.request(asked as never)
      if (asked.method === "eth_getBlockByNumber" && paramsOf(asked)[0] === "latest") {
        newest = (answer as { readonly number?: unknown } | null)?.number
      }
      return answer
    } catch (error) {
      const params = paramsOf(asked)
      if (!params.includes(newest) || !hasNoState.test(String(error))) throw error
      const latest = params.map((param) => (param === newest ? "latest" : param))
      return await client.request({ ...asked, params: latest } as never)
    }
  }
  const { chain, pollingInterval } = client
  // Actions that a client was extended with would go past the guard.
  const bare = createClient({ chain, pollingInterval, ccipRead: false, transport: custom({ request }) })
  return { ...bare, request: request as Client["request"] }
}

/** How nodes say that they have no state of a block. */
export const hasNoState =
  /missing trie node|(?:state|header).*(?:not (?:available|found)|unavailable|pruned)|archive|historical/i

function paramsOf({ params }: Question): readonly unknown[] {
  return Array.isArray(params) ? params : []
}

/** What need not be asked twice for one explanation, in which a chain is read in one block. */
const steadyMethods: ReadonlySet<string> = new Set([
  "eth_call",
  "eth_getBalance",
  "eth_getCode",
  "eth_gasPrice",
  "web3_clientVersion",
])

function isSteady({ method, params }: Question): boolean {
  return steadyMethods.has(method) && !paramsOf({ method, params }).includes("pending")
}
