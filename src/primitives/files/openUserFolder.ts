import type { Stats } from "node:fs"
import { lstat } from "node:fs/promises"
import { homedir, tmpdir } from "node:os"
import path from "node:path"

import { advised, explained, JournalUnusableError } from "./fileErrors.js"
import { makeFolder } from "./privateFiles.js"

/** Systems without user ids have folders for each user. */
const uid = process.getuid?.() ?? -1

/**
 * Returns the folder that all projects of a user on this machine share, and creates it if needed. It need not outlast a restart.
 *
 * @throws {JournalUnusableError} another user made the folder, and could change what is in it
 */
export async function openUserFolder(): Promise<string> {
  const folder = path.join(tmpdir(), `hardhat-plugs-${uid}`)
  const advice = "Delete it, or set TMPDIR to a folder that only this user can write to."
  return await advised(advice, () => openOwnFolder(folder))
}

/**
 * Returns the folder of a user that outlasts a restart, and creates it if needed.
 *
 * @throws {JournalUnusableError} it cannot be written, or another user may write to it
 */
export async function openStateFolder(): Promise<string> {
  // A user who is in no list of users has no home.
  const parent = await explained("~", () => Promise.resolve().then(stateHome), "~")
  // It would be in the folder that the command runs in, where a project can have put anything.
  if (!path.isAbsolute(parent)) throw refuse("~", "the environment names no home folder")
  return await openOwnFolder(path.join(parent, "hardhat-plugs"))
}

function stateHome(): string {
  const { XDG_STATE_HOME = "", LOCALAPPDATA = "" } = process.env
  if (path.isAbsolute(XDG_STATE_HOME)) return XDG_STATE_HOME
  if (process.platform === "darwin") return path.join(homedir(), "Library", "Application Support")
  if (process.platform === "win32") return LOCALAPPDATA || path.join(homedir(), "AppData", "Local")
  return path.join(homedir(), ".local", "state")
}

async function openOwnFolder(folder: string): Promise<string> {
  await makeFolder(folder)
  const found = await explained(folder, () => lstat(folder), folder)
  if (found.isDirectory() && isOnlyOurs(found, 0o022)) return folder
  throw refuse(folder, "another user made it, or may write to it")
}

function refuse(folder: string, reason: string): JournalUnusableError {
  return new JournalUnusableError({ folder, reason, advice: "Make it a folder that only you can write to." })
}

/** @param forbidden what others may not do with it, as the bits of a mode */
export function isOnlyOurs({ uid: owner, mode }: Pick<Stats, "uid" | "mode">, forbidden: number): boolean {
  return uid === -1 || (owner === uid && (mode & forbidden) === 0)
}
