import { z } from "zod"

import type { Oddities, Part } from "./Oddity.js"
import type { Pace } from "./pace.js"

/** A value on its way through a schema, and the issues that were found. */
export type Payload = z.core.ParsePayload

/** How a value is parsed. */
export type Context = z.core.ParseContextInternal & {
  /** With a pace, a schema may return a promise. */
  readonly pace?: Pace
  /** Collects what is left out. Without it, everything must be as specified. */
  readonly oddities?: Oddities
  /** The element of a list that is being parsed. */
  readonly within?: Part | undefined
  /** Called with what an answer does without. */
  readonly onOddities?: (oddities: Oddities) => void
}

/** Replaces the value of a payload by what it means, or adds an issue. */
export type Run = (payload: Payload, context: Context) => Payload | Promise<Payload>

type Definition = z.core.$ZodTypeDef & { readonly run: Run }
type Internals = z.core.$ZodTypeInternals & { def: Definition }

const OwnSchema = z.core.$constructor<{ _zod: Internals }, Definition>("OwnSchema", (schema, definition) => {
  z.ZodType.init(schema as unknown as z.ZodType, definition)
  // The function decides about a missing value too.
  schema._zod.optin = "optional"
  schema._zod.parse = definition.run as Internals["parse"]
})

/**
 * Creates a Zod schema from the function that runs it. Lists, envelopes and the fields of long lists need one, because Zod's own look
 * at every element before they report the first issue, try the members of a union in turn, and allocate much for each field.
 */
export function defineSchema<T>(run: Run): z.ZodType<T> {
  return new OwnSchema({ type: "custom", run }) as unknown as z.ZodType<T>
}

/** Adds an issue to a payload, and returns the payload. */
export function refuse(payload: Payload, expected: string, path: PropertyKey[] = []): Payload {
  payload.issues.push({ code: "custom", message: expected, input: payload.value, path })
  return payload
}

/** Runs a schema on a part of a payload's value. The result replaces the whole value; its issues get the path of the part. */
export function runOnPart(
  schema: z.ZodType,
  { payload, context, key }: { payload: Payload; context: Context; key: string },
): Payload | Promise<Payload> {
  const settle = (result: Payload): Payload => {
    payload.value = result.value
    payload.issues.push(...z.core.util.prefixIssues(key, result.issues))
    return payload
  }
  const value = (payload.value as Readonly<Record<string, unknown>>)[key]
  const result = schema._zod.run({ value, issues: [] }, context)
  return result instanceof Promise ? result.then(settle) : settle(result)
}
