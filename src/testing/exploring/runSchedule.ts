import type { Hex } from "viem"

import { readChains } from "../delivery/deliver.js"
import { readForgeable } from "../faults/kinds/forge.js"
import type { Fault } from "../faults/WorldFaults.js"
import { everyChain } from "../world/findInWorld.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import type { Outcome } from "./createGenerator.js"
import {
  lineOf,
  linesOf,
  type Move,
  nameOfMove,
  perform,
  type Schedule,
  type ScheduledWorld,
  type Script,
} from "./Schedule.js"
import type { ExploreContext, Invariant, Scenario } from "./WorldExplore.js"
import { isPayloadDone } from "#src/gateway/states.js"

export type Experiment = {
  readonly world: ScheduledWorld
  readonly scenario: Scenario
  readonly invariant: Invariant
  readonly everyStep: boolean
  readonly open: OpenWorld
  /** Fires when the run is given up: it ends all that it has begun. */
  readonly signal: AbortSignal
  /** Told of each part that begins, with a function that gives the lines of the run so far. */
  readonly onPart: (part: RunPart, lines: () => readonly string[]) => void
}

export type RunPart = RunFailure["in"] | "setting back"

export type RunFailure = { readonly in: "scenario" | "invariant" | "schedule"; readonly error: unknown }

export type Run = {
  /** What was done, as lines that can be pasted into a test. */
  readonly lines: readonly string[]
  /** How often the scenario has stepped. */
  readonly steps: number
  readonly outcome: Outcome
  /** The ids of the messages that were executed, in this order. */
  readonly executed: readonly Hex[]
  readonly failure: RunFailure | undefined
}

/** Runs a scenario once, as a schedule says, in a world that was set back. */
export async function runSchedule(
  { world, scenario, invariant, everyStep, open, signal, onPart }: Experiment,
  schedule: Schedule,
): Promise<Run> {
  const script: Script = { start: [], steps: [], picks: [], end: [] }
  const course = followCourse(open)
  const done: { readonly name: string; readonly happened: () => boolean }[] = []
  let failure: RunFailure | undefined
  const hasFailed = (): boolean => failure !== undefined
  const lines = (): readonly string[] => linesOf(script, { takesContext: scenario.length > 0 })
  /** The step that is under way. */
  let underWay: Promise<void> | undefined

  /** Runs a part, and remembers the first failure of all: a scenario could catch what a step throws. */
  async function attempt(part: RunFailure["in"], work: () => unknown): Promise<void> {
    if (hasFailed()) return
    signal.throwIfAborted()
    onPart(part, lines)
    try {
      await work()
    } catch (error) {
      failure ??= { in: part, error }
    }
  }

  async function check(written: string[]): Promise<void> {
    if (hasFailed()) return
    let answer: unknown
    await attempt("invariant", async () => {
      answer = await invariant()
      if (answer === false) throw new Error("it returned false")
    })
    if (failure === undefined) return
    written.push(
      answer === false
        ? `if ((await invariant()) === false) throw new Error("it returned false")`
        : "await invariant()",
    )
  }

  async function performAll(written: string[], moves: readonly Move[]): Promise<void> {
    if (moves.length > 0) await readChains(open)
    for (const next of moves) {
      if (hasFailed()) return
      // What does nothing makes a schedule longer than it is.
      if (await doesNothing(next)) continue
      written.push(lineOf(next))
      const before = open.relay.possible().length
      let fault: Fault | undefined
      await attempt("schedule", async () => {
        fault = await perform(world, next)
      })
      const isDueNow = open.relay.possible().length !== before
      const happened = (): boolean => (next.move === "fault" ? (fault?.happened ?? 0) > 0 : isDueNow)
      done.push({ name: nameOfMove(next), happened })
      if (everyStep) await check(written)
    }
  }

  async function doesNothing(next: Move): Promise<boolean> {
    if (next.move !== "fault") return next.move.startsWith("deliver") && open.relay.possible().length === 0
    return next.data.fault === "forge" && "problem" in (await readForgeable(next.data, open))
  }

  async function move(): Promise<void> {
    const written: string[] = []
    script.steps.push(written)
    await performAll(written, schedule.steps[script.steps.length - 1] ?? [{ move: "deliver" }])
    // The scenario goes no further. What it throws because of this comes second, so it is not reported.
    if (failure !== undefined) throw failure.error
  }

  async function step(): Promise<void> {
    signal.throwIfAborted()
    if (underWay !== undefined) throw new Error(`step() was called while another was under way: write \`await step()\``)
    const moved = move()
    underWay = moved.then(end, end)
    await moved
  }

  function end(): void {
    underWay = undefined
  }

  function pick<Choice>(choices: readonly Choice[]): Choice {
    signal.throwIfAborted()
    if (choices.length === 0) throw new Error("pick() got nothing to choose from")
    const picked = (schedule.picks[script.picks.length] ?? 0) % choices.length
    script.picks.push(picked)
    return choices[picked] as Choice
  }

  const context: ExploreContext = {
    step() {
      const stepped = step()
      // A forgotten `await` must not end the process as an unhandled rejection: `step` and the end of the scenario report it.
      stepped.catch(() => undefined)
      return stepped
    },
    pick,
  }
  script.start.push("world.manual()")
  world.manual()
  await performAll(script.start, schedule.start)
  await attempt("scenario", async () => {
    await scenario(context)
    if (underWay !== undefined) throw new Error("it ended while a step was under way: write `await step()`")
  })
  await underWay
  await performAll(script.end, schedule.end)
  await attempt("schedule", () => finishRun(world, open, script.end))
  await check(script.end)
  const moves = done.map(({ name, happened }) => ({ name, happened: happened() }))
  const { executed, ...whole } = course.end()
  onPart("setting back", lines)
  return { lines: lines(), steps: script.steps.length, outcome: { moves, ...whole }, executed, failure }
}

