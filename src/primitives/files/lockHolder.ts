import { randomUUID } from "node:crypto"
import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"

import { z } from "zod"

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
export type Life = "alive" | "dead" | "out of sight"

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
