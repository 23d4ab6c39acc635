/** What a session is to do. */
export type SessionPlan = {
  /** Test files, from the root of the tree. */
  readonly files: readonly string[]
  readonly faults: readonly PlannedFault[]
  /** The file for its lines. */
  readonly lines: string
  /** The file for what it learns of the tests without a fault, for the next process if this one is ended by a fault. */
  readonly known: string
  /** Milliseconds of tests for one fault. */
  readonly limit: number
  /** How many tests that notice a fault are looked for before the next one. With more than one, this is a matrix. */
  readonly noticing: number
  /** The milliseconds above which a test is not asked. */
  readonly longest: number
}

export type PlannedFault = {
  readonly id: number
  /** The test files that are asked first. */
  readonly nearest: readonly string[]
  /** Whether a first verdict may be that of another fault, which left something behind. */
  readonly isDoubted: boolean
}

export type SessionVerdict = {
  readonly id: number
  /** `at load` if files have to be loaded with the fault for it to take effect; `not reached` if no test comes by it, or none does again. */
  readonly ending: "noticed" | "unnoticed" | "at load" | "not reached"
  /** The tests that noticed it: file, title, and a number for those of the same title. */
  readonly by: readonly string[]
  /** The test files that were run. */
  readonly ran: readonly string[]
  /** How many test files come by it. */
  readonly tests: number
  /** Whether tests fail afterwards that passed before. */
  readonly leaves: boolean
}

/** A line of JSON that a session writes. */
export type Line =
  | { readonly kind: "learned"; readonly tests: number; readonly failed: readonly string[] }
  | { readonly kind: "begin"; readonly id: number }
  | { readonly kind: "broken"; readonly error: string }
  | ({ readonly kind: "verdict" } & SessionVerdict)
