import { randomUUID } from "node:crypto"
import { readFileSync, readlinkSync } from "node:fs"
import { link, stat } from "node:fs/promises"
import { hostname } from "node:os"
import path from "node:path"

import { z } from "zod"

import { formatDuration } from "../duration.js"
import { explained, ignoreMissing, JournalDamagedError } from "./fileErrors.js"
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

/** The process that holds a lock, and where it runs. Facts that the system does not tell are empty. */
export type LockHolder = {
  readonly pid: number
  /** Distinguishes a process from an earlier one with the same process id. */
  readonly run: string
  readonly host: string
  /** When the process started. */
  readonly started: string
  /** Of the running kernel, which all containers of a machine share. */
  readonly boot?: string | undefined
  /** The namespace that the process id counts in: each container has its own. */
  readonly pids?: string | undefined
  /** Of the installed system. Containers may have none. */
  readonly machine?: string | undefined
}

/** Only a process that is visible from here is known to live or to have died. */
type Life = "alive" | "dead" | "out of sight"

/** Parses a holder; `undefined` if this package did not write it. */
export function parseLockHolder(text: string): LockHolder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

const nameSchema = z.string().max(200)

const holderSchema: z.ZodType<LockHolder> = z.object({
  pid: z.number().int().positive(),
  run: nameSchema,
  host: nameSchema,
  started: nameSchema,
  boot: nameSchema.optional(),
  pids: nameSchema.optional(),
  machine: nameSchema.optional(),
})

const run = randomUUID()

let own: LockHolder | undefined

export function thisHolder(): LockHolder {
  return (own ??= {
    pid: process.pid,
    run,
    host: hostname(),
    started: startOf(process.pid),
    boot: orEmpty(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
    pids: orEmpty(() => readlinkSync("/proc/self/ns/pid")),
    machine: orEmpty(() => readFileSync("/etc/machine-id", "utf8")),
  })
}

/** Finds out whether a holder lives. A process of another container or machine is out of sight: its id means nothing here. */
export function lifeOf(holder: LockHolder, me: LockHolder): Life {
  if (hasDiedWithMachine(holder, me)) return "dead"
  const { host, boot = "", pids = "", pid, started } = holder
  if (host !== me.host || boot !== me.boot || pids !== me.pids) return "out of sight"
  if (pid === me.pid) return holder.run === me.run ? "alive" : "dead"
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH" ? "dead" : "alive"
  }
  return started === "" || started === startOf(pid) ? "alive" : "dead"
}

/** The namespace of every process that is in no container, on every Linux. */
const outsideContainers = "pid:[4026531836]"

/** No process survives a restart of its machine. Inside a container it cannot be known that two runs were on one machine. */
function hasDiedWithMachine({ machine = "", boot = "", pids, host }: LockHolder, me: LockHolder): boolean {
  // Copies of a virtual machine have one id.
  const isSameMachine =
    machine !== "" && machine === me.machine && host === me.host && pids === outsideContainers && pids === me.pids
  return isSameMachine && boot !== "" && boot !== me.boot
}

/** Reads when a process started; empty if the system does not say. Process ids alone are not enough, because they are reused. */
function startOf(pid: number): string {
  // In a namespace without a /proc of its own, these are other processes.
  if (orEmpty(() => readlinkSync("/proc/self")) !== String(process.pid)) return ""
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, "utf8"))
  // The name, in parentheses, may contain anything. The start time is the 20th field after it.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""
}

/** The system lacks most of these files where it is not Linux. */
function orEmpty(read: () => string): string {
  try {
    return read().trim()
  } catch {
    return ""
  }
}
