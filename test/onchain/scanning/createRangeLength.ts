import { expect } from "chai"
import { describe, it } from "mocha"

import { shorterRange } from "../../../src/onchain/logs.js"
import { createRangeLength } from "../../../src/onchain/scanning/createRangeLength.js"

describe("how many blocks a node is asked for", () => {
  it("begins with as many as a busy contract may fill, and never with more than the most", () => {
    expect([1_000n, 2_000n, 10_000n].map((most) => createRangeLength(most).blocks)).to.deep.equal([
      1_000n,
      2_000n,
      2_000n,
    ])
    expect(createRangeLength(10_000n, 4_001).blocks).to.equal(3n)
  })

  it("doubles after an answer that is light, up to the most, and stays after one that is not", () => {
    const length = createRangeLength(5_000n, 4_000_000)
    length.accept(2_000n, 1_000_000)
    expect(length.blocks).to.equal(2_000n)
    // A shorter range than the whole tells nothing.
    length.accept(1_999n, 0)
    expect(length.blocks).to.equal(2_000n)
    length.accept(2_000n, 999_999)
    expect(length.blocks).to.equal(4_000n)
    length.accept(4_000n, 0)
    expect(length.blocks).to.equal(5_000n)
  })

  it("shrinks after an answer that is heavy or refused, and grows again after sixteen that were not", () => {
    const length = createRangeLength(5_000n, 4_000_000)
    length.accept(2_000n, 4_000_000)
    expect(length.blocks).to.equal(2_000n)
    length.accept(2_000n, 4_000_001)
    expect(length.blocks).to.equal(shorterRange(2_000n)).and.not.equal(1n)
    expect([length.refuse(100n), length.blocks]).to.deep.equal([true, shorterRange(100n)])
    const { blocks } = length
    for (let calm = 0; calm < 16; calm += 1) length.accept(blocks, 0)
    expect(length.blocks).to.equal(blocks)
    length.accept(blocks, 0)
    expect(length.blocks).to.equal(2n * blocks)
    expect([length.refuse(1n), length.blocks]).to.deep.equal([false, 1n])
    length.accept(1n, 5_000_000)
    expect(length.blocks).to.equal(1n)
  })
})
