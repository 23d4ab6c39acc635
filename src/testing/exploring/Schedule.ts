import { deflateRawSync, inflateRawSync } from "node:zlib"

import type { DeliverNextOptions, DeliverOptions, Delivery } from "../delivery/Delivery.js"
import { writeFault } from "../faults/faultData.js"
import { faults, type FaultSpec } from "../faults/faults.js"
import type { Fault, FaultData, WorldFaults } from "../faults/WorldFaults.js"
import type { WorldTime } from "../world/createTime.js"
import { literal, writeOptions } from "#src/primitives/writeCall.js"

/** What happens when, as plain data. One that says nothing is what happens without `explore`: everything is delivered at once. */
export type Schedule = {
  /** Faults before the scenario begins. */
  readonly start: readonly Move[]
  /** What happens at each step of the scenario; undefined where everything is delivered. */
  readonly steps: readonly (readonly Move[] | undefined)[]
  /** Which choice the scenario gets each time it picks. The first once these are used up. */
  readonly picks: readonly number[]
  /** What happens after the scenario. Then faults end, and everything is delivered. */
  readonly end: readonly Move[]
}

export const plainSchedule: Schedule = { start: [], steps: [], picks: [], end: [] }

/** One thing that a schedule does, as plain data. */
export type Move =
  | ({ readonly move: "deliver" } & Pick<DeliverOptions, "nth" | "until">)
  | ({ readonly move: "deliverNext" } & Pick<DeliverNextOptions, "nth">)
  | { readonly move: "increase"; readonly seconds: number }
  | { readonly move: "fault"; readonly data: FaultData }

/** What a schedule moves: the parts of a world with which a test would do the same by hand. */
export type ScheduledWorld = Pick<Delivery, "manual" | "deliver" | "deliverNext"> & {
  readonly time: WorldTime
  readonly faults: WorldFaults
}

/** Does what a move says. Returns the fault that has begun, if one has. */
export async function perform(world: ScheduledWorld, move: Move): Promise<Fault | undefined> {
  switch (move.move) {
    case "deliver":
      await world.deliver({ nth: move.nth, until: move.until })
      return undefined
    case "deliverNext":
      await world.deliverNext({ nth: move.nth })
      return undefined
    case "increase":
      await world.time.increase(move.seconds)
      return undefined
    case "fault":
      return await world.faults.apply(move.data)
  }
}

/** What a move is counted as: its kind, or the name of the fault. */
export function nameOfMove(move: Move): string {
  return move.move === "fault" ? move.data.fault : move.move
}

/** Writes a schedule as the path that repeats it. It holds all of the schedule, so it depends on nothing that was tried before. */
export function pathOf(schedule: Schedule): string {
  return deflateRawSync(JSON.stringify(schedule)).toString("base64url")
}

/** Reads what {@link pathOf} has written; undefined if it is something else. Moves are checked when they are made. */
export function scheduleOf(path: string): Schedule | undefined {
  try {
    const text = inflateRawSync(Buffer.from(path, "base64url"), { maxOutputLength: 2 ** 20 }).toString()
    const read = JSON.parse(text) as Omit<Schedule, "steps"> & { steps: readonly (readonly Move[] | null)[] }
    const { start, picks, end } = read
    // JSON has no undefined.
    const steps = read.steps.map((moves) => moves ?? undefined)
    return [start, picks, end].every(Array.isArray) ? { start, steps, picks, end } : undefined
  } catch {
    return undefined
  }
}

/** The line of a test that does the same. */
export function lineOf(move: Move): string {
  switch (move.move) {
    case "deliver":
      return `await world.deliver(${writeOptions({ nth: move.nth, until: move.until })})`
    case "deliverNext":
      return `await world.deliverNext(${writeOptions({ nth: move.nth === 0 ? undefined : move.nth })})`
    case "increase":
      return `await world.time.increase(${literal(move.seconds)})`
    case "fault":
      return `${(faults[move.data.fault] as FaultSpec).sendsTransactions === true ? "await " : ""}${writeFault(move.data)}`
  }
}

/** A run as lines of a test. */
export type Script = {
  /** Lines before the scenario. */
  readonly start: string[]
  /** Lines at each step of the scenario. */
  readonly steps: string[][]
  readonly picks: number[]
  /** Lines after the scenario. */
  readonly end: string[]
}

/** Writes a run as lines to paste into a test that has the explored `world`, `scenario` and `invariant`, after the fixture. */
export function linesOf(
  { start, steps, picks, end }: Script,
  { takesContext }: { takesContext: boolean },
): readonly string[] {
  return [...start, ...(takesContext ? scenarioLines(steps, picks) : ["await scenario()"]), ...end]
}

function scenarioLines(steps: Script["steps"], picks: Script["picks"]): readonly string[] {
  return [
    ...(steps.length === 0 ? [] : ["const steps = [", ...steps.flatMap(stepLines), "]"]),
    ...(picks.length === 0 ? [] : [`const picks = [${picks.join(", ")}]`]),
    "await scenario({",
    `  step: async () => ${steps.length === 0 ? "{}" : "await steps.shift()?.()"},`,
    `  pick: (choices) => choices[${picks.length === 0 ? "0" : "picks.shift() ?? 0"}]!,`,
    "})",
  ]
}

function stepLines(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return ["  async () => {", "    // Nothing is delivered here.", "  },"]
  return ["  async () => {", ...lines.map((line) => `    ${line}`), "  },"]
}
