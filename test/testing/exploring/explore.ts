import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import type { PlugsError } from "#src/primitives/PlugsError.js"
import { pathOf, plainSchedule } from "#src/testing/exploring/Schedule.js"
import { createWorld, type ExploreContext, type ScheduleFailedError } from "#src/testing/index.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

/** The failure of a call. If it is a schedule, it has lines and a path. */
async function failureOf(
  work: Promise<unknown>,
): Promise<PlugsError & Partial<Pick<ScheduleFailedError, "lines" | "path" | "seed">>> {
  return await failure(work)
}

describe("world.explore", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const notices = () => world.deployConnected("Notice", ({ socket, owner }) => [socket, owner])
  const shops = async () => {
    const both = await world.deployConnected("Shop", ({ socket, owner }) => [socket, owner])
    await both.alpha.write.topUp([world.chains.alpha.accounts[0]!, 10n])
    return both
  }

  /** Two notices, of which the second should be shown at the end. */
  async function twoNotices() {
    const { alpha, beta } = await world.loadFixture(notices)
    return {
      beta,
      scenario: async () => {
        await alpha.send.show([beta.slug, 1n])
        await alpha.send.show([beta.slug, 2n])
      },
      invariant: async () => {
        expect(await beta.read.shown()).to.equal(2n)
      },
    }
  }

  /** An order, and a shop that closes. */
  async function anOrder() {
    const { alpha, beta } = await world.loadFixture(shops)
    return {
      scenario: async ({ step, pick }: ExploreContext) => {
        await alpha.send.order([beta.slug, pick([4n, 5n])])
        await step()
        await beta.write.close()
      },
      invariant: async () => {
        const buyer = world.chains.alpha.accounts[0]!
        return (await alpha.read.credit([buyer])) + (await beta.read.goods([buyer])) === 10n
      },
    }
  }

  it("prints the shortest schedule that fails, and how to repeat it", async () => {
    const { scenario, invariant } = await twoNotices()
    const error = await failureOf(world.explore({ seed: 1, keep: false }, scenario, invariant))
    const [message, places] = error.message.split("Where the messages were at its end:\n")
    expect(message).to.equal(
      [
        "The invariant fails under a schedule: expected 1n to equal 2n",
        `  run: ${error.facts["run"] ?? ""}`,
        "  seed: 1",
        `  path: ${error.path ?? ""}`,
        `Repeat it with world.explore({ path: "${error.path ?? ""}" }, scenario, invariant), or paste the lines into a test, after its fixture.`,
        "",
        "    world.manual()",
        "    await scenario()",
        "    await world.deliver({ nth: 1 })",
        "    await world.deliver()",
        "    await invariant()",
        "",
        "",
      ].join("\n"),
    )
    expect(error.stack).to.include("await world.deliver({ nth: 1 })")
    expect(
      places?.match(/^ {2}Notice on alpha → Notice on beta\n {4}RECEIVED → .+ → EXECUTION_SUCCESS$/gm),
    ).to.have.lengthOf(2)
    const order = [2, 1].map((id, at) => `  ${at + 1}\\. Notice.show on alpha → Notice on beta, payload 0x…${id}…?.*\n`)
    expect(places).to.match(new RegExp(`Executed in this order:\n${order.join("")}`))
  })

  it("prints a schedule that fails in the same way when it is pasted into a test", async () => {
    const { scenario, invariant } = await twoNotices()
    world.manual()
    await scenario()
    await world.deliver({ nth: 1 })
    await world.deliver()
    const error = await invariant().catch((problem: unknown) => problem as Error)
    expect(error?.message).to.equal("expected 1n to equal 2n")
  })

  deepIt("repeats a failure from its seed and path, in one run", async () => {
    const { scenario, invariant } = await twoNotices()
    const first = await failureOf(world.explore({ seed: 11, keep: false }, scenario, invariant))
    const { path } = first
    const runs: (readonly string[])[] = []
    const onRun = (lines: readonly string[]) => void runs.push(lines)
    const second = await failureOf(world.explore({ path, onRun }, scenario, invariant))
    expect(runs).to.deep.equal([first.lines])
    expect(second.lines).to.deep.equal(first.lines)
  })

  deepIt("repeats one run by its path, which may hold by now, and tries nothing else", async () => {
    const { scenario } = await twoNotices()
    const runs: (readonly string[])[] = []
    const onRun = (lines: readonly string[]) => void runs.push(lines)
    const path = pathOf({ ...plainSchedule, end: [{ move: "deliver", nth: 1 }] })
    const explored = await world.explore({ seed: 7, path, onRun }, scenario, () => true)
    expect(explored).to.deep.equal({ runs: 1, seed: 7, moves: {}, growth: [] })
    expect(runs.map((lines) => lines.slice(0, 3))).to.deep.equal([
      ["world.manual()", "await scenario()", "await world.deliver({ nth: 1 })"],
    ])
  })

  deepIt("runs the same schedules with the same seed", async () => {
    const { beta, scenario } = await twoNotices()
    const explored = async () => {
      const runs: unknown[] = []
      let shown: bigint
      const invariant = async () => void (shown = await beta.read.shown())
      const onRun = (lines: readonly string[]) => void runs.push({ lines, shown })
      await world.explore({ seed: 3, runs: 3, onRun }, scenario, invariant)
      return runs
    }
    expect(await explored()).to.deep.equal(await explored())
  })

  it("prints steps and picks of the scenario, in lines that a file can run", async () => {
    const { scenario, invariant } = await anOrder()
    const error = await failureOf(
      world.explore({ seed: 13, runs: 50, faults: false, keep: false }, scenario, invariant),
    )
    expect(error.lines).to.deep.equal([
      "world.manual()",
      "const steps = [",
      "  async () => {",
      "    // Nothing is delivered here.",
      "  },",
      "]",
      "const picks = [0]",
      "await scenario({",
      "  step: async () => await steps.shift()?.(),",
      "  pick: (choices) => choices[picks.shift() ?? 0]!,",
      "})",
      "await world.deliver()",
      'if ((await invariant()) === false) throw new Error("it returned false")',
    ])

    await using folder = await temporaryFolder()
    const file = join(folder.path, "pasted.mts")
    const parameters = "world: any, scenario: any, invariant: any"
    await writeFile(file, `export default async (${parameters}) => {\n${error.lines?.join("\n")}\n}\n`)
    const { default: pasted } = (await import(pathToFileURL(file).href)) as {
      default: (...all: unknown[]) => Promise<void>
    }
    const again = await anOrder()
    const repeated = await pasted(world, again.scenario, again.invariant).catch((problem: unknown) => problem as Error)
    expect(repeated?.message).to.equal((error.cause as Error).message)
  })

  deepIt("leaves out everything that a failure does not need, and takes the smallest values", async () => {
    const { alpha, beta } = await world.loadFixture(notices)
    const scenario = async ({ step }: ExploreContext) => {
      await alpha.send.show([beta.slug, 1n])
      await step()
      await step()
    }
    // The world's time at the end, an hour on.
    const begun = world.time.now()
    const invariant = () => world.time.now() < begun + 3_600
    const error = await failureOf(world.explore({ seed: 1, keep: false }, scenario, invariant))
    const others = error.lines?.filter((line) => line.includes("increase") || line.includes("faults"))
    expect(others?.map((line) => line.trim())).to.deep.equal(["await world.time.increase(3600)"])
    expect(error.lines?.filter((line) => line.includes("deliver"))).to.have.lengthOf.at.most(3)
  })

  deepIt("tries for as long as it is told to, and says what it has done how often", async () => {
    const { scenario } = await twoNotices()
    const options = { seed: 1, seconds: 3, keep: false } as const
    const { runs, moves } = await world.explore(options, scenario, () => true)
    expect(runs).to.be.above(1)
    expect(moves["deliver"]!.tried).to.be.at.least(moves["deliver"]!.happened)
    expect(moves["deliver"]!.happened).to.be.above(0)
  })

  deepIt("keeps the schedule of a failure, and begins with it until it no longer fails", async () => {
    const { alpha, beta } = await world.loadFixture(notices)
    const mended = { is: false }
    const scenario = async () => {
      for (const notice of [1n, 2n]) await alpha.send.show([beta.slug, notice])
    }
    const invariant = async () => mended.is || (await beta.read.shown()) === 2n
    const explore = async (runs: number) => {
      const explored = world.explore({ seed: 11, runs, faults: false }, scenario, invariant)
      return await failureOf(explored).then(
        ({ facts, path }) => ({ run: facts["run"] ?? "kept", path }),
        () => "passes",
      )
    }
    // What another run of this test may have left.
    mended.is = true
    await explore(1)
    mended.is = false
    const { path } = (await explore(100)) as { path: string }
    expect(await explore(1)).to.deep.equal({ run: "kept", path })
    mended.is = true
    expect(await explore(1)).to.equal("passes")
    mended.is = false
    const again = await explore(100)
    expect(again)
      .to.have.property("run")
      .that.matches(/^number /)
    mended.is = true
    await explore(1)
  })

  it("sets the world back, and leaves delivery and time as they were", async () => {
    const { alpha, beta } = await world.loadFixture(notices)
    const now = world.time.now()
    await world.explore(
      { seed: 2, runs: 3 },
      () => alpha.send.show([beta.slug, 1n]),
      () => true,
    )
    expect(await alpha.read.shown()).to.equal(0n)
    expect(world.time.now()).to.equal(now)
    expect(world.faults.active()).to.deep.equal([])
    await alpha.send.show([beta.slug, 7n])
    await world.deliver()
    expect(await beta.read.shown()).to.equal(7n)
  })

  deepIt("begins anywhere without a seed, and says where", async () => {
    const { alpha, beta } = await world.loadFixture(notices)
    const scenario = () => alpha.send.show([beta.slug, 1n])
    const { seed } = await world.explore({ runs: 1 }, scenario, () => undefined)
    expect(seed).to.be.a("number")
    expect((await world.explore({ runs: 1 }, scenario, () => undefined)).seed).not.to.equal(seed)
  })

  deepIt("checks the invariant after every move if asked to", async () => {
    const { beta, scenario } = await twoNotices()
    const neverOne = async () => (await beta.read.shown()) !== 1n
    await world.explore({ seed: 11, runs: 1, faults: false }, scenario, async () => (await beta.read.shown()) > 0n)
    const path = pathOf({ ...plainSchedule, end: [{ move: "deliver", nth: 0 }] })
    expect(await world.explore({ path }, scenario, neverOne)).to.deep.include({ runs: 1 })
    const error = await failureOf(world.explore({ path, everyStep: true }, scenario, neverOne))
    expect(error.lines?.at(-1)).to.equal('if ((await invariant()) === false) throw new Error("it returned false")')
    expect(error.lines).not.to.include("await world.faults.clear()")
  })

  it("reports a scenario that fails without any fault, and explores nothing", async () => {
    const { scenario } = await twoNotices()
    let runs = 0
    const onRun = () => void (runs += 1)
    const error = await failureOf(
      world.explore({ onRun }, scenario, () => {
        throw new Error("nothing is ever right")
      }),
    )
    expect(error.message).to.equal(
      [
        "The invariant fails without any fault: nothing is ever right",
        "  deliveries: everything in order, at each step and after the scenario",
        "Nothing else was explored. While a scenario runs, nothing is delivered but at `await step()`: what depends on a delivery belongs behind a step, or into the invariant.",
      ].join("\n"),
    )
    expect(runs).to.equal(0)
    const own = await failureOf(
      world.explore(
        {},
        () => Promise.reject(new Error("no")),
        () => true,
      ),
    )
    expect(own.code).to.equal("SCENARIO_FAILED")
    expect(own.shortMessage).to.match(/: no$/)
  })

  it("says what to do when a step is not awaited", async () => {
    const scenario = async ({ step }: ExploreContext) => {
      void step()
      await Promise.resolve()
    }
    const error = await failureOf(world.explore({}, scenario, () => true))
    expect(error.code).to.equal("SCENARIO_FAILED")
    expect(error.shortMessage).to.contain("`await step()`")
  })

  it("refuses a scenario that goes back to before it", async () => {
    const error = await failureOf(
      world.explore(
        {},
        () => world.loadFixture(notices),
        () => true,
      ),
    )
    expect(error.code).to.equal("SCENARIO_SET_BACK")
    await world.loadFixture(notices)
  })

  const wrongCalls: readonly [string, () => Promise<unknown>][] = [
    [
      'Argument "options": the first argument is not an object. Write world.explore({}, scenario, invariant).',
      () =>
        world.explore(
          (() => undefined) as never,
          () => Promise.resolve(),
          () => true,
        ),
    ],
    [
      'Argument "invariant": it is not a function. Give a function that throws, or returns false, where something is wrong.',
      () => world.explore({}, () => Promise.resolve(), undefined as never),
    ],
    [
      'Argument "runs": 0 is no number of runs. Give a whole number from 1.',
      () =>
        world.explore(
          { runs: 0 },
          () => Promise.resolve(),
          () => true,
        ),
    ],
    [
      'Argument "path": "x" is not a path. Give what a failure has printed, without a change.',
      () =>
        world.explore(
          { seed: 1, path: "x" },
          () => Promise.resolve(),
          () => true,
        ),
    ],
    [
      'Argument "timeout": 0 is no number of seconds. Give a number above 0.',
      () =>
        world.explore(
          { timeout: 0 },
          () => Promise.resolve(),
          () => true,
        ),
    ],
  ]
  for (const [message, call] of wrongCalls) {
    it(`refuses ${message.split(":")[0]} that is wrong: ${message.split(". ")[0]}`, async () => {
      expect((await failureOf(call())).message).to.equal(message)
    })
  }

  it("refuses two at once in a world", async () => {
    const { scenario, invariant } = await twoNotices()
    const first = world.explore({ runs: 1, seed: 1, faults: false }, scenario, () => true)
    const error = await failureOf(world.explore({}, scenario, invariant))
    await first
    expect(error.message).to.equal(
      'Argument "explore": it is under way in this world already. Write `await world.explore(…)`, one after the other.',
    )
  })
})
