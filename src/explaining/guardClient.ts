import { BaseError, type Client, createClient, custom } from "viem"

import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import { isAnswer, type Question } from "#src/http/parsing/nodeAnswers.js"
import type { Clock } from "#src/primitives/clock.js"

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
const hasNoState =
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
