/**
 * Finds out whether an assertion holds. It lets the actors work first, if it has to.
 *
 * @param subject what `expect` got: something that was sent, or its promise
 */
export type Matcher<Parameters extends readonly unknown[] = readonly never[]> = (
  subject: unknown,
  ...parameters: Parameters
) => Promise<MatchResult>

/** A matcher of an error or event that a contract has, with these arguments if any are given. */
export type NamedMatcher = Matcher<[contract: unknown, name: string, args?: readonly unknown[]]>

/** Assertions by the names that they have everywhere. */
export type Matchers = Readonly<Record<string, Matcher>>

/** A failure text, or a function that makes it: one that costs something to find out is made only if it is printed. */
type FailureText = string | (() => string | Promise<string>)

/** What an assertion has found out. */
export type MatchResult = {
  readonly holds: boolean
  /** Whether the negated assertion holds. Default: if the assertion does not. Neither holds where nothing could be found out. */
  readonly holdsNot?: boolean | undefined
  /** The failure text if it had to hold: what was expected, and what happened instead and where. */
  readonly problem: FailureText
  /** The failure text if it must not hold. */
  readonly problemIfNot: FailureText
}

/** The result where nothing can be found out: the assertion fails, negated or not. */
export function noResult(problem: FailureText): MatchResult {
  return { holds: false, holdsNot: false, problem, problemIfNot: problem }
}

/** The failure text of an assertion; `undefined` if it holds. */
export async function failureOf(
  { holds, holdsNot = !holds, problem, problemIfNot }: MatchResult,
  isNegated: boolean,
): Promise<string | undefined> {
  if (isNegated ? holdsNot : holds) return undefined
  const text = isNegated ? problemIfNot : problem
  return typeof text === "string" ? text : await text()
}
