import type { Cause, Certainty, ExplainedItem, Verdict } from "./Explanation.js"

/** What is true of a cause wherever it is found. */
export type CauseInfo = {
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
