import { link, stat } from "node:fs/promises"
import path from "node:path"

import { formatDuration } from "../duration.js"
import { explained, ignoreMissing, JournalDamagedError } from "./fileErrors.js"
import { lifeOf, type LockHolder, parseLockHolder, thisHolder } from "./lockHolder.js"
import { createFile, namesIn, readIfPresent, removeFile } from "./privateFiles.js"

/** Milliseconds that the lock of a process on another machine or container counts: 2 days, longer than a swap is followed. */
export const lockLifetime: number = 48 * 60 * 60_000

/** How long an empty lock counts. A process that created it and did not write to it has died, or writes soon. */
const maxEmptyMs = 60_000

/** Another process holds the lock, or may hold it. */
export type Held = {
  readonly holder: string
  readonly file: string
  /** `not a lock`: the file is not a lock of this package. */
  readonly life: "alive" | "out of sight" | "not a lock"
}

export type LockOptions = {
  /** How long the lock of a process counts that is out of sight. Default: {@link lockLifetime}. */
  readonly lifetime?: number
  /** For tests: creates a hard link. */
  readonly makeLink?: typeof link
}

/**
 * Takes a lock that is a file, or returns its holder. The lock of a process that has died does not count. One that is out of sight
 * counts until its lifetime is over or the file is deleted.
 *
 * A lock has generations: `name.1.lock`, `name.2.lock`, … Each is created atomically, by one process alone. The lock of a process
 * that has died is never overwritten: the next holder creates the next generation, and then checks that no other one is held, and
 * that its own is still there: where there are no hard links, it was empty for a moment, and may have been taken for a dead one.
 */
export async function takeFileLock(
  folder: string,
  name: string,
  { lifetime = lockLifetime, makeLink = link }: LockOptions = {},
): Promise<{ release: () => Promise<void> } | Held> {
  const me = thisHolder()
  const text = JSON.stringify(me)
  for (;;) {
    const before = await generationsOf(folder, name)
    const living = await firstLiving(folder, before, me, lifetime)
    if (living !== undefined) return living
    const mine = `${name}.${Math.max(0, ...before.map(({ generation }) => generation)) + 1}.lock`
    if (!(await createFile(folder, mine, text, makeLink))) continue
    const others = (await generationsOf(folder, name)).filter(({ file }) => file !== mine)
    const another = await firstLiving(folder, others, me, lifetime)
    const release = async (): Promise<void> => {
      await removeFile(path.join(folder, mine))
    }
    if (another !== undefined) {
      await release()
      return another
    }
    if ((await readIfPresent(path.join(folder, mine), maxLockBytes)) !== text) continue
    for (const { file } of others) await removeFile(path.join(folder, file))
    return { release }
  }
}

/** Returns the holder of a lock; `undefined` if it is free. Takes nothing and writes nothing. */
export async function findLockHolder(folder: string, name: string): Promise<Held | undefined> {
  return await firstLiving(folder, await generationsOf(folder, name), thisHolder(), lockLifetime)
}

type Generation = { readonly file: string; readonly generation: number }

const maxGenerations = 1_000_000_000

async function generationsOf(folder: string, name: string): Promise<Generation[]> {
  const files = (await namesIn(folder)).filter((file) => file.startsWith(`${name}.`) && file.endsWith(".lock"))
  return files.map((file) => {
    const generation = Number(file.slice(name.length + 1, -".lock".length))
    if (Number.isInteger(generation) && generation >= 0 && generation < maxGenerations) return { file, generation }
    throw new JournalDamagedError({ file: path.join(folder, file), reason: "not a lock of hardhat-plugs" })
  })
}

const maxLockBytes = 4_096

async function firstLiving(
  folder: string,
  generations: readonly Generation[],
  me: LockHolder,
  lifetime: number,
): Promise<Held | undefined> {
  for (const { file: name } of generations) {
    const file = path.join(folder, name)
    const text = await readIfPresent(file, maxLockBytes)
    // Released in the meantime.
    if (text === undefined) continue
    if (text === "") {
      if ((await ageOf(file)) > maxEmptyMs) continue
      return { holder: "a process that is just taking it", file, life: "alive" }
    }
    const holder = parseLockHolder(text)
    if (holder === undefined)
      return { holder: "unknown: the file is not a lock of hardhat-plugs", file, life: "not a lock" }
    const life = lifeOf(holder, me)
    const held = `process ${holder.pid} on ${holder.host}`
    if (life === "alive") return { holder: held, file, life }
    if (life === "dead" || (await ageOf(file)) > lifetime) continue
    const limit = Number.isFinite(lifetime) ? `. The lock counts for ${formatDuration(lifetime)}` : ""
    return { holder: `${held}, in another container or on another machine${limit}`, file, life }
  }
  return undefined
}

/** In milliseconds, by the clock of the machine: the file's own time is by that clock too. */
async function ageOf(file: string): Promise<number> {
  const found = await explained(file, () => ignoreMissing(stat(file)))
  return found === undefined ? Infinity : Date.now() - found.mtimeMs
}
