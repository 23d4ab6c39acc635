/*
 * One engine explains messages, requests of app gateways and swaps:
 *
 *   read       asks the nodes and APIs, all through one guard, and simulates: everything that is needed, as plain data
 *   find       each finder is a pure function of what was read, and returns causes in their short form ({@link FoundCause})
 *   fix        the fix of a cause that was found may need a lookup of its own, such as who owns a contract
 *   remedy     decides what of a fix may be said: see `remedy.ts`
 *   rank       the surest first, then in the order of the table
 *   summarize  the verdict, the items and the timeline, of what was read and the ranked causes
 *
 * A room brings a table of causes, `read`, finders and `summarize`. To word a cause differently, change its finder.
 */
import { BaseError } from "viem"

import {
  type Cause,
  type Certainty,
  type ExplainedItem,
  type Explanation,
  type Mend,
  sortEvents,
  type StoryEvent,
  type Verdict,
} from "./Explanation.js"
import { createGuard, type Guard, type Unasked } from "./guard.js"
import { type Knows, type Remedy, writeRemedy } from "./remedy.js"
import { unlessAborted } from "#src/http/polling/unlessAborted.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** What fixes a cause, as one phrase, with a command if there is one. A phrase alone is something that the user does. */
export type Fix = string | Remedy

/** A fix that others have to make, such as the owner of a contract. */
export function byOthers(who: string, command: string | null = null): Remedy {
  return { who, command, by: "others" }
}

/** A cause in its short form. */
export type FoundCause<Name extends string = string> = Pick<Cause<Name>, "name" | "says" | "evidence"> & {
  /** Default: `certain`. */
  readonly certainty?: Certainty
  /** A function looks up who can fix it. It is called once the cause was found. Default: nothing has to be done, or nothing helps. */
  readonly fix?: Fix | (() => Promise<Fix>) | undefined
  /** The id of the item that it is about. Default: all of them. */
  readonly about?: string | null
}

/** Finds causes in what was read. It asks nothing, knows no clock and never throws. */
export type Finder<Reading, Name extends string> = (reading: Reading) => readonly FoundCause<Name>[]

export type Summary = Pick<Explanation, "verdict" | "subject" | "says" | "items"> & {
  /** What happened to each item, in order. */
  readonly stories: readonly (readonly StoryEvent[])[]
}

/** What a room brings to be explained. Every table has `chain-not-read`, for nodes that could not be asked in time. */
export type Explainer<Reading, Name extends string> = {
  readonly table: CauseTable<Name | "chain-not-read">
  readonly read: (guard: Guard, clock: Clock) => Promise<Reading>
  readonly finders: readonly Finder<Reading, Name>[]
  /** Which contracts a remedy may have others trust. Default: none. */
  readonly knows?: ((reading: Reading) => Knows) | undefined
  readonly summarize: (reading: Reading, causes: readonly Cause<Name | "chain-not-read">[]) => Summary
}

export type ExplainOptions = {
  /** Milliseconds after which nothing more is asked. What was left out is said as a cause. Default: 30 000. */
  timeout?: number | undefined
  clock?: Clock | undefined
  signal?: AbortSignal | undefined
}

/**
 * Explains why something has or has not arrived.
 *
 * @throws {AbortedError} the signal was aborted
 * @throws what `read` throws
 */
export async function explain<Reading, Name extends string>(
  explainer: Explainer<Reading, Name>,
  { timeout, clock = systemClock, signal }: ExplainOptions,
): Promise<Explanation<Name | "chain-not-read">> {
  const guard = createGuard({ timeout, clock, signal })
  return await unlessAborted(run(explainer, guard, clock), [signal])
}

