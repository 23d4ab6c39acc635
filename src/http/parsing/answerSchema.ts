import { z } from "zod"

import { closest } from "../response/describeMismatch.js"
import { parsePart } from "../schemas.js"
import { type FoundMalformed, Malformed, noteMalformed, nothing, replaceMalformed } from "./malformed.js"
import { isRecord } from "#src/primitives/isRecord.js"

/** How an API wraps its answers. */
export type Envelope = {
  /** The keys under which the answer can be. The first one that is there counts. */
  readonly keys: readonly string[]
  /** What certain fields beside the answer must be. A field that is missing or null is accepted. */
  readonly beside?: Readonly<Record<string, { accepts: (value: unknown) => boolean; expected: string }>>
  /** Recognizes an envelope that has nothing in it, so that it is not mistaken for a bare answer. Default: none is recognized. */
  readonly isEnvelope?: (body: Readonly<Record<string, unknown>>) => boolean
}

export type AnswerOptions<T, Answer> = {
  /** Counts the elements that are left of an answer. Without it, an answer may lose all of them. */
  readonly count?: (value: T) => number
  /** Makes the answer of what is left. */
  readonly finish?: (value: T) => Answer
  /** Lists malformed parts that the schema has replaced itself. */
  readonly findMore?: (value: T) => readonly FoundMalformed[]
}

/** More malformed parts than this are no accident if they are more than what is left. */
const maxMalformed = 1_000

/**
 * Creates the schema of an answer, bare or in an envelope, whichever the keys of the body say. The answer does without the parts that
 * are malformed where the schema allows it with {@link lenient}, and `malformedIn` tells which they are.
 *
 * An answer with nothing left, or with very many malformed parts and fewer others, is refused at the first of them: it belongs to
 * another API.
 */
export function answerSchema<T, Answer = T>(
  { keys, beside = {}, isEnvelope }: Envelope,
  schema: z.ZodType<T>,
  { count, finish, findMore }: AnswerOptions<T, Answer> = {},
): z.ZodType<Answer> {
  return z.transform((body, context): Answer => {
    const refuse = (message: string, ...path: PropertyKey[]): never => {
      context.issues.push({ code: "custom", message, input: body, path })
      return z.NEVER
    }
    const key = isRecord(body) ? keys.find((name) => Object.hasOwn(body, name)) : undefined
    if (isRecord(body)) {
      if (key === undefined && isEnvelope?.(body) === true) return refuse("the answer", String(keys[0]))
      for (const [name, { accepts, expected }] of key === undefined ? [] : Object.entries(beside)) {
        const value = Object.hasOwn(body, name) ? (body[name] ?? undefined) : undefined
        if (value !== undefined && !accepts(value)) return refuse(expected, name)
      }
    }
    const path = key === undefined ? [] : [key]
    const parsed = parsePart(
      schema,
      key === undefined ? body : (body as Record<string, unknown>)[key],
      context,
      ...path,
    )
    if (context.issues.length > 0) return z.NEVER
    const { value, found } = replaceMalformed(parsed)
    const [first] = found
    const left = count?.(value) ?? Infinity
    if (first !== undefined && (left === 0 || (found.length > maxMalformed && found.length > left))) {
      return refuse(first.issue.message, ...path, ...first.path, ...first.issue.path)
    }
    const answer = finish === undefined ? (value as unknown as Answer) : finish(value)
    const more = [...found, ...(findMore?.(value) ?? [])]
    noteMalformed(
      answer,
      more.map((part) => ({ ...part, path: [...path, ...part.path] })),
    )
    return answer
  })
}

/** A part that is replaced, by null or `fallback`, if it is malformed: the rest of the answer is of use without it. */
export function lenient<T>(schema: z.ZodType<T>): z.ZodType<T | null>
export function lenient<T>(schema: z.ZodType<T>, fallback: T | ((part: FoundMalformed) => T)): z.ZodType<T>
export function lenient(schema: z.ZodType, fallback: unknown = null): z.ZodType {
  return schema.catch(({ value, error }: Caught) => new Malformed({ value, issue: closest(error.issues), fallback }))
}

/** What zod gives to `catch`. Only these issues have their messages. */
type Caught = { readonly value: unknown; readonly error: { readonly issues: readonly z.core.$ZodIssue[] } }

/** A list of which malformed elements are left out, or replaced if `replacement` is given. */
export function lenientList<T>(element: z.ZodType<T>, replacement?: (part: FoundMalformed) => T): z.ZodType<T[]> {
  return z.array(lenient(element, replacement ?? (nothing as T)), { error: "an array" })
}

/** Creates the schema of a list whose malformed elements are left out, unless that would be all of them. */
export function someOf<T>(element: z.ZodType<T>): z.ZodType<T[]> {
  return lenientList(element).superRefine((elements: readonly unknown[], context) => {
    const [first] = elements
    if (!(first instanceof Malformed) || !elements.every((one) => one instanceof Malformed)) return
    context.issues.push({
      code: "custom",
      message: first.issue.message,
      input: first.value,
      path: [0, ...first.issue.path],
    })
  })
}

/** Creates the schema of what is not part of an answer, such as a saved one. Nothing in it may be malformed. */
export function strict<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return schema.transform((parsed, context) => {
    const { value, found } = replaceMalformed(parsed)
    for (const { path, issue } of found) {
      context.issues.push({ code: "custom", message: issue.message, input: value, path: [...path, ...issue.path] })
    }
    return value
  })
}
