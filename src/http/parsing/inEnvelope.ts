import type { z } from "zod"

import { isRecord } from "../../primitives/isRecord.js"
import { defineSchema, refuse, runOnPart } from "./defineSchema.js"

/** How an API wraps its answers. */
export type Envelope = {
  /** The keys under which the answer can be. The first one that is there counts. */
  readonly keys: readonly string[]
  /** What certain fields beside the answer must be. A field that is missing or null is accepted. */
  readonly beside?: Readonly<Record<string, { accepts: (value: unknown) => boolean; expected: string }>>
  /** Recognizes an envelope that has nothing in it, so that it is not mistaken for a bare answer. Default: none is recognized. */
  readonly isEnvelope?: (body: Readonly<Record<string, unknown>>) => boolean
}

/**
 * Creates the schema of an answer in its envelope or bare. The keys of the body say which: the schema runs once, and a wrong field is
 * reported where it is. An answer beside a field that reports a failure is refused. An envelope without an answer is reported as such.
 *
 * @example
 * const schema = inEnvelope(chainsSchema, { keys: ["result"], beside: { success: { accepts: (value) => value === true, expected: "true" } } })
 */
export function inEnvelope<T>(schema: z.ZodType<T>, { keys, beside = {}, isEnvelope }: Envelope): z.ZodType<T> {
  return defineSchema((payload, context) => {
    const body = payload.value
    if (!isRecord(body)) return schema._zod.run(payload, context)
    const key = keys.find((name) => Object.hasOwn(body, name))
    if (key === undefined) {
      if (isEnvelope?.(body) === true) return refuse(payload, "the answer", [String(keys[0])])
      return schema._zod.run(payload, context)
    }
    for (const [name, { accepts, expected }] of Object.entries(beside)) {
      const value = Object.hasOwn(body, name) ? (body[name] ?? undefined) : undefined
      if (value !== undefined && !accepts(value)) return refuse(payload, expected, [name])
    }
    return runOnPart(schema, { payload, context, key })
  })
}
