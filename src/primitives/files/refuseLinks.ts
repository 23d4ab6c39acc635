import { lstat } from "node:fs/promises"
import path from "node:path"

import { explained, ignoreMissing, JournalDamagedError, JournalUnusableError } from "./fileErrors.js"

/** The folder of a project in which this package records what it sends. */
export const recordsFolder = ".plugs"

/**
 * Refuses a folder of a project's records that is a symbolic link, or is in one. Whoever made the link could have it lead anywhere. A
 * project, or a folder of records elsewhere, may be reached through links.
 *
 * @throws {JournalUnusableError} it names the link
 */
export async function refuseLinkedFolder(folder: string): Promise<void> {
  const start = startOfRecords(folder)
  if (start !== undefined) await refuseLinks(folder, start)
}

/**
 * Refuses a file that is a symbolic link, or is in a folder that {@link refuseLinkedFolder} refuses.
 *
 * @throws {JournalDamagedError} the file is a link
 * @throws {JournalUnusableError} a folder is one; it names the link
 */
export async function refuseLinkedFile(file: string): Promise<void> {
  await refuseLinkedFolder(path.dirname(file))
  if (await isLink(file)) throw new JournalDamagedError({ file, reason })
}

const reason = "it is a symbolic link"

function startOfRecords(place: string): string | undefined {
  const parts = path.resolve(place).split(path.sep)
  const index = parts.lastIndexOf(recordsFolder)
  return index === -1 ? undefined : parts.slice(0, index + 1).join(path.sep)
}

async function refuseLinks(place: string, start: string): Promise<void> {
  const below = path.relative(start, path.resolve(place)).split(path.sep)
  let each = start
  for (const part of ["", ...below]) {
    each = path.join(each, part)
    if (!(await isLink(each))) continue
    throw new JournalUnusableError({
      folder: path.dirname(each),
      file: each,
      reason,
      advice: "Remove the link, or put what it leads to in its place if you made it.",
    })
  }
}

async function isLink(place: string): Promise<boolean> {
  const found = await explained(place, () => ignoreMissing(lstat(place)))
  return found?.isSymbolicLink() === true
}
