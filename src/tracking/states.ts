/** What a table of states says of one state. */
export type StateInfo = {
  /** Place on the way. States that share a place may follow each other in any order. */
  readonly step: number
  /** Last place it may stand for, where public material leaves its place open. */
  readonly lastStep?: number
  /** Present when nothing comes after it. A refund is neither: what was asked for failed, and what it took was given back. */
  readonly final?: "success" | "failure" | "refund"
  /** For people, in a table or beside a live line. */
  readonly says: string
}

/** The states of one kind of thing, by their names. */
export type StateTable = Readonly<Record<string, StateInfo>>

/** A known name, or whatever newer name an API answers with: unknown ones survive. */
export type OrUnknown<Known extends string> = Known | (string & {})

/** Looks up a state; `undefined` for one that the table doesn't know. */
export function infoIn(table: StateTable, state: string): StateInfo | undefined {
  return Object.hasOwn(table, state) ? table[state] : undefined
}

/** Whether a state is the last one. An unknown state is not. */
export function isFinalIn(table: StateTable, state: string): boolean {
  return infoIn(table, state)?.final !== undefined
}

/**
 * Compares the places of two states on the way.
 *
 * @returns below 0 when `left` comes before `right`, above 0 when after it, 0 where no order is known: equal, sharing a place, or
 * one of them unknown. That isn't transitive, so it is no comparator to sort by.
 */
export function compareIn(table: StateTable, left: string, right: string): -1 | 0 | 1 {
  const a = infoIn(table, left)
  const b = infoIn(table, right)
  if (a === undefined || b === undefined) return 0
  if ((a.lastStep ?? a.step) < b.step) return -1
  if (a.step > (b.lastStep ?? b.step)) return 1
  return 0
}
