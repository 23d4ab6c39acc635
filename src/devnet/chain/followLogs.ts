import type { Hash, Hex } from "viem"

import type { LocalChain } from "./chains.js"
import type { AnnouncedBlock } from "./followHead.js"

export type Observer = {
  /**
   * Reads everything that the chain has mined so far into the ledger.
   *
   * @param upTo the hash of a mined block, if it is enough to read up to it. It may have been read already.
   */
  sync(upTo?: Hash): Promise<void>
  /** Keeps what the chain has logged so far, so that a chain that is set back to here is not read again. */
  remember(): Promise<void>
  stop(): Promise<void>
}

export type LogLedger<Fact> = {
  /** Adds what one chain logged since the last call, up to its newest block. */
  record(chainSlug: number, facts: readonly Fact[], head: Head): void
  /** Replaces everything that one chain logged, because a block that was read is no longer part of it. */
  replace(chainSlug: number, facts: readonly Fact[], head: Head): void
}

/** Remembers the entries of a ledger's maps. Returns a function that goes back to them. */
export function rememberEntries(...maps: readonly Map<unknown, unknown>[]): () => void {
  const remembered = maps.map((map) => [map, [...map]] as const)
  return () => {
    for (const [map, entries] of remembered) {
      map.clear()
      for (const [key, value] of entries) map.set(key, value)
    }
  }
}

export type Head = { /** Unix seconds. */ readonly timestamp: number }

/** Keeps a ledger up to date with a chain: reads each new block, and everything again when a block that it has read is gone. */
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
  let cursor: AnnouncedBlock | undefined
  let reading: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined
  /** Whether the next read must ask for the newest block, because one may be mined that was not announced yet. */
  let mustAsk = true
  /** What was logged up to each block that is remembered, the newest last. */
  const remembered: { readonly block: AnnouncedBlock; readonly facts: readonly Fact[] }[] = []

  /** Calls that come while a read is under way share one further read. */
  function readSoon(): Promise<void> {
    queued ??= reading
      .catch(() => undefined)
      .then(() => {
        queued = undefined
        return (reading = read())
      })
    return queued
  }

  async function sync(upTo?: Hash): Promise<void> {
    if (upTo !== undefined) {
      // As a rule the block was announced, so that it is being read.
      await (queued ?? reading).catch(() => undefined)
      if (cursor?.hash === upTo) return
    }
    mustAsk = true
    await readSoon()
  }

  async function read(): Promise<void> {
    const announced = mustAsk ? undefined : announcedBlock()
    mustAsk = false
    const latest = announced ?? (await blockAt("latest"))
    if (latest === null || latest.hash === cursor?.hash) return
    const head = { timestamp: Number(latest.timestamp) }
    if (cursor !== undefined && latest.parentHash !== cursor.hash && !(await isMined(cursor, latest))) {
      ledger.replace(chain.slug, await readAll(latest), head)
    } else {
      ledger.record(
        chain.slug,
        await readFacts(cursor === undefined ? chain.firstBlock : BigInt(cursor.number) + 1n, BigInt(latest.number)),
        head,
      )
    }
    cursor = latest
  }

  /** The block after the last one that was read, if the chain has announced it: then it need not be requested. */
  function announcedBlock(): AnnouncedBlock | undefined {
    const block = chain.announced()
    return cursor !== undefined && block?.parentHash === cursor.hash ? block : undefined
  }

  async function readAll(latest: AnnouncedBlock): Promise<readonly Fact[]> {
    const number = BigInt(latest.number)
    let last = remembered.at(-1)
    while (last !== undefined && !(await isMined(last.block, latest))) {
      remembered.splice(remembered.indexOf(last))
      last = remembered.at(-1)
    }
    if (last === undefined) return await readFacts(chain.firstBlock, number)
    const { facts, block } = last
    const known = BigInt(block.number)
    return known < number ? [...facts, ...(await readFacts(known + 1n, number))] : facts
  }

  async function isMined({ number, hash }: AnnouncedBlock, latest: AnnouncedBlock): Promise<boolean> {
    // A chain that was set back to a snapshot has nothing above it, so it need not be asked.
    if (BigInt(number) >= BigInt(latest.number)) return hash === latest.hash
    return (await blockAt(number))?.hash === hash
  }

  async function blockAt(tag: Hex | "latest"): Promise<AnnouncedBlock | null> {
    return (await chain.provider.request({
      method: "eth_getBlockByNumber",
      params: [tag, false],
    })) as AnnouncedBlock | null
  }

  const unsubscribe = chain.onHead(() => void readSoon().catch(report))
  await sync()

  return {
    sync,
    async remember() {
      await sync()
      const block = cursor
      if (block === undefined || remembered.some((last) => last.block.hash === block.hash)) return
      const facts = await readAll(block)
      remembered.push({ block, facts })
    },
    async stop() {
      unsubscribe()
      await (queued ?? reading).catch(report)
    },
  }
}
