import type { Explanation, Verdict } from "../../explaining/Explanation.js"
import type { Paint, Printer } from "../core/terminal.js"

const colors: Readonly<Record<Verdict, keyof Paint>> = {
  delivered: "green",
  waiting: "cyan",
  stuck: "magenta",
  failed: "red",
  unknown: "magenta",
}

/** Prints why something has or has not arrived, for people. */
export function printExplanation(out: Printer, { verdict, says, causes, items }: Explanation): void {
  const { paint } = out
  out.line(`${paint[colors[verdict]](verdict)}  ${says}`)
  for (const { id, status, says: where } of items) out.line(`\n${id}\n  ${status}: ${where}`)
  for (const { name, certainty, says: why, evidence, mend } of causes) {
    out.line(`\n${paint.bold(name)} (${certainty})\n  ${why}`)
    for (const { source, says: read } of evidence) out.line(paint.dim(`  ${source}: ${read}`))
    if (mend !== null) out.line(`  mended by ${mend.who}${mend.command === null ? "" : `:\n  ${mend.command}`}`)
  }
}
