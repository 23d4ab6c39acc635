import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import path from "node:path"

import { openUserFolder } from "./openUserFolder.js"
import { createFile, readIfPresent } from "./privateFiles.js"

const keyFile = "seal.key"

/** Of the key, in hexadecimal. */
const keyLength = 64

/**
 * Seals a text with a key that is in no project: whoever only writes into a project cannot make the seal. It says nothing of other
 * processes of the user, which can read the key. The key goes with the user's temporary files, and what it sealed is then a stranger's.
 *
 * @throws {JournalUnusableError} the key can be neither read nor made
 */
export async function seal(text: string): Promise<string> {
  return createHmac("sha256", await readKey())
    .update(text)
    .digest("hex")
}

/** Checks whether {@link seal} made a seal for just this text. */
export async function isSealed(text: string, given: string | undefined): Promise<boolean> {
  const expected = Buffer.from(await seal(text))
  const found = Buffer.from(given ?? "")
  return found.length === expected.length && timingSafeEqual(found, expected)
}

async function readKey(): Promise<string> {
  const folder = await openUserFolder()
  const file = path.join(folder, keyFile)
  const read = async (): Promise<string | undefined> => await readIfPresent(file, keyLength)
  const key = await read()
  if (key !== undefined && key.length === keyLength) return key
  // Of two processes, one makes it.
  await createFile(folder, keyFile, randomBytes(keyLength / 2).toString("hex"))
  return (await read()) ?? ""
}
