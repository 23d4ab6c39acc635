import type { NetworkConnection } from "hardhat/types/network"
import pLimit from "p-limit"
import type { Hex } from "viem"

import type { RequestRecord } from "./records.js"

type Provider = NetworkConnection["provider"]
type Request = Provider["request"]
type Call = Parameters<Request>[0]
type Block = { readonly number: number; readonly timestamp: number; readonly hash: Hex }

export type ChainRecorder = {
  /** Records from now on what changes the chain. Until then its blocks have the time at which it began. */
  begin(): void
  /** Does again what was recorded. Nothing else may change the chain meanwhile. */
  replay(record: RequestRecord): Promise<void>
  head(): Promise<Hex>
  /** Continues the chain's clock, as far ahead of the machine's as at the last record. */
  setClock(now: number): Promise<void>
  stop(): void
}

/** Requests that leave a chain as it is. Any other method may change it. */
const reading =
  /^(eth_(?!send|mine)|net_|web3_|debug_|personal_sign$|hardhat_(metadata|getAutomine|getStackTraceFailuresCount)$)/

/**
 * Puts itself between a chain and everything that uses it, and records each request that changes the chain with the block that it
 * mined. The same requests, with the same times, make the same blocks again, hashes included. So that each block has one request that
 * mined it, requests that change the chain run one after the other, and mining in intervals is done from here.
 *
 * @param bornAt the time of the chain's first blocks, in unix seconds
 */
export function recordChain(
  provider: Provider,
  {
    bornAt,
    record,
  }: {
    readonly bornAt: number
    readonly record: (request: Omit<RequestRecord, "kind" | "at" | "chain">) => void
  },
): ChainRecorder {
  const request: Request = provider.request.bind(provider)
  const inTurn = pLimit(1)
  let isRecording = false
  let isReplaying = false
  let newest: Block | undefined
  /** Seconds that the chain's clock is ahead of the machine's. */
  let lead = 0

  async function blockAt(tag: string): Promise<Block> {
    const block = (await request({ method: "eth_getBlockByNumber", params: [tag, false] })) as Record<string, Hex>
    const { number = "0x0", timestamp = "0x0", hash = "0x" } = block
    return { number: Number(number), timestamp: Number(timestamp), hash }
  }

  async function firstAfter(before: Block, last: Block): Promise<Block> {
    return last.number > before.number + 1 ? await blockAt(`0x${(before.number + 1).toString(16)}`) : last
  }

  async function perform({ method, params = [] }: Call): Promise<unknown> {
    // Deploying the protocols mines the same blocks at each start.
    if (!isRecording && /^(eth_send|evm_mine$)/.test(method)) {
      await request({ method: "evm_setNextBlockTimestamp", params: [bornAt] })
    }
    if (!isRecording) return await request({ method, params })
    newest ??= await blockAt("latest")
    let failure: { readonly error: unknown } | undefined
    const answer: unknown = await request({ method, params }).catch((error: unknown) => (failure = { error }))
    const before = newest
    newest = await blockAt("latest")
    const hasMoved = newest.hash !== before.hash
    const minedAt = hasMoved && method !== "evm_revert" ? (await firstAfter(before, newest)).timestamp : undefined
    // A transaction that reverts is an error, and in a block.
    if (failure === undefined || hasMoved) {
      record({ method, params: params as unknown[], minedAt, head: hasMoved ? newest.hash : undefined })
    }
    if (failure !== undefined) throw failure.error
    return answer
  }

  const emit = provider.emit.bind(provider)
  // While the chain is made again, ledgers read it on request, and not at each of a thousand blocks.
  provider.emit = (event, ...values: unknown[]) => !isReplaying && emit(event, ...values)

  const mineEvery = intervalMining(() => provider.request({ method: "evm_mine" }))
  provider.request = async (call) => {
    const { method, params } = call
    if (method === "evm_setIntervalMining") return mineEvery((params as readonly unknown[] | undefined)?.[0])
    if (reading.test(method)) return (await request(call)) as unknown
    return await inTurn(() => perform(call))
  }

  return {
    begin() {
      isReplaying = false
      isRecording = true
    },
    async replay({ method, params, minedAt, at }) {
      isReplaying = true
      if (minedAt !== undefined) {
        lead = minedAt - Math.floor(at / 1000)
        await request({ method: "evm_setNextBlockTimestamp", params: [minedAt] })
      }
      if (method === "evm_increaseTime") lead += Number(params[0])
      // It was recorded because it is in a block, though it may have been refused.
      await request({ method, params }).catch((error: unknown) => {
        if (minedAt === undefined) throw error
      })
    },
    head: async () => (await blockAt("latest")).hash,
    async setClock(now) {
      const { timestamp } = await blockAt("pending")
      const seconds = Math.floor(now / 1000) + Math.max(0, lead) - timestamp
      if (seconds > 0) await request({ method: "evm_increaseTime", params: [seconds] })
    },
    stop: () => mineEvery(0),
  }
}

/**
 * Mines blocks in intervals, as `evm_setIntervalMining` has a node do it.
 *
 * @param mine mines a block. It is not called again before it has resolved.
 * @returns sets the interval: milliseconds, the least and the most milliseconds, or 0 to mine no more
 */
function intervalMining(mine: () => Promise<unknown>): (interval: unknown) => true {
  let timer: NodeJS.Timeout | undefined
  let current: readonly unknown[] = []

  const schedule = (interval: readonly unknown[]): void => {
    const [least, most] = interval.map(Number) as [number, number]
    if (!(least > 0)) return
    timer = setTimeout(
      () => {
        // A failure, as on a chain that is being closed, says what it has to say to the next request.
        void mine()
          .catch(() => undefined)
          .then(() => {
            if (current === interval) schedule(interval)
          })
      },
      least + Math.random() * (most - least),
    )
  }

  return (interval) => {
    clearTimeout(timer)
    // A list of its own, so that the running interval is distinct from one set later.
    current = Array.isArray(interval) ? [...(interval as unknown[])] : [interval, interval]
    schedule(current)
    return true
  }
}
