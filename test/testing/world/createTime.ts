import { expect } from "chai"
import { describe, it } from "mocha"

import { createTime } from "#src/testing/world/createTime.js"
import { createWorldClock } from "#src/testing/world/createWorldClock.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"

/** The time of a world of three chains, and what was done to these and to the actors. */
function open() {
  const machine = createManualClock(1_700_000_000_900)
  const clock = createWorldClock(machine)
  const done: string[] = []
  const chain = (name: string) => ({
    testClient: {
      mine: async ({ blocks }: { blocks: number }) => {
        const at = clock.now()
        await new Promise(setImmediate)
        done.push(`${name} ${blocks} at ${at / 1_000}`)
      },
    },
  })
  const world = {
    clock,
    devnet: { chains: { alpha: chain("alpha"), beta: chain("beta") } },
    gateway: { chain: chain("gateway") },
    relay: { wake: () => done.push("wake") },
  } as unknown as OpenWorld
  return { time: createTime(() => world), machine, clock, done }
}

const start = 1_700_000_000
const mined = (at: number) => ["alpha", "beta", "gateway"].map((name) => `${name} 1 at ${at}`)

describe("world.time", () => {
  it("moves on by seconds or to a moment: each chain mines a block then, and the actors look again after it", async () => {
    const { time, done } = open()
    expect(time.now()).to.equal(start)
    await time.increase(5)
    await time.increase(0n)
    await time.setTo(start + 7)
    await time.setTo(BigInt(start + 7))
    expect(done).to.deep.equal([5, 5, 7, 7].flatMap((seconds) => [...mined(start + seconds), "wake"]))
    expect(time.now()).to.equal(start + 7)
  })

  it("runs with the machine's after unfreeze, which wakes the actors, until freeze", async () => {
    const { time, machine, clock, done } = open()
    await time.unfreeze()
    expect([clock.isFrozen, done.splice(0)]).to.deep.equal([false, ["wake"]])
    await machine.advance(1_999)
    expect(time.now()).to.equal(start + 1)
    await time.freeze()
    await machine.advance(9_000)
    expect([clock.isFrozen, time.now(), done]).to.deep.equal([true, start + 1, []])
  })

  it("refuses what is no moment to come, and then nothing moves", async () => {
    const { time, done } = open()
    for (const seconds of [-1, -1n, 0.5, NaN, Infinity, 2n ** 53n, "soon" as never]) {
      const { facts } = await failure(time.increase(seconds))
      expect(facts, String(seconds)).to.deep.equal({ argument: "seconds" })
      expect((await failure(time.setTo(seconds))).facts).to.deep.equal({ argument: "moment" })
    }
    const { facts, message } = await failure(time.setTo(start - 1))
    expect(facts).to.deep.equal({ argument: "moment" })
    expect(message).to.contain(` 1 seconds before the world's time, which is ${start}`)
    expect([time.now(), done]).to.deep.equal([start, []])
  })
})
