import path from "node:path"

import { namesIn, readIfPresent, removeFile, replaceFile } from "../../primitives/files/privateFiles.js"
import { recordsFolder } from "../../primitives/files/refuseLinks.js"
import { openRecordsFolder } from "./openRecordsFolder.js"
import { maxMessages, type SentRecord, sentVersion } from "./SentRecord.js"

/** What tasks remember of the transactions that they sent. Nothing depends on it but that a person finds them again. */
export type SentRecords = {
  /** Writes a record, in place of the one of the same transaction. The oldest ones are removed beyond {@link maxRecords}. */
  write(record: SentRecord): Promise<void>
  /** Reads records, the newest first. What cannot be read as one is left out. */
  latest(most?: number): Promise<SentRecord[]>
}

export const maxRecords = 500

/**
 * Opens what the tasks of a project remember of the transactions that they sent, in `.plugs/sent`: one file for each, so that processes
 * write beside one another. Names begin with the time: the newest are found fast.
 */
export function openSentRecords(root: string): SentRecords {
  const folder = path.join(root, recordsFolder, "sent")
  const names = async (): Promise<string[]> => {
    const found = (await namesIn(folder)).filter((name) => nameOfRecord.test(name))
    return found.sort().reverse()
  }
  return {
    async write(record) {
      await openRecordsFolder(root)
      const kept = { version: sentVersion, ...record, messages: record.messages.slice(0, maxMessages) }
      await replaceFile(folder, fileName(record), `${JSON.stringify(kept)}\n`)
      for (const name of (await names()).slice(maxRecords)) await removeFile(path.join(folder, name))
    },
    async latest(most = maxRecords) {
      const records: SentRecord[] = []
      for (const name of await names()) {
        if (records.length >= most) break
        const record = await readRecord(path.join(folder, name))
        if (record !== undefined && fileName(record) === name) records.push(record)
      }
      return records
    },
  }
}

const nameOfRecord = /^\d{16}-0x[0-9a-f]{64}\.json$/

function fileName({ at, hash }: SentRecord): string {
  return `${String(at).padStart(16, "0")}-${hash.toLowerCase()}.json`
}

const maxRecordBytes = 32 * 1024

async function readRecord(file: string): Promise<SentRecord | undefined> {
  try {
    const text = await readIfPresent(file, maxRecordBytes)
    if (text === undefined) return undefined
    // Zod is loaded only if there is something to parse.
    const { sentRecordSchema } = await import("./sentRecordSchema.js")
    return sentRecordSchema.parse(JSON.parse(text))
  } catch {
    // Anything may lie in the folder, and another process may remove a file at any moment.
    return undefined
  }
}
