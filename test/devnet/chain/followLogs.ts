import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex } from "viem"

import type { LocalChain } from "../../../src/devnet/chain/chains.js"
import { followLogs } from "../../../src/devnet/chain/followLogs.js"

/** A chain whose blocks are texts, and an observer of it that counts what it reads. */
async function follow() {
  let blocks = ["genesis"]
  const reads: string[] = []
  let facts: readonly string[] = []
  const blockAt = (tag: string) => {
    const number = tag === "latest" ? blocks.length - 1 : Number(tag)
    const hash = blocks.slice(0, number + 1).join()
    const parentHash = blocks.slice(0, number).join()
    return number < blocks.length ? { number: numberToHex(number), hash, parentHash, timestamp: "0x0" } : null
  }
  const chain = {
    slug: 1,
    provider: { request: ({ params }: { params: [string] }) => Promise.resolve(blockAt(params[0])) },
    onHead: () => () => undefined,
  } as unknown as LocalChain
  const ledger = {
    record: (_: number, added: readonly string[]) => void (facts = [...facts, ...added]),
    replace: (_: number, all: readonly string[]) => void (facts = all),
  }
  const observer = await followLogs<string>(chain, ledger, {
    readFacts(from, to) {
      reads.push(`${from} to ${to}`)
      return Promise.resolve(blocks.slice(Number(from), Number(to) + 1))
    },
    report: (error) => {
      throw error
    },
  })
  return {
    observer,
    set: async (...now: string[]) => {
      blocks = ["genesis", ...now]
      reads.length = 0
      await observer.sync()
      return { facts, reads: [...reads] }
    },
  }
}

describe("followLogs", () => {
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
})
