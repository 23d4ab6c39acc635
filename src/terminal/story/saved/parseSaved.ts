import { isRecord } from "../../../primitives/isRecord.js"
import { schemaVersion } from "../../core/json/printJson.js"
import { SavedOutputError } from "./SavedOutputError.js"

/** One document or event of a task, and the line that it begins in. */
export type SavedRecord = { readonly line: number; readonly value: Readonly<Record<string, unknown>> }

const mostLines = 100_000

/**
 * Parses what a task printed with `--json`: one document, or events, one a line. Only the frame is checked here.
 *
 * @throws {SavedOutputError} it is something else, or is cut off
 */
export function parseSaved(text: string): readonly SavedRecord[] {
  // Windows shells begin a file with a mark of its encoding.
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/)
  if (lines.length > mostLines) throw new SavedOutputError({ problem: `it has more than ${mostLines} lines` })
  const filled = lines.flatMap((line, index) => (line.trim() === "" ? [] : [{ line: index + 1, text: line }]))
  const [first] = filled
  if (first === undefined) throw new SavedOutputError({ problem: "it is empty" })
  if (parse(first.text) === undefined) return [toRecord(parseDocument(lines.join("\n")), first.line)]
  return filled.map(({ line, text: event }, index) => {
    const parsed = parse(event)
    if (parsed !== undefined) return toRecord(parsed.value, line)
    const isLast = index === filled.length - 1
    throw new SavedOutputError({
      problem: isLast ? "the last line is cut off: it is not JSON" : "this line is not JSON",
      line,
      ...(isLast ? { next: "Remove the line to use what is before it." } : {}),
    })
  })
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    const whole = text.trimEnd()
    // Node names the line, but not for a text that ends too early.
    const [, line] = /\(line (\d+) column \d+\)/.exec((error as Error).message) ?? []
    const isCutOff = line === undefined || !whole.endsWith("}")
    throw new SavedOutputError({
      problem: isCutOff ? "it is cut off: it is not JSON up to its end" : "it is not JSON",
      line: isCutOff ? whole.split("\n").length : Number(line),
    })
  }
}

function toRecord(value: unknown, line: number): SavedRecord {
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
  return { line, value }
}
