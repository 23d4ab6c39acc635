import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { findGasNeeded } from "#src/messaging/reading/execution/simulateInbound.js"
import { runs } from "#test/fixtures/depth.js"

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

  it("doubles the limit, then takes four times as much, and halves what is between, each step of it", async () => {
    const steps = async (limit: bigint, enough: bigint, needed: bigint, hint?: bigint) => {
      const tried: bigint[] = []
      const found = await findGasNeeded({ limit, enough, hint }, (gas) => {
        tried.push(gas)
        return Promise.resolve(gas >= needed)
      })
      return [found, ...tried].map(Number)
    }
    expect(await steps(100_000n, 1_100_000n, 300_000n)).to.deep.equal([
      303_125, 200_000, 800_000, 500_000, 350_000, 275_000, 312_500, 293_750, 303_125,
    ])
    expect(await steps(100_000n, 1_100_000n, 1_000_000n)).to.deep.equal([
      1_006_250, 200_000, 800_000, 950_000, 1_025_000, 987_500, 1_006_250,
    ])
    expect(await steps(100_000n, 800_000n, 800_000n)).to.deep.equal([
      800_000, 200_000, 500_000, 650_000, 725_000, 762_500, 781_250, 790_625,
    ])
    expect(await steps(5_000n, 1_005_000n, 5_001n)).to.deep.equal([
      5_078, 10_000, 7_500, 6_250, 5_625, 5_312, 5_156, 5_078,
    ])
    expect(await steps(5_001n, 1_005_001n, 5_002n)).to.deep.equal([
      5_079, 10_002, 7_501, 6_251, 5_626, 5_313, 5_157, 5_079,
    ])
    expect(await steps(0n, 1_000_000n, 1n)).to.deep.equal([78, 10_000, 5_000, 2_500, 1_250, 625, 312, 156, 78])
    expect(await steps(100_000n, 200_000n, 100_001n)).to.deep.equal([
      101_562, 150_000, 125_000, 112_500, 106_250, 103_125, 101_562,
    ])
    expect(await steps(100_000n, 102_001n, 102_001n)).to.deep.equal([102_001, 101_000])
    expect(await steps(100_000n, 1_100_000n, 300_000n, 100_000n)).to.deep.equal([
      303_125, 200_000, 800_000, 500_000, 350_000, 275_000, 312_500, 293_750, 303_125,
    ])
    expect(await steps(100_000n, 1_100_000n, 300_000n, 1_099_999n)).to.deep.equal([1_099_999, 1_099_999])
    expect(await steps(10_000n, 10_400n, 10_300n)).to.deep.equal([10_400, 10_200])
    expect(await steps(100_000n, 1_100_000n, 300_000n, 1_100_000n)).to.deep.equal([
      303_125, 200_000, 800_000, 500_000, 350_000, 275_000, 312_500, 293_750, 303_125,
    ])
  })

  it("tries nothing between two limits that are within 2 %", async () => {
    const found = await findGasNeeded({ limit: 100_000n, enough: 102_000n, hint: undefined }, () => {
      throw new Error("tried")
    })
    expect(found).to.equal(102_000n)
  })
})
