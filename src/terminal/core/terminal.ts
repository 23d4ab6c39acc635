import pc from "picocolors"

/** The part of an output stream that printing uses. */
export type TextStream = {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  readonly rows?: number | undefined
}

/** The functions of picocolors, which do nothing where colors are disabled. */
export type Paint = ReturnType<typeof pc.createColors>

/** Writes to one of the two standard streams. */
export type Printer = {
  /** Writes one line, or an empty one. */
  line(text?: string): void
  /** Writes as it is, control sequences included. */
  write(text: string): void
  readonly paint: Paint
  /** Whether lines can be rewritten in place. */
  readonly isLive: boolean
  /** The width of the window; `Infinity` for a file or a pipe. */
  readonly columns: number
  /** The height of the window; `Infinity` for a file or a pipe. */
  readonly rows: number
}

/** Where a task prints: results to standard output, progress and errors to standard error. */
export type Terminal = {
  readonly out: Printer
  readonly err: Printer
}

export type OpenTerminalOptions = {
  readonly stdout: TextStream
  readonly stderr: TextStream
  /** Environment variables: `NO_COLOR`, `FORCE_COLOR` and `TERM` are read. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Makes printers of two streams.
 *
 * @example
 * const terminal = openTerminal(process)
 * terminal.out.line(terminal.out.paint.green("delivered"))
 */
export function openTerminal({ stdout, stderr, env }: OpenTerminalOptions): Terminal {
  return { out: createPrinter(stdout, env), err: createPrinter(stderr, env) }
}

function createPrinter(stream: TextStream, env: Readonly<Record<string, string | undefined>>): Printer {
  const isDumb = env["TERM"] === "dumb"
  const isTerminal = stream.isTTY === true
  const isLive = isTerminal && !isDumb
  return {
    line: (text = "") => void stream.write(`${text}\n`),
    write: (text) => void stream.write(text),
    paint: pc.createColors(wantsColor(env, isLive)),
    isLive,
    // A window can be resized while lines are drawn in it.
    get columns() {
      return isLive ? (stream.columns ?? 80) : Infinity
    },
    get rows() {
      return isLive ? (stream.rows ?? 24) : Infinity
    },
  }
}

/** Decided for each stream by itself: one can be a file while the other is a terminal. */
function wantsColor(env: Readonly<Record<string, string | undefined>>, isCapable: boolean): boolean {
  if ((env["NO_COLOR"] ?? "") !== "") return false
  const forced = env["FORCE_COLOR"] ?? ""
  if (forced !== "") return forced !== "0" && forced !== "false"
  return isCapable
}
