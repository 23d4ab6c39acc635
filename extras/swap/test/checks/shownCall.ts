import { expect } from "chai"
import { describe, it } from "mocha"

import { callChanges } from "#extras/swap/src/checks/shownCall.js"
import type { RouteFee, ShownCall } from "#extras/swap/src/checks/types.js"
import { dai, router, usdc } from "#test/fixtures/wire/swapRoutes.js"

const shown: ShownCall = {
  ...{ target: router, value: 7n, functions: ["exec", "exec.data.swap"] },
  ...{ fees: [{ taker: dai, amount: 5n }], undecoded: ["exec.id"] },
}

describe("S-02 callChanges", () => {
  const changes = (more: Partial<ShownCall>) => callChanges({ ...shown, ...more }, shown)

  it("finds no difference in the same, or in less of it", () => {
    expect(changes({})).to.deep.equal([])
    expect(changes({ value: 6n, fees: [{ taker: dai, amount: 4n }], undecoded: [] })).to.deep.equal([])
    expect(changes({ fees: [] })).to.deep.equal([])
  })

  it("names another function, what is not decoded, a higher or another fee, and more native currency, each alone", () => {
    expect(changes({ functions: ["exec"] })).to.deep.equal(["it calls exec in place of exec, exec.data.swap"])
    expect(changes({ undecoded: ["exec.id", "exec.to"] })).to.deep.equal(["exec.to is not decoded"])
    expect(changes({ fees: [{ taker: dai, amount: 6n }] })).to.deep.equal([`it pays 6 to ${dai} in place of 5`])
    expect(changes({ fees: [{ taker: usdc, amount: 1n }] })).to.deep.equal([`it pays 1 to ${usdc} in place of 0`])
    const [first, second] = [3n, 3n].map((amount): RouteFee => ({ taker: dai, amount }))
    expect(changes({ fees: [first!, second!] })[0]).to.equal(`it pays 6 to ${dai} in place of 5`)
    expect(changes({ value: 8n })).to.deep.equal(["it attaches 8 wei in place of 7"])
  })
})
