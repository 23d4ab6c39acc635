import { describeGrowth, type Growth } from "./followGrowth.js"
import type { RunFailure, RunPart } from "./runSchedule.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { escapeHidden } from "#src/primitives/text.js"

/** A scenario, or its invariant, fails although nothing goes wrong, so that there is nothing to explore. */
export class ScenarioFailedError extends PlugsError {
  readonly code = "SCENARIO_FAILED"
  constructor({ failure }: { failure: RunFailure }) {
    super(`${capitalized(nameOf(failure.in))} fails without any fault: ${firstLineOf(failure.error)}`, {
      facts: { deliveries: "everything in order, at each step and after the scenario" },
      next: "Nothing else was explored. While a scenario runs, nothing is delivered but at `await step()`: what depends on a delivery belongs behind a step, or into the invariant.",
      cause: failure.error,
    })
  }
}

/** A schedule was found under which a scenario, or its invariant, fails. It is the shortest that was found. */
export class ScheduleFailedError extends PlugsError {
  readonly code = "SCHEDULE_FAILED"
  /** The seed of all runs. */
  readonly seed: number
  /** Repeats the run, with the seed. */
  readonly path: string
  /** What the run did: lines that can be pasted into a test. */
  readonly lines: readonly string[]

  constructor({ failure, lines, seed, path, run, places }: FailedRun) {
    const repeat = `world.explore({ path: "${path}" }, scenario, invariant)`
    super(`${capitalized(nameOf(failure.in))} fails under a schedule: ${firstLineOf(failure.error)}`, {
      // A path needs no seed.
      facts: run === undefined ? { path } : { run: `number ${run}`, seed: String(seed), path },
      next: `Repeat it with ${repeat}, or paste the lines into a test, after its fixture.`,
      cause: failure.error,
    })
    this.seed = seed
    this.path = path
    this.lines = lines
    this.#show(lines, places)
  }

  /** A fact is one line, and a schedule has many. */
  #show(lines: readonly string[], places: string): void {
    const before = this.message
    const message = [before, "", ...lines.map((line) => `    ${escapeHidden(line)}`), "", places].join("\n")
    this.stack = this.stack?.replace(before, () => message) ?? message
    this.message = message
  }
}

export type FailedRun = {
  readonly failure: RunFailure
  readonly lines: readonly string[]
  readonly seed: number
  readonly path: string
  /** Which run it was, the first is 1; undefined if it is a run that has failed before. */
  readonly run: number | undefined
  /** Where each message and each payload was at its end. */
  readonly places: string
}

/** The invariant holds under all schedules, but an `inbound` needs more gas with each message, and that was not to be. */
export class InboundGrowsError extends PlugsError {
  readonly code = "INBOUND_GROWS"
  readonly growth: readonly Growth[]

  constructor({ growth }: { growth: readonly Growth[] }) {
    const [first] = growth as readonly [Growth]
    super(`${describeGrowth(first)}.`, {
      facts: { contracts: listed(growth.map(({ contract }) => contract)) },
      next: "Look for a list that grows with each message and is read or copied as a whole. With failOnGrowth: false it is only a warning.",
    })
    this.growth = growth
  }
}

/** A scenario has set the world back to before it began. */
export class ScenarioSetBackError extends PlugsError {
  readonly code = "SCENARIO_SET_BACK"
  constructor() {
    super("The scenario has set the world back to before `explore` was called.", {
      next: "Load the fixture before: const { alpha, beta } = await world.loadFixture(greeters), then world.explore(…). Each run begins where explore was called.",
    })
  }
}

/**
 * A run goes no further, or takes too long, or was left behind by a test that is over. The world is set back, and what the run has begun
 * is refused.
 */
export class ExploreStuckError extends PlugsError {
  readonly code = "EXPLORE_STUCK"
  /** What the run has done so far: lines that can be pasted into a test. */
  readonly lines: readonly string[]

  constructor({ why, timeout, part, lines, ...facts }: StuckRun) {
    const reasons = {
      idle: `stands still in ${nameOf(part)}: no chain was asked for anything new for ten seconds`,
      late: `takes more than ${timeout} seconds for one run, in ${nameOf(part)}`,
      abandoned: `was left behind in ${nameOf(part)}: a fixture was loaded, or the world stopped, before it was done`,
    }
    super(`The call of world.explore ${reasons[why]}.`, {
      facts: {
        "actors at work": listed(facts.atWork),
        "without an answer": listed(facts.unanswered),
        "waits for an actor": listed(facts.waiting),
        faults: listed(facts.faults),
        done: listed(lines.slice(-3)),
      },
      next: "Look for what the scenario or the invariant waits for without end, such as the receipt of a transaction on a chain that has stopped. If a run only needs longer, give explore a longer `timeout`, and the test one that is longer than all runs.",
    })
    this.lines = lines
  }
}

/** What a run that stands still waits for. */
export type StuckRun = {
  readonly why: "idle" | "late" | "abandoned"
  /** Seconds that a run may take. */
  readonly timeout: number
  readonly part: RunPart
  readonly lines: readonly string[]
  /** Actors, such as `attest on 41002`. */
  readonly atWork: readonly string[]
  /** Requests, such as `eth_call on alpha`. */
  readonly unanswered: readonly string[]
  /** Items, such as `seal 0x…`. */
  readonly waiting: readonly string[]
  readonly faults: readonly string[]
}

function listed(texts: readonly string[]): string {
  const more = texts.length - maxListed
  if (texts.length === 0) return "none"
  return [...texts.slice(0, maxListed), ...(more > 0 ? [`${more} more`] : [])].join("; ")
}

const maxListed = 5

function nameOf(part: RunPart): string {
  if (part === "setting back") return "setting the world back"
  return part === "schedule" ? "what the schedule does" : `the ${part}`
}

/** The reason in one line. What an assertion compares is in the cause. */
function firstLineOf(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split("\n")
  // A line that ends with a colon says nothing without the next.
  const end = lines.findIndex((line) => !line.trimEnd().endsWith(":"))
  return lines.slice(0, Math.max(end, 0) + 1).join(" ")
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
