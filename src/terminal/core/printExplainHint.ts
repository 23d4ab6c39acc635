import type { Printer } from "./terminal.js"

/** Says on standard error, below a list, which command explains one of its rows that has not arrived. */
export function printExplainHint(err: Printer, command: string | undefined): void {
  if (command !== undefined) err.line(err.paint.dim(`To find out why one has not arrived: ${command}`))
}
