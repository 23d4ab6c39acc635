import { AsyncLocalStorage } from "node:async_hooks"

import type { NetworkConnection } from "hardhat/types/network"
import pLimit from "p-limit"
import { numberToHex } from "viem"

import type { WorldClock } from "./createWorldClock.js"
import { type ChainRequest, readBlock } from "./hooks.js"
import type { OpenChainsFunction } from "#src/devnet/chain/chains.js"

type Provider = NetworkConnection["provider"]
type Call = Parameters<Provider["request"]>[0]

/** Keeps the time of chains together with a clock. */
export type ChainTime = {
  /** Opens chains in the way of another function, whose blocks have the time of the clock. */
  readonly openWith: (open: OpenChainsFunction) => OpenChainsFunction
  /** Moves the time of one chain against the clock. One that cannot go back stands still until the clock has caught up. */
  readonly shift: (chain: string, seconds: number) => void
  /** Remembers by how much a test has moved the time of single chains. Returns a function that goes back to it. */
  readonly remember: () => () => void
}

/** Gives all blocks the clock's time. What a test does by RPC (`evm_increaseTime`) keeps that chain ahead or behind. */
export function createChainTime(clock: Pick<WorldClock, "now">): ChainTime {
  /** By how many seconds each chain is ahead of the clock. */
  const ahead = new Map<string, number>()
  const seconds = (): number => Math.floor(clock.now() / 1_000)

  function attach(name: string, provider: Provider): void {
    const request = provider.request.bind(provider)
    const inTurn = pLimit(1)
    /** Whether a request is made by another one, as Hardhat asks for a nonce before it sends. Such a one must not wait for the other. */
    const isWithin = new AsyncLocalStorage<true>()

    const ask = (call: Call): Promise<unknown> => isWithin.run(true, () => request(call)) as Promise<unknown>

    /** A chain's time cannot go back, so one that is later than its time stays where it is until that is reached. */
    async function setTime(): Promise<void> {
      const time = seconds() + (ahead.get(name) ?? 0)
      try {
        await ask({ method: "evm_setNextBlockTimestamp", params: [time] })
      } catch {
        const { timestamp } = await readBlock({ request: ask as ChainRequest }, "latest")
        await ask({ method: "evm_setNextBlockTimestamp", params: [timestamp] })
      }
    }

    /** @returns what the chain answers, which refuses a time in its past */
    async function moveTo(time: number): Promise<unknown> {
      const answer = await ask({ method: "evm_setNextBlockTimestamp", params: [time] })
      ahead.set(name, time - seconds())
      return answer
    }

    /** One after the other, because the next block takes the time along that was set for it. */
    const askInTime = (call: Call, moment?: unknown): Promise<unknown> =>
      inTurn(async () => {
        if (moment !== undefined) await moveTo(Number(moment))
        await setTime()
        return await ask(call)
      })

    // A block that the chain mines by itself has no request before it.
    let minesByItself = false
    provider.on("notification", () => {
      if (minesByItself) inTurn(setTime).catch(() => undefined)
    })

    provider.request = async (call) => {
      if (isWithin.getStore() === true) return (await request(call)) as unknown
      const [first] = (call.params ?? []) as readonly unknown[]
      switch (call.method) {
        case "evm_increaseTime":
          ahead.set(name, (ahead.get(name) ?? 0) + Number(first))
          return await ask(call)
        case "evm_setNextBlockTimestamp":
          return await moveTo(Number(first))
        case "evm_setIntervalMining":
          minesByItself = first !== 0
          return await askInTime(call)
        case "evm_mine":
          return await askInTime({ method: "evm_mine", params: [] }, first)
        case "hardhat_mine":
          return await askInTime(withInterval(call))
        default:
          return await (usesNextBlock(call) ? askInTime(call) : ask(call))
      }
    }
  }

  return {
    openWith:
      (open) =>
      (chainsToOpen, options = {}) =>
        open(chainsToOpen, {
          ...options,
          bornAt: options.bornAt ?? seconds(),
          attach(name, provider) {
            options.attach?.(name, provider)
            attach(name, provider)
          },
        }),
    shift(chain, by) {
      ahead.set(chain, (ahead.get(chain) ?? 0) + by)
    },
    remember() {
      const then = [...ahead]
      return () => {
        ahead.clear()
        for (const [name, by] of then) ahead.set(name, by)
      }
    },
  }
}

const sending = new Set(["eth_sendTransaction", "eth_sendRawTransaction", "eth_estimateGas"])

/** Whether a request mines a block, or runs a call as if in the next one. */
function usesNextBlock({ method, params }: Call): boolean {
  return sending.has(method) || (Array.isArray(params) && params.includes("pending") && !method.endsWith("Count"))
}

/** Blocks that are mined together have the same time, unless the test gives the seconds between two. */
function withInterval({ method, params }: Call): Call {
  const [blocks = "0x1", interval = numberToHex(0)] = (params ?? []) as readonly unknown[]
  return { method, params: [blocks, interval] }
}
