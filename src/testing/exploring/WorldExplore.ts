import { checkOptions, describeArgument, everyOption, invalid } from "../arguments.js"
import { faults as everyFault, type FaultSpec } from "../faults/faults.js"
import type { ExploredFault } from "../faults/WorldFaults.js"
import type { Growth } from "./followGrowth.js"
import { scheduleOf } from "./Schedule.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"

const specs = Object.entries<FaultSpec>(everyFault).filter(([, { explored }]) => explored !== undefined)

const exploredFaults = specs.map(([fault]) => fault as ExploredFault)

/**
 * Those that schedules have without being asked to. Under rising prices, a scenario that attaches exactly its fees, as `send` does, fails with
 * any contracts, and with forged messages most fail that do not limit what a message moves.
 */
export const defaultFaults: readonly ExploredFault[] = specs
  .filter(([, { exploredByName }]) => exploredByName !== true)
  .map(([fault]) => fault as ExploredFault)

/** What a scenario can ask for. One that asks for nothing takes no parameter. */
export type ExploreContext = {
  /**
   * Marks a moment at which the schedule may do something: deliver, let time pass, begin a fault. Where the schedule says nothing,
   * everything is delivered here, as it would be outside of `explore`.
   */
  readonly step: () => Promise<void>
  /** Picks one of these. The first is the plainest: without a schedule, and after shrinking wherever it does not matter, it is picked. */
  readonly pick: <Choice>(choices: readonly Choice[]) => Choice
}

/** What is explored: the transactions of users. Called many times, each time in a world that was set back. */
export type Scenario = (context: ExploreContext) => Promise<unknown>

/** Must hold under every schedule. It fails by throwing, as an assertion does, or by returning false. */
export type Invariant = () => unknown

/** Options of `explore`. Every option has a default. */
export type ExploreOptions = {
  /** How many schedules to try. Default: 100, or as many as there is time for. */
  readonly runs?: number | undefined
  /** For how many seconds of the machine's time to try schedules. Default: until all runs are done. */
  readonly seconds?: number | undefined
  /** Where chance begins. The same seed gives the same runs. Default: another one each time; a failure prints it. */
  readonly seed?: number | undefined
  /** Repeats one run: what a failure has printed. It needs no seed. */
  readonly path?: string | undefined
  /**
   * Faults that schedules can have besides order, pauses and time; `false` for none. Default: all that a scenario can survive, so not those
   * under which prices rise between the simulation of a transaction and its block, and no forged messages.
   */
  readonly faults?: boolean | readonly ExploredFault[] | undefined
  /** Whether the invariant has to hold after every move of a schedule too, and not only at its end. Default: false. */
  readonly everyStep?: boolean | undefined
  /** How many seconds of the machine's time one run may take. Default: 30. */
  readonly timeout?: number | undefined
  /** Whether a failure's schedule is kept in the project's cache, and tried first until it no longer fails. Default: true. */
  readonly keep?: boolean | undefined
  /** Whether an `inbound` that needs more gas with each message fails the exploration, instead of a warning. Default: false. */
  readonly failOnGrowth?: boolean | undefined
  /** Called after each run with the lines that it consisted of, which can be pasted into a test. */
  readonly onRun?: ((lines: readonly string[]) => void) | undefined
}

/** How often schedules have done something, and how often that has changed anything. */
export type MoveCount = { readonly tried: number; readonly happened: number }

/** What was explored. */
export type Explored = {
  readonly runs: number
  readonly seed: number
  /** By the name of a fault, or `deliver`, `deliverNext` or `increase`. */
  readonly moves: Readonly<Record<string, MoveCount>>
  /** Each `inbound` that needs half as much again, or more, after at most 12 messages, and more with each of them. It is warned of, or fails with `failOnGrowth`. */
  readonly growth: readonly Growth[]
}

/** Runs a scenario under generated schedules and faults. */
export type WorldExplore = (options: ExploreOptions, scenario: Scenario, invariant: Invariant) => Promise<Explored>

const exploreOptions = everyOption<ExploreOptions>()(
  ...(["runs", "seconds", "seed", "path", "faults", "everyStep", "timeout", "keep", "failOnGrowth", "onRun"] as const),
)

/** Checks what `explore` is called with. In a project without types it can be anything. */
export function checkExploration(
  options: ExploreOptions,
  scenario: unknown,
  invariant: unknown,
  { isUnderWay }: { readonly isUnderWay: boolean },
): void {
  if (typeof options !== "object" || (options as ExploreOptions | null) === null) {
    throw invalid("options", "the first argument is not an object", "Write world.explore({}, scenario, invariant).")
  }
  const { runs, seconds, seed, path, faults = true, timeout, onRun } = options
  const check = (isRight: boolean, argument: string, problem: string, fix: string): void => {
    if (!isRight) throw invalid(argument, problem, fix)
  }
  const isFunction = (value: unknown) => typeof value === "function"
  const noFunction = "it is not a function"
  check(isFunction(scenario), "scenario", noFunction, "Give a function that sends the messages to explore.")
  const invariantFix = "Give a function that throws, or returns false, where something is wrong."
  check(isFunction(invariant), "invariant", noFunction, invariantFix)
  const isCount = runs === undefined || (Number.isSafeInteger(runs) && runs > 0)
  check(isCount, "runs", `${String(runs)} is no number of runs`, "Give a whole number from 1.")
  for (const [name, value] of Object.entries({ seconds, timeout })) {
    const isTime = value === undefined || (Number.isFinite(value) && value > 0)
    check(isTime, name, `${String(value)} is no number of seconds`, "Give a number above 0.")
  }
  const isSeed = seed === undefined || Number.isSafeInteger(seed)
  check(isSeed, "seed", `${String(seed)} is not a seed`, "Give the whole number that a failure has printed, or none.")
  const isPath = path === undefined || scheduleOf(path) !== undefined
  check(isPath, "path", `${describeArgument(path)} is not a path`, "Give what a failure has printed, without a change.")
  const named: unknown = typeof faults === "boolean" ? [] : faults
  const unknown: unknown = Array.isArray(named)
    ? named.find((fault) => !exploredFaults.includes(fault as never))
    : named
  const faultFix = `Give true, false, or a list of some of ${exploredFaults.join(", ")}.${didYouMean(unknown, exploredFaults)}`
  check(unknown === undefined, "faults", `there is no ${describeArgument(unknown)}`, faultFix)
  check(onRun === undefined || isFunction(onRun), "onRun", noFunction, "Give a function of lines.")
  const repeatFix = "Write `await world.explore(…)`, one after the other."
  check(!isUnderWay, "explore", "it is under way in this world already", repeatFix)
  checkOptions("explore", options, exploreOptions)
}
