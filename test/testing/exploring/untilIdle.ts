import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import type { PlugsError } from "#src/primitives/PlugsError.js"
import { createExplore, untilIdle } from "#src/testing/exploring/createExplore.js"
import type { ScheduledWorld } from "#src/testing/exploring/Schedule.js"
import type { ExploreStuckError } from "#src/testing/index.js"
import { createWorld } from "#src/testing/index.js"
import { worldOf } from "#src/testing/world/runningWorlds.js"
import { failure } from "#test/fixtures/failure.js"

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe("untilIdle", () => {
  /** Work that changes something at some looks and ends at the last, or never. */
  async function look({
    changesAt,
    endsAt,
    isAnswerDue = false,
    lateAt = Infinity,
    changesUntil = Infinity,
  }: {
    changesAt: number
    endsAt: number
    isAnswerDue?: boolean
    lateAt?: number
    changesUntil?: number
  }) {
    const { promise, resolve } = Promise.withResolvers<string>()
    let [looks, changes] = [0, 0]
    const result = await untilIdle(promise, {
      changes: () => changes,
      isAnswerDue: () => isAnswerDue,
      isLate: () => looks >= lateAt,
      describe: (why) => new Error(why === "late" ? "it takes too long" : "it stands still"),
      signal: new AbortController().signal,
      async nextPoll() {
        looks += 1
        if (looks % changesAt === 0 && looks <= changesUntil) changes += 1
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

  it("counts anew from each change", async () => {
    const { result, looks } = await look({ changesAt: 70, endsAt: Infinity, changesUntil: 140 })
    expect({ result, looks }).to.deep.equal({ result: "it stands still", looks: 240 })
    expect((await look({ changesAt: 1, endsAt: Infinity, changesUntil: 1 })).looks).to.equal(101)
  })

  it("ends as the work does, or with the reason of its signal, and looks no more", async () => {
    const failed = new Error("failed")
    const given = { changes: () => 0, isAnswerDue: () => false, isLate: () => false, describe: () => new Error("idle") }
    let looks = 0
    const nextPoll = async (signal: AbortSignal) => {
      looks += 1
      await turn()
      signal.throwIfAborted()
    }
    const { signal } = new AbortController()
    const error: unknown = await untilIdle(Promise.reject(failed), { ...given, signal, nextPoll }).catch(
      (reason: unknown) => reason,
    )
    expect(error).to.equal(failed)
    const stopped = new AbortController()
    const idle = untilIdle(new Promise(() => undefined), { ...given, signal: stopped.signal, nextPoll })
    stopped.abort(new Error("given up"))
    expect(await idle.catch(String)).to.equal("Error: given up")
    const seen = looks
    for (let round = 0; round < 3; round += 1) await turn()
    expect(looks).to.equal(seen)
  })

  it("ends work that takes too long, although something happens", async () => {
    const late = await look({ changesAt: 1, endsAt: Infinity, lateAt: 700 })
    expect(late).to.deep.equal({ result: "it takes too long", looks: 700 })
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
    const places = [
      { stage: "seal", chainSlug: alpha.slug },
      { stage: "accept", chainSlug: 99 },
    ]
    const relay = Object.create(open.relay, { atWork: { value: () => places } }) as typeof open.relay
    const busy = Object.create(open, { relay: { value: relay } }) as typeof open
    const explore = createExplore(
      () => busy,
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
      "The call of world.explore stands still in the scenario: no chain was asked for anything new for ten seconds.",
    )
    expect(error.facts["waits for an actor"]).to.match(/^seal 0x[0-9a-f]{64}$/)
    expect(error.facts["actors at work"]).to.equal("seal on alpha; accept on 99")
    expect(error.lines).to.deep.equal(["world.manual()", "await scenario()"])
  })

  for (const [awaited, most] of [
    [[], 100],
    [["eth_call on alpha"], 600],
  ] as const) {
    it(`is given up after ${most} looks at which ${awaited.length} answers of chains are due`, async () => {
      const { alpha } = await world.deployConnected("Notice", ({ socket, owner }) => [socket, owner])
      const open = worldOf(alpha)!
      const hangs = Promise.withResolvers<undefined>()
      let looks = 0
      const requests = Object.create(open.requests, {
        changes: { value: () => 0 },
        unanswered: { value: () => (looks < most ? awaited : []) },
      }) as typeof open.requests
      const explore = createExplore(
        () => Object.create(open, { requests: { value: requests } }) as typeof open,
        () => world as unknown as ScheduledWorld,
        {
          async nextPoll() {
            await hangs.promise
            looks += 1
            await turn()
          },
        },
      )
      const scenario = () => {
        hangs.resolve(undefined)
        return new Promise(() => undefined)
      }
      const error: PlugsError = await failure(explore({ runs: 1 }, scenario, () => true))
      expect([error.code, looks]).to.deep.equal(["EXPLORE_STUCK", most])
    })
  }

  const notices = () => world.deployConnected("Notice", ({ socket, owner }) => [socket, owner])
  const neverEnds: readonly [string, (plugs: Awaited<ReturnType<typeof notices>>) => Promise<unknown>][] = [
    [
      "waits for the receipt of a chain that has stopped",
      async ({ alpha, beta }) => {
        await world.faults.stoppedChain("alpha")
        await alpha.send.show([beta.slug, 1n])
      },
    ],
    [
      "has switched mining off",
      async ({ alpha, beta }) => {
        await world.chains.alpha.testClient.setAutomine(false)
        await alpha.send.show([beta.slug, 1n])
      },
    ],
    ["waits for what never comes", () => new Promise(() => undefined)],
    [
      "asks without end",
      async ({ beta }) => {
        while ((await beta.read.shown()) === 0n) await new Promise((resolve) => setTimeout(resolve, 5))
      },
    ],
  ]

  /** The world works, and is where it was. */
  async function expectUsable({ alpha, beta }: Awaited<ReturnType<typeof notices>>) {
    expect([await alpha.read.shown(), world.faults.active()]).to.deep.equal([0n, []])
    await alpha.send.show([beta.slug, 7n])
    await world.deliver()
    expect(await beta.read.shown()).to.equal(7n)
  }

  for (const [title, scenario] of neverEnds) {
    it(`ends when a scenario ${title}, and the world goes back`, async () => {
      const plugs = await world.loadFixture(notices)
      const explore = createExplore(
        () => worldOf(plugs.alpha)!,
        () => world as unknown as ScheduledWorld,
        { nextPoll: () => new Promise((resolve) => setTimeout(resolve, 1)) },
      )
      // Without a fault it would not come to an end either, so it begins in the second run.
      let runs = 0
      const second = async () => {
        if ((runs += 1) > 1) await scenario(plugs)
      }
      const error: PlugsError = await failure(explore({ seed: 1, keep: false }, second, () => true))
      expect([error.code, error.shortMessage]).to.deep.equal([
        "EXPLORE_STUCK",
        "The call of world.explore stands still in the scenario: no chain was asked for anything new for ten seconds.",
      ])
      await expectUsable(plugs)
    })
  }

  it("ends when one run takes too long, although something happens", async () => {
    const plugs = await world.loadFixture(notices)
    const { alpha, beta } = plugs
    const sendsOn = async () => {
      for (let notice = 1n; ; notice += 1n) await alpha.send.show([beta.slug, notice])
    }
    const error: PlugsError = await failure(world.explore({ timeout: 0.05, keep: false }, sendsOn, () => true))
    expect(error.shortMessage).to.equal(
      "The call of world.explore takes more than 0.05 seconds for one run, in the scenario.",
    )
    await expectUsable(plugs)
  })

  it("is left behind when the next test loads its fixture", async () => {
    await world.loadFixture(notices)
    const left = failure(
      world.explore(
        { keep: false },
        () => new Promise(() => undefined),
        () => true,
      ),
    )
    const plugs = await world.loadFixture(notices)
    expect((await left).code).to.equal("EXPLORE_STUCK")
    await expectUsable(plugs)
  })
})
