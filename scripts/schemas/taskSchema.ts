import { z } from "zod"

import { at, milliseconds } from "./shapes/values.js"

const schemaVersion = z.literal(1)

/** The error that ended a task, or one part of it. */
export const error: z.ZodType = z
  .strictObject({
    code: z.string().meta({ description: "Stable. docs/reference/errors.md lists them all." }),
    message: z.string().meta({ description: "What happened, in one line. The wording can change." }),
    facts: z.record(z.string(), z.string()).meta({ description: "What is known about it, by stable names." }),
    next: z.string().nullable().meta({ description: "What to do about it; null if that follows from the message." }),
    docs: z.string().meta({ description: "The section of the documentation on it." }),
  })
  .meta({ id: "Error" })

/** How a stream of events can end. */
export const failedOutcome: z.ZodType = z.enum(["failure", "deadline", "unconfirmed", "interrupted", "error"])

const errorDocument = z
  .strictObject({ schemaVersion, error })
  .meta({ description: "The only output of a task that fails before it has printed anything." })

const failedEnd = z
  .strictObject({ schemaVersion, event: z.literal("end"), outcome: failedOutcome, error })
  .meta({ description: "The last line of a task that fails after other events." })

/** What a task prints with `--json`. */
export type TaskOutput = {
  /** The fields of its one document; several shapes if an option changes which it has. */
  readonly document?: z.ZodRawShape | readonly z.ZodRawShape[]
  /** The fields of each event, by its name; several shapes if one event can have several. */
  readonly events?: Readonly<Record<string, z.ZodRawShape | readonly z.ZodRawShape[]>>
}

/** What tasks print, by the names of their schemas, such as `messaging-track`. */
export type TaskOutputs = Readonly<Record<string, TaskOutput>>

/**
 * Makes the schema of everything that a task prints with `--json`: of its one document, of each line that is an event, and of its errors.
 *
 * @example
 * taskSchema({ document: { txHash: hash }, events: { ...stepEvents({ messageId: hex }), end: successfulEnd() } })
 */
export function taskSchema({ document, events = {} }: TaskOutput): z.ZodType {
  const documents = shapesOf(document).map((shape) =>
    z.strictObject({ schemaVersion, ...shape, error: error.optional() }),
  )
  const lines = Object.entries(events).flatMap(([event, shapes]) =>
    shapesOf(shapes).map((shape) => z.strictObject({ schemaVersion, event: z.literal(event), ...shape })),
  )
  const ends = lines.length === 0 ? [] : [failedEnd]
  return z.union([...documents, ...lines, ...ends, errorDocument])
}

function shapesOf(shapes: z.ZodRawShape | readonly z.ZodRawShape[] = []): readonly z.ZodRawShape[] {
  return Array.isArray(shapes) ? (shapes as z.ZodRawShape[]) : [shapes as z.ZodRawShape]
}

/** The fields of the last event of a task that succeeds. */
export function successfulEnd(shape: z.ZodRawShape = {}): z.ZodRawShape {
  return { outcome: z.literal("success"), ...shape }
}

/** The events of something that is followed: `status` and `reorg`, which have the same fields. */
export function stepEvents(...shapes: z.ZodRawShape[]): Readonly<Record<string, readonly z.ZodRawShape[]>> {
  const step = shapes.map((shape) => ({
    status: z.string(),
    previousStatus: z.string().optional(),
    inStatus: milliseconds,
    at,
    ...shape,
  }))
  return { status: step, reorg: step }
}

/** The events of a task that asks an API again and again. */
export const pollingEvents: Readonly<Record<string, z.ZodRawShape>> = {
  trouble: { says: z.string() },
  waiting: { milliseconds },
  unknown: { since: at, says: z.string() },
}
