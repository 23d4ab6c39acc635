import { compareStates, isFinal, type OrUnknown, type StateTable } from "./states.js"

/** The state of something that was seen before and is no longer there. */
export const vanished = "VANISHED"

/** What changed in something that is followed. */
export type Change<State extends string = string> = {
  /**
   * `state`: the thing was first seen, moved a step forward, or moved between states that share a position, such as reverting and
   * being retried. `reorg`: it moved back, because a chain dropped the block that the state rested on; if the thing itself is gone,
   * the state is {@link vanished}. Following continues after a reorg.
   */
  readonly kind: "state" | "reorg"
  readonly state: OrUnknown<State | typeof vanished>
  /** The state before this change. Absent when the thing is first seen; equal to `state` if something other than the state changed. */
  readonly previousState?: OrUnknown<State | typeof vanished>
  /** When the change was seen: milliseconds since 1970 by the client's clock. */
  readonly at: number
  /** Milliseconds since the previous change of the same thing; 0 when it is first seen. */
  readonly inState: number
}

/** A change together with the thing that changed, as it is now or as it was last seen before it vanished. */
export type Step<State extends string, Thing> = Change<State> & Thing

/** One value of a thing that is compared between observations. */
export type Aspect = {
  readonly value: string
  /** Orders the values, which distinguishes a step back from a step forward. Without a table every change is a step forward. */
  readonly table?: StateTable
}

/** How to identify, compare and report the things that are followed. */
export type TrackerConfig<Thing, S> = {
  readonly idOf: (thing: Thing) => string
  /** Only things of one kind replace one another after a reorg. Default: all are of one kind. */
  readonly kindOf?: (thing: Thing) => string
  /** A change of any aspect is reported. The first aspect is the thing's state. */
  readonly aspectsOf: (thing: Thing) => readonly [Aspect, ...Aspect[]]
  /** Whether a thing has come as far as the caller waits for. */
  readonly hasArrived: (thing: Thing) => boolean
  /** Makes the step to report. */
  readonly toStep: (change: Change, thing: Thing) => S
}

/** Turns repeated observations of the same things into steps. */
export type Tracker<Thing, S> = {
  /** Takes everything that is there now, and returns what has changed. */
  observe(things: readonly Thing[], at: number): S[]
  /** Whether the latest answer shows everything, arrived. An empty answer is never over. */
  isOver(): boolean
  /** The things as last seen, without those that vanished. */
  things(): Thing[]
  /** Every step so far. */
  readonly history: readonly S[]
}

type Tracked<Thing> = {
  thing: Thing
  readonly state: string
  readonly at: number
  readonly aspects: readonly Aspect[]
  /** The values of each aspect since the thing was first seen or the last reorg. A value behind any of them is another reorg. */
  readonly reached: Set<string>[]
}

/**
 * Creates a tracker.
 *
 * Nothing is reported about a thing after its final state. A reorg can give a thing a new id, so the tracker is over when the latest
 * answer shows as many things of each kind as were ever seen at once, even if they are not the same ones, and all of them have
 * arrived. What arrived earlier and is missing now does not count, because it cannot stand in for a thing that vanished.
 */
export function createTracker<Thing, S>(config: TrackerConfig<Thing, S>): Tracker<Thing, S> {
  const { idOf, kindOf = () => "", aspectsOf, hasArrived, toStep } = config
  const tracked = new Map<string, Tracked<Thing>>()
  const history: S[] = []
  let latest: ReadonlyMap<string, Thing> = new Map()
  const mostAtOnce = new Map<string, number>()

  function countKinds(things: Iterable<Thing>): Map<string, number> {
    return new Map([...Map.groupBy(things, kindOf)].map(([kind, { length }]) => [kind, length]))
  }

  function changeOf(thing: Thing, at: number): Change | undefined {
    const aspects = aspectsOf(thing)
    const state = aspects[0].value
    const known = tracked.get(idOf(thing))
    if (known === undefined) return { kind: "state", state, at, inState: 0 }
    if (!isVanished(known)) {
      if (aspects.every(({ value }, index) => value === known.aspects[index]?.value)) {
        // Details that are not aspects are kept up to date without a step.
        known.thing = thing
        return undefined
      }
      if (isFinished(known)) return undefined
    }
    const isBehind = aspects.some(({ value, table = {} }, index) =>
      [...(known.reached[index] ?? [])].some((earlier) => compareStates(value, earlier, table) < 0),
    )
    return { kind: isBehind ? "reorg" : "state", state, previousState: known.state, at, inState: at - known.at }
  }

  function record(thing: Thing, change: Change): S {
    const { kind, state, at } = change
    const id = idOf(thing)
    const aspects = state === vanished ? [] : aspectsOf(thing)
    const reached = (kind === "reorg" ? undefined : tracked.get(id)?.reached) ?? []
    aspects.forEach(({ value }, index) => (reached[index] ??= new Set()).add(value))
    tracked.set(id, { thing, state, at, aspects, reached })
    const step = toStep(change, thing)
    history.push(step)
    return step
  }

  return {
    history,
    observe(things, at) {
      // An answer can name a thing twice.
      latest = new Map(things.map((thing) => [idOf(thing), thing]))
      for (const [kind, count] of countKinds(latest.values()))
        mostAtOnce.set(kind, Math.max(count, mostAtOnce.get(kind) ?? count))
      const steps: S[] = []
      for (const thing of things) {
        const change = changeOf(thing, at)
        if (change !== undefined) steps.push(record(thing, change))
      }
      for (const [id, known] of tracked) {
        if (latest.has(id) || isVanished(known) || isFinished(known)) continue
        const change = { state: vanished, previousState: known.state, at, inState: at - known.at }
        steps.push(record(known.thing, { kind: "reorg", ...change }))
      }
      return steps
    },
    isOver() {
      const present = [...latest.values()]
      const counts = countKinds(present)
      return (
        present.length > 0 &&
        present.every(hasArrived) &&
        [...mostAtOnce].every(([kind, most]) => (counts.get(kind) ?? 0) >= most)
      )
    },
    things: () => [...tracked.values()].filter((known) => !isVanished(known)).map(({ thing }) => thing),
  }
}

function isVanished({ state }: Tracked<unknown>): boolean {
  return state === vanished
}

function isFinished({ aspects: [first] }: Tracked<unknown>): boolean {
  return first?.table !== undefined && isFinal(first.value, first.table)
}
