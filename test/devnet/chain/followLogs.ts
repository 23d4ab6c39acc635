import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex } from "viem"

import type { LocalChain } from "#src/devnet/chain/chains.js"
import { followLogs, type Head, rememberEntries } from "#src/devnet/chain/followLogs.js"

/** A chain whose blocks are texts, and an observer of it that counts what it reads. */
async function follow() {
  let blocks = ["genesis"]
  const reads: string[] = []
  const [asked, listeners] = [[] as string[], new Set<() => void>()]
  let announced: ReturnType<typeof blockAt> | undefined
  let facts: readonly string[] = []
  let fails: Error | undefined
  const [heads, reported] = [[] as unknown[], [] as unknown[]]
  const blockAt = (tag: string) => {
    const number = tag === "latest" ? blocks.length - 1 : Number(tag)
    const hash = blocks.slice(0, number + 1).join()
    const parentHash = blocks.slice(0, number).join()
    return number < blocks.length
      ? { number: numberToHex(number), hash, parentHash, timestamp: numberToHex(100 + number) }
      : null
  }
  const chain = {
    slug: 1,
    firstBlock: 0n,
    provider: {
      request({ params: [tag] }: { params: [string] }) {
        asked.push(tag)
        return Promise.resolve(blockAt(tag))
      },
    },
    announced: () => announced,
    onHead: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as unknown as LocalChain
  const ledger = {
    record: (slug: number, added: readonly string[], { timestamp }: Head) => {
      heads.push(["record", slug, timestamp])
      facts = [...facts, ...added]
    },
    replace: (slug: number, all: readonly string[], { timestamp }: Head) => {
      heads.push(["replace", slug, timestamp])
      facts = all
    },
  }
  const observer = await followLogs<string>(chain, ledger, {
    readFacts(from, to) {
      reads.push(`${from} to ${to}`)
      if (fails !== undefined) return Promise.reject(fails)
      return Promise.resolve(blocks.slice(Number(from), Number(to) + 1))
    },
    report: (error) => reported.push(error),
  })
  return {
    ...{ observer, listeners, asked, heads, reported, first: [...reads] },
    fail: (error: Error | undefined) => void (fails = error),
    /** Mines, and says of which block it is announced, and nothing else yet. */
    mine: (number: number, ...now: string[]) => {
      blocks = ["genesis", ...now]
      announced = blockAt(String(number))
      for (const list of [reads, asked]) list.length = 0
      return { facts: () => facts, reads }
    },
    /** Mines without a word, then announces the block with a number. */
    announce: async (number: number, ...now: string[]) => {
      blocks = ["genesis", ...now]
      announced = blockAt(String(number))
      for (const list of [reads, asked]) list.length = 0
      for (const listener of listeners) listener()
      await new Promise(setImmediate)
      return { facts, reads: [...reads], asked: [...asked] }
    },
    set: async (...now: string[]) => {
      blocks = ["genesis", ...now]
      reads.length = 0
      await observer.sync()
      return { facts, reads: [...reads] }
    },
  }
}

describe("followLogs", () => {
  it("reads from the first block on, and says which chain has what newest time", async () => {
    const { set, first, heads, reported } = await follow()
    await set("a", "b")
    await set("a", "b")
    await set("x")
    expect(first).to.deep.equal(["0 to 0"])
    expect(heads).to.deep.equal([
      ["record", 1, 100],
      ["record", 1, 102],
      ["replace", 1, 101],
    ])
    expect(reported).to.deep.equal([])
  })

  it("reads to the newest block when it is asked to, although an older one was announced last", async () => {
    const { mine, observer } = await follow()
    const { facts, reads } = mine(1, "a", "b")
    await observer.sync()
    expect([facts(), reads]).to.deep.equal([["genesis", "a", "b"], ["1 to 2"]])
  })

  it("waits for a read that is under way, and reads nothing more if that has come as far as it is asked to", async () => {
    const { mine, observer, listeners, asked } = await follow()
    mine(1, "a")
    for (const listener of listeners) listener()
    await observer.sync("genesis,a" as never)
    expect(asked).to.deep.equal([])
    mine(2, "a", "b")
    for (const listener of listeners) listener()
    await Promise.resolve()
    await observer.sync("genesis,a,b" as never)
    expect(asked).to.deep.equal([])
  })

  it("shares one read among all who ask while another is under way", async () => {
    const { mine, observer } = await follow()
    const { reads } = mine(1, "a")
    await Promise.all([observer.sync(), observer.sync(), observer.sync()])
    expect(reads).to.deep.equal(["1 to 1"])
  })

  it("reports what it cannot read of a new block, and reads it with the next", async () => {
    const { mine, observer, listeners, fail, reported } = await follow()
    const error = new Error("busy")
    fail(error)
    mine(1, "a")
    for (const listener of listeners) listener()
    await new Promise(setImmediate)
    expect(reported).to.deep.equal([error])
    expect(await observer.sync().then(String, String)).to.equal("Error: busy")
    fail(undefined)
    const { facts, reads } = mine(2, "a", "b")
    await observer.sync()
    expect([facts(), reads]).to.deep.equal([["genesis", "a", "b"], ["1 to 2"]])
    fail(error)
    mine(3, "a", "b", "c")
    for (const listener of listeners) listener()
    await observer.stop()
    expect(reported).to.deep.equal([error, error, error])
  })

  it("reads what is new, and everything again when the chain was set back", async () => {
    const { set } = await follow()
    expect(await set("a", "b")).to.deep.equal({ facts: ["genesis", "a", "b"], reads: ["1 to 2"] })
    expect(await set("a", "x")).to.deep.equal({ facts: ["genesis", "a", "x"], reads: ["0 to 2"] })
  })

  it("reads nothing again that it remembers, and forgets what is no longer part of the chain", async () => {
    const { set, observer } = await follow()
    await set("a", "b")
    await observer.remember()
    await set("a", "b", "c")
    await observer.remember()
    await set("a", "b", "c", "d")
    expect(await set("a", "b", "c")).to.deep.equal({ facts: ["genesis", "a", "b", "c"], reads: [] })
    expect(await set("a", "b")).to.deep.equal({ facts: ["genesis", "a", "b"], reads: [] })
    expect(await set("a", "b", "y", "z")).to.deep.equal({ facts: ["genesis", "a", "b", "y", "z"], reads: ["3 to 4"] })
    expect(await set("a", "b", "x")).to.deep.equal({ facts: ["genesis", "a", "b", "x"], reads: ["3 to 3"] })
    expect(await set("w")).to.deep.equal({ facts: ["genesis", "w"], reads: ["0 to 1"] })
  })

  it("asks for the newest block only where another one is announced than the next", async () => {
    const { announce, observer, listeners } = await follow()
    expect(await announce(1, "a")).to.deep.equal({ facts: ["genesis", "a"], reads: ["1 to 1"], asked: [] })
    // The third is announced, and the second was not.
    const skipped = await announce(3, "a", "b", "c")
    expect(skipped).to.deep.equal({ facts: ["genesis", "a", "b", "c"], reads: ["2 to 3"], asked: ["latest", "0x1"] })
    expect(await announce(3, "a", "b", "c")).to.deep.include({ reads: [], asked: ["latest"] })
    await observer.stop()
    expect(listeners.size).to.equal(0)
  })

  it("reads as far as a block without asking where it has been read, and else to the newest", async () => {
    const { set, observer, asked } = await follow()
    await set("a")
    asked.length = 0
    await observer.sync("genesis,a" as never)
    expect(asked).to.deep.equal([])
    await observer.sync("genesis,a,b" as never)
    expect(asked).to.deep.equal(["latest"])
  })
})

describe("rememberEntries", () => {
  it("goes back to what each map had, in its order", () => {
    const one = new Map<string, number>().set("a", 1).set("b", 2)
    const other = new Map<string, number>()
    const goBack = rememberEntries(one, other)
    one.delete("a")
    one.set("b", 3).set("c", 4)
    other.set("d", 5)
    goBack()
    expect([[...one], [...other]]).to.deep.equal([
      [
        ["a", 1],
        ["b", 2],
      ],
      [],
    ])
  })
})
