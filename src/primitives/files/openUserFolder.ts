import { lstat } from "node:fs/promises"
import { tmpdir, userInfo } from "node:os"
import path from "node:path"

import { explained, JournalUnusableError } from "./fileErrors.js"
import { makeFolder } from "./privateFiles.js"

/**
 * Returns the folder that all projects of a user on this machine share, and creates it if needed. It need not outlast a restart.
 *
 * @throws {JournalUnusableError} another user made the folder, and could change what is in it
 */
export async function openUserFolder(): Promise<string> {
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
