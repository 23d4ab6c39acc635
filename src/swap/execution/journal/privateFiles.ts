import { randomUUID } from "node:crypto"
import { mkdir, open, readdir, readFile, rename } from "node:fs/promises"
import path from "node:path"

// What is read and written where a crash or another process must never show half of it. It is for its owner alone, because signed
// transactions are among it.

/** Makes a folder that only its owner can read, unless there is one. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/** Writes a file beside the old one, forces it to disk, and puts it in the old one's place at once. Makes the folder if needed. */
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

/** Makes the new name durable too. Some systems can't open a folder, and don't need this. */
async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, "r")
    await handle.sync()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== "EISDIR" && code !== "EPERM" && code !== "EINVAL") throw error
  }
}
