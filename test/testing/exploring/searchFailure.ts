import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { noteTraffic } from "#src/costs/measureWorld.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import type { InboundGrowsError, ScheduleFailedError } from "#src/testing/exploring/exploreErrors.js"
import { describeGrowth } from "#src/testing/exploring/followGrowth.js"
import type { Experiment } from "#src/testing/exploring/runSchedule.js"
import { pathOf, plainSchedule, type Schedule, scheduleOf } from "#src/testing/exploring/Schedule.js"
import { createSearch } from "#src/testing/exploring/searchFailure.js"
import type { ExploreOptions } from "#src/testing/exploring/WorldExplore.js"
import { createRegistry } from "#src/testing/world/registry.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { createFakeExploration, type FakeExploration } from "#test/fixtures/testing/fakeExploration.js"
import { measuredChain, type MeasuredMessage, measuredMessage } from "#test/fixtures/testing/measuredInbound.js"
import { at } from "#test/fixtures/wire/addresses.js"

type Own = Partial<Pick<Experiment, "scenario" | "signal">> & {
  readonly invariant?: (fake: FakeExploration) => boolean
  readonly cache?: string
  /** The messages of each run. */
  readonly sent?: readonly MeasuredMessage[]
}

/** A search in a world without chains, and the lines of each run that it told of. */
function open(options: ExploreOptions, { invariant = () => true, cache, sent = [], ...own }: Own = {}) {
  const fake = createFakeExploration({ possible: 100, ...(cache === undefined ? {} : { cache }) })
  let send: (message: MeasuredMessage) => void = () => undefined
  const ledger = {
    get: (id: string) => sent.find(({ outbound }) => outbound.messageId === id),
    subscribe: (listener: typeof send) => ((send = listener), () => undefined),
  }
  Object.assign(
    fake.open.messaging,
    measuredChain(() => sent),
    { ledger },
  )
  Object.assign(fake.open, { registry: createRegistry() })
  noteTraffic(fake.open)
  const sendAll = (): Promise<void> => {
    for (const message of sent) send(message)
    return Promise.resolve()
  }
  const runs: (readonly string[])[] = []
  const experiment: Experiment = {
    ...{ world: fake.world, open: fake.open, everyStep: false, onPart: () => undefined },
    ...{ scenario: sendAll, signal: new AbortController().signal },
    ...own,
    invariant: () => invariant(fake),
  }
  const given = { keep: cache !== undefined, faults: false, ...options }
  const { search, ...rest } = createSearch(experiment, { ...given, onRun: (lines) => void runs.push(lines) })
  return { ...rest, search, fake, runs, reverts: () => fake.done.filter((name) => name === "revert").length }
}

/** Wrong once an hour has passed. */
const withinTheHour = ({ passed }: FakeExploration) => passed() < 3_600
/** Holds while nothing has happened. */
const later: Schedule = { ...plainSchedule, end: [{ move: "increase", seconds: 86_400 }] }

type Failed = PlugsError & Partial<Pick<ScheduleFailedError, "lines" | "path" | "seed">>
const failureOf = async (search: () => Promise<unknown>): Promise<Failed> => await failure(search())

