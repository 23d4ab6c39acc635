import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { findGasNeeded } from "../../../../src/messaging/explaining/execution/findGasNeeded.js"
import { runs } from "../../../fixtures/depth.js"

describe("findGasNeeded", () => {
  it("finds at most 2 % too much for what is up to ten times the limit, in a dozen calls", async () => {
    const limits = fc.bigInt({ min: 10_000n, max: 10_000_000n })
    await fc.assert(
      fc.asyncProperty(limits, fc.bigInt({ min: 1n, max: 1_000n }), async (limit, more) => {
        const needed = limit + (limit * more) / 111n + 1n
        let calls = 0
        const found = await findGasNeeded(limit, (gas) => {
          calls += 1
          return Promise.resolve(gas >= needed)
        })
        expect(calls).to.be.at.most(12)
        expect(found !== undefined && found >= needed && found <= needed + needed / 50n + 1n).to.equal(true)
      }),
      runs({ fast: 200 }),
    )
  })

  it("gives up on what never succeeds, after a dozen calls", async () => {
    let calls = 0
    const found = await findGasNeeded(0n, () => {
      calls += 1
      return Promise.resolve(false)
    })
    expect(found).to.equal(undefined)
    expect(calls).to.be.at.most(12)
  })
})
