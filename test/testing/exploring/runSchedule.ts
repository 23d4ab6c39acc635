import { expect } from "chai"
import { describe, it } from "mocha"

import { type Experiment, runSchedule } from "#src/testing/exploring/runSchedule.js"
import { type Move, plainSchedule, type Schedule } from "#src/testing/exploring/Schedule.js"
import { createFakeExploration } from "#test/fixtures/testing/fakeExploration.js"

type Options = Partial<Pick<Experiment, "scenario" | "invariant" | "everyStep">> & {
  readonly schedule?: Partial<Schedule>
  /** How many things can move at first. Each delivery moves one. */
  readonly possible?: number
  readonly fails?: Move["move"]
  readonly gaveUp?: boolean
  /** Gives the run up, where the scenario wants it. */
  readonly stopping?: AbortController
  /** How often a fault has shown. */
  readonly faultHappened?: () => number
}

/** Runs a scenario in a world in which each delivery moves one thing. */
async function run({
  schedule = {},
  possible = 3,
  fails,
  gaveUp = false,
  stopping = new AbortController(),
  faultHappened = () => 0,
  ...own
}: Options = {}) {
  const fake = createFakeExploration({ possible, fails })
  fake.faultHappened = faultHappened
  const { world, open, done } = fake
  const parts: [part: string, lines: number][] = []
  if (gaveUp) stopping.abort(new Error("given up"))
  const experiment: Experiment = {
    ...{ world, open, signal: stopping.signal, everyStep: false },
    ...{ scenario: () => Promise.resolve(), invariant: () => true },
    ...own,
    onPart: (part, lines) => void parts.push([part, lines().length]),
  }
  const result = await runSchedule(experiment, { ...plainSchedule, ...schedule })
  return { ...result, done, parts }
}

