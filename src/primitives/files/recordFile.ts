import type { z } from "zod"

import { isRecord } from "../isRecord.js"
import { exactJson } from "../text.js"
import { JournalDamagedError } from "./fileErrors.js"
import { readIfPresent } from "./privateFiles.js"

/** Of the format on disk. */
const version = 1

export function recordText(record: object): string {
  return `${exactJson({ version, ...record }, 2)}\n`
}

type RecordFile<T> = {
  readonly schema: z.ZodType<T>
  /** The largest size of a file that this package writes. */
  readonly maxBytes: number
}

/**
 * Reads a record. It is checked as if anybody could have written it.
 *
 * @returns `undefined` if there is no such file: an unreadable one is never the same as a missing one
 * @throws {JournalDamagedError} it is not a record
 * @throws {JournalUnusableError} the system cannot read it
 */
export async function readRecordFile<T>(file: string, { schema, maxBytes }: RecordFile<T>): Promise<T | undefined> {
  const text = await readIfPresent(file, maxBytes)
  if (text === undefined) return undefined
  const stored = parse(text)
  if (!isRecord(stored) || stored["version"] !== version) {
    throw new JournalDamagedError({ file, reason: "not a record of this version" })
  }
  const { success, data, error } = schema.safeParse(stored)
  if (success) return data
  const [issue] = error.issues
  throw new JournalDamagedError({ file, reason: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unreadable"}` })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
