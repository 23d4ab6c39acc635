import { argument, text } from "../../primitives/errorText.js"
import { randomUUID } from "node:crypto"
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"

import { lifeOf, parseLockHolder, thisHolder } from "../../primitives/locks/lockHolder.js"
import { StateDamagedError, StateInUseError } from "./stateErrors.js"

/** How often the lock may change hands while it is taken. Each time another devnet has started or ended. */
const mostAttempts = 100

/**
 * Keeps other devnets out of a folder. The lock of a process that was killed is taken over.
 *
 * @returns a function that releases the lock
 * @throws {StateInUseError} a running process has the lock, or one of another container or machine, which cannot be looked at from here
 * @throws {StateDamagedError} the lock was not written by a devnet
 */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, "lock")
  const own = JSON.stringify(thisHolder())
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    if (create(file, own)) {
      return () => {
        if (read(file) === own) rmSync(file, { force: true })
      }
    }
    const other = read(file)
    if (other === undefined) continue
    mustBeFree(file, other, folder)
    takeAway(file, other, folder)
  }
  throw new StateInUseError({ folder, holder: "several processes that take it and release it" })
}

/** Throws unless the holder of a lock is known to be gone. A process killed while it created its lock leaves it empty. */
function mustBeFree(file: string, text: string, folder: string): void {
  if (text === "") return
  const holder = parseLockHolder(text)
  if (holder === undefined) throw notALock(file, folder)
  const life = lifeOf(holder, thisHolder())
  if (life === "dead") return
  const name = `process ${holder.pid} on ${holder.host}`
  if (life === "alive") throw new StateInUseError({ folder, holder: name })
  throw new StateInUseError({ folder, holder: `${name}, in another container or on another machine`, lock: file })
}

function notALock(file: string, folder: string): StateDamagedError {
  return new StateDamagedError({
    folder,
    problem: `${path.basename(file)} was not written by a devnet`,
    next: text`If no devnet uses the folder, move ${file} away. Otherwise choose another folder with ${argument("state")}.`,
  })
}

/** Removes the lock of a process that is gone, unless another process was faster and it is that one's by now. */
function takeAway(file: string, other: string, folder: string): void {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  if (read(aside) !== other) {
    renameSync(aside, file)
    throw new StateInUseError({ folder, holder: "a process that has just started" })
  }
  rmSync(aside)
}

function create(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: "wx", mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false
    throw error
  }
}

/** In bytes. */
const largestLock = 4_096

/**
 * Reads a lock, if it is there. A link is not followed: one to nothing can neither be read nor created.
 *
 * @throws {StateDamagedError} it is no file, or too large for a lock
 */
function read(file: string): string | undefined {
  try {
    const found = lstatSync(file)
    if (!found.isFile() || found.size > largestLock) throw notALock(file, path.dirname(file))
    return readFileSync(file, "utf8")
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT"
}