describe("a run of a schedule", () => {
  it("delivers by hand before the scenario, in it and after it, and says which part begins", async () => {
    const {
      lines,
      done,
      parts,
      steps,
      outcome,
      failure: failed,
    } = await run({
      scenario: async ({ step }) => {
        await step()
      },
      schedule: {
        start: [{ move: "deliver" }],
        steps: [[{ move: "deliverNext", nth: 0 }]],
        end: [{ move: "deliver" }],
      },
    })
    expect(failed).to.equal(undefined)
    expect(done).to.deep.equal(["manual", "sync", "deliver", "sync", "deliverNext", "sync", "deliver", "deliver"])
    expect([...new Set(parts.map(([part]) => part))]).to.deep.equal([
      "schedule",
      "scenario",
      "invariant",
      "setting back",
    ])
    expect(parts.at(-1)).to.deep.equal(["setting back", lines.length])
    expect(steps).to.equal(1)
    expect(outcome.moves).to.deep.equal([
      { name: "deliver", happened: true },
      { name: "deliverNext", happened: true },
      { name: "deliver", happened: true },
    ])
  })

  it("leaves out a delivery where nothing can move, and counts one that has moved nothing", async () => {
    const end = [{ move: "deliver" }, { move: "increase", seconds: 60 }] as const
    const idle = await run({ possible: 0, schedule: { end } })
    expect(idle.outcome.moves).to.deep.equal([{ name: "increase", happened: false }])
    expect(idle.lines.slice(2)).to.deep.equal(["await world.time.increase(60)", "await world.deliver()"])
  })

  it("delivers everything at a step of which the schedule says nothing", async () => {
    const { done, steps } = await run({
      scenario: async ({ step }) => {
        await step()
        await step()
      },
      schedule: { steps: [[]] },
    })
    expect([done.filter((name) => name === "deliver").length, steps]).to.deep.equal([2, 2])
  })

  it("picks what the schedule says, whatever the number of choices, and the first beyond it", async () => {
    const picked: unknown[] = []
    const scenario: Experiment["scenario"] = ({ pick }) => {
      for (const choices of [
        ["a", "b", "c"],
        ["d", "e"],
        ["f", "g"],
      ])
        picked.push(pick(choices))
      return Promise.resolve()
    }
    const { lines } = await run({ scenario, schedule: { picks: [2, 3] } })
    expect(picked).to.deep.equal(["c", "e", "f"])
    expect(lines).to.include("const picks = [2, 1, 0]")
    const none = await run({ scenario: ({ pick }) => Promise.resolve(pick([])) })
    expect([none.failure?.in, String(none.failure?.error)]).to.deep.equal([
      "scenario",
      "Error: pick() got nothing to choose from",
    ])
  })

  it("checks the invariant once at the end, or after each move", async () => {
    const checks = async (everyStep: boolean) => {
      let count = 0
      const invariant = () => void (count += 1)
      await run({ everyStep, invariant, schedule: { start: [{ move: "deliver" }], end: [{ move: "deliver" }] } })
      return count
    }
    expect([await checks(false), await checks(true)]).to.deep.equal([1, 3])
  })

  it("ends with the first failure, does nothing more, and writes down how to see it", async () => {
    const end: Move[] = [{ move: "increase", seconds: 1 }]
    const wrong = await run({ invariant: () => false, schedule: { end } })
    expect([wrong.failure?.in, String(wrong.failure?.error)]).to.deep.equal(["invariant", "Error: it returned false"])
    expect(wrong.lines.at(-1)).to.equal('if ((await invariant()) === false) throw new Error("it returned false")')
    const throws = await run({ invariant: () => Promise.reject(new Error("no")) })
    expect([throws.failure?.in, throws.lines.at(-1)]).to.deep.equal(["invariant", "await invariant()"])

    const broken = await run({ fails: "increase", schedule: { start: end, end: [{ move: "deliver" }] } })
    expect([broken.failure?.in, String(broken.failure?.error)]).to.deep.equal(["schedule", "Error: increase fails"])
    expect(broken.done).to.deep.equal(["manual", "sync", "increase", "sync"])

    // What the scenario makes of a step that failed comes second.
    const caught = await run({
      fails: "deliver",
      scenario: ({ step }) => step().catch(() => Promise.reject(new Error("because of it"))),
    })
    expect([caught.failure?.in, String(caught.failure?.error)]).to.deep.equal(["schedule", "Error: deliver fails"])
  })

  it("fails where a step is not awaited, or two are under way", async () => {
    const forgotten = await run({ scenario: ({ step }) => Promise.resolve(void step()) })
    expect(String(forgotten.failure?.error)).to.contain("it ended while a step was under way")
    const twice = await run({
      scenario: async ({ step }) => {
        await Promise.all([step(), step()])
      },
    })
    expect(String(twice.failure?.error)).to.contain("while another was under way")
  })

  it("begins nothing once it is given up", async () => {
    expect(await run({ gaveUp: true }).catch(String)).to.equal("Error: given up")
  })

  it("counts a fault as happened where it has shown by the end, however much waits, and leaves out one that has nothing to forge", async () => {
    const fault = { move: "fault", data: { fault: "down", part: "seal" } } as const
    const forge = { move: "fault", data: { fault: "forge", chain: "alpha" } } as const
    for (const [shown, happened] of [
      [0, false],
      [1, true],
      [2, true],
    ] as const) {
      let isOver = false
      const invariant = () => void (isOver = true)
      const { outcome, done, lines } = await run({
        ...{ possible: 0, invariant, faultHappened: () => (isOver ? shown : 0) },
        schedule: { start: [fault, forge] },
      })
      expect(outcome.moves).to.deep.equal([{ name: "down", happened }])
      expect(done).to.deep.equal(["manual", "sync", "fault", "deliver"])
      expect(lines[1]).to.equal('world.faults.down("seal")')
    }
  })

  it("goes no further in the scenario than the step that fails, and ends a forgotten one first", async () => {
    const after: string[] = []
    const stepped = await run({
      fails: "deliver",
      scenario: async ({ step }) => {
        await step()
        after.push("the step")
      },
    })
    expect([stepped.failure?.in, after, stepped.done]).to.deep.equal(["schedule", [], ["manual", "sync", "deliver"]])
    expect(stepped.lines.at(-1)).to.equal("})")

    const caught = await run({
      everyStep: true,
      invariant: () => false,
      scenario: async ({ step }) => {
        await step().catch(() => after.push("caught"))
        await step().catch(() => after.push("caught again"))
      },
    })
    expect([after, caught.steps, caught.done]).to.deep.equal([
      ["caught", "caught again"],
      2,
      ["manual", "sync", "deliver", "sync"],
    ])
    expect(caught.parts.filter(([part]) => part === "invariant")).to.have.length(1)

    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>()
    let isOver = false
    const forgotten = run({
      ...{ everyStep: true, invariant: () => held },
      async scenario({ step }) {
        void step()
        await new Promise(setImmediate)
      },
    }).finally(() => (isOver = true))
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
    expect(isOver).to.equal(false)
    letGo(undefined)
    expect((await forgotten).failure?.in).to.equal("scenario")
    const failing = await run({ fails: "deliver", scenario: ({ step }) => Promise.resolve(void step()) })
    expect(failing.failure?.in).to.equal("scenario")
  })

  it("neither steps nor picks once it is given up while it runs", async () => {
    for (const go of ["step", "pick"] as const) {
      const stopping = new AbortController()
      let refusal: unknown
      const given = await run({
        stopping,
        async scenario({ step, pick }) {
          stopping.abort(new Error("given up"))
          try {
            if (go === "step") await step()
            else pick(["a"])
          } catch (error) {
            refusal = error
          }
        },
      }).catch(String)
      expect([String(refusal), given]).to.deep.equal(["Error: given up", "Error: given up"])
    }
  })

  it("may have an invariant that gives nothing, and sets the world to manual before all", async () => {
    const { lines, failure, done } = await run({ possible: 1, scenario: () => Promise.resolve(), invariant: () => 0 })
    expect([failure, done]).to.deep.equal([undefined, ["manual", "deliver"]])
    expect(lines).to.deep.equal(["world.manual()", "await scenario()", "await world.deliver()"])
  })
})
