import { BaseError, type Client, createClient, custom } from "viem"

import { withTimeLimit } from "../http/attempt/withTimeLimit.js"
import type { Clock } from "../primitives/clock.js"

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
    if (formOf(asked)?.(answer) === false) {
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
  const bare = createClient({ chain, pollingInterval, transport: custom({ request }) })
  return { ...bare, request: request as Client["request"] }
}

/** How nodes say that they have no state of a block. */
const hasNoState =
  /missing trie node|(?:state|header).*(?:not (?:available|found)|unavailable|pruned)|archive|historical/i

function paramsOf({ params }: Question): readonly unknown[] {
  return Array.isArray(params) ? params : []
}

/** What need not be asked twice for one explanation, in which a chain is read in one block. */
const steadyMethods: ReadonlySet<string> = new Set(["eth_call", "eth_getCode", "eth_gasPrice", "web3_clientVersion"])

function isSteady({ method, params }: Question): boolean {
  return steadyMethods.has(method) && !paramsOf({ method, params }).includes("pending")
}

type Question = { readonly method: string; readonly params?: unknown }

type Form = (answer: unknown) => boolean

const isData: Form = (answer) => typeof answer === "string" && /^0x[0-9a-f]*$/i.test(answer)
const isQuantity: Form = (answer) => typeof answer === "string" && /^0x[0-9a-f]+$/i.test(answer)
const isArrayOf =
  (form: Form): Form =>
  (answer) =>
    Array.isArray(answer) && answer.every(form)
const hasFields =
  (fields: Readonly<Record<string, Form>>): Form =>
  (answer) =>
    Object.entries(fields).every(([name, form]) => form((answer as Readonly<Record<string, unknown>> | null)?.[name]))
const orNull =
  (form: Form): Form =>
  (answer) =>
    answer === null || form(answer)

const isLog = hasFields({
  address: isData,
  topics: isArrayOf(isData),
  data: isData,
  blockNumber: isQuantity,
  transactionHash: isData,
})
const isBlock = orNull(hasFields({ number: isQuantity, timestamp: isQuantity, hash: isData }))
// It has no hash yet, and not on every node a number.
const isPendingBlock = orNull(hasFields({ timestamp: isQuantity }))

/** The form of the answers that are read. Others are not looked at. */
const forms: ReadonlyMap<string, Form> = new Map([
  ["eth_call", isData],
  ["eth_getCode", isData],
  ["eth_blockNumber", isQuantity],
  ["eth_getBalance", isQuantity],
  ["eth_gasPrice", isQuantity],
  ["eth_getTransactionCount", isQuantity],
  ["eth_getBlockByNumber", isBlock],
  ["eth_getBlockByHash", isBlock],
  ["eth_getLogs", isArrayOf(isLog)],
  [
    "eth_getTransactionReceipt",
    orNull(hasFields({ blockNumber: isQuantity, transactionHash: isData, from: isData, logs: isArrayOf(isLog) })),
  ],
  [
    "eth_getTransactionByHash",
    orNull(hasFields({ from: isData, nonce: isQuantity, input: isData, blockNumber: orNull(isQuantity) })),
  ],
])

function formOf({ method, params }: Question): Form | undefined {
  const isPending = method === "eth_getBlockByNumber" && Array.isArray(params) && params[0] === "pending"
  return isPending ? isPendingBlock : forms.get(method)
}
