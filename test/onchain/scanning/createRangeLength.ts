import { expect } from "chai"
import { describe, it } from "mocha"

import { createRangeLength } from "#src/onchain/scanning/createLogScanner.js"

describe("how many blocks are asked for", () => {
  it("are as many as a busy socket fills an answer with, and no more than the most", () => {
    expect([10_000n, 50n, 1_000n, 2_000n].map((most) => createRangeLength(most).blocks)).to.deep.equal([
      2_000n,
      50n,
      1_000n,
      2_000n,
    ])
    expect([4_001, 2_001, 2_000].map((heavy) => createRangeLength(10_000n, heavy).blocks)).to.deep.equal([3n, 2n, 1n])
  })

  it("are fewer after a refusal, down to one, which cannot be lessened", () => {
    const length = createRangeLength(10_000n)
    const seen = [2_000n, 500n, 3n, 2n, 1n].map((asked) => [length.refuse(asked), length.blocks])
    expect(seen).to.deep.equal([
      ...[
        [true, 500n],
        [true, 250n],
        [true, 1n],
        [true, 1n],
        [false, 1n],
      ],
    ])
  })

  it("are fewer after an answer that is too heavy, and as many after one that is just not", () => {
    const length = createRangeLength(10_000n, 4_000)
    expect(length.blocks).to.equal(2n)
    length.accept(2n, 4_000)
    expect(length.blocks).to.equal(2n)
    length.accept(2n, 4_001)
    expect(length.blocks).to.equal(1n)
    length.accept(1n, 4_001)
    expect(length.blocks).to.equal(1n)
  })

  it("are twice as many after a light answer to all that was asked for, up to the most", () => {
    const length = createRangeLength(5_000n)
    for (const [asked, weight, blocks] of [
      ...[[2_000n, 1_000_000, 2_000n] as const, [1_999n, 999_999, 2_000n] as const],
      ...[[2_000n, 999_999, 4_000n] as const, [4_000n, 0, 5_000n] as const, [5_000n, 0, 5_000n] as const],
    ]) {
      length.accept(asked, weight)
      expect(length.blocks, `${asked} ${weight}`).to.equal(blocks)
    }
  })

  it("are more again seventeen answers after a refusal", () => {
    const length = createRangeLength(10_000n)
    length.refuse(2_000n)
    for (let answer = 0; answer < 16; answer += 1) length.accept(500n, 0)
    expect(length.blocks).to.equal(500n)
    length.accept(500n, 0)
    expect(length.blocks).to.equal(1_000n)
  })
})
