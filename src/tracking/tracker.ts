import { compareIn, isFinalIn, type StateTable } from "./states.js"

/** What a sighting says of a thing that was there before and isn't any more. */
export const vanished = "VANISHED"

/** One change of one thing. */
export type Change<Thing> = {
  /**
   * `state` is a step forward, or the first sight. `reorg` is a step back: a chain took back what the state stood on, or the
   * thing itself, and then the state is {@link vanished}.
   */
  readonly kind: "state" | "reorg"
  readonly id: string
  readonly state: string
  readonly previousState?: string
  /** When it was seen, in milliseconds of the client's clock. */
  readonly at: number
  /** Milliseconds since the previous sighting of this thing; 0 at first sight. */
  readonly inState: number
  /** As it is now, or as it was last seen before it vanished. */
  readonly thing: Thing
}

/** One aspect of a thing: where it is, in which table. A change of any aspect is a sighting. */
export type Aspect = { readonly at: string; readonly table: StateTable }

/** How to tell things apart, and how far they are. */
export type TrackerConfig<Thing> = {
  readonly idOf: (thing: Thing) => string
  /** The first one is the thing's state. */
  readonly marksOf: (thing: Thing) => readonly [Aspect, ...Aspect[]]
  /** Whether a thing has come as far as is awaited. */
  readonly hasArrived: (thing: Thing) => boolean
}

/** Turns what an API answers, again and again, into sightings. */
export type Tracker<Thing> = {
  /** Takes one answer, and gives the changes that it means. */
  observe(things: readonly Thing[], at: number): Change<Thing>[]
  /** Whether nothing more is awaited. */
  isOver(): boolean
  /** The things as they were last seen, without those that vanished. */
  things(): Thing[]
  /** Every sighting so far. */
  readonly history: readonly Change<Thing>[]
}

type Track<Thing> = {
  last: Change<Thing>
  marks: readonly Aspect[]
  /** Marks since first sight or since the last reorg, one set an aspect: what the thing must not fall behind. */
  seen: Set<string>[]
}

/**
 * Follows whatever an API lists.
 *
 * A final state ends a thing's story: nothing that is answered about it later is reported. Because a reorg can give a thing a new
 * id, the journey is over when as many things have arrived as were ever seen at once, and not necessarily the same.
 */
export function createTracker<Thing>({ idOf, marksOf, hasArrived }: TrackerConfig<Thing>): Tracker<Thing> {
  const tracks = new Map<string, Track<Thing>>()
  const history: Change<Thing>[] = []
  let inLastAnswer: ReadonlySet<string> = new Set()
  let mostAtOnce = 0

  function look(thing: Thing, at: number): Change<Thing> | undefined {
    const id = idOf(thing)
    const marks = marksOf(thing)
    const state = marks[0].at
    const track = tracks.get(id)
    if (track === undefined) return { kind: "state", id, state, at, inState: 0, thing }
    const { last } = track
    if (!isOut(track) && marks.every((mark, aspect) => mark.at === track.marks[aspect]?.at)) {
      // What is no aspect of it moves on silently.
      track.last = { ...last, thing }
      return undefined
    }
    if (!isOut(track) && isFinished(track)) return undefined
    const isBehind = marks.some(({ at: place, table }, aspect) =>
      [...(track.seen[aspect] ?? [])].some((seen) => compareIn(table, place, seen) < 0),
    )
    const kind = isBehind ? "reorg" : "state"
    return { kind, id, state, previousState: last.state, at, inState: at - last.at, thing }
  }

  function take(sighting: Change<Thing>): void {
    history.push(sighting)
    const known = sighting.kind === "reorg" ? undefined : tracks.get(sighting.id)
    const isGone = sighting.state === vanished
    const marks = isGone ? [] : marksOf(sighting.thing)
    const seen = known?.seen ?? []
    marks.forEach(({ at }, aspect) => (seen[aspect] ??= new Set()).add(at))
    tracks.set(sighting.id, { last: sighting, marks, seen })
  }

  return {
    history,
    observe(answer, at) {
      inLastAnswer = new Set(answer.map(idOf))
      mostAtOnce = Math.max(mostAtOnce, inLastAnswer.size)
      const sightings: Change<Thing>[] = []
      const report = (sighting: Change<Thing> | undefined): void => {
        if (sighting === undefined) return
        take(sighting)
        sightings.push(sighting)
      }
      for (const thing of answer) report(look(thing, at))
      for (const [id, track] of tracks) {
        if (inLastAnswer.has(id) || isOut(track) || isFinished(track)) continue
        const { last } = track
        report({ ...last, kind: "reorg", state: vanished, previousState: last.state, at, inState: at - last.at })
      }
      return sightings
    },
    isOver() {
      const arrived = new Set(
        [...tracks].filter(([, track]) => !isOut(track) && hasArrived(track.last.thing)).map(([id]) => id),
      )
      return arrived.size > 0 && arrived.size >= mostAtOnce && [...inLastAnswer].every((id) => arrived.has(id))
    },
    things: () => [...tracks.values()].filter((track) => !isOut(track)).map(({ last }) => last.thing),
  }
}

function isOut({ last }: Track<unknown>): boolean {
  return last.state === vanished
}

function isFinished({ marks: [mark] }: Track<unknown>): boolean {
  return mark !== undefined && isFinalIn(mark.table, mark.at)
}
