import type { z } from "zod"

import { isRecord } from "../../primitives/isRecord.js"
import { defineSchema, refuse, runOnPart } from "./defineSchema.js"

/** How an API wraps its answers. */
export type Envelope = {
  /** The keys under which the answer can be. The first one that is there counts. */
  readonly keys: readonly string[]
  /** What certain fields beside the answer must be. A field that is missing or null is accepted. */
  readonly beside?: Readonly<Record<string, { accepts: (value: unknown) => boolean; expected: string }>>
}

/**
 * Creates the schema of an answer in its envelope or bare. The keys of the body say which: the schema runs once, and a wrong field is
 * reported where it is. An answer beside a field that reports a failure is refused.
 *
 * @example
 * const schema = inEnvelope(chainsSchema, { keys: ["result"], beside: { success: { accepts: (value) => value === true, expected: "true" } } })
 */
export function inEnvelope<T>(schema: z.ZodType<T>, { keys, beside = {} }: Envelope): z.ZodType<T> {
  return defineSchema((payload, context) => {
    const body = payload.value
    if (!isRecord(body)) return schema._zod.run(payload, context)
    const key = keys.find((name) => Object.hasOwn(body, name))
    if (key === undefined) return schema._zod.run(payload, context)
    for (const [name, { accepts, expected }] of Object.entries(beside)) {
      const value = Object.hasOwn(body, name) ? (body[name] ?? undefined) : undefined
      if (value !== undefined && !accepts(value)) return refuse(payload, expected, [name])
    }
    return runOnPart(schema, { payload, context, key })
  })
}
