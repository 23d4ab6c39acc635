import { hasAbandonedRequests } from "../connection/chains/waitForNode.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import type { TextInput } from "#src/terminal/askYes.js"
import { openTerminal, type Terminal } from "#src/terminal/terminal.js"

/** How a task that was interrupted is ended. */
export type InterruptOptions = {
  /** Milliseconds that the task has to end by itself. Default: 3000. */
  readonly patience?: number
  /** Default: `process.exit`. */
  readonly exit?: (code: number) => void
}

/** The exit code by which a shell reports a process that Ctrl-C ended. */
const interrupted = 130

/** Milliseconds in which Hardhat prints the error of a task that has ended. */
const printing = 250

/**
 * Opens this process for a task: its streams, its exit code and its signals. Dispose of it when the task has ended.
 *
 * The first Ctrl-C or SIGTERM aborts the signal. A task that does not hear it, because it waits for a node that never answers, is ended
 * after `patience`; so is what keeps the process alive after the task has ended. The second signal ends the process at once. Without a
 * signal, only requests that were abandoned are not waited for.
 */
export function openProcess({ patience = 3000, exit = (code) => process.exit(code) }: InterruptOptions = {}): TaskIo &
  Disposable {
  const { argv, stdin, stdout, stderr, env } = process
  exitWithReader([stdout, stderr])
  const interruption = new AbortController()
  let waiting: NodeJS.Timeout | undefined
  const ignore = (): void => {
    process.off("SIGINT", stop)
    process.off("SIGTERM", stop)
  }
  const stop = (): void => {
    ignore()
    interruption.abort()
    waiting = setTimeout(() => {
      stderr.write("Interrupted.\n")
      exit(interrupted)
    }, patience)
  }
  process.on("SIGINT", stop)
  process.on("SIGTERM", stop)
  return {
    terminal: openTerminal({ stdout, stderr, env }),
    input: stdin,
    signal: interruption.signal,
    clock: systemClock,
    startedAt: performance.timeOrigin,
    wantsStacks: argv.includes("--show-stack-traces"),
    setExitCode: (code) => {
      process.exitCode = code
    },
    [Symbol.dispose]: () => {
      ignore()
      if (hasAbandonedRequests() && isTaskOfPlugin(argv)) endWhenWritten([stdout, stderr])
      if (waiting === undefined) return
      clearTimeout(waiting)
      setTimeout(() => {
        exit(Number(process.exitCode ?? 0))
      }, printing).unref()
    },
  }
}

const ownTasks: ReadonlySet<string> = new Set(["devnet", "gateway", "messaging", "plugs", "swap"])

/** Whether the process was started for a task of this plugin. A script or a test that runs one may continue after it. */
function isTaskOfPlugin(argv: readonly string[]): boolean {
  return argv.slice(2).some((word) => ownTasks.has(word))
}

/** Milliseconds for connections to close. */
const grace = 500

/** Ends the process once its output is written. A process with nothing left to do has ended before, because the timer does not hold it. */
function endWhenWritten(streams: readonly NodeJS.WriteStream[]): void {
  const end = (): void => {
    if (streams.every(({ writableLength }) => writableLength === 0)) process.exit()
    endWhenWritten(streams)
  }
  setTimeout(end, grace).unref()
}

/** The exit code by which a shell reports a process that a closed pipe ended. */
const closedPipe = 141

/**
 * Ends the process quietly when its output is closed, as in `hardhat devnet --json | head -1`; Node would report a crash.
 * The listeners stay until the process ends, because a pipe reports the failure of the last line only after the task that wrote it.
 */
function exitWithReader(streams: readonly NodeJS.WriteStream[]): void {
  for (const stream of streams) {
    if (!stream.listeners("error").includes(exitOnClosedPipe)) stream.on("error", exitOnClosedPipe)
  }
}

function exitOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error
  process.exit(closedPipe)
}

/** The parts of the process that a task uses. Tests replace them. */
export type TaskIo = {
  /** Results go to `out`, progress and errors to `err`. */
  readonly terminal: Terminal
  /** Where a person answers questions. */
  readonly input: TextInput
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  readonly clock: Clock
  /** When the process was started, in milliseconds since 1970. Default: when the task is. */
  readonly startedAt?: number | undefined
  /** Whether the command line asks for the stacks of errors. Default: false. */
  readonly wantsStacks?: boolean | undefined
  /** Sets the exit codes that Hardhat has no result for: those above 1. */
  readonly setExitCode: (code: number) => void
}
