/** A part of an answer that does not match the API's specification, as `onMalformed` of a client reports it. */
export type MalformedPart = {
  /** Which part it is, such as `result.routes[1] (quoteId 0x12)`. */
  readonly part: string
  /** What is wrong in it, such as `output.amount`; empty for the part itself. */
  readonly path: string
  readonly expected: string
  /** The value in the answer, shortened; for an object or array only its keys or length. */
  readonly found: string
}

/** The malformed parts of an answer. The answer has none of them: elements are left out, and fields are null. */
export type MalformedParts = {
  /** The path of the request, such as `/v3/swap/quote`. */
  readonly route: string
  readonly count: number
  /** The first 20 of them. */
  readonly parts: readonly MalformedPart[]
}

/**
 * Formats a malformed part as one line.
 *
 * @example
 * formatMalformed(part) // 'result.routes[1] (quoteId 0x12) is left out: output.amount should be an amount, and is "lots"'
 */
export function formatMalformed({ part, path, expected, found }: MalformedPart): string {
  return `${part} is left out: ${path === "" ? "it" : path} should be ${expected}, and is ${found}`
}
