import { randomUUID } from "node:crypto"
import { link, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { hostname } from "node:os"
import path from "node:path"

import { z } from "zod"

import { readIfPresent } from "./privateFiles.js"

/** The process that holds a lock. */
type Holder = { readonly pid: number; readonly run: string; readonly host: string; readonly started: string }

const holderSchema: z.ZodType<Holder> = z.object({
  pid: z.number().int().positive(),
  run: z.string(),
  host: z.string(),
  started: z.string(),
})

/** Distinguishes this process from an earlier one with the same process id. */
const run = randomUUID()

/** Another process holds the lock, or may hold it. */
type Held = { readonly holder: string; readonly file: string }

/**
 * Takes a lock that is a file, or returns who holds it. The lock of a process that has died does not count.
 *
 * A lock has generations: `name.1.lock`, `name.2.lock`, … Each is created atomically, by one process alone. The lock of a process
 * that has died is never overwritten: the next holder creates the next generation, and then checks that no other one is held.
 */
export async function takeFileLock(folder: string, name: string): Promise<{ release: () => Promise<void> } | Held> {
  const me: Holder = { pid: process.pid, run, host: hostname(), started: await startOf(process.pid) }
  for (;;) {
    const before = await generationsOf(folder, name)
    const living = await firstLiving(folder, before)
    if (living !== undefined) return living
    const mine = `${name}.${Math.max(0, ...before.map(({ generation }) => generation)) + 1}.lock`
    if (!(await createWhole(folder, mine, JSON.stringify(me)))) continue
    const others = (await generationsOf(folder, name)).filter(({ file }) => file !== mine)
    const another = await firstLiving(folder, others)
    const release = async (): Promise<void> => {
      await rm(path.join(folder, mine), { force: true })
    }
    if (another !== undefined) {
      await release()
      return another
    }
    for (const { file } of others) await rm(path.join(folder, file), { force: true })
    return { release }
  }
}

type Generation = { readonly file: string; readonly generation: number }

async function generationsOf(folder: string, name: string): Promise<Generation[]> {
  const files = (await readdir(folder)).filter((file) => file.startsWith(`${name}.`) && file.endsWith(".lock"))
  return files
    .map((file) => ({ file, generation: Number(file.slice(name.length + 1, -".lock".length)) }))
    .filter(({ generation }) => Number.isSafeInteger(generation))
}

/** Links a finished draft, so that the file is never half written and never replaces another. */
async function createWhole(folder: string, file: string, text: string): Promise<boolean> {
  const draft = path.join(folder, `${file}.${randomUUID()}.draft`)
  await writeFile(draft, text, { flag: "wx", mode: 0o600 })
  try {
    await link(draft, path.join(folder, file))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function firstLiving(folder: string, generations: readonly Generation[]): Promise<Held | undefined> {
  for (const { file } of generations) {
    const full = path.join(folder, file)
    const text = await readIfPresent(full)
    // Released in the meantime.
    if (text === undefined) continue
    const holder = readHolder(text)
    if (holder === undefined) return { holder: "unknown", file: full }
    if (await isAlive(holder)) return { holder: `process ${holder.pid} on ${holder.host}`, file: full }
  }
  return undefined
}

function readHolder(text: string): Holder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(text)).data
  } catch {
    // Not written by this package, so it counts as held.
    return undefined
  }
}

/** A process that cannot be checked counts as alive. */
async function isAlive({ pid, run: itsRun, host, started }: Holder): Promise<boolean> {
  if (host !== hostname()) return true
  if (pid === process.pid) return itsRun === run
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH"
  }
  return started === "" || started === (await startOf(pid))
}

/** Reads when a process started; empty if the system does not say. Process ids alone are not enough, because they are reused. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
  // The name, in parentheses, may contain anything. The start time is the 20th field after it.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""
}
