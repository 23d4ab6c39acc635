import type { Verdict } from "./Explanation.js"

/** What is true of a cause wherever it is found. */
export type CauseInfo = {
  /** What becomes of a subject that has it. */
  readonly verdict: Exclude<Verdict, "delivered">
  /** What it means, as a sentence of the documentation. */
  readonly means: string
  /** Who can mend it, and how, as a sentence of the documentation. */
  readonly mendedBy: string
}

/** All causes of a kind of subject, in the order in which they stop it. */
export type CauseTable<Name extends string = string> = Readonly<Record<Name, CauseInfo>>
