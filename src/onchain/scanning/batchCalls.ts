import { setImmediate } from "node:timers/promises"

import { type Address, type Client, createClient, custom, type Hex, numberToHex } from "viem"
import { call } from "viem/actions"
import { isHex } from "viem/utils"

import type { Question } from "#src/http/parsing/nodeAnswers.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

/**
 * Bytes of calls that are made together. Their answers come back as the code of a contract, which has 24,576 bytes at most: one word of each
 * of 150 calls with one argument.
 */
const batchSize = 5_400

/** How much more gas than one of them calls have together, where it is limited. Views need little of their limit. */
const gasFactor = 10n

/**
 * Makes the calls of a contract that are asked for at the same time with one request. No contract has to be deployed for that. A call that
 * fails in it is made again alone, and so is each where a node refuses them together. Calls of several contracts are not made together: what
 * one changes, which it can in a call of a view, the next would see.
 *
 * @param client one without actions of its own, which would go past this
 */
export function batchCalls(client: Client): Client {
  const { chain, pollingInterval } = client
  const multicall = { batchSize, deployless: true, wait: 0 }
  const keyOf = ({ to, gas }: SharedCall): string => `${to.toLowerCase()} ${gas ?? ""}`
  const ask = async (question: Question): Promise<unknown> => await client.request(question as never)
  const alone = ({ question }: SharedCall): Promise<unknown> => ask(question)
  const answer = inGroups<SharedCall>(keyOf, (group) => {
    const [first] = group
    if (first === undefined || group.length === 1) return alone
    const { gas } = first
    const request = gas === undefined ? ask : (asked: Question) => ask(withGas(asked, BigInt(gas) * gasFactor))
    // What has another id is not made together. No contract may name a server to ask.
    const own = { uid: `${client.uid} ${keyOf(first)}`, request, batch: { multicall }, ccipRead: false }
    const batching = { ...client, ...own } as Client
    return async (shared) => {
      const { data } = await call(batching, shared.asked).catch(() => ({ data: undefined }))
      return data ?? (await alone(shared))
    }
  })
  const request = async (question: Question): Promise<unknown> => {
    const shared = readCall(question)
    return shared === undefined ? await ask(question) : await answer(shared)
  }
  return createClient({ chain, pollingInterval, ccipRead: false, transport: custom({ request }, { retryCount: 0 }) })
}

function withGas(asked: Question, gas: bigint): Question {
  const [shared, ...others] = asked.params as readonly object[]
  return { ...asked, params: [{ ...shared, gas: numberToHex(gas) }, ...others] }
}

type SharedCall = {
  readonly question: Question
  readonly to: Address
  readonly gas?: Hex | undefined
  readonly asked: Parameters<typeof call>[1]
}

/** A call without a sender. */
function readCall(question: Question): SharedCall | undefined {
  const { method, params } = question
  if (method !== "eth_call" || !Array.isArray(params) || params.length !== 2) return undefined
  const [asked, block] = params as [{ readonly to?: Address; readonly data?: Hex; readonly gas?: Hex }, unknown]
  const { to, data, gas } = asked
  const isPlain = Object.keys(asked).every((key) => ["to", "data", "gas"].includes(key))
  if (to === undefined || data === undefined || !isPlain) return undefined
  const shared = { question, to, gas }
  if (isHex(block)) return { ...shared, asked: { to, data, blockNumber: BigInt(block) } }
  return block === "latest" || block === "pending" ? { ...shared, asked: { to, data, blockTag: block } } : undefined
}

type Answer<Question> = (question: Question) => Promise<unknown>

/**
 * Collects questions that are asked at the same time.
 *
 * @param keyOf what the questions have in common that can be asked together
 * @param open gets those with one key, and returns what answers each of them
 */
export function inGroups<Question>(
  keyOf: (question: Question) => string,
  open: (group: readonly Question[]) => Answer<Question>,
): Answer<Question> {
  const groups = new Map<string, { readonly asked: Question[]; answer?: Answer<Question> }>()
  return async (question) => {
    const key = keyOf(question)
    const group = getOrAdd(groups, key, () => ({ asked: [] }))
    group.asked.push(question)
    await setImmediate()
    groups.delete(key)
    group.answer ??= open(group.asked)
    return await group.answer(question)
  }
}
