import { z } from "zod"

import { isRecord } from "../../primitives/isRecord.js"
import { type Context, defineSchema, type Payload, refuse } from "./defineSchema.js"
import { leaveOut } from "./leaveOut.js"
import type { Part } from "./Oddity.js"

/**
 * Creates the schema of an array, which lets other work go on meanwhile. It stops at the first element that is not as specified, or
 * goes on without it where the answer may do so.
 *
 * @param name what an element is called where it is left out
 */
export function listOf<T>(element: z.ZodType<T>, name = "element"): z.ZodType<T[]> {
  return defineSchema((payload, context) => {
    const list = payload.value
    if (!Array.isArray(list)) return refuse(payload, "an array")
    return run(parseEach(payload, context, { keys: list.keys(), list, schema: element, results: [], name }))
  })
}

/** Which keys a record has. */
export type RecordKeys = {
  readonly isKey: (key: string) => boolean
  /** Describes such a key, for the issue. */
  readonly expected: string
  /** What a key and its value are called where they are left out. */
  readonly name: string
}

/**
 * Creates the schema of an object with any number of keys. It stops at the first key or value that is not as specified, or goes on
 * without them where the answer may do so.
 */
export function recordOf<T>({ isKey, expected, name }: RecordKeys, value: z.ZodType<T>): z.ZodType<Record<string, T>> {
  return defineSchema((payload, context) => {
    const record = payload.value
    if (!isRecord(record)) return refuse(payload, "an object")
    const keys: string[] = []
    for (const key of Object.keys(record)) {
      if (isKey(key)) keys.push(key)
      else {
        const issues = refuse({ value: record[key], issues: [] }, expected).issues
        if (!leaveOut(context, { name, key, value: record[key], issues })) {
          return refuse(payload, expected, [key])
        }
      }
    }
    return run(parseEach(payload, context, { keys, list: record, schema: value, results: {}, name }))
  })
}

type Elements = {
  readonly keys: Iterable<PropertyKey>
  readonly list: object
  readonly schema: z.ZodType
  /** Filled with what the schema makes of the elements. */
  readonly results: object
  readonly name: string
}

/** Parses elements, and yields the promises to await before it can go on. Without a pace there are none. */
function* parseEach(payload: Payload, context: Context, elements: Elements): Generator<Promise<unknown>, Payload> {
  const { keys, list, schema, results, name } = elements
  const from = list as Readonly<Record<PropertyKey, unknown>>
  const into = results as Record<PropertyKey, unknown>
  const isPaced = context.async === true
  const element: { -readonly [Key in keyof Part]: Part[Key] } = { name, value: undefined, within: context.within }
  const paced: Context = { ...context, within: element }
  const atOnce: Context = { ...paced, async: false }
  for (const key of keys) {
    const item = { value: from[key], issues: [] }
    element.key = key
    element.value = item.value
    let parsed = schema._zod.run(item, isPaced && holdsLongList(item.value) ? paced : atOnce)
    if (parsed instanceof Promise) parsed = (yield parsed) as Payload
    if (parsed.issues.length > 0) {
      if (leaveOut(context, { ...element, issues: parsed.issues })) continue
      payload.issues.push(...z.core.util.prefixIssues(key, parsed.issues))
      return payload
    }
    if (Array.isArray(results)) results.push(parsed.value)
    else into[key] = parsed.value
    const pause = isPaced ? context.pace?.() : undefined
    if (pause !== undefined) yield pause
  }
  payload.value = results
  return payload
}

function run(steps: Generator<Promise<unknown>, Payload>): Payload | Promise<Payload> {
  const { done, value } = steps.next()
  return done === true ? value : finish(steps, value)
}

async function finish(steps: Generator<Promise<unknown>, Payload>, first: Promise<unknown>): Promise<Payload> {
  for (let pending = first; ;) {
    const { done, value } = steps.next(await pending)
    if (done === true) return value
    pending = value
  }
}

const long = 256

/** Most elements are small and parsed at once, which is several times faster. One that holds a long list itself is parsed with pauses. */
function holdsLongList(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > long
  if (!isRecord(value)) return false
  for (const key in value) {
    const inner = value[key]
    if (Array.isArray(inner) && inner.length > long) return true
  }
  return false
}
