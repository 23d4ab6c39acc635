/** Part of an answer that is left out, because it is not as specified. */
export type LeftOutPart = {
  /** Which part it is, such as `route 2 (quoteId 0x…)`, or `tags of token 5 of chain 10`. */
  readonly part: string
  /** What is wrong in it, such as `output.amount`; empty for the part itself. */
  readonly path: string
  readonly expected: string
  /** The value in the answer, shortened; for an object or array only its keys or length. */
  readonly found: string
}

/** The parts of an answer that are left out. */
export type LeftOut = {
  /** The path of the request, such as `/v3/swap/quote`. */
  readonly route: string
  readonly count: number
  /** The first 20 of them. */
  readonly parts: readonly LeftOutPart[]
}

/**
 * Says in one line what is left out, and why.
 *
 * @example
 * formatLeftOut(part) // 'route 2 (quoteId 0x12) is left out: output.amount should be an amount, and is "lots"'
 */
export function formatLeftOut({ part, path, expected, found }: LeftOutPart): string {
  return `${part} is left out: ${path === "" ? "it" : path} should be ${expected}, and is ${found}`
}
