import { expect } from "chai"
import { describe, it } from "mocha"
import { toHex, zeroHash } from "viem"

import { type ActorCall, maxGasFor, withMargin } from "#src/devnet/relay/callBatch.js"
import { createCostlyTurns, simulateInTurns } from "#src/devnet/relay/costlyCalls.js"
import type { BatchSender, CallFor } from "#src/devnet/relay/createBatchSender.js"

const to = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const most = maxGasFor(zeroHash)
/** A call that never ends. */
const endless = 10n ** 9n

/** A chain on which a call takes a millisecond for each 50,000 gas, and what happens on it. The value of a call is the gas that it needs. */
function createChain() {
  let now = 0
  const clock = { now: () => now }
  const events: string[] = []
  const batchSender: BatchSender = {
    async simulate({ value: needed = 0n, gas }) {
      const success = needed <= gas
      const gasUsed = success ? needed : gas
      await Promise.resolve()
      now += Number(gasUsed / 50_000n)
      return { success, gasUsed, revertData: "0x" }
    },
    send: () => Promise.reject(new Error("nothing is sent")),
  }
  const turns = createCostlyTurns(clock)
  const passed: CallFor<string>[] = []
  const simulate = (calls: Readonly<Record<string, Omit<ActorCall, "gas" | "to" | "data"> & { gas?: bigint }>>) =>
    simulateInTurns(
      Object.entries(calls).map(([item, call]) => ({ item, call: { to, data: toHex(item, { size: 32 }), ...call } })),
      {
        batchSender,
        turns,
        clock,
        onPassed(some) {
          passed.push(...some)
          if (some.length > 0) events.push(`${some.map(({ item }) => item).join()} passed`)
        },
        onReverted: (item, _, took) => events.push(`${item} reverted after ${took}`),
      },
    )
  return { simulate, events, passed, pass: (ms: number) => (now += ms), clock }
}

describe("simulateInTurns", () => {
  it("passes what needs little before what burns all gas, which takes turns with everybody else", async () => {
    const { simulate, events, clock, pass } = createChain()
    const burners = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`b${index}`, { value: endless }]))
    const took = Number(most / 50_000n)
    await simulate({ ...burners, honest: { value: 100_000n } })
    expect(events.splice(0)).to.deep.equal(["honest passed", `b0 reverted after ${took}`])
    expect(clock.now(), "one burns all its gas, and the others little").to.be.below(2.5 * took)

    await simulate({ ...burners, other: { value: 100_000n } })
    expect(events.splice(0), "in the rest after the turn").to.deep.equal(["other passed"])
    const before = clock.now()
    for (let looks = 0; looks < 100; looks += 1) await simulate(burners)
    expect(clock.now() - before, "nothing is burned in the rest, but once by the one whose turn it was").to.be.below(30)
    pass(took)
    await simulate(burners)
    expect(events).to.deep.equal([`b0 reverted after ${took}`])
  })

  it("gives a call what its simulation used, with a margin, but one that used most of a small simulation is simulated again", async () => {
    const { simulate, passed } = createChain()
    await simulate({ small: { value: 400_000n }, middle: { value: 900_000n }, large: { value: 3_000_000n } })
    expect(passed.map(({ item, call }) => [item, call.gas])).to.deep.equal([
      ["small", withMargin(400_000n, most)],
      ["middle", withMargin(900_000n, most)],
      ["large", withMargin(3_000_000n, most)],
    ])
  })

  it("simulates again what used more than half of a small simulation, after all others", async () => {
    const { simulate, events } = createChain()
    await simulate({ more: { value: 500_001n }, half: { value: 500_000n }, little: { value: 1n } })
    expect(events).to.deep.equal(["half,little passed", "more passed"])
  })

  it("simulates a call that names its gas with that, once", async () => {
    const { simulate, events, passed } = createChain()
    await simulate({ fits: { value: 3_000_000n, gas: 4_000_000n }, fails: { value: 3_000_000n, gas: 2_000_000n } })
    expect(passed.map(({ item, call }) => [item, call.gas])).to.deep.equal([["fits", 4_000_000n]])
    expect(events).to.have.members(["fits passed", "fails reverted after 0"])
  })
})
