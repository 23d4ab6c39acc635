/**
 * Judges the faults of a plan in this process: loads test files once, learns which test comes by which fault, then switches on one fault
 * after the other and runs the tests that come by it. `hardhat run` starts it in a copy of the tree whose faults are behind switches.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"

import hre from "hardhat"
import Mocha from "mocha"

import type { Line, SessionPlan } from "./SessionPlan.ts"

/** What is known of the tests without a fault. */
type Known = {
  /** The faults whose place each test came by, by the test's name. */
  readonly reached: Readonly<Record<string, readonly number[]>>
  /** Milliseconds. */
  readonly times: Readonly<Record<string, number>>
  /** The faults whose place was passed while files were loaded. */
  readonly atLoad: readonly number[]
  readonly failed: readonly string[]
}
/** What failed: a test, or a hook or a stray error, which are no test's own. */
type Failure = { readonly title: string; readonly own: OwnTest | undefined }
type OwnTest = { readonly name: string; readonly file: string; readonly title: string; readonly test: Mocha.Test }

const plan = JSON.parse(readFileSync(process.env["SESSION_PLAN"] ?? "", "utf8")) as SessionPlan

const isMatrix = plan.noticing > 1

/** Milliseconds of tests in a first round, where each further one has twice as many, and beyond which a test hangs. */
const patience = isMatrix ? { round: 100, test: 400 } : { round: 2_000, test: 5_000 }

/** Places of faults that the tests of one round may pass. A loop without end passes more. */
const mostPassed = 5_000_000

/** Tests that by now fail without a fault. A matrix goes on without them until there are many. */
const spoiled = new Set<string>()
const mostSpoiled = 60

let passed = new Set<number>()
let planted: number | undefined
let count = 0
Object.assign(globalThis, {
  __onFault(id: number): boolean {
    passed.add(id)
    if (planted !== undefined && ++count > mostPassed) throw new Error("a loop without end")
    return id === planted
  },
})

if (isMatrix) {
  // Hardhat ends a process because of an error that nothing catches. The tests after it count, too.
  for (const event of ["uncaughtException", "unhandledRejection"]) {
    process.removeAllListeners(event)
    process.on(event, () => undefined)
  }
  const exit = process.exit.bind(process)
  process.exit = (code) => {
    if (planted !== undefined) throw new Error("the process was ended")
    return exit(code)
  }
}

process.env["HH_TEST"] = "true"
process.env["NODE_ENV"] ??= "test"
// The hook after all tests would end the process.
const mocha = new Mocha({ ...hre.config.test.mocha, rootHooks: {}, reporter: "dot" })
mocha.cleanReferencesAfterRun(false)
for (const file of plan.files) mocha.addFile(join(process.cwd(), file))
await mocha.loadFilesAsync()
const atLoad = [...passed]
const tests = listTests()
const byTest = new Map<unknown, OwnTest>(tests.map((one) => [one.test, one]))
const skipped = new Set(tests.filter(({ test }) => test.pending).map(({ test }) => test))
// Mocha asks for it again and again in each run.
for (const { title, test } of tests) test.fullTitle = () => title
const known = existsSync(plan.known) ? (JSON.parse(readFileSync(plan.known, "utf8")) as Known) : await learn()
const failsAnyway = new Set(known.failed)
const byFault = testsByFault()
limitTimes(mocha.suite)

for (const { id, nearest, isDoubted } of plan.faults) {
  say({ kind: "begin", id })
  const verdict = await judge(id, nearest, isDoubted).catch((error: unknown) => {
    // A mistake of this file is no verdict about the fault.
    say({ kind: "broken", error: String(error) })
    process.exit(1)
  })
  say({ kind: "verdict", id, ...verdict })
  // What it has left behind must not be taken for the next one's.
  if (verdict.leaves) break
}
process.exit(0)

function listTests(): OwnTest[] {
  const found: OwnTest[] = []
  const counts = new Map<string, number>()
  mocha.suite.eachTest((test) => {
    const title = test.fullTitle()
    const count = (counts.get(title) ?? 0) + 1
    counts.set(title, count)
    const file = relative(process.cwd(), test.file ?? "")
    found.push({ name: `${file} ${title} ${count}`, file, title, test })
  })
  return found
}

/** Runs all tests without a fault. What a file does in hooks before its tests counts for all of them. */
async function learn(): Promise<Known> {
  const reached = new Map<OwnTest, Set<number>>()
  const reachedByFile = new Map<string, Set<number>>()
  const times: Record<string, number> = {}
  let inHooks = (passed = new Set())
  let began = 0
  const failed = await run(tests, {
    most: Infinity,
    watch(runner) {
      runner.on("suite", () => (passed = inHooks))
      runner.on("hook", ({ title }: Mocha.Hook) => {
        if (/(?:before|after) all/.test(title)) passed = inHooks
      })
      runner.on("test", (test: Mocha.Test) => {
        const own = byTest.get(test)
        if (own === undefined) return
        reachedByFile.set(own.file, new Set([...(reachedByFile.get(own.file) ?? []), ...inHooks]))
        inHooks = new Set()
        reached.set(own, (passed = new Set()))
        began = performance.now()
      })
      runner.on("test end", (test: Mocha.Test) => {
        const own = byTest.get(test)
        if (own !== undefined) times[own.name] = performance.now() - began
      })
    },
  })
  const result: Known = {
    reached: Object.fromEntries(
      [...reached].map(([{ name, file }, own]) => [name, [...new Set([...own, ...(reachedByFile.get(file) ?? [])])]]),
    ),
    times,
    atLoad,
    failed: tests.filter(({ title }) => failed.some((one) => one.title === title)).map(({ name }) => name),
  }
  writeFileSync(plan.known, JSON.stringify(result))
  say({ kind: "learned", tests: tests.length, failed: failed.map(({ title }) => title) })
  return result
}

