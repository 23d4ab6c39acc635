import { expect } from "chai"
import { describe, it } from "mocha"

import type { LocalChain } from "#src/devnet/chain/chains.js"
import { chainTime, keepWhileSame } from "#src/devnet/chain/pendingBlock.js"

/** A chain with a pending block that the test changes, and what it was asked. */
function open() {
  const block = { parentHash: "0xa", stateRoot: "0x1", timestamp: "0x64" }
  let setBacks = 0
  const asked: unknown[] = []
  const request = (call: unknown) => {
    asked.push(call)
    return Promise.resolve({ ...block })
  }
  const chain = { provider: { request }, setBacks: () => setBacks } as unknown as LocalChain
  return { block, chain, asked, setBack: () => void (setBacks += 1) }
}

describe("what is kept for a pending block", () => {
  it("is made again with another parent, another state or after the chain was set back, and not with another time", async () => {
    const { block, chain, setBack } = open()
    let made = 0
    const read = keepWhileSame(chain, () => (made += 1))
    const changes: readonly (() => void)[] = [
      () => undefined,
      () => (block.timestamp = "0x65"),
      () => (block.parentHash = "0xb"),
      () => (block.stateRoot = "0x2"),
      setBack,
      () => undefined,
    ]
    const seen: unknown[] = [await read()]
    for (const change of changes) {
      change()
      seen.push(await read())
    }
    expect(seen).to.deep.equal([
      { kept: 1, time: 100 },
      { kept: 1, time: 100 },
      { kept: 1, time: 101 },
      { kept: 2, time: 101 },
      { kept: 3, time: 101 },
      { kept: 4, time: 101 },
      { kept: 4, time: 101 },
    ])
  })

  it("has the time that the next block would have", async () => {
    const { chain, asked } = open()
    expect(await chainTime(chain)).to.equal(100)
    expect(asked).to.deep.equal([{ method: "eth_getBlockByNumber", params: ["pending", false] }])
  })
})
