import { randomUUID } from "node:crypto"
import { mkdir, open, readdir, readFile, rename } from "node:fs/promises"
import path from "node:path"

// Reads and writes files that must never be half written, whatever crashes. Only their owner can read them, because they contain
// signed transactions.

/** Creates a folder that only its owner can read, unless it exists. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/** Replaces a file atomically: writes a draft beside it, forces it to disk, and renames it. Creates the folder if needed. */
export async function replaceFile(folder: string, name: string, text: string): Promise<void> {
  await makeFolder(folder)
  const draft = path.join(folder, `${name}.${randomUUID()}.draft`)
  await writeThrough(draft, text)
  await rename(draft, path.join(folder, name))
  await syncFolder(folder)
}

/** Reads a file. Returns `undefined` if there is none; any other failure is thrown. */
export async function readIfPresent(file: string): Promise<string | undefined> {
  return await ignoreMissing(readFile(file, "utf8"))
}

/** Lists the names in a folder; none if there is no folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await ignoreMissing(readdir(folder))) ?? []
}

async function ignoreMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

async function writeThrough(file: string, text: string): Promise<void> {
  await using handle = await open(file, "wx", 0o600)
  await handle.writeFile(text)
  await handle.sync()
}

/** Makes the new name durable too. Some systems cannot open a folder, and do not need this. */
async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, "r")
    await handle.sync()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== "EISDIR" && code !== "EPERM" && code !== "EINVAL") throw error
  }
}
