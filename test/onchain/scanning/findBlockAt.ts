import { expect } from "chai"
import { describe, it } from "mocha"

import { findBlockAt } from "#src/onchain/scanning/findBlockAt.js"
import { systemClock as clock } from "#src/primitives/clock.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { createLogChain } from "#test/fixtures/nodes/logChain.js"

describe("findBlockAt", () => {
  /** Block n is of second 1,000 + n; the newest is 40. */
  const chain = createLogChain()
  for (let number = 1; number <= 40; number += 1) chain.mine()

  it("finds the first block that is not older, at either end and between", async () => {
    const { client } = chain.node()
    for (const [seconds, block] of [
      [0, 0],
      [1_000, 0],
      [1_001, 1],
      [1_017, 17],
      [1_040, 40],
      [1_041, 41],
    ] as const) {
      expect(await findBlockAt(client, { seconds: BigInt(seconds), clock }), String(seconds)).to.equal(BigInt(block))
    }
  })

  it("begins where it is told, and halves what is left", async () => {
    const { client, asked } = chain.node()
    expect(await findBlockAt(client, { seconds: 0n, first: 12n, clock })).to.equal(12n)
    expect(asked.length).to.be.at.most(1 + Math.ceil(Math.log2(41 - 12)))
  })

  it("throws where the node has forgotten blocks of that time, and needs no older ones", async () => {
    const { client } = chain.node()
    const request = async (question: { method: string; params: [string] }): Promise<unknown> =>
      Number(question.params[0]) < 30 ? null : await client.request(question as never)
    const find = (seconds: bigint) =>
      findBlockAt({ ...client, request } as never, { seconds, clock }).catch(
        (error: unknown) => isPlugsError(error) && [error.code, error.facts["reason"]],
      )
    expect(await find(1_005n)).to.deep.equal(["NODE_FAILED", "it has forgotten the blocks before 30"])
    expect(await find(1_030n)).to.deep.equal(["NODE_FAILED", "it has forgotten the blocks before 30"])
    expect(await find(1_031n)).to.equal(31n)
  })
})