async function run<Reading, Name extends string>(
  { table, read, finders, knows, summarize }: Explainer<Reading, Name>,
  guard: Guard,
  clock: Clock,
): Promise<Explanation<Name | "chain-not-read">> {
  const reading = await read(guard, clock)
  const found = finders.flatMap((find) => find(reading))
  const isKnown = knows?.(reading) ?? (() => false)
  const causes = await Promise.all(found.map((cause) => completeCause(cause, isKnown)))
  const ranked = rankCauses<Name | "chain-not-read">([...causes, ...unaskedCauses(guard.unasked())], table)
  const { stories, verdict, subject, says, items } = summarize(reading, ranked)
  return { verdict, subject, says, causes: ranked, items, events: sortEvents(stories) }
}

/** Completes the short form of a cause, which is how every cause is made. */
async function completeCause<Name extends string>(
  { name, certainty = "certain", says, evidence, fix, about = null }: FoundCause<Name>,
  isKnown: Knows,
): Promise<Cause<Name>> {
  const find = async (): Promise<Mend | null> => {
    const found = typeof fix === "function" ? await fix() : fix
    return found === undefined ? null : await writeRemedy(found, isKnown)
  }
  return { name, certainty, says, evidence, mend: await find().catch(unlessBug), about }
}

/** The cause was found all the same. */
function unlessBug(error: unknown): Mend {
  if (error instanceof BaseError || isPlugsError(error)) return byOthers("not known, because a node did not answer")
  throw error
}

/** Says that an explanation ended before all nodes were asked; nothing if they were. */
function unaskedCauses({ seconds, methods }: Unasked): readonly Cause<"chain-not-read">[] {
  if (methods.size === 0) return []
  const evidence = [...methods].map(([source, names]) => ({
    source,
    says: `It was not asked for ${[...new Set(names)].join(", ")}.`,
  }))
  const says = `The ${String(seconds)} s for this explanation were over before everything was read, so causes can be missing.`
  const mend = { who: "look again later or use other nodes, because these answer slowly", command: null }
  return [{ name: "chain-not-read", certainty: "possible", says, evidence, mend, about: null }]
}

/** What is true of a cause wherever it is found. */
type CauseInfo = {
  /** What becomes of a subject that has it. */
  readonly verdict: Exclude<Verdict, "delivered">
}

/** All causes of a kind of subject, in the order in which they stop it. */
export type CauseTable<Name extends string = string> = Readonly<Record<Name, CauseInfo>>

const certainties: readonly Certainty[] = ["certain", "likely", "possible"]

/** Sorts causes: the surest first, and of equally sure ones the one that comes first on the way. */
export function rankCauses<Name extends string>(
  causes: readonly Cause<Name>[],
  table: CauseTable<Name>,
): readonly Cause<Name>[] {
  const order = Object.keys(table)
  const rank = ({ name, certainty }: Cause<Name>): number =>
    certainties.indexOf(certainty) * order.length + order.indexOf(name)
  return [...causes].sort((one, other) => rank(one) - rank(other))
}

/** From the one that hides all others to the one that every other hides. */
const bySeverity: readonly Verdict[] = ["failed", "stuck", "unknown", "waiting", "delivered"]

/**
 * Finds the verdict: that of the first cause of each item, and of several items the most severe one.
 *
 * @param causes as {@link rankCauses} returns them
 * @param options.arrived the ids of the items that have arrived; no cause counts for them
 */
export function findVerdict<Name extends string>(
  causes: readonly Cause<Name>[],
  { table, items, arrived }: { table: CauseTable<Name>; items: readonly ExplainedItem[]; arrived: ReadonlySet<string> },
): Verdict {
  const verdictOf = (id: string | null): Verdict => {
    const first = causes.find(({ about }) => about === null || about === id)
    return first === undefined ? "waiting" : table[first.name].verdict
  }
  const verdicts =
    items.length === 0
      ? [verdictOf(null)]
      : items.map(({ id }): Verdict => (arrived.has(id) ? "delivered" : verdictOf(id)))
  return bySeverity.find((verdict) => verdicts.includes(verdict)) ?? "unknown"
}
