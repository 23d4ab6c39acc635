import path from "node:path"

import { PlugsError } from "../PlugsError.js"
import { excerpt } from "../text.js"

type UnusableFolder = { folder: string; file?: string | undefined; reason: string; advice: string }

/**
 * The folder that records what is sent cannot be used: the disk is full, the folder cannot be written, or something else lies in its
 * place. Nothing is sent that cannot be recorded first. What was sent before is recorded, and takes its course.
 */
export class JournalUnusableError extends PlugsError {
  readonly code = "JOURNAL_UNUSABLE"

  constructor({ folder, file, reason, advice }: UnusableFolder) {
    super("The folder that records what is sent cannot be used.", {
      facts: { folder, file, reason: excerpt(reason, 160) },
      next: `${advice} Then run the same again: it resumes what was sent before, and sends nothing twice.`,
    })
  }
}

/**
 * A file that records what was sent cannot be read: it is no file, or of another version. Nothing was sent, because it is unknown what was sent before. The file stays where it
 * is, and nothing that it may concern is begun anew.
 */
export class JournalDamagedError extends PlugsError {
  readonly code = "JOURNAL_DAMAGED"

  constructor({ file, reason }: { file: string; reason: string }) {
    super("A file that records what was sent cannot be read.", {
      facts: { file, reason: excerpt(reason, 160) },
      next: "Look at the account's latest transactions. Move the file out of the folder once you are sure that what it records is over or was never sent. If it is not a file of hardhat-plugs, move it at once.",
    })
  }
}

/**
 * A file that records what was sent is not what this user wrote there: it was changed or moved, or somebody else wrote it. Nothing was sent,
 * and nothing that it may concern is begun anew. The file stays where it is.
 */
export class JournalForeignError extends PlugsError {
  readonly code = "JOURNAL_FOREIGN"

  /** @param text the whole file, of which nothing is believed */
  constructor({ file, text }: { file: string; text: string }) {
    super("A file that records what was sent is not what you wrote there.", {
      facts: { file, says: excerpt(text.slice(0, 4_096).replace(/["{}[\]]/g, ""), 240) || "nothing" },
      next: "If you wrote it on another machine or in another container, set plugs.recordsKey to the same key in both. Otherwise it was changed, moved, or written by somebody else: look at the account's latest transactions, and move the file out of the folder once you are sure that what it records is over or was never sent.",
    })
  }
}

/**
 * A file that records what was sent is gone, or an earlier one is in its place, though what it recorded was not over. Nothing was sent: without it
 * the same would be sent a second time.
 */
export class JournalLostError extends PlugsError {
  readonly code = "JOURNAL_LOST"

  constructor({ file, guard }: { file: string; guard: string }) {
    super("A file that records what was sent is gone, or an earlier one is in its place.", {
      facts: { file, "known from": guard },
      next: "Put it back. If you deleted it yourself, look at the account's latest transactions, and delete the file that knows of it once you are sure that what it recorded is over or was never sent.",
    })
  }
}

/** Problems of a folder, by the error code of the system. */
const problems: Readonly<Record<string, { readonly reason: string; readonly advice: string }>> = {
  ENOSPC: { reason: "the disk is full", advice: "Free some space." },
  EDQUOT: { reason: "the disk quota is used up", advice: "Free some space." },
  EROFS: { reason: "the file system can only be read", advice: "Make it writable." },
  EACCES: { reason: "permission denied", advice: "Make the folder readable and writable for this user." },
  EPERM: { reason: "permission denied", advice: "Make the folder readable and writable for this user." },
  EEXIST: { reason: "something else is in the folder's place", advice: "Move it away, so that a folder can be made." },
  ENOTDIR: { reason: "something else is in the folder's place", advice: "Move it away, so that a folder can be made." },
  ELOOP: { reason: "its symbolic links lead in a circle", advice: "Remove the links." },
  ENAMETOOLONG: { reason: "the path is too long", advice: "Use a project folder with a shorter path." },
  EMFILE: { reason: "too many files are open", advice: "Close some programs." },
  ENFILE: { reason: "too many files are open", advice: "Close some programs." },
  EIO: { reason: "the disk failed", advice: "Check the disk." },
}

/** Does something with a file of a folder, or with the folder itself, and explains a failure of the system. Any other error is a bug, and is thrown as it is. */
export async function explained<T>(
  file: string,
  work: () => Promise<T>,
  folder: string = path.dirname(file),
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!(error instanceof Error) || typeof code !== "string" || !("errno" in error)) throw error
    const { reason, advice } = problems[code] ?? { reason: code, advice: "Make the folder readable and writable." }
    throw new JournalUnusableError({ folder, file: file === folder ? undefined : file, reason, advice })
  }
}

/** Does something with a folder, and gives the same advice whatever is wrong with the folder or a file of it. */
export async function advised<T>(advice: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof JournalUnusableError || error instanceof JournalDamagedError)) throw error
    const { file, folder = path.dirname(file ?? ""), reason = "" } = error.facts
    throw new JournalUnusableError({ folder, file, reason, advice })
  }
}

/** What is read of a file or a folder; `undefined` if there is none. */
export async function ignoreMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

/** A problem in a file: where, such as `42161.socket`, and what is wrong there. The path is empty if it is about the whole file. */
export type FileProblem = { readonly path: string; readonly reason: string }

const maxShown = 5

/** A file of data that the user gave cannot be read, or its content is not as specified. Nothing of it is used. */
export class DataFileError extends PlugsError {
  readonly code = "DATA_FILE_INVALID"
  readonly problems: readonly FileProblem[]

  /** @param what what the file contains, such as "deployments" */
  constructor({ file, what, problems }: { file: string; what: string; problems: readonly FileProblem[] }) {
    const facts = problems
      .slice(0, maxShown)
      .map(({ path, reason }, index): [string, string] => [
        index === 0 ? "problem" : `problem ${index + 1}`,
        path === "" ? reason : `${path}: ${reason}`,
      ])
    const left = problems.length - facts.length
    super(`The file of ${what} cannot be used.`, {
      facts: { file, ...Object.fromEntries(facts), ...(left > 0 ? { "more problems": String(left) } : {}) },
      next: "Correct the file, or leave it out of the configuration: the public deployments are known without it.",
    })
    this.problems = problems
  }
}
