import { lstat } from "node:fs/promises"
import { tmpdir, userInfo } from "node:os"
import path from "node:path"

import { explained, JournalUnusableError } from "../../primitives/files/fileErrors.js"
import { makeFolder } from "../../primitives/files/privateFiles.js"

/**
 * Returns the folder of the locks that all projects of a user on this machine share, and creates it if needed. It need not outlast a
 * restart, because no holder of a lock does.
 *
 * @throws {JournalUnusableError} somebody else made the folder, and could take the locks away
 */
export async function openAccountLocks(): Promise<string> {
  const { uid } = userInfo()
  const folder = path.join(tmpdir(), `hardhat-plugs-${uid}`)
  await makeFolder(folder)
  const stat = await explained(folder, () => lstat(folder), folder)
  // Systems without user ids have a temporary folder for each user.
  const isOwn = uid === -1 || (stat.uid === uid && (stat.mode & 0o022) === 0)
  if (stat.isDirectory() && isOwn) return folder
  throw new JournalUnusableError({
    folder,
    reason: "another user made it, or may write to it",
    advice: "Delete it, or set TMPDIR to a folder that only this user can write to.",
  })
}
