import path from "node:path"

import { z } from "zod"

import { addressSchema, checked, hexSchema } from "../../../http/schemas.js"
import { checkChainId, checkCount, checkHash, checkSlug, checkUint256 } from "../../../primitives/checks.js"
import { JournalDamagedError } from "../../../primitives/files/fileErrors.js"
import { namesIn, readIfPresent, removeFile, replaceFile } from "../../../primitives/files/privateFiles.js"
import { isRecord } from "../../../primitives/isRecord.js"
import type { WiringEntry, WiringJournal } from "./WiringStep.js"

/**
 * Keeps the journal of one chain in a folder, with one file for each change that is being sent. The folder is created when it is needed, readable by
 * its owner alone. Its content is checked as untrusted.
 *
 * @throws {JournalDamagedError} every method does, if a file is not what this package wrote; the error names the file, which stays
 * @throws {JournalUnusableError} every method does, if the folder cannot be read or written
 * @example
 * const chains = { alpha: { slug: 41001, socket, publicClient, walletClient, journal: createWiringJournal(".plugs/wiring/41001") } }
 */
export function createWiringJournal(folder: string): WiringJournal {
  return {
    async list() {
      const names = (await namesIn(folder)).filter((name) => name.endsWith(ending))
      const entries = await Promise.all(names.map((name) => readEntry(folder, name)))
      return entries.filter((entry): entry is WiringEntry => entry !== undefined)
    },
    async write(entry) {
      await replaceFile(folder, fileName(entry), `${JSON.stringify({ version, ...entry }, bigintAsText, 2)}\n`)
    },
    async remove(entry) {
      await removeFile(path.join(folder, fileName(entry)))
    },
  }
}

/** Of the format on disk. */
const version = 1

const ending = ".json"

/** In bytes. A call that connects a plug has a few hundred. */
const maxEntryBytes = 2 ** 20

function fileName({ plug, siblingChainSlug }: Pick<WiringEntry, "plug" | "siblingChainSlug">): string {
  return `${plug.toLowerCase()}-${siblingChainSlug}${ending}`
}

async function readEntry(folder: string, name: string): Promise<WiringEntry | undefined> {
  const file = path.join(folder, name)
  const text = await readIfPresent(file, maxEntryBytes)
  // Another run has finished it in the meantime.
  if (text === undefined) return undefined
  const stored = parse(text)
  if (!isRecord(stored) || stored["version"] !== version) {
    throw new JournalDamagedError({ file, reason: "not a record of this version" })
  }
  const { data, error } = entrySchema.safeParse(stored)
  if (error !== undefined) {
    const [issue] = error.issues
    throw new JournalDamagedError({ file, reason: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unreadable"}` })
  }
  if (fileName(data) !== name) throw new JournalDamagedError({ file, reason: "it records another change" })
  return data
}

const uintSchema: z.ZodType<bigint> = checked(checkUint256, "a whole number")

const entrySchema: z.ZodType<WiringEntry> = z.object({
  plug: addressSchema,
  siblingChainSlug: checked(checkSlug),
  account: addressSchema,
  submission: z.object({
    transaction: z.object({ chainId: checked(checkChainId), to: addressSchema, data: hexSchema, value: uintSchema }),
    nonce: checked(checkCount),
    fromBlock: uintSchema,
    hash: checked(checkHash).optional(),
    raw: hexSchema.optional(),
  }),
})

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value
}
