import type { z } from "zod"

import { defineSchema, type Payload } from "../../http/parsing/defineSchema.js"
import { isRecord } from "../../primitives/isRecord.js"
import type { ForeignValue } from "../types.js"

type Path = readonly PropertyKey[]

/** Takes the place of a value of another form than documented, until the object or list around it is parsed. */
class Odd {
  /** Where in the value the odd part is. */
  readonly path: Path
  readonly value: unknown
  readonly expected: string

  constructor({ path, value, expected }: Pick<Odd, "path" | "value" | "expected">) {
    this.path = path
    this.value = value
    this.expected = expected
  }
}

/**
 * Keeps one odd value from failing the whole answer: {@link takeForeign} and {@link listOfReadable} find it in what is around it. What
 * an address or a hash looks like differs on chains that are not EVM.
 */
export function orForeign<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return defineSchema((payload, context) => {
    const { value } = payload
    return after(schema._zod.run(payload, context), (result) => {
      const [issue] = result.issues
      if (issue === undefined) return result
      return { value: new Odd({ path: issue.path ?? [], value, expected: expectedBy(issue) }), issues: [] }
    })
  })
}

/** Replaces every odd value in an object, and in the objects and lists right in it: a field becomes `null`, an element is left out. */
export function takeForeign<T extends object>(parsed: T): T & HasForeign {
  if (!holdsOdd(parsed)) return parsed
  const foreign: ForeignValue[] = []
  const found = (odd: Odd, at: Path): void => {
    foreign.push(foreignValueOf(odd, at))
  }
  const clean = (value: unknown, at: Path): unknown => {
    if (value instanceof Odd) {
      found(value, at)
      return null
    }
    if (Array.isArray(value)) {
      if (!value.some(isOdd)) return value
      value.forEach((element: unknown, index) => {
        if (isOdd(element)) found(element, [...at, index])
      })
      return value.filter((element) => !isOdd(element))
    }
    if (!isRecord(value) || !hasOddField(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, clean(field, [...at, name])]))
  }
  const entries = Object.entries(parsed).map(([name, value]) => [name, clean(value, [name])])
  return { ...Object.fromEntries(entries), foreign } as T & HasForeign
}

/** What could not be read in an element of an answer; absent if everything could. */
export type HasForeign = { readonly foreign?: readonly ForeignValue[] }

/**
 * Lets a list that was parsed with odd elements pass unless nothing in it can be read: then the answer is in an unknown shape, which is
 * an issue of its first element.
 */
export function listOfReadable<T>(list: z.ZodType<T[]>): z.ZodType<T[]> {
  return defineSchema((payload, context) =>
    after(list._zod.run(payload, context), (result) => {
      const elements = Array.isArray(result.value) ? (result.value as unknown[]) : []
      const [first] = elements
      if (isOdd(first) && elements.every(isOdd)) {
        result.issues.push({ code: "custom", message: first.expected, input: first.value, path: [0, ...first.path] })
      }
      return result
    }),
  )
}

/**
 * Replaces the odd elements of a list.
 *
 * @param toElement makes an element that says what could not be read. It must not look like one that has ended
 */
export function replaceOdd<T>(list: readonly T[], toElement: (foreign: ForeignValue) => T): T[] {
  return list.map((element, index) => (isOdd(element) ? toElement(foreignValueOf(element, [index])) : element))
}

/** What an issue wants. Zod's own issues have a message only later. */
function expectedBy({ message, ...issue }: z.core.$ZodRawIssue): string {
  if (message !== undefined) return message
  return "expected" in issue ? String(issue["expected"]) : "something else"
}

/** Whether there is an odd value in an object, or in the objects and lists right in it. Makes nothing, because it looks at every payload. */
function holdsOdd(around: object): boolean {
  for (const name in around) {
    const value = (around as Readonly<Record<string, unknown>>)[name]
    if (isOdd(value) || (Array.isArray(value) ? value.some(isOdd) : isRecord(value) && hasOddField(value))) return true
  }
  return false
}

function hasOddField(record: Readonly<Record<string, unknown>>): boolean {
  for (const name in record) if (isOdd(record[name])) return true
  return false
}

function isOdd(value: unknown): value is Odd {
  return value instanceof Odd
}

function foreignValueOf({ path, value, expected }: Odd, at: Path): ForeignValue {
  const names = [...at, ...path].map((name) => (typeof name === "number" ? `[${name}]` : `.${String(name)}`))
  return { path: names.join("").replace(/^\./, ""), received: value, expected }
}

/** Continues with the result of a schema, which may be a promise. */
export function after(
  result: Payload | Promise<Payload>,
  settle: (result: Payload) => Payload,
): Payload | Promise<Payload> {
  return result instanceof Promise ? result.then(settle) : settle(result)
}
