/** What a state table says about one state. */
export type StateInfo = {
  /** Position in the sequence. States with the same position can follow each other in any order. */
  readonly step: number
  /** The last position that the state can stand for, when public documentation leaves its exact position open. */
  readonly lastStep?: number
  /** Set when no other state follows. `refund` means that the request failed and its funds were returned. */
  readonly final?: "success" | "failure" | "refund"
  /** A short description for people. */
  readonly says: string
}

/** The states of one kind of thing, by name. */
export type StateTable = Readonly<Record<string, StateInfo>>

/** A known name, or a newer one that an API may return. Unknown names are passed through. */
export type OrUnknown<Known extends string> = Known | (string & {})

/** The functions below with a default for `table`. */
export type StateFunctions = {
  readonly stateInfo: (state: string, table?: StateTable) => StateInfo | undefined
  readonly isFinal: (state: string, table?: StateTable) => boolean
  readonly isFailure: (state: string, table?: StateTable) => boolean
  readonly compareStates: (left: string, right: string, table?: StateTable) => -1 | 0 | 1
  readonly hasReached: (state: string, goal: string, table?: StateTable) => boolean
}

/**
 * Binds the state functions to a table, which they use when they are called without one.
 *
 * @example
 * const { isFinal } = defineStates({ OPEN: { step: 0, says: "open" }, DONE: { step: 1, final: "success", says: "done" } })
 * isFinal("DONE") // true
 */
export function defineStates(defaultTable: StateTable): StateFunctions {
  return {
    stateInfo: (state, table = defaultTable) => stateInfo(state, table),
    isFinal: (state, table = defaultTable) => isFinal(state, table),
    isFailure: (state, table = defaultTable) => isFailure(state, table),
    compareStates: (left, right, table = defaultTable) => compareStates(left, right, table),
    hasReached: (state, goal, table = defaultTable) => hasReached(state, goal, table),
  }
}

/**
 * Looks up a state in a table.
 *
 * @returns `undefined` if the table does not contain the state
 * @example
 * stateInfo("FINALIZED", payloadStates)?.says // "finalized by the watcher"
 */
export function stateInfo(state: string, table: StateTable): StateInfo | undefined {
  return Object.hasOwn(table, state) ? table[state] : undefined
}

/**
 * Checks whether a state is final, so that no other follows. An unknown state is not final.
 *
 * @example
 * isFinal("REVERTING", transactionStates) // false: a reverting payload can recover
 */
export function isFinal(state: string, table: StateTable): boolean {
  return stateInfo(state, table)?.final !== undefined
}

/** Checks whether a state is a final failure. A refund is not one. */
export function isFailure(state: string, table: StateTable): boolean {
  return stateInfo(state, table)?.final === "failure"
}

/**
 * Compares the positions of two states.
 *
 * @returns -1 if `left` comes before `right`, 1 if it comes after, and 0 if no order is known: the states are equal, share a
 * position, or one is unknown. The result is not transitive, so do not sort by it.
 */
export function compareStates(left: string, right: string, table: StateTable): -1 | 0 | 1 {
  const a = stateInfo(left, table)
  const b = stateInfo(right, table)
  if (a === undefined || b === undefined) return 0
  if ((a.lastStep ?? a.step) < b.step) return -1
  if (a.step > (b.lastStep ?? b.step)) return 1
  return 0
}

/** Checks whether a state is `goal` or comes after it. */
export function hasReached(state: string, goal: string, table: StateTable): boolean {
  return state === goal || compareStates(state, goal, table) > 0
}
