import { AsyncLocalStorage } from "node:async_hooks"

import type { NetworkConnection } from "hardhat/types/network"
import pLimit from "p-limit"

import { createListeners } from "#src/primitives/lifetime/createListeners.js"

type Provider = NetworkConnection["provider"]
type Call = Parameters<Provider["request"]>[0]

/**
 * Answers again what the chain has answered already, while nothing can have changed it: the newest block, which every observer reads after
 * everything that an actor does, the transactions that wait, and the time of the next block, which is set before everything that uses it.
 * Two thirds of what a test asks its chains are these.
 *
 * It has to stand between the chain and everything else that uses it.
 */
export function askOnce(provider: Provider): void {
  const request = provider.request.bind(provider)
  /** By request. What is set is a request too. */
  const answers = new Map<string, { readonly params: string; readonly answer: Promise<unknown> }>()
  /** Its blocks come without a request, so their announcement can come later than a read of them. */
  let minesByItself = false

  async function ask(call: Call): Promise<unknown> {
    const params = JSON.stringify(call.params ?? [])
    const known = answers.get(call.method)
    // Callers may change what they get.
    if (known?.params === params) return structuredClone(await known.answer)
    const asked = { params, answer: request(call) as Promise<unknown> }
    answers.set(call.method, asked)
    try {
      return await asked.answer
    } catch (error) {
      if (answers.get(call.method) === asked) answers.delete(call.method)
      throw error
    }
  }

  provider.on("notification", () => {
    answers.clear()
  })
  provider.request = async (call) => {
    if (call.method === "evm_setIntervalMining") minesByItself = (call.params as readonly unknown[])[0] !== 0
    if (isAskedOften(call) && !minesByItself) return await ask(call)
    if (leavesAnswers.test(call.method)) return (await request(call)) as unknown
    // Before too, because a block takes the time along that was set for it.
    answers.clear()
    try {
      return (await request(call)) as unknown
    } finally {
      answers.clear()
    }
  }
}

function isAskedOften({ method, params = [] }: Call): boolean {
  if (method === "eth_getBlockByNumber") return JSON.stringify(params) === '["latest",false]'
  return method === "eth_pendingTransactions" || method === "evm_setNextBlockTimestamp"
}

/** Requests that mine nothing and take no time along. Any other method may do both. */
const leavesAnswers = /^(?:eth_(?!send|mine)|net_|web3_|debug_|evm_snapshot$|hardhat_(?:metadata|getAutomine)$)/

/** Gives the providers of chains another method, which gets its first parameter. */
export function addMethod(
  chains: readonly { readonly provider: Provider }[],
  method: string,
  answer: (parameter: unknown) => Promise<unknown>,
): void {
  for (const { provider } of chains) {
    const request = provider.request.bind(provider)
    provider.request = async (call) => {
      if (call.method !== method) return (await request(call)) as unknown
      return await answer((call.params as readonly unknown[] | undefined)?.[0])
    }
  }
}

export type Stillness = {
  /**
   * Runs work while the chain answers no other caller and mines nothing by itself. Requests that come meanwhile wait; those that the
   * chain has begun are finished first.
   *
   * @param work gets the only way to reach the chain
   */
  readonly whileStill: <Result>(work: (request: Provider["request"]) => Promise<Result>) => Promise<Result>
  /** Whether it mines a block whenever some time has passed. */
  readonly minesAtIntervals: () => boolean
}

/** Wraps the provider of a chain, so that the chain can be kept from changing. */
export function holdStill(provider: Provider): Stillness {
  const request = provider.request.bind(provider)
  const underWay = new Set<Promise<unknown>>()
  /** Whether a request is made by another one, as Hardhat asks for a nonce before it sends. Such a one must not wait for the other. */
  const isWithin = new AsyncLocalStorage<true>()
  let opened: Promise<void> | undefined
  /** The last parameters of interval mining, which continues between requests. */
  let interval: readonly unknown[] = [0]

  provider.request = async (call) => {
    if (isWithin.getStore() === true) return (await request(call)) as unknown
    while (opened !== undefined) await opened
    if (call.method === "evm_setIntervalMining") interval = call.params as readonly unknown[]
    const answer = isWithin.run(true, () => request(call)) as Promise<unknown>
    // This one is answered only when the ledgers have read the chain, which they cannot while it is held.
    if (call.method !== "evm_revert") underWay.add(answer)
    try {
      return await answer
    } finally {
      underWay.delete(answer)
    }
  }

  const mineEvery = async (params: readonly unknown[]): Promise<void> => {
    if (interval[0] !== 0) await request({ method: "evm_setIntervalMining", params: [...params] })
  }

  return {
    minesAtIntervals: () => interval[0] !== 0,
    async whileStill(work) {
      while (opened !== undefined) await opened
      const { promise, resolve } = Promise.withResolvers<undefined>()
      opened = promise
      try {
        await Promise.allSettled(underWay)
        await mineEvery([0])
        try {
          return await work(request)
        } finally {
          await mineEvery(interval)
        }
      } finally {
        opened = undefined
        resolve(undefined)
      }
    },
  }
}

/** How many requests of users that change a chain it is given at once. */
const maxRequestsAtOnce = 4

export type RequestsFirst = {
  /** Sends a request that overtakes those of users that wait. */
  readonly requestFirst: Provider["request"]
  /** Calls the listener with each request of a user that changes the chain, as it begins. Returns a function that unsubscribes it. */
  readonly onChange: (listener: (call: Call, answer: Promise<unknown>) => void) => () => void
}

/**
 * Lets requests of users that change the chain wait until it has answered those before. A chain answers one request after the other: given
 * 500 transactions at once, it would answer no actor before the last of them, and no message would move meanwhile. So 500 messages that are
 * sent at once take a fifth less time.
 *
 * Not only transactions wait: a caller that sends some and then mines, without awaiting them, expects them in the block.
 */
export function queueChanges(provider: Provider): RequestsFirst {
  const request = provider.request.bind(provider)
  const inTurn = pLimit(maxRequestsAtOnce)
  const ofActors = new WeakSet<object>()
  const began = createListeners<[call: Call, answer: Promise<unknown>]>()
  const change = (call: Call): Promise<unknown> => {
    const answer = request(call) as Promise<unknown>
    began.notify(call, answer)
    return answer
  }
  provider.request = (call) =>
    changes.test(call.method) && !ofActors.has(call) ? inTurn(() => change(call)) : request(call)
  return {
    onChange: (listener) => began.subscribe(listener),
    requestFirst(call) {
      ofActors.add(call)
      // Wrappers put around the chain's requests since then see this one too.
      return provider.request(call)
    },
  }
}

const changes = /^(?:eth_send|evm_|hardhat_)/
