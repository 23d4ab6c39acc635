import { randomUUID } from "node:crypto"
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"

import { StateInUseError } from "./stateErrors.js"

/** The locks that this process holds. A container gives a new process the id of the one before. */
const held = new Set<string>()

/**
 * Keeps other devnets out of a folder. The lock of a process that was killed is taken over.
 *
 * @returns a function that releases the lock
 * @throws {StateInUseError} a running process has the lock
 */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, "lock")
  const own = `${process.pid} ${randomUUID()}`
  while (!create(file, own)) {
    const other = read(file)
    if (other === undefined) continue
    const pid = Number(other.split(" ")[0])
    if (held.has(other) || (pid !== process.pid && isRunning(pid))) throw new StateInUseError({ folder, pid })
    takeAway(file, { other, folder, pid })
  }
  held.add(own)
  return () => {
    held.delete(own)
    if (read(file) === own) rmSync(file, { force: true })
  }
}

/** Removes the lock of a process that is gone, unless another process was faster and it is that one's by now. */
function takeAway(file: string, { other, folder, pid }: { other: string; folder: string; pid: number }): void {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  if (read(aside) !== other) {
    renameSync(aside, file)
    throw new StateInUseError({ folder, pid })
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

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT"
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
