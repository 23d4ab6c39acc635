import type { Hash, Hex } from "viem"

import type { LocalChain } from "./chains.js"

export type Observer = {
  /** Reads everything that the chain has mined so far into the ledger. */
  sync(): Promise<void>
  /**
   * Keeps what the chain has logged so far, because the chain may be set back to its newest block. It then has not to be read again.
   */
  remember(): Promise<void>
  stop(): Promise<void>
}

/** What a protocol records of its chains. */
export type LogLedger<Fact> = {
  /** Adds what one chain logged since the last call, up to its newest block. */
  record(chainSlug: number, facts: readonly Fact[], head: Head): void
  /** Replaces everything that one chain logged, because a block that was read is no longer part of it. */
  replace(chainSlug: number, facts: readonly Fact[], head: Head): void
}

/** The newest block of a chain. */
export type Head = { /** Unix seconds. */ readonly timestamp: number }

type Block = { readonly number: bigint; readonly hash: Hash; readonly parentHash: Hash; readonly timestamp: bigint }

/**
 * Keeps a ledger up to date with one chain: reads the logs of every new block, and reads everything again when a block that it
 * has read is no longer part of the chain.
 */
export async function followLogs<Fact>(
  chain: LocalChain,
  ledger: LogLedger<Fact>,
  {
    readFacts,
    report,
  }: {
    readFacts: (fromBlock: bigint, toBlock: bigint) => Promise<readonly Fact[]>
    report: (error: unknown) => void
  },
): Promise<Observer> {
  let cursor: Block | undefined
  let reading: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined
  /** What was logged up to each block that is remembered, the newest last. */
  const remembered: { readonly block: Block; readonly facts: readonly Fact[] }[] = []

  /** Calls that come while a read is under way share one further read. */
  function sync(): Promise<void> {
    queued ??= reading
      .catch(() => undefined)
      .then(() => {
        queued = undefined
        return (reading = read())
      })
    return queued
  }

  async function read(): Promise<void> {
    const latest = await blockAt("latest")
    if (latest === undefined || latest.hash === cursor?.hash) return
    const head = { timestamp: Number(latest.timestamp) }
    if (cursor !== undefined && latest.parentHash !== cursor.hash && !(await isMined(cursor))) {
      ledger.replace(chain.slug, await readAll(latest), head)
    } else {
      ledger.record(chain.slug, await readFacts(cursor === undefined ? 0n : cursor.number + 1n, latest.number), head)
    }
    cursor = latest
  }

  async function readAll({ number }: Block): Promise<readonly Fact[]> {
    let known = remembered.at(-1)
    while (known !== undefined && !(await isMined(known.block))) {
      remembered.splice(remembered.indexOf(known))
      known = remembered.at(-1)
    }
    if (known === undefined) return await readFacts(0n, number)
    const { facts } = known
    return known.block.number < number ? [...facts, ...(await readFacts(known.block.number + 1n, number))] : facts
  }

  async function isMined({ number, hash }: Block): Promise<boolean> {
    return (await blockAt(number))?.hash === hash
  }

  async function blockAt(number: bigint | "latest"): Promise<Block | undefined> {
    const tag = number === "latest" ? number : (`0x${number.toString(16)}` as const)
    const block = (await chain.provider.request({ method: "eth_getBlockByNumber", params: [tag, false] })) as {
      number: Hex
      hash: Hash
      parentHash: Hash
      timestamp: Hex
    } | null
    if (block === null) return undefined
    return { ...block, number: BigInt(block.number), timestamp: BigInt(block.timestamp) }
  }

  const unsubscribe = chain.onHead(() => void sync().catch(report))
  await sync()

  return {
    sync,
    async remember() {
      await sync()
      const block = cursor
      if (block === undefined || remembered.some((known) => known.block.hash === block.hash)) return
      const facts = await readAll(block)
      remembered.push({ block, facts })
    },
    async stop() {
      unsubscribe()
      await (queued ?? reading).catch(report)
    },
  }
}
