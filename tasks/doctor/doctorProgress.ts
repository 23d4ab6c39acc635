import { formatDuration } from "../../src/primitives/duration.js"
import { createLiveLines } from "../../src/terminal/liveLines.js"
import type { Printer } from "../../src/terminal/terminal.js"

/** Shows which checks have not ended. */
export type DoctorProgress = Disposable & {
  readonly show: (pending: readonly { readonly name: string; readonly subject: string }[]) => void
}

/** A line that is redrawn on a terminal, and one plain line anywhere else. */
export function createDoctorProgress(printer: Printer, limit: number): DoctorProgress {
  const lines = createLiveLines(printer)
  let all = 0
  return {
    show: (pending) => {
      all = Math.max(all, pending.length)
      const [next] = pending
      const waiting = next === undefined ? "" : `, waiting for ${next.name} ${next.subject}`
      lines.set("doctor", {
        plain: printer.paint.dim(`${all} checks, each ${formatDuration(limit)} at most`),
        live: () => printer.paint.dim(`${all - pending.length} of ${all} checks${waiting}`),
      })
    },
    [Symbol.dispose]: () => {
      lines.remove("doctor")
      lines.close()
    },
  }
}
