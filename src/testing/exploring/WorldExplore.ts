import type { ExploredFault } from "./generateFaults.js"

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

/** What has to be so whatever the schedule is. It fails by throwing, as an assertion does, or by returning false. */
export type Invariant = () => unknown

/** Options of `explore`. Every option has a default. */
export type ExploreOptions = {
  /** How many schedules to try. Default: 100. */
  readonly runs?: number | undefined
  /** Where chance begins. The same seed gives the same runs. Default: another one each time; a failure prints it. */
  readonly seed?: number | undefined
  /** Repeats one run: what a failure with the same seed has printed. */
  readonly path?: string | undefined
  /**
   * Faults that schedules can have besides order, pauses and time; `false` for none. Default: all that a scenario can survive, so not those
   * under which prices rise between the simulation of a transaction and its block.
   */
  readonly faults?: boolean | readonly ExploredFault[] | undefined
  /** Whether the invariant has to hold after every move of a schedule too, and not only at its end. Default: false. */
  readonly everyStep?: boolean | undefined
  /** Called after each run with the lines that it consisted of, which can be pasted into a test. */
  readonly onRun?: ((lines: readonly string[]) => void) | undefined
}

/** What was explored. */
export type Explored = { readonly runs: number; readonly seed: number }

/** Runs a scenario under generated schedules and faults. */
export type WorldExplore = (options: ExploreOptions, scenario: Scenario, invariant: Invariant) => Promise<Explored>
