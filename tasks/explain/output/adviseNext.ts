import type { Certainty, Explanation } from "#src/explaining/Explanation.js"
import { paint } from "#src/terminal/paint.js"
import type { Report } from "#src/terminal/report.js"

/** Complete command lines about the same subject. */
export type NextCommands = {
  /** Explains it again. */
  readonly again: string
  /** Follows it until it has arrived; `undefined` if nothing follows it. */
  readonly follow?: string | undefined
}

/** What to do after an explanation was read. */
export type NextStep = { readonly says: string; readonly command: string | null }

/** Says what to run next: of several causes, what fixes the first one. */
export function adviseNext(
  { verdict, causes, subject }: Pick<Explanation, "verdict" | "causes" | "subject">,
  { again, follow }: NextCommands,
): NextStep {
  if (verdict === "delivered") {
    if (subject["kind"] !== "message") return { says: "Nothing has to be done.", command: null }
    const kept = causes.findIndex(({ name }) => name === "kept-back")
    const rest = kept === -1 ? "" : ` Of the rest, see cause ${kept + 1}.`
    return { says: `The protocol has done its part.${rest}`, command: null }
  }
  if (verdict === "waiting" && causes.some(({ name }) => name === "slow-stage")) {
    return { says: "It takes longer than others. To look again:", command: again }
  }
  if (verdict === "waiting") {
    return follow === undefined
      ? { says: "Nothing has to be done. To look again:", command: again }
      : { says: "Nothing has to be done. To follow it:", command: follow }
  }
  const open = causes.flatMap(({ mend }, index) => (mend === null ? [] : [{ ...mend, number: index + 1 }]))
  const [first, second] = open
  if (first === undefined) return { says: "To look again:", command: again }
  // A later command may refuse as long as an earlier cause stands, so it is never the first one.
  const cause = `cause ${first.number}`
  if (first.command !== null) return { says: `Run the command of ${cause}. Then look again:`, command: again }
  if (first.by !== "others") return { says: `Fix ${cause} as it says. Then look again:`, command: again }
  const what = second === undefined ? "it" : `${cause}, and then cause ${second.number}`
  return {
    says: `Others have to fix ${what}. This writes a story to send them:`,
    command: `${again} --markdown story.md`,
  }
}

/** How sure a cause is, in words. */
export const certaintyWords: Readonly<Record<Certainty, string>> = {
  certain: "certain: it was read or simulated, and is enough by itself",
  likely: "likely: nothing else that is known fits what was read",
  possible: "possible: it fits what was read, and so does something else",
}

/** Says below a list which command explains one of its rows that has not arrived. */
export function explainHint(command: string | undefined): Report {
  return command !== undefined && paint.dim(`To find out why one has not arrived: ${command}`)
}
