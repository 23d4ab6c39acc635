import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import type { BatchCall } from "#extras/audit/src/judging/Batch.js"
import {
  callOf,
  encodeCall,
  type JudgedOptions,
  type JudgedWorld,
  startJudgedWorld,
} from "#extras/audit/test/fixtures/judgedWorld.js"
import type { Wiring } from "#src/messaging/wiring/Wiring.js"

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

  it("blames each batch for its own calls, and none of several for what is in no call", async () => {
    const { counters, connecting, devnet } = world
    const [onAlpha, onBeta] = [connecting(counters, "alpha"), connecting(counters, "beta")]
    const verdicts = async (first: BatchCall, call: BatchCall, wiring?: Wiring) => {
      const { batches, verdict } = await world.judge([first], {
        also: { chain: "beta", call },
        ...(wiring && { wiring }),
      })
      return [verdict, ...batches.map((one) => one.verdict)]
    }
    const reverting = callOf(counters["alpha"]!, encodeCall("acceptOwnership", []))
    expect(await verdicts(onAlpha, onBeta)).to.deep.equal(["as wired", "as wired", "as wired"])
    expect(await verdicts(reverting, onBeta)).to.deep.equal(["beyond", "beyond", "as wired"])
    const [fast, slow] = [
      devnet.chains["alpha"]!.contracts.switchboard,
      devnet.chains["beta"]!.contracts.optimisticSwitchboard,
    ]
    const misfit = { counters: { contracts: counters, switchboard: { alpha: fast, beta: slow } } }
    const undelivered = await verdicts(onAlpha, connecting(counters, "beta", "optimisticSwitchboard"), misfit)
    expect(undelivered).to.deep.equal(["beyond", "unknown", "unknown"])
    const { batches } = await world.judge([reverting])
    expect(batches.map(({ verdict }) => verdict)).to.deep.equal(["beyond"])
  })
})
