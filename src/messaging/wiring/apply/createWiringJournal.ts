import { z } from "zod"

import type { WiringEntry, WiringJournal } from "./WiringStep.js"
import { addressSchema, checked } from "#src/http/schemas.js"
import { submissionSchema } from "#src/onchain/submission/submissionSchema.js"
import { checkSlug } from "#src/primitives/checks.js"
import { openRecordFolder } from "#src/primitives/files/recordFolder.js"
import { readUserKey, type RecordsKey } from "#src/primitives/files/recordsKey.js"

/**
 * Keeps the journal of one chain in a folder, with one file for each change that is being sent. The folder is created when it is needed, readable by
 * its owner alone. What is read is what was written under the same key: nothing else is believed.
 *
 * @param options.key reads 32 bytes. Default: a key of this user, in the folder of the system for what programs keep
 * @throws {JournalForeignError} every method does, if a file is not what was written there; the error names the file, which stays
 * @throws {JournalDamagedError} every method does, if a file cannot be read as one
 * @throws {JournalUnusableError} every method does, if the folder cannot be read or written
 * @example
 * const chains = { alpha: { slug: 41001, socket, publicClient, walletClient, journal: createWiringJournal(".plugs/wiring/41001") } }
 */
export function createWiringJournal(folder: string, { key = readUserKey }: { key?: RecordsKey } = {}): WiringJournal {
  const records = openRecordFolder(folder, {
    ...{ purpose: "wiring", schema: () => entrySchema, maxBytes: maxEntryBytes, names: /\.json$/, key },
  })
  return {
    async list() {
      const entries = await Promise.all((await records.names()).map((name) => records.read(name)))
      // Another run has finished one that is missing in the meantime.
      return entries.filter((entry) => entry !== undefined)
    },
    write: (entry) => records.write(fileName(entry), entry),
    remove: (entry) => records.remove(fileName(entry)),
  }
}

/** In bytes. A call that connects a plug has a few hundred. */
const maxEntryBytes = 2 ** 20

function fileName({ plug, siblingChainSlug }: Pick<WiringEntry, "plug" | "siblingChainSlug">): string {
  return `${plug.toLowerCase()}-${siblingChainSlug}.json`
}

const entrySchema: z.ZodType<WiringEntry> = z.object({
  plug: addressSchema,
  siblingChainSlug: checked(checkSlug),
  account: addressSchema,
  submission: submissionSchema,
})
