import path from "node:path"

import type { HardhatConfig } from "hardhat/types/config"

import { openRecordsFolder } from "./openRecordsFolder.js"
import { recordsKeyOf } from "./recordsKeyOf.js"
import { maxMessages, type SentRecord } from "./SentRecord.js"
import { JournalForeignError } from "#src/primitives/files/fileErrors.js"
import { openRecordFolder } from "#src/primitives/files/recordFolder.js"
import { recordsFolder } from "#src/primitives/files/refuseLinks.js"
import type { Printer } from "#src/terminal/terminal.js"

/** What tasks remember of the transactions that they sent. Nothing depends on it but that a person finds them again. */
export type SentRecords = {
  /** Writes a record, in place of the one of the same transaction. The oldest ones are removed beyond {@link maxRecords}. */
  write(record: SentRecord): Promise<void>
  /** Reads records, the newest first. What is not one of this user's is left out, and that is said once. */
  latest(most?: number): Promise<SentRecord[]>
}

export const maxRecords = 500

/**
 * Opens what the tasks of a project remember of the transactions that they sent, in `.plugs/sent`: one file for each, so that processes
 * write beside one another. Names begin with the time: the newest are found fast.
 */
export function openSentRecords(
  config: Pick<HardhatConfig, "plugs" | "paths">,
  err: Pick<Printer, "line">,
): SentRecords {
  const { root } = config.paths
  const records = openRecordFolder(path.join(root, recordsFolder, "sent"), {
    purpose: "sent",
    // Zod is loaded only if there is something to parse.
    schema: async () => (await import("./sentRecordSchema.js")).sentRecordSchema,
    maxBytes: 32 * 1024,
    names: /^\d{16}-0x[0-9a-f]{64}\.json$/,
    key: recordsKeyOf(config),
  })
  const newest = async (): Promise<string[]> => (await records.names()).reverse()
  let isSaid = false
  return {
    async write(record) {
      await openRecordsFolder(root)
      await records.write(fileName(record), { ...record, messages: record.messages.slice(0, maxMessages) })
      for (const name of (await newest()).slice(maxRecords)) await records.remove(name)
    },
    async latest(most = maxRecords) {
      const found: SentRecord[] = []
      let foreign = 0
      for (const name of await newest()) {
        if (found.length >= most) break
        // Another process may remove a file at any moment.
        const record = await records.read(name).catch((error: unknown) => {
          if (error instanceof JournalForeignError) foreign++
        })
        if (record !== undefined) found.push(record)
      }
      if (foreign > 0 && !isSaid) {
        isSaid = true
        err.line(`Left out: ${foreign} files in ${recordsFolder}/sent, which are not what you wrote there.`)
      }
      return found
    },
  }
}

function fileName({ at, hash }: SentRecord): string {
  return `${String(at).padStart(16, "0")}-${hash.toLowerCase()}.json`
}
