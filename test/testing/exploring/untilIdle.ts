import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import type { PlugsError } from "../../../src/primitives/PlugsError.js"
import { createExplore } from "../../../src/testing/exploring/createExplore.js"
import type { ScheduledWorld } from "../../../src/testing/exploring/Schedule.js"
import { untilIdle } from "../../../src/testing/exploring/untilIdle.js"
import type { ExploreStuckError } from "../../../src/testing/index.js"
import { createWorld } from "../../../src/testing/index.js"
import { worldOf } from "../../../src/testing/world/runningWorlds.js"
import { failure } from "../../fixtures/failure.js"

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe("untilIdle", () => {
  /** Work that changes something at some looks and ends at the last, or never. */
  async function look({
    changesAt,
    endsAt,
    isAnswerDue = false,
  }: {
    changesAt: number
    endsAt: number
    isAnswerDue?: boolean
  }) {
    const { promise, resolve } = Promise.withResolvers<string>()
    let [looks, changes] = [0, 0]
    const result = await untilIdle(promise, {
      changes: () => changes,
      isAnswerDue: () => isAnswerDue,
      describe: () => new Error("it stands still"),
      async nextPoll() {
        looks += 1
        if (looks % changesAt === 0) changes += 1
        if (looks === endsAt) resolve("done")
        await turn()
      },
    }).catch((error: unknown) => (error as Error).message)
    return { result, looks }
  }

  it("waits for work for as long as something happens", async () => {
    expect(await look({ changesAt: 99, endsAt: 5_000 })).to.deep.include({ result: "done" })
  })

  it("ends work in which nothing happens, sooner if no answer is due", async () => {
    expect(await look({ changesAt: Infinity, endsAt: Infinity })).to.deep.equal({
      result: "it stands still",
      looks: 100,
    })
    const due = await look({ changesAt: Infinity, endsAt: Infinity, isAnswerDue: true })
    expect(due).to.deep.equal({ result: "it stands still", looks: 600 })
  })
})

describe("world.explore that stands still", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)

  it("says what waits for what", async () => {
    const { alpha, beta } = await world.deployConnected("Notice", ({ socket, owner }) => [socket, owner])
    const open = worldOf(alpha)!
    const sent = Promise.withResolvers<undefined>()
    const looks = { nextPoll: () => sent.promise.then(turn) }
    const explore = createExplore(
      () => open,
      () => world as unknown as ScheduledWorld,
      looks,
    )
    const scenario = async () => {
      await alpha.send.show([beta.slug, 1n])
      // The ledger reads a block after it is mined.
      await open.messaging.sync()
      sent.resolve(undefined)
      await new Promise(() => undefined)
    }
    const stuck = explore({ runs: 1 }, scenario, () => true)
    const error: PlugsError & Partial<Pick<ExploreStuckError, "lines">> = await failure(stuck)
    expect(error.code).to.equal("EXPLORE_STUCK")
    expect(error.shortMessage).to.equal(
      "world.explore stands still in the scenario: no chain was asked for anything for ten seconds.",
    )
    expect(error.facts["waits for an actor"]).to.match(/^seal 0x[0-9a-f]{64}$/)
    expect(error.facts["actors at work"]).to.equal("none")
    expect(error.lines).to.deep.equal(["world.manual()", "await scenario()"])
  })
})
