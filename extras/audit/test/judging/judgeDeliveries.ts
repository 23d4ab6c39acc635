import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { type JudgedOptions, type JudgedWorld, startJudgedWorld } from "#extras/audit/test/fixtures/judgedWorld.js"

describe("judgeDeliveries", () => {
  let world: JudgedWorld
  before(async () => void (world = await startJudgedWorld()))
  after(() => world.devnet.stop())

  it("tries a message over each new connection, in both directions, and finds the one that is stopped", async () => {
    const { counters, connecting, devnet } = world
    const tried = async (calls: Parameters<JudgedWorld["judge"]>[0], options?: JudgedOptions) => {
      const { deliveries, found, verdict } = await world.judge(calls, options)
      return [verdict, deliveries.map(({ chain, status }) => `${chain} ${status}`), found]
    }
    const [onAlpha, onBeta] = [connecting(counters, "alpha"), connecting(counters, "beta")]
    expect(await tried([onAlpha])).to.deep.equal(["as wired", ["alpha one-sided"], []])
    const both = await tried([onAlpha], { also: { chain: "beta", call: onBeta } })
    expect(both).to.deep.equal(["as wired", ["alpha arrived", "beta arrived"], []])
    await world.connectBoth()
    expect(await tried([onAlpha])).to.deep.equal(["as wired", [], []])
    // A wiring whose switchboards exchange nothing.
    const [{ switchboard: fast }, { optimisticSwitchboard: slow }] = [
      devnet.chains["alpha"]!.contracts,
      devnet.chains["beta"]!.contracts,
    ]
    const wiring = { counters: { contracts: counters, switchboard: { alpha: fast, beta: slow } } }
    const call = connecting(counters, "beta", "optimisticSwitchboard")
    const misfit = await tried([call], { wiring, on: "beta" })
    expect(misfit).to.deep.equal(["beyond", ["beta failed", "alpha failed"], ["UNDELIVERED -", "UNDELIVERED -"]])
    // A connection that the wiring does not say is tried, too.
    expect((await tried([connecting(counters, "alpha", "optimisticSwitchboard")]))[1]).to.deep.equal([
      ...["alpha failed", "beta one-sided"],
    ])
  })
})
