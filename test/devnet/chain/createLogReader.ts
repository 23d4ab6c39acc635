import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, numberToHex } from "viem"

import type { LocalChain } from "#src/devnet/chain/chains.js"
import { createLogReader } from "#src/devnet/chain/logs.js"

/** A chain with one log of each of two contracts in every block, and a reader of it. */
function open() {
  const requests: unknown[] = []
  let failure: Error | undefined
  const heads = new Set<() => void>()
  const logOf = (block: bigint, emitter: string) => ({
    blockNumber: numberToHex(block),
    address: emitter,
    topics: [emitter],
  })
  const chain = {
    provider: {
      request: ({ params: [range] }: { params: [{ fromBlock: Hex; toBlock: Hex }] }) => {
        requests.push(range)
        if (failure !== undefined) return Promise.reject(failure)
        return Promise.resolve(["0xaa", "0xbb"].map((emitter) => logOf(BigInt(range.toBlock), emitter)))
      },
    },
    onHead: (listener: () => void) => {
      heads.add(listener)
      return () => heads.delete(listener)
    },
  } as unknown as LocalChain
  const read = createLogReader(chain)
  return {
    read,
    requests,
    fail: (error: Error | undefined) => {
      failure = error
    },
    mine: () => {
      ;[...heads].forEach((listener) => {
        listener()
      })
    },
  }
}

describe("createLogReader", () => {
  it("reads new blocks once for all who follow the chain, and gives each its own logs", async () => {
    const { read, requests } = open()
    const [ofContract, ofEvent, all] = await Promise.all([
      read(5n, 6n, { address: ["0xAA"] }),
      read(5n, 6n, { topics: ["0xbb"] }),
      read(5n, 6n, {}),
    ])
    expect(requests).to.deep.equal([{ fromBlock: "0x5", toBlock: "0x6" }])
    expect([ofContract, ofEvent, all].map((logs) => logs.map(({ address }) => address))).to.deep.equal([
      ["0xaa"],
      ["0xbb"],
      ["0xaa", "0xbb"],
    ])
  })

  it("reads the same numbers again once the chain has another newest block, because it may have been set back", async () => {
    const { read, requests, mine } = open()
    await read(5n, 6n, {})
    mine()
    await read(5n, 6n, {})
    expect(requests).to.have.lengthOf(2)
  })

  it("reads again what it could not read, although the chain mines nothing", async () => {
    const { read, requests, fail } = open()
    fail(new Error("busy"))
    const failed = await Promise.allSettled([read(5n, 6n, {}), read(5n, 6n, {})])
    expect(failed.map(({ status }) => status)).to.deep.equal(["rejected", "rejected"])
    fail(undefined)
    expect(await read(5n, 6n, {})).to.have.lengthOf(2)
    expect(requests).to.have.lengthOf(2)
  })

  it("filters a hundred blocks and less itself, and lets the chain filter more", async () => {
    const { read, requests } = open()
    const filter = { address: ["0xAA"], topics: ["0xbb"] } as const
    expect(await read(1n, 100n, filter)).to.deep.equal([])
    expect(requests.splice(0)).to.deep.equal([{ fromBlock: "0x1", toBlock: "0x64" }])
    await read(1n, 101n, filter)
    expect(requests.splice(0)).to.deep.equal([
      { fromBlock: "0x1", toBlock: "0x65", address: ["0xAA"], topics: [["0xbb"]] },
    ])
    await read(1n, 101n, {})
    expect(requests).to.deep.equal([{ fromBlock: "0x1", toBlock: "0x65" }])
  })

  it("keeps what was read of a new head although a read of the old one fails late", async () => {
    const { read, requests, fail, mine } = open()
    fail(new Error("busy"))
    const failing = read(5n, 6n, {}).catch(() => "failed")
    mine()
    fail(undefined)
    const kept = read(5n, 6n, {})
    expect(await failing).to.equal("failed")
    await kept
    await read(5n, 6n, {})
    expect(requests).to.have.lengthOf(2)
  })

  it("lets the chain filter a long range", async () => {
    const { read, requests } = open()
    await read(0n, 1000n, { address: ["0xaa"] })
    await read(0n, 1000n, { topics: ["0xbb"] })
    expect(requests).to.deep.equal([
      { fromBlock: "0x0", toBlock: "0x3e8", address: ["0xaa"] },
      { fromBlock: "0x0", toBlock: "0x3e8", topics: [["0xbb"]] },
    ])
  })
})
