import { randomUUID } from "node:crypto"
import { link, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { hostname } from "node:os"
import path from "node:path"

import { z } from "zod"

/** Who holds a lock. */
export type Holder = { readonly pid: number; readonly run: string; readonly host: string; readonly started: string }

const holderSchema: z.ZodType<Holder> = z.object({
  pid: z.number().int().positive(),
  run: z.string(),
  host: z.string(),
  started: z.string(),
})

/** Tells this process from an earlier one that had its number. */
const run = randomUUID()

/** Somebody holds the lock, as far as can be told. */
export type Held = { readonly holder: string; readonly file: string }

/**
 * Takes a lock that is a file, or says who has it. A holder that has died is passed over.
 *
 * A lock has generations: `name.1.lock`, `name.2.lock`, … Each is made whole or not at all, by one process alone. Over a dead
 * holder's lock nobody writes: whoever comes first makes the next generation, and then looks whether another one lives.
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

/** A link to a finished file: never half a file, and never over another. */
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
    const text = await readFile(full, "utf8").catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
      throw error
    })
    // Released meanwhile.
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
    // Not made by this package, so not to be passed over.
    return undefined
  }
}

/** What can't be known counts as alive. */
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

/** When a process began, where the system tells: a number is given to another process later, in a container at once. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
  // The name, in brackets, may hold anything; the 20th field after it is the start.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""
}
