import { type FileHandle, lstat, open, rename, stat } from "node:fs/promises"
import path from "node:path"

import { InvalidInputError } from "../InvalidInputError.js"
import { isPlugsError } from "../PlugsError.js"
import { withDraft } from "./privateFiles.js"

export type OwnFile = {
  /** The option that named the file, for errors. */
  readonly argument: string
  /** What it contains, or a function that writes that to a file that does not exist. */
  readonly text: string | ((draft: string) => Promise<void>)
  /** How a file begins that may be replaced. No other file is. Default: none. */
  readonly start?: string | undefined
}

/**
 * Writes a file that only its owner can read, in one step. A file of another origin is not replaced, and nothing is written through a
 * symbolic link.
 *
 * @throws {InvalidInputError} there is something else in its place, or it cannot be written
 * @throws errors of this package that a function throws
 */
export async function writeOwnFile(file: string, { argument, text, start }: OwnFile): Promise<void> {
  const target = path.resolve(file)
  const [content, write] = typeof text === "string" ? [text] : ["", text]
  await explained(file, argument, async () => {
    await refuseObstacle(file, { argument, start })
    // Renaming follows no link that was put there meanwhile.
    await withDraft(path.dirname(target), path.basename(target), content, (draft) => rename(draft, target), write)
  })
}

/**
 * Checks before long work whether its result can be written.
 *
 * @throws {InvalidInputError} there is something else in its place, or it cannot be looked at
 */
export async function checkOwnFile(file: string, { argument, start }: Omit<OwnFile, "text">): Promise<void> {
  await explained(file, argument, () => refuseObstacle(file, { argument, start }))
}

async function refuseObstacle(file: string, { argument, start }: Omit<OwnFile, "text">): Promise<void> {
  const obstacle = await findObstacle(path.resolve(file), start)
  if (obstacle === undefined) return
  const problem = `${file} is not replaced: ${obstacle}`
  throw new InvalidInputError({ argument, problem, fix: "Remove it, or name another file." })
}

async function explained(file: string, argument: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isPlugsError(error)) throw error
    const { code = "unknown" } = error as NodeJS.ErrnoException
    const [reason, fix] = reasons[code] ?? [
      `the system refuses it (${code})`,
      "Name a file in a folder that can be written.",
    ]
    throw new InvalidInputError({ argument, problem: `${file} cannot be written: ${reason}`, fix })
  }
}

const reasons: Readonly<Record<string, readonly [reason: string, fix: string]>> = {
  ENOSPC: ["the disk is full", "Free some space, or name a file on another disk."],
  EDQUOT: ["your part of the disk is full", "Free some space, or name a file on another disk."],
  ENOENT: ["its folder does not exist", "Make the folder, or name a file in another one."],
  ENOTDIR: ["its folder is a file", "Name a file in a folder."],
  EACCES: ["you may not write there", "Name a file in a folder that you may write."],
  EPERM: ["you may not write there", "Name a file in a folder that you may write."],
  EROFS: ["the disk is read-only", "Name a file on another disk."],
  ENAMETOOLONG: ["its name is too long", "Choose a shorter name."],
}

/** Describes a file in its place that must not be replaced. */
async function findObstacle(target: string, start: string | undefined): Promise<string | undefined> {
  const found = await lstat(target).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
    await stat(path.dirname(target))
    return undefined
  })
  if (found === undefined) return undefined
  if (found.isSymbolicLink()) return "it is a symbolic link"
  if (!found.isFile()) return "it is not a file"
  if (start === undefined) return "it is there already"
  await using handle = await open(target, "r")
  return (await startsWith(handle, start)) ? undefined : "it is a file that this task has not written"
}

async function startsWith(handle: FileHandle, start: string): Promise<boolean> {
  const bytes = Buffer.alloc(Buffer.byteLength(start))
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
  return bytes.toString("utf8", 0, bytesRead) === start
}
