/** What an assertion has found out. */
export type Verdict = {
  readonly holds: boolean
  /** The failure text if it had to hold: what was expected, and what happened instead and where. */
  readonly problem: string
  /** The failure text if it must not hold. */
  readonly problemIfNot: string
}
