import path from "node:path"

import { z } from "zod"

import { addressSchema, checked } from "../../../http/schemas.js"
import { submissionSchema } from "../../../onchain/submission/submissionSchema.js"
import { checkSlug } from "../../../primitives/checks.js"
import { JournalDamagedError } from "../../../primitives/files/fileErrors.js"
import { namesIn, removeFile, replaceFile } from "../../../primitives/files/privateFiles.js"
import { readRecordFile, recordText } from "../../../primitives/files/recordFile.js"
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
      await replaceFile(folder, fileName(entry), recordText(entry))
    },
    async remove(entry) {
      await removeFile(path.join(folder, fileName(entry)))
    },
  }
}

const ending = ".json"

/** In bytes. A call that connects a plug has a few hundred. */
const maxEntryBytes = 2 ** 20

function fileName({ plug, siblingChainSlug }: Pick<WiringEntry, "plug" | "siblingChainSlug">): string {
  return `${plug.toLowerCase()}-${siblingChainSlug}${ending}`
}

async function readEntry(folder: string, name: string): Promise<WiringEntry | undefined> {
  const file = path.join(folder, name)
  const entry = await readRecordFile(file, { schema: entrySchema, maxBytes: maxEntryBytes })
  // Another run has finished one that is missing in the meantime.
  if (entry === undefined || fileName(entry) === name) return entry
  throw new JournalDamagedError({ file, reason: "it records another change" })
}

const entrySchema: z.ZodType<WiringEntry> = z.object({
  plug: addressSchema,
  siblingChainSlug: checked(checkSlug),
  account: addressSchema,
  submission: submissionSchema,
})
