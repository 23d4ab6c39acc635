/** A failure text, or a function that makes it: one that costs something to find out is made only if it is printed. */
export type FailureText = string | (() => string | Promise<string>)

/** What an assertion has found out. */
export type Verdict = {
  readonly holds: boolean
  /** Whether the negated assertion holds. Default: if the assertion does not. Neither holds where nothing could be found out. */
  readonly holdsNot?: boolean | undefined
  /** The failure text if it had to hold: what was expected, and what happened instead and where. */
  readonly problem: FailureText
  /** The failure text if it must not hold. */
  readonly problemIfNot: FailureText
}

/** The verdict where nothing can be found out: the assertion fails, negated or not. */
export function noVerdict(problem: FailureText): Verdict {
  return { holds: false, holdsNot: false, problem, problemIfNot: problem }
}

/** The failure text of an assertion; `undefined` if it holds. */
export async function failureOf(
  { holds, holdsNot = !holds, problem, problemIfNot }: Verdict,
  isNegated: boolean,
): Promise<string | undefined> {
  if (isNegated ? holdsNot : holds) return undefined
  const text = isNegated ? problemIfNot : problem
  return typeof text === "string" ? text : await text()
}
