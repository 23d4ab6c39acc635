import { spawn } from "node:child_process"

import type { StoredEvent } from "../store/WatchStore.js"
import type { Listener } from "./createAlertQueue.js"
import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import type { Clock } from "#src/primitives/clock.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { exactJson, excerpt } from "#src/primitives/text.js"

export type CommandOptions = Pick<Listener, "name" | "wants"> & {
  /** A program and its arguments. No shell reads them. */
  readonly command: readonly string[]
  readonly clock: Clock
}

/** A command that an alert runs did not end well. It is not run again for this alert. */
export class AlertCommandFailedError extends PlugsError {
  readonly code = "ALERT_COMMAND_FAILED"

  constructor({ program, reason, says }: { program: string; reason: string; says: string }) {
    super("The command for an alert failed.", {
      facts: { program, reason, "standard error": says === "" ? undefined : excerpt(says, 300) },
      next: "It is not run again for this alert. Check plugs.watch in the configuration, and do by hand what it should have done.",
    })
  }
}

/** Milliseconds that a command may take. */
const commandLimit = 60_000

/** Characters of standard error that are kept. */
const maxKept = 2_000

/** Runs a command for each alert and each end: the event is on its standard input and, unless it is very long, in `PLUGS_EVENT`, as JSON. */
export function createCommand({ name, wants, command, clock }: CommandOptions): Listener {
  return {
    name,
    wants,
    isTemporary: () => false,
    async tell(event, signal) {
      const ended = await withTimeLimit(commandLimit, (stop) => run(command, event, stop), { clock, signal })
      const [program = ""] = command
      const late = { reason: `it did not end in ${commandLimit / 1_000} seconds`, says: "" }
      const failure = ended.kind === "done" ? ended.value : late
      if (failure !== undefined) throw new AlertCommandFailedError({ program, ...failure })
    },
  }
}

type Failure = { readonly reason: string; readonly says: string }

/** Bytes of `PLUGS_EVENT` at most. Systems start no program with a longer variable. */
const maxVariable = 30_000

async function run(command: readonly string[], event: StoredEvent, stop: AbortSignal): Promise<Failure | undefined> {
  const [program = "", ...args] = command
  const json = exactJson({ sequence: event.sequence, ...event.fields })
  return await new Promise((resolve) => {
    const env = { ...process.env, ...(Buffer.byteLength(json) <= maxVariable && { PLUGS_EVENT: json }) }
    // With a pipe for its output, a command could print into what the task prints for programs.
    const how = { env, shell: false, signal: stop, killSignal: "SIGKILL" } as const
    const child = spawn(program, args, { ...how, stdio: ["pipe", "ignore", "pipe"] })
    let says = ""
    const end = (reason?: string): void => {
      // Processes that the command has started may continue, and keep it open.
      child.stderr.destroy()
      resolve(reason === undefined ? undefined : { reason, says })
    }
    child.stderr.setEncoding("utf8").on("data", (text: string) => (says = `${says}${text}`.slice(-maxKept)))
    child.on("error", ({ message }) => {
      end(message)
    })
    child.on("exit", (code) => {
      if (code === 0) end()
    })
    child.on("close", (code, endedBy) => {
      end(code === null ? `it was ended by ${endedBy ?? "a signal"}` : `exit code ${code}`)
    })
    // One that reads nothing may be gone already.
    child.stdin.on("error", () => undefined).end(`${json}\n`)
  })
}
