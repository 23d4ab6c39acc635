import { z } from "zod"

import type { Explanation } from "../../../src/explaining/Explanation.js"
import { isRecord } from "../../../src/primitives/isRecord.js"
import { PlugsError } from "../../../src/primitives/PlugsError.js"
import { excerpt } from "../../../src/primitives/text.js"
import { schemaVersion } from "../../../src/terminal/printJson.js"

/** A file is not what `explain` printed with `--json`, or is cut off. Nothing of it is used. */
export class SavedOutputError extends PlugsError {
  readonly code = "SAVED_OUTPUT_INVALID"

  /** @param options.line where the problem is, counted from 1; absent if it is about the whole file */
  constructor({ problem, line, next }: { problem: string; line?: number | undefined; next?: string }) {
    super("The saved output cannot be used.", {
      facts: { problem, line: line === undefined ? undefined : String(line) },
      next:
        next ??
        "Save the whole standard output of explain with --json, and nothing else: npx hardhat … explain … --json > file",
    })
  }
}

/**
 * Reads the document that `explain` printed with `--json`, as hostile as any file.
 *
 * @param text the whole output
 * @throws {SavedOutputError} the text is no such document
 */
export function readExplanation(text: string): Explanation {
  // Windows shells begin a file with a mark of its encoding.
  const saved = text.replace(/^\uFEFF/, "")
  if (saved.trim() === "") throw new SavedOutputError({ problem: "it is empty" })
  const line = saved.slice(0, saved.length - saved.trimStart().length).split("\n").length
  const value = parseDocument(saved, line)
  if (!isRecord(value) || !Object.hasOwn(value, "schemaVersion")) {
    throw new SavedOutputError({ problem: "this is not what a task prints: it has no schemaVersion", line })
  }
  if (value["schemaVersion"] !== schemaVersion) {
    throw new SavedOutputError({
      problem: `another version of hardhat-plugs printed it: its schemaVersion is not ${schemaVersion}`,
      line,
      next: "Use the version that printed it.",
    })
  }
  if (!Object.hasOwn(value, "causes")) throw ofAnotherTask()
  const { success, data, error } = explanationSchema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  const where = excerpt(issue?.path.map(String).join(".") ?? "", 120)
  throw new SavedOutputError({
    problem: `the document is not one of explain: ${where}: ${excerpt(issue?.message ?? "", 200)}`,
    line,
  })
}

function ofAnotherTask(): SavedOutputError {
  return new SavedOutputError({ problem: "another task than explain printed it" })
}

function parseDocument(text: string, firstLine: number): unknown {
  const parsed = parse(text)
  if ("value" in parsed) return parsed.value
  // A task that prints events prints one a line.
  const [first = ""] = text.trim().split("\n")
  if ("value" in parse(first)) throw ofAnotherTask()
  const whole = text.trimEnd()
  // Node names the line, but not for every problem.
  const [, line] = /\(line (\d+) column \d+\)/.exec(parsed.problem) ?? []
  const isCutOff = !whole.endsWith("}")
  throw new SavedOutputError({
    problem: isCutOff ? "it is cut off: it is not JSON up to its end" : "it is not JSON",
    line: isCutOff ? Math.max(firstLine, whole.split("\n").length) : line === undefined ? undefined : Number(line),
  })
}

function parse(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

const boundedText = z.string().max(10_000)
const list = <T extends z.ZodType>(element: T): z.ZodArray<T> => z.array(element).max(10_000)
const second = z.number().nullable()
const about = boundedText.nullable()

/** A command as this package writes it. Anything else could be a hostile command, which the reader of a story would run. */
const command = boundedText.regex(
  /^npx hardhat(?: (?:[\w.,:@=%+/-]+|"(?:[^"\\$`\p{C}]|\\["\\$`])*"))+$/u,
  "must be a command of hardhat, as explain prints it",
)

/** The document of `explain --json`, as hostile as any file. */
const explanationSchema: z.ZodType<Explanation> = z.object({
  verdict: z.enum(["delivered", "waiting", "stuck", "failed", "unknown"]),
  subject: z.record(boundedText, z.union([boundedText, z.number()])),
  says: boundedText,
  causes: list(
    z.object({
      name: boundedText,
      certainty: z.enum(["certain", "likely", "possible"]),
      says: boundedText,
      evidence: list(z.object({ source: boundedText, says: boundedText })),
      mend: z.object({ who: boundedText, command: command.nullable(), by: z.literal("others").optional() }).nullable(),
      about,
    }),
  ),
  items: list(z.object({ id: boundedText, status: boundedText, says: boundedText, since: second })),
  events: list(
    z.object({
      at: second,
      place: boundedText,
      blockNumber: z
        .string()
        .regex(/^\d{1,40}$/)
        .nullable()
        .transform((digits) => (digits === null ? null : BigInt(digits))),
      txHash: about,
      about,
      title: boundedText,
      details: list(boundedText),
    }),
  ),
})
