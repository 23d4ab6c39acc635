import { z } from "zod"

import { isRecord } from "../../primitives/isRecord.js"
import { type Context, defineSchema, type Payload, refuse } from "./defineSchema.js"

/** Creates the schema of an array. It stops at the first element that is not as specified, and lets other work go on meanwhile. */
export function listOf<T>(element: z.ZodType<T>): z.ZodType<T[]> {
  return defineSchema((payload, context) => {
    const list = payload.value
    if (!Array.isArray(list)) return refuse(payload, "an array")
    return run(parseEach(payload, context, { keys: list.keys(), list, schema: element, results: [] }))
  })
}

/**
 * Creates the schema of an object with any number of keys. It stops at the first key or value that is not as specified.
 *
 * @param isKey decides which keys are accepted
 * @param expected describes such a key, for the issue
 */
export function recordOf<T>(
  isKey: (key: string) => boolean,
  expected: string,
  value: z.ZodType<T>,
): z.ZodType<Record<string, T>> {
  return defineSchema((payload, context) => {
    const record = payload.value
    if (!isRecord(record)) return refuse(payload, "an object")
    const keys = Object.keys(record)
    const wrong = keys.find((key) => !isKey(key))
    if (wrong !== undefined) return refuse(payload, expected, [wrong])
    return run(parseEach(payload, context, { keys, list: record, schema: value, results: {} }))
  })
}

type Elements = {
  readonly keys: Iterable<PropertyKey>
  readonly list: object
  readonly schema: z.ZodType
  /** Filled with what the schema makes of the elements. */
  readonly results: object
}

/** Parses elements, and yields the promises to await before it can go on. Without a pace there are none. */
function* parseEach(payload: Payload, context: Context, elements: Elements): Generator<Promise<unknown>, Payload> {
  const { keys, list, schema, results } = elements
  const from = list as Readonly<Record<PropertyKey, unknown>>
  const into = results as Record<PropertyKey, unknown>
  const isPaced = context.async === true
  const atOnce: Context = { ...context, async: false }
  for (const key of keys) {
    const item = { value: from[key], issues: [] }
    let parsed = schema._zod.run(item, isPaced && holdsLongList(item.value) ? context : atOnce)
    if (parsed instanceof Promise) parsed = (yield parsed) as Payload
    if (parsed.issues.length > 0) {
      payload.issues.push(...z.core.util.prefixIssues(key, parsed.issues))
      return payload
    }
    into[key] = parsed.value
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
