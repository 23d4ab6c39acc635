import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { findGasNeeded } from "../../../../src/messaging/reading/execution/simulateInbound.js"
import { runs } from "../../../fixtures/depth.js"

describe("findGasNeeded", () => {
  it("finds at most a tenth too much for what is up to ten times the limit, in eight calls", async () => {
    const limits = fc.bigInt({ min: 10_000n, max: 10_000_000n })
    await fc.assert(
      fc.asyncProperty(limits, fc.bigInt({ min: 1n, max: 1_000n }), async (limit, more) => {
        const needed = limit + (limit * more) / 111n + 1n
        let calls = 0
        const found = await findGasNeeded({ limit, enough: limit * 11n, hint: undefined }, (gas) => {
          calls += 1
          return Promise.resolve(gas >= needed)
        })
        expect(calls).to.be.at.most(8)
        expect(found >= needed && found <= needed + needed / 10n + 1n).to.equal(true)
      }),
      runs({ fast: 60 }),
    )
  })

  it("takes an estimate that suffices, after one call, and none that is too low or out of range", async () => {
    const needed = 300_000n
    const calls = async (hint: bigint): Promise<readonly [bigint, number]> => {
      let asked = 0
      const found = await findGasNeeded({ limit: 100_000n, enough: 1_100_000n, hint }, (gas) => {
        asked += 1
        return Promise.resolve(gas >= needed)
      })
      return [found, asked]
    }
    expect(await calls(301_000n)).to.deep.equal([301_000n, 1])
    for (const hint of [299_000n, 50_000n, 1_100_000n, 2_000_000n, -5n]) {
      const [found, asked] = await calls(hint)
      expect(found >= needed && found <= 330_000n, String(hint)).to.equal(true)
      expect(asked).to.be.above(2)
    }
  })

  it("tries nothing between two limits that are within 2 %", async () => {
    const found = await findGasNeeded({ limit: 100_000n, enough: 102_000n, hint: undefined }, () => {
      throw new Error("tried")
    })
    expect(found).to.equal(102_000n)
  })

  it("tries no more than what succeeds", async () => {
    const tried: bigint[] = []
    const found = await findGasNeeded({ limit: 100_000n, enough: 1_100_000n, hint: undefined }, (gas) => {
      tried.push(gas)
      return Promise.resolve(false)
    })
    expect(found).to.equal(1_100_000n)
    expect(tried.length).to.be.at.most(8)
    for (const gas of tried) expect(gas < 1_100_000n).to.equal(true)
  })
})
