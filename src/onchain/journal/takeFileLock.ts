import { link, stat } from "node:fs/promises"
import path from "node:path"

import { formatDuration } from "../../primitives/duration.js"
import { lifeOf, type LockHolder, parseLockHolder, thisHolder } from "../../primitives/locks/lockHolder.js"
import { explained, JournalDamagedError } from "./fileErrors.js"
import { createFile, namesIn, readIfPresent, removeFile } from "./privateFiles.js"

/**
 * How long the lock of a process counts that cannot be looked at from here, because it runs in another container or on another machine,
 * in milliseconds: 2 days, longer than any swap is followed by default.
 */
export const lockLifetime: number = 48 * 60 * 60_000

/** How long an empty lock counts, in milliseconds. A process that created it and did not write to it has died, or does so soon. */
const settling = 60_000

/** Another process holds the lock, or may hold it. */
export type Held = { readonly holder: string; readonly file: string }

/**
 * Takes a lock that is a file, or returns who holds it. The lock of a process that has died does not count. One that is out of sight
 * counts until it is older than {@link lockLifetime}, or until somebody deletes the file.
 *
 * A lock has generations: `name.1.lock`, `name.2.lock`, … Each is created atomically, by one process alone. The lock of a process
 * that has died is never overwritten: the next holder creates the next generation, and then checks that no other one is held, and
 * that its own is still there: where there are no hard links, it was empty for a moment, and may have been taken for a dead one.
 *
 * @param options.makeLink for tests: creates a hard link
 */
export async function takeFileLock(
  folder: string,
  name: string,
  { makeLink = link }: { readonly makeLink?: typeof link } = {},
): Promise<{ release: () => Promise<void> } | Held> {
  const me = thisHolder()
  const text = JSON.stringify(me)
  for (;;) {
    const before = await generationsOf(folder, name)
    const living = await firstLiving(folder, before, me)
    if (living !== undefined) return living
    const mine = `${name}.${Math.max(0, ...before.map(({ generation }) => generation)) + 1}.lock`
    if (!(await createFile(folder, mine, text, makeLink))) continue
    const others = (await generationsOf(folder, name)).filter(({ file }) => file !== mine)
    const another = await firstLiving(folder, others, me)
    const release = async (): Promise<void> => {
      await removeFile(path.join(folder, mine))
    }
    if (another !== undefined) {
      await release()
      return another
    }
    if ((await readIfPresent(path.join(folder, mine), largestLock)) !== text) continue
    for (const { file } of others) await removeFile(path.join(folder, file))
    return { release }
  }
}

/** Returns who holds a lock; `undefined` if nobody does. Takes nothing and writes nothing. */
export async function findLockHolder(folder: string, name: string): Promise<Held | undefined> {
  return await firstLiving(folder, await generationsOf(folder, name), thisHolder())
}

type Generation = { readonly file: string; readonly generation: number }

const mostGenerations = 1_000_000_000

async function generationsOf(folder: string, name: string): Promise<Generation[]> {
  const files = (await namesIn(folder)).filter((file) => file.startsWith(`${name}.`) && file.endsWith(".lock"))
  return files.map((file) => {
    const generation = Number(file.slice(name.length + 1, -".lock".length))
    if (Number.isInteger(generation) && generation >= 0 && generation < mostGenerations) return { file, generation }
    throw new JournalDamagedError({ file: path.join(folder, file), reason: "not a lock of hardhat-plugs" })
  })
}

/** In bytes. */
const largestLock = 4_096

async function firstLiving(
  folder: string,
  generations: readonly Generation[],
  me: LockHolder,
): Promise<Held | undefined> {
  for (const { file: name } of generations) {
    const file = path.join(folder, name)
    const text = await readIfPresent(file, largestLock)
    // Released in the meantime.
    if (text === undefined) continue
    if (text === "") {
      if ((await ageOf(file)) > settling) continue
      return { holder: "a process that is just taking it", file }
    }
    const holder = parseLockHolder(text)
    if (holder === undefined) return { holder: "unknown: the file is not a lock of hardhat-plugs", file }
    const life = lifeOf(holder, me)
    const held = `process ${holder.pid} on ${holder.host}`
    if (life === "alive") return { holder: held, file }
    if (life === "dead" || (await ageOf(file)) > lockLifetime) continue
    const limit = formatDuration(lockLifetime)
    return { holder: `${held}, in another container or on another machine. The lock counts for ${limit}`, file }
  }
  return undefined
}

/** In milliseconds, by the clock of the machine: the file's own time is by that clock too. */
async function ageOf(file: string): Promise<number> {
  return await explained(file, async () => {
    try {
      return Date.now() - (await stat(file)).mtimeMs
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return Infinity
      throw error
    }
  })
}
