import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { type FileHandle, link, mkdir, open, readdir, rename, rm } from "node:fs/promises"
import path from "node:path"

import { explained, ignoreMissing, JournalDamagedError } from "./fileErrors.js"
import { refuseLinkedFile, refuseLinkedFolder } from "./refuseLinks.js"

// Reads and writes files that must never be half written, whatever crashes. Only their owner can read them, because they contain
// signed transactions. What is read may have been written by anything.

/** Creates a folder that only its owner can read, unless it exists. */
export async function makeFolder(folder: string): Promise<void> {
  await refuseLinkedFolder(folder)
  await explained(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }), folder)
}

/** Replaces a file atomically: writes a draft beside it, forces it to disk, and renames it. Creates the folder if needed. */
export async function replaceFile(folder: string, name: string, text: string): Promise<void> {
  await makeFolder(folder)
  await refuseLinkedFile(path.join(folder, name))
  await explained(path.join(folder, name), async () => {
    await withDraft(folder, name, text, async (draft) => {
      await rename(draft, path.join(folder, name))
    })
    await syncFolder(folder)
  })
}

/**
 * Creates a file in one step, so that it is never half written. Where the file system has no hard links it takes two steps, and a crash
 * between them leaves an empty file.
 *
 * @param makeLink for tests: creates a hard link
 * @returns whether it was created; `false` if there is one already
 */
export async function createFile(
  folder: string,
  name: string,
  text: string,
  makeLink: typeof link = link,
): Promise<boolean> {
  const file = path.join(folder, name)
  await refuseLinkedFile(file)
  return await explained(file, () =>
    withDraft(folder, name, text, async (draft) => {
      try {
        await makeLink(draft, file)
        return true
      } catch (error) {
        const { code = "" } = error as NodeJS.ErrnoException
        if (code === "EEXIST") return false
        if (!withoutLinks.has(code)) throw error
        return await createExclusively(file, text)
      }
    }),
  )
}

/** How systems refuse a hard link where they have none, such as on exFAT, in some network folders and on Android. */
const withoutLinks: ReadonlySet<string> = new Set([
  ...["EPERM", "EACCES", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV", "EMLINK", "EINVAL"],
  // As Node on Windows calls a function that the file system does not have.
  "EISDIR",
])

async function createExclusively(file: string, text: string): Promise<boolean> {
  let created = false
  try {
    await using handle = await open(file, "wx", 0o600)
    created = true
    await handle.writeFile(text)
    await handle.sync()
    return true
  } catch (error) {
    if (created) await rm(file, { force: true })
    else if ((error as NodeJS.ErrnoException).code === "EEXIST") return false
    throw error
  }
}

/**
 * Reads a small file.
 *
 * @param maxBytes the largest size of a file that this package writes
 * @returns `undefined` if it does not exist
 * @throws {JournalDamagedError} it is larger, or is no file at all
 * @throws {JournalUnusableError} the system cannot read it, or a folder of it is a symbolic link
 */
export async function readIfPresent(file: string, maxBytes: number): Promise<string | undefined> {
  await refuseLinkedFile(file)
  return await explained(file, async () => {
    // Without this flag, a pipe in the file's place would be waited for without end.
    await using handle = await ignoreMissing(open(file, constants.O_RDONLY | nonBlocking))
    return handle === undefined ? undefined : await readWhole(handle, file, maxBytes)
  })
}

/** Windows has no such flag, and no such pipes. */
const nonBlocking = (constants as { readonly O_NONBLOCK?: number }).O_NONBLOCK ?? 0

/** Lists the names in a folder; none if there is no folder. */
export async function namesIn(folder: string): Promise<string[]> {
  await refuseLinkedFolder(folder)
  return await explained(folder, async () => (await ignoreMissing(readdir(folder))) ?? [], folder)
}

export async function removeFile(file: string): Promise<void> {
  await refuseLinkedFile(file)
  await explained(file, () => rm(file, { force: true }))
}

async function readWhole(handle: FileHandle, file: string, maxBytes: number): Promise<string> {
  const stat = await handle.stat()
  if (!stat.isFile()) throw new JournalDamagedError({ file, reason: "it is not a file" })
  if (stat.size > maxBytes) throw new JournalDamagedError({ file, reason: `it is larger than ${maxBytes} bytes` })
  // A lock is empty before it is written, and may be written now.
  if (stat.size === 0) return ""
  const bytes = Buffer.alloc(stat.size + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length)
    if (bytesRead === 0) return bytes.toString("utf8", 0, length)
    length += bytesRead
    // Files are replaced and never changed, so one that grows is not of this package.
    if (length > stat.size) throw new JournalDamagedError({ file, reason: "it changes while it is read" })
  }
}

/** Writes a text to a draft beside a file, forces it to disk, and removes it after its use. */
export async function withDraft<T>(
  folder: string,
  name: string,
  text: string,
  use: (draft: string) => Promise<T>,
  write: (file: string, text: string) => Promise<void> = writeThrough,
): Promise<T> {
  const draft = path.join(folder, `${name}.${randomUUID()}.draft`)
  try {
    await write(draft, text)
    return await use(draft)
  } finally {
    // A draft that became the file is gone already.
    await rm(draft, { force: true })
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
