import { AsyncLocalStorage } from "node:async_hooks"

import type { NetworkConnection } from "hardhat/types/network"

type Provider = NetworkConnection["provider"]

/** A chain that can be kept from changing. */
export type Stillness = {
  /**
   * Does something while the chain answers nobody else and mines nothing by itself. Requests that come meanwhile wait; those that the
   * chain has begun are finished first.
   *
   * @param work gets the only way to reach the chain
   */
  readonly whileStill: <Result>(work: (request: Provider["request"]) => Promise<Result>) => Promise<Result>
}

/** Wraps the provider of a chain, so that the chain can be kept from changing. */
export function holdStill(provider: Provider): Stillness {
  const request = provider.request.bind(provider)
  const underWay = new Set<Promise<unknown>>()
  /** Whether a request is made by another one, as Hardhat asks for a nonce before it sends. Such a one must not wait for the other. */
  const isWithin = new AsyncLocalStorage<true>()
  let opened: Promise<void> | undefined
  /** The last parameters of interval mining, which goes on between requests. */
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
