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
        const found = await findGasNeeded(limit, limit * 11n, (gas) => {
          calls += 1
          return Promise.resolve(gas >= needed)
        })
        expect(calls).to.be.at.most(8)
        expect(found >= needed && found <= needed + needed / 10n + 1n).to.equal(true)
      }),
      runs({ fast: 60 }),
    )
  })

  it("tries no more than what succeeds", async () => {
    const tried: bigint[] = []
    const found = await findGasNeeded(100_000n, 1_100_000n, (gas) => {
      tried.push(gas)
      return Promise.resolve(false)
    })
    expect(found).to.equal(1_100_000n)
    expect(tried.length).to.be.at.most(8)
    for (const gas of tried) expect(gas < 1_100_000n).to.equal(true)
  })
})
