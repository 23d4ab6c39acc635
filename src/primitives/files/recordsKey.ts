import { randomBytes } from "node:crypto"
import type { Stats } from "node:fs"
import { lstat } from "node:fs/promises"
import path from "node:path"

import { advised, explained, JournalUnusableError } from "./fileErrors.js"
import { isOnlyOurs, openStateFolder } from "./openUserFolder.js"
import { createFile, readIfPresent } from "./privateFiles.js"

/** Reads the key under which records are written and believed. */
export type RecordsKey = () => Promise<Buffer>

const keyFile = "records.key"

/** Parses a key: 32 bytes in hexadecimal. Returns `undefined` for any other text. */
export function parseRecordsKey(text: string): Buffer | undefined {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim())?.[1]
  return digits === undefined ? undefined : Buffer.from(digits, "hex")
}

/**
 * Reads the key of this user, which is in no project and outlasts a restart. It is drawn the first time. Whoever only writes into a
 * project does not have it, so nothing that they write there is believed. Other processes of the user can read it.
 *
 * @throws {JournalUnusableError} it can be neither read nor made, or another user can read it
 */
export const readUserKey: RecordsKey = async () => {
  const { folder, file, text, found } = await advised(homeAdvice, readKeyFile)
  const key = parseRecordsKey(text ?? "")
  const isSecret = isOnlyOurs(found, 0o077)
  if (key !== undefined && isSecret) return key
  throw new JournalUnusableError({
    ...{ folder, file, reason: isSecret ? "it is no key" : "another user owns it, or may read it" },
    advice: "Delete it, and another key is made; what was recorded under this one is then believed no more.",
  })
}

const homeAdvice =
  "The key of your records is kept in it. Make it a folder that only you can write to, or set plugs.recordsKey in the configuration."

async function readKeyFile(): Promise<{ folder: string; file: string; text: string | undefined; found: Stats }> {
  const folder = await openStateFolder()
  const file = path.join(folder, keyFile)
  const read = (): Promise<string | undefined> => readIfPresent(file, 4_096)
  // Of two processes, one makes it.
  const make = (): Promise<boolean> => createFile(folder, keyFile, `${randomBytes(32).toString("hex")}\n`)
  const text = (await read()) ?? (await make().then(read))
  return { folder, file, text, found: await explained(file, () => lstat(file)) }
}
