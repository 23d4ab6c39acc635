import { faults as everyFault } from "../faults/faults.js"
import type { ExploredValues } from "../faults/options.js"
import type { ExploredFault, FaultData } from "../faults/WorldFaults.js"
import type { Move, Schedule } from "./Schedule.js"
import type { MoveCount } from "./WorldExplore.js"

type ScheduleSubject = {
  /** Names of chains. */
  readonly chains: readonly string[]
  /** How often the scenario steps when nothing goes wrong. */
  readonly steps: number
  readonly faults: readonly ExploredFault[]
  /** Where chance begins. */
  readonly seed: number
}

/** What came of a schedule. */
export type Outcome = {
  /** What was done, and whether it changed anything. */
  readonly moves: readonly { readonly name: string; readonly happened: boolean }[]
  /** What happened in which order, as one text. */
  readonly course: string
}

/** Generates schedules, and learns from what came of them. */
export type Generator = {
  readonly next: () => Schedule
  readonly learn: (schedule: Schedule, outcome: Outcome) => void
  /** What it has learnt of each move. */
  readonly moves: () => Readonly<Record<string, MoveCount>>
}

/** Favors what has changed something; half of the schedules change one thing in an earlier one, so that the rare is reached. */
export function createGenerator({ chains, steps, faults, seed }: ScheduleSubject): Generator {
  const random = createRandom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  const listOf = <Item>(max: number, make: () => Item): Item[] => Array.from({ length: below(max + 1) }, make)
  const counts = new Map<string, MoveCount>()
  const countOf = (name: string): MoveCount => counts.get(name) ?? { tried: 0, happened: 0 }
  const courses = new Set<string>()
  const corpus: Schedule[] = []

  /** From nothing known to half: 1. A move that never does anything comes down to a tenth. */
  function weightOf(name: string): number {
    const { tried, happened } = countOf(name)
    return Math.max(0.1, (2 * (happened + 1)) / (tried + 2))
  }

  function weighted<Item>(items: readonly (readonly [weight: number, item: Item])[]): Item {
    let left = random() * items.reduce((sum, [weight]) => sum + weight, 0)
    return (items.find(([weight]) => (left -= weight) < 0) ?? items[0])?.[1] as Item
  }

  function valueOf(values: ExploredValues): unknown {
    if (values === "chains") return oneOf(chains)
    if (typeof values === "string") return oneOf<string | number>(valuesOf[values])
    return "min" in values ? values.min + below(values.max - values.min + 1) : oneOf(values)
  }

  function fault(): Move {
    const name = weighted(faults.map((one) => [weightOf(one), one] as const))
    const options = Object.entries<ExploredValues>(everyFault[name].explored)
    const data = Object.fromEntries(options.map(([option, values]) => [option, valueOf(values)]))
    return { move: "fault", data: { fault: name, ...data } as FaultData }
  }

  function move(): Move {
    const make = weighted<() => Move>([
      [6, () => ({ move: "deliver", nth: below(maxWaiting), until: pausedOrNot() })],
      [2, () => ({ move: "deliver", until: pausedOrNot() })],
      [1, () => ({ move: "deliverNext", nth: below(maxWaiting) })],
      [Math.max(1, weightOf("increase")), () => ({ move: "increase", seconds: oneOf(waits) })],
      ...(faults.length === 0 ? [] : [[2, fault] as const]),
    ])
    return make()
  }

  const pausedOrNot = () => (below(3) === 0 ? undefined : oneOf(pausedAt))
  const step = () => (below(3) === 0 ? undefined : listOf(3, move))
  const pick = () => below(maxChoices)

  const fresh = (): Schedule => ({
    start: faults.length === 0 ? [] : listOf(1, fault),
    steps: listOf(steps, step),
    picks: listOf(maxPicks, pick),
    end: listOf(6, move),
  })

  function changed(schedule: Schedule): Schedule {
    const { start, picks, end } = schedule
    const at = below(steps)
    return weighted<() => Schedule>([
      [3, () => ({ ...schedule, end: changedList(end, move) })],
      [steps === 0 ? 0 : 3, () => ({ ...schedule, steps: padded(schedule.steps, at).with(at, step()) })],
      [2, () => ({ ...schedule, picks: changedList(picks, pick) })],
      [faults.length === 0 ? 0 : 1, () => ({ ...schedule, start: start.length === 0 ? [fault()] : [] })],
    ])()
  }

  function changedList<Item>(items: readonly Item[], make: () => Item): readonly Item[] {
    const at = below(items.length + 1)
    const rest = below(2) === 0 ? items.slice(at) : items.slice(at + 1)
    return below(4) === 0 ? [...items.slice(0, at), ...rest] : [...items.slice(0, at), make(), ...rest]
  }

  return {
    next: () => (corpus.length > 0 && below(2) === 0 ? changed(oneOf(corpus)) : fresh()),
    learn(schedule, { moves, course }) {
      for (const { name, happened } of moves) {
        const before = countOf(name)
        counts.set(name, { tried: before.tried + 1, happened: before.happened + Number(happened) })
      }
      if (courses.has(course)) return
      courses.add(course)
      corpus.push(schedule)
    },
    moves: () => Object.fromEntries(counts),
  }
}

function padded<Item>(items: readonly (Item | undefined)[], at: number): readonly (Item | undefined)[] {
  return [...items, ...Array.from({ length: Math.max(0, at + 1 - items.length) }, () => undefined)]
}

/** Numbers from 0 to below 1, the same for a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pausedAt = ["SEALED", "PROPOSED", "ATTESTED", "VERIFIED", "EXECUTING"] as const

/** Seconds that pass at once: until a retry, an optimistic switchboard allows a packet, a schedule runs. */
export const waits: readonly number[] = [1, 60, 3_600, 86_400]

const valuesOf = {
  stages: ["seal", "propose", "attest", "verify", "simulate", "execute"],
  percents: [10, 100],
  seconds: [1, 60, 3_600],
} as const

/** Which of the things that wait can be next; there may be fewer. */
const maxWaiting = 4
/** Choices that a scenario can have at once; there may be fewer. */
const maxChoices = 12
const maxPicks = 12