function testsByFault(): ReadonlyMap<number, readonly OwnTest[]> {
  const found = new Map<number, OwnTest[]>()
  for (const one of tests) {
    if (failsAnyway.has(one.name)) continue
    for (const id of known.reached[one.name] ?? []) {
      const others = found.get(id)
      if (others === undefined) found.set(id, [one])
      else others.push(one)
    }
  }
  return found
}

async function judge(id: number, nearest: readonly string[], isDoubted: boolean) {
  const rank = new Map(nearest.map((file, index) => [file, index]))
  const rankOf = ({ file }: OwnTest): number => rank.get(file) ?? rank.size
  const waiting = (byFault.get(id) ?? [])
    .filter(({ name }) => !spoiled.has(name) && (known.times[name] ?? 0) < plan.longest)
    .sort((one, other) => rankOf(one) - rankOf(other))
  const ran: string[] = []
  const by: string[] = []
  const verdict = { ran, by, tests: new Set(waiting.map(({ file }) => file)).size, leaves: false }
  if (known.atLoad.includes(id)) return { ...verdict, ending: "at load" as const }
  let wasPlanted = false
  let left = plan.limit
  for (let round = patience.round; waiting.length > 0 && left > 0 && by.length < plan.noticing; round *= 2) {
    const taken = takeRound(waiting, round)
    // Some tests need those before them, and fail in other company.
    const chosen = isDoubted ? await keepPassing(taken) : taken
    ran.push(...new Set(chosen.map(({ file }) => file)))
    ;[passed, count, planted] = [new Set(), 0, id]
    process.env["PLANTED_FAULT"] = String(id)
    const began = performance.now()
    const failed = await run(chosen, { most: plan.noticing - by.length })
    left -= performance.now() - began
    planted = undefined
    delete process.env["PLANTED_FAULT"]
    wasPlanted ||= passed.has(id)
    if (failed.length === 0) continue
    by.push(...failed.map(({ title, own }) => own?.name ?? title))
    const noticing = failed.flatMap(({ own }) => own ?? [])
    if (await areSpoiled(isMatrix && noticing.length === failed.length ? noticing : chosen)) {
      for (const { name } of noticing) spoiled.add(name)
      if (!isMatrix || spoiled.size > mostSpoiled) return { ...verdict, ending: "noticed" as const, leaves: true }
      by.splice(0, by.length, ...by.filter((name) => !spoiled.has(name)))
    }
  }
  if (by.length > 0) return { ...verdict, ending: "noticed" as const }
  return { ...verdict, ending: wasPlanted ? ("unnoticed" as const) : ("not reached" as const) }
}

/** Whether tests fail without a fault, and not because something that waits for a clock has yet to end. */
async function areSpoiled(some: readonly OwnTest[]): Promise<boolean> {
  return (await run(some)).length > 0 && (await run(some)).length > 0
}

function takeRound(waiting: OwnTest[], milliseconds: number): OwnTest[] {
  const taken: OwnTest[] = []
  for (let time = 0; waiting.length > 0 && time < milliseconds;) {
    const [next] = waiting.splice(0, 1)
    if (next === undefined) break
    taken.push(next)
    time += 5 + (known.times[next.name] ?? 0)
  }
  return taken
}

async function keepPassing(chosen: readonly OwnTest[]): Promise<readonly OwnTest[]> {
  const failed = await run(chosen, { most: Infinity })
  if (failed.length === 0) return chosen
  const kept = chosen.filter(({ title }) => !failed.some((one) => one.title === title))
  return kept.length < chosen.length ? await keepPassing(kept) : []
}

/** @param most how many failed tests end the run */
async function run(
  chosen: readonly OwnTest[],
  { most = 1, watch }: { most?: number; watch?: (runner: Mocha.Runner) => void } = {},
): Promise<Failure[]> {
  const failed: Failure[] = []
  if (chosen.length === 0) return failed
  const taken = new Set(chosen.map(({ test }) => test))
  for (const { test } of tests) test.pending = skipped.has(test) || !taken.has(test)
  // Hooks of suites without a chosen title do not run.
  const titles = new Set(chosen.map(({ title }) => title))
  mocha.grep({ test: (title: string) => titles.has(title) } as unknown as RegExp)
  mocha.suite.bail(most === 1)
  await new Promise<void>((done) => {
    const runner = mocha.run(() => {
      done()
    })
    runner.on("fail", (test: Mocha.Runnable) => {
      failed.push({ title: test.fullTitle(), own: byTest.get(test) })
      if (failed.length >= most) runner.abort()
    })
    watch?.(runner)
  })
  return failed
}

/** A fault may make a test wait for ever. */
function limitTimes(suite: Mocha.Suite): void {
  for (const test of suite.tests) {
    const time = known.times[byTest.get(test)?.name ?? ""]
    if (time !== undefined) test.timeout(patience.test + 5 * time)
  }
  const hooks = suite as unknown as Record<"_beforeAll" | "_beforeEach" | "_afterAll" | "_afterEach", Mocha.Hook[]>
  for (const hook of [...hooks._beforeAll, ...hooks._beforeEach, ...hooks._afterAll, ...hooks._afterEach]) {
    hook.timeout(40_000)
  }
  for (const inner of suite.suites) limitTimes(inner)
}

function say(line: Line): void {
  appendFileSync(plan.lines, `${JSON.stringify(line)}\n`)
}
