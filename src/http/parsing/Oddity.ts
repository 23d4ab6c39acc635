import type { z } from "zod"

/** An element of a list, or a field, as it came. */
export type Part = {
  /** What it is, such as `route`. */
  readonly name: string
  /** Where it is in its list: an index, or a key. */
  readonly key?: PropertyKey
  readonly value: unknown
  /** The element that it is part of. */
  readonly within: Part | undefined
}

/** Part of an answer that is not as specified, and that the answer does without. */
export type Oddity = Part & { readonly issues: readonly z.core.$ZodRawIssue[] }

/** What an answer does without. */
export type Oddities = {
  /** The first of them. */
  readonly first: Oddity[]
  count: number
}