/** Writes down what happens in which order, and at what time, as one text; and which messages are executed. */
export function followCourse({ devnet, clock }: OpenWorld): {
  end: () => Pick<Outcome, "course"> & Pick<Run, "executed">
} {
  const begun = clock.now()
  const executed: Hex[] = []
  const seen: string[] = []
  const note = (state: string, id: string): void => {
    // An hour sooner or later is another course, a second is not.
    seen.push(`${state} ${id} ${Math.floor((clock.now() - begun) / 3_600_000)}`)
  }
  const stops = [
    devnet.onMessage(({ status, outbound }) => {
      if (status === "EXECUTION_SUCCESS") executed.push(outbound.messageId)
      if (status.startsWith("EXECUTION_") || status === "INBOUND_REVERTING") note(status, outbound.messageId)
    }),
    devnet.gateway?.onPayload(({ status, payloadId }) => {
      if (status === "EXECUTED" || isPayloadDone(status)) note(status, payloadId)
    }),
  ]
  return {
    end() {
      for (const stop of stops) stop?.()
      return { course: seen.join(), executed }
    },
  }
}

/** How often time passes at the end of a run. A plug can send itself messages without end. */
const maxWaits = 30

/** Ends all faults and delivers everything, once more what reverts, and schedules when due. `lines` get the same as a test. */
export async function finishRun(world: ScheduledWorld, open: OpenWorld, lines: string[]): Promise<void> {
  if (world.faults.active().length > 0) {
    lines.push("await world.faults.clear()")
    await world.faults.clear()
  }

  /** What has had its time, and waits all the same. */
  let stuck = new Set<string>()
  let before: readonly Waiting[] = []
  for (let waits = 0; ; waits += 1) {
    lines.push("await world.deliver()")
    await world.deliver()
    const now = world.time.now() * 1_000
    const left = new Set(waitingIn(open).map(({ key }) => key))
    // What has moved may be what others have waited for.
    if (before.some(({ key }) => !left.has(key))) stuck = new Set()
    for (const { key, readyAt } of before) if (readyAt <= now && left.has(key)) stuck.add(key)
    before = waitingIn(open).filter(({ key, readyAt }) => readyAt < Infinity && !stuck.has(key))
    if (before.length === 0 || waits === maxWaits) return
    const seconds = Math.max(1, Math.ceil((Math.min(...before.map(({ readyAt }) => readyAt)) - now) / 1_000))
    lines.push(`await world.time.increase(${seconds})`)
    await world.time.increase(seconds)
  }
}

/** Something that waits for an actor. */
type Waiting = {
  /** What it is, and what it waits for: another one once it has moved. */
  readonly key: string
  /** Time of the world before which no actor takes it, in milliseconds. */
  readonly readyAt: number
}

/** Finds everything that waits for an actor, due or not. */
export function waitingIn(world: OpenWorld): readonly Waiting[] {
  const slugs = everyChain(world).map(({ slug }) => slug)
  const queues = world.protocols.flatMap((protocol) => protocol.queues)
  const found = queues.flatMap((queue) => {
    const places = queue.stages.flatMap((stage) => slugs.map((slug) => [stage, slug] as const))
    return places.flatMap(([stage, slug]) =>
      queue.waiting(stage, slug).map((item) => ({ key: `${stage} ${queue.idOf(item)}`, readyAt: queue.readyAt(item) })),
    )
  })
  // Payloads and jobs wait for one stage on every chain alike.
  return [...new Map(found.map((item) => [item.key, item])).values()]
}
