import type { z } from "zod"

import { DataFileError, type FileProblem } from "../../primitives/DataFileError.js"
import { shorten } from "../../primitives/text.js"

/** Bytes. The deployments of all public chains have 120 kB. */
const largestFile = 5 * 1024 * 1024

/**
 * Reads a JSON file that the user gave, as hostile as an answer of a server: bounded, parsed by a schema, and refused as a whole.
 *
 * @param what what the file contains, for errors
 * @throws {DataFileError} the file is missing, no regular file, too large, not JSON, or not as the schema says
 */
export async function readDataFile<T>(file: string, schema: z.ZodType<T>, what: string): Promise<T> {
  const { readFile, stat } = await import("node:fs/promises")
  const refuse = (...problems: FileProblem[]): DataFileError => new DataFileError({ file, what, problems })
  let text: string
  try {
    const found = await stat(file)
    // To open a pipe is to wait for whoever writes into it, and a device has no end.
    if (!found.isFile()) throw refuse({ path: "", reason: "it cannot be read (not a file)" })
    const { size } = found
    if (size > largestFile) throw refuse({ path: "", reason: `it has ${size} bytes; at most ${largestFile} are read` })
    text = await readFile(file, "utf8")
  } catch (error) {
    if (error instanceof DataFileError) throw error
    throw refuse({ path: "", reason: `it cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"})` })
  }
  let value: unknown
  try {
    // A mark of the encoding, which editors on Windows write, is not JSON.
    value = JSON.parse(text.replace(/^\uFEFF/, ""))
  } catch {
    throw refuse({ path: "", reason: "it is not JSON" })
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw refuse(...parsed.error.issues.map(toProblem))
}

function toProblem(issue: z.core.$ZodIssue): FileProblem {
  const path = shorten(issue.path.map(String).join("."), 120)
  // A record reports the problem of a key inside the problem of the record.
  const reason = issue.code === "invalid_key" ? (issue.issues[0]?.message ?? issue.message) : issue.message
  return { path, reason }
}
