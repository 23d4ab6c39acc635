import type { Address } from "viem"
import { z } from "zod"

import { checked, field } from "../schemas.js"
import { checkAddress } from "#src/primitives/checks.js"
import { DataFileError, type FileProblem } from "#src/primitives/files/fileErrors.js"
import { readWholeNumber } from "#src/primitives/numbers/amount.js"
import { shorten } from "#src/primitives/text.js"

/** Bytes. The deployments of all public chains have 120 kB. */
const maxFileBytes = 5 * 1024 * 1024

/**
 * Reads a JSON file of the user. It is trusted no more than a response: bounded, parsed by a schema, and refused as a whole.
 *
 * @param what what the file contains, for errors
 * @throws {DataFileError} the file is missing, no regular file, too large, not JSON, or not as the schema says
 */
export async function readDataFile<T>(file: string, schema: z.ZodType<T>, what: string): Promise<T> {
  const { readWholeFile, UnreadableFile } = await import("#src/primitives/files/readWholeFile.js")
  const refuse = (...problems: FileProblem[]): DataFileError => new DataFileError({ file, what, problems })
  const text = await readWholeFile(file, maxFileBytes).catch((error: unknown) => {
    if (!(error instanceof UnreadableFile)) throw error
    throw refuse({ path: "", reason: `it cannot be read: ${error.message}` })
  })
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

// Values in files of deployments. Unlike a server's answers, their checksums are verified: people write these files.

const maxSlug = 2 ** 32 - 1

export const fileAddressSchema: z.ZodType<Address> = checked(checkAddress)

export const fileNameSchema: z.ZodType<string> = field(
  "must be a name of at most 64 letters, digits, - and _",
  (value) => (isName(value) ? value : undefined),
)

export const fileBlockSchema: z.ZodType<number> = field("must be the number of a block", (value) =>
  typeof value === "number" ? readWholeNumber(value) : undefined,
)

export const fileSlugSchema: z.ZodType<number> = field(
  `must be a chain slug: a number from 1 to ${maxSlug}`,
  (value) => (typeof value === "number" && isSlug(String(value)) ? value : undefined),
)

/** A slug as the key of an object. */
export const slugKeySchema: z.ZodType<string, string> = z
  .string()
  .refine(isSlug, `must be a chain slug: digits, from 1 to ${maxSlug}`)

export const nameKeySchema: z.ZodType<string, string> = z
  .string()
  .refine(isName, "must be a name of at most 64 letters, digits, - and _")

function isSlug(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxSlug
}

function isName(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value)
}