describe("the search for a schedule that fails", () => {
  it("tries as many as it is told to, each in a world that was set back, and counts what it did", async () => {
    const { search, runs, reverts } = open({ seed: 3, runs: 7 })
    const { moves, ...explored } = await search()
    expect(explored).to.deep.equal({ runs: 7, seed: 3, growth: [] })
    expect(runs).to.have.length(7)
    // Before the first one, the scenario has run once without any fault.
    expect(reverts()).to.equal(8)
    const lines = runs.flat().filter((line) => /^await world\.(deliver|deliverNext|time)\b/.test(line))
    const tried = Object.values(moves).reduce((sum, move) => sum + move.tried, 0)
    // Each run ends with a delivery that the schedule does not ask for.
    expect(tried).to.equal(lines.length - 7)
    expect(moves["deliver"]!.happened).to.equal(moves["deliver"]!.tried)
    expect(moves["increase"]!.happened).to.equal(0)
  })

  it("tries the same with the same seed, others with another, and a hundred if it is not told how many", async () => {
    const runsOf = async (options: ExploreOptions) => {
      const { search, runs } = open(options)
      await search()
      return runs
    }
    const first = await runsOf({ seed: 3, runs: 5 })
    expect(await runsOf({ seed: 3, runs: 5 })).to.deep.equal(first)
    expect(await runsOf({ seed: 4, runs: 5 })).to.not.deep.equal(first)
    expect(await runsOf({})).to.have.length(100)
    expect((await runsOf({ runs: 3, seconds: 60 })).length).to.equal(3)
    expect(await runsOf({ seconds: 0 })).to.deep.equal([])
    const { seed } = await open({ runs: 1 }).search()
    expect(seed).to.be.within(0, 2 ** 31 - 1)
    expect((await open({ runs: 1 }).search()).seed).to.not.equal(seed)
  })

  it("ends with the shortest schedule that fails, in which run it was found, and how to repeat it", async () => {
    const { search, runs } = open({ seed: 1 }, { invariant: withinTheHour })
    const error = await failureOf(search)
    expect(scheduleOf(error.path!)).to.deep.equal({ ...plainSchedule, end: [{ move: "increase", seconds: 3_600 }] })
    expect(error).to.deep.include({ code: "SCHEDULE_FAILED", seed: 1 })
    expect(error.facts["run"]).to.equal(`number ${runs.length}`)
    expect(error.lines).to.include("await world.time.increase(3600)")

    const again = open({ path: error.path }, { invariant: withinTheHour })
    const repeated = await failureOf(again.search)
    expect(repeated.lines).to.deep.equal(error.lines)
    expect([repeated.path, again.runs]).to.deep.equal([error.path, [error.lines]])
  })

  it("repeats a path once, which may hold by now, and tries nothing else", async () => {
    const { search, runs, reverts } = open({ seed: 7, path: pathOf(later) })
    expect(await search()).to.deep.equal({ runs: 1, seed: 7, moves: {}, growth: [] })
    expect([runs.length, reverts()]).to.deep.equal([1, 2])
  })

  it("keeps the schedule of a failure, begins with it until it holds, and then forgets it", async () => {
    await using folder = await temporaryFolder()
    const kept = () => readdir(join(folder.path, "explore")).catch(() => [])
    const wrong = { cache: folder.path, invariant: withinTheHour }
    await failureOf(open({ seed: 1, keep: false }, wrong).search)
    await failureOf(open({ path: pathOf(later) }, wrong).search)
    expect(await kept()).to.deep.equal([])
    const first = await failureOf(open({ seed: 1 }, wrong).search)
    expect(await kept()).to.have.length(1)
    const second = open({ seed: 2, runs: 1 }, wrong)
    const again = await failureOf(second.search)
    expect([again.path, again.facts["run"], second.runs]).to.deep.equal([first.path, undefined, []])

    // The source of the invariant is the same here, so it is the same exploration, and now nothing is wrong.
    const mended = open({ seed: 2, runs: 2 }, { cache: folder.path })
    expect((await mended.search()).runs).to.equal(2)
    expect(await kept()).to.deep.equal([])
  })

  it("keeps one schedule for each exploration, which is known by its source, and needs no place to keep it", async () => {
    await using folder = await temporaryFolder()
    const wrong = { cache: folder.path, invariant: withinTheHour }
    const kept = () => readdir(join(folder.path, "explore"))
    const first = await failureOf(open({ seed: 1 }, wrong).search)
    const other = () => Promise.resolve(1)
    const second = open({ seed: 2 }, { ...wrong, scenario: other })
    expect((await failureOf(second.search)).facts["run"]).to.match(/^number/)
    expect([(await kept()).length, second.runs.length > 0]).to.deep.equal([2, true])
    const [name = ""] = await kept()
    expect(await readFile(join(folder.path, "explore", name), "utf8")).to.equal(first.path)
    const file = join(folder.path, "file")
    await writeFile(file, "")
    const nowhere = await failureOf(open({ seed: 1 }, { ...wrong, cache: file }).search)
    expect([nowhere.code, nowhere.path]).to.deep.equal(["SCHEDULE_FAILED", first.path])
    expect((await open({ seed: 1, runs: 1 }, { cache: file }).search()).runs).to.equal(1)
  })

  it("explores nothing where the scenario fails without any fault, sets the world back, or is given up", async () => {
    const wrong = open({}, { invariant: () => false })
    expect((await failure(wrong.search())).code).to.equal("SCENARIO_FAILED")
    expect([wrong.runs, wrong.reverts()]).to.deep.equal([[], 1])

    const gone = open(
      {},
      {
        scenario: () => {
          gone.fake.forgetSnapshot()
          return Promise.resolve()
        },
      },
    )
    expect((await failure(gone.search())).code).to.equal("SCENARIO_SET_BACK")
    expect(gone.reverts()).to.equal(0)

    const stopped = open({}, { signal: AbortSignal.abort(new Error("given up")) })
    expect(await stopped.search().catch(String)).to.equal("Error: given up")
    expect([stopped.fake.done, await stopped.before()]).to.deep.equal([[], undefined])
  })

  it("says where the world goes back to, and when the run that is under way has begun", async () => {
    const { search, before, begunAt } = open({ runs: 2 })
    const created = begunAt()
    await search()
    expect(begunAt()).to.be.within(created, performance.now())
    expect((await before())?.isThere()).to.equal(true)
  })

  it("tells of an inbound that grows, as a failure where it is to be one, and measures the first runs of each doubling", async () => {
    const gas = [900, 100, 120, 140, 160, 180]
    const sent = gas.map((used, index) => measuredMessage(index, at(0x12), used))
    const grown = { contract: `${at(0x12)} on beta`, gasLimit: 700n, before: 100n, now: 180n, messages: 4 }
    const told: unknown[] = []
    const emitWarning = Reflect.get(process, "emitWarning") as unknown
    process.emitWarning = (warning: unknown) => void told.push(warning)
    try {
      expect((await open({ runs: 2 }, { sent }).search()).growth).to.deep.equal([grown])
      const failed = await failureOf(open({ runs: 2, failOnGrowth: true }, { sent }).search)
      expect([failed.code, (failed as InboundGrowsError).growth]).to.deep.equal(["INBOUND_GROWS", [grown]])
      expect((await open({ runs: 2, failOnGrowth: true }, { sent: sent.slice(1) }).search()).growth).to.deep.equal([])
    } finally {
      Reflect.set(process, "emitWarning", emitWarning)
    }
    expect(told).to.deep.equal([`${describeGrowth(grown)}.`])
  })

  it("says so where what has failed does not fail again", async () => {
    let looks = 0
    // After the scenario without any fault, it fails once.
    const { search } = open({ path: pathOf(later) }, { invariant: ({ passed }) => passed() === 0 || (looks += 1) > 1 })
    const error: unknown = await search().catch((thrown: unknown) => thrown)
    expect(String(error)).to.equal(`Error: The schedule ${pathOf(later)} fails in one run, and not in the next`)
  })
})
