import type { Explanation, Mend } from "../../explaining/Explanation.js"

/** Complete command lines about the same subject. */
export type NextCommands = {
  /** Explains it again. */
  readonly again: string
  /** Follows it until it has arrived; `undefined` if nothing follows it. */
  readonly follow?: string | undefined
}

/** What to do after an explanation was read. */
export type NextStep = { readonly says: string; readonly command: string | null }

/** Says what to run next: of several causes, what mends the first one. */
export function adviseNext(
  { verdict, causes }: Pick<Explanation, "verdict" | "causes">,
  { again, follow }: NextCommands,
): NextStep {
  if (verdict === "delivered") return { says: "Nothing has to be done.", command: null }
  if (verdict === "waiting") {
    return follow === undefined
      ? { says: "Nothing has to be done. To look again:", command: again }
      : { says: "Nothing has to be done. To follow it:", command: follow }
  }
  const open = causes.flatMap(({ mend }, index) => (isOpen(mend) ? [{ ...mend, number: index + 1 }] : []))
  const [first, second] = open
  if (first === undefined) return { says: "To look again:", command: again }
  // A later command may refuse as long as an earlier cause stands, so it is never the first one.
  const cause = `cause ${first.number}`
  if (first.command !== null) return { says: `Run the command of ${cause}. Then look again:`, command: again }
  if (/^you\b/.test(first.who)) return { says: `Mend ${cause} as it says. Then look again:`, command: again }
  const then = second === undefined ? "" : `, then see to cause ${second.number}`
  return {
    says: `Tell whoever can mend ${second === undefined ? "it" : cause}${then}. This writes a page to send them:`,
    command: `${again} --html story.html`,
  }
}

/** Whether somebody has to do something. */
function isOpen(mend: Mend | null): mend is Mend {
  return mend !== null && !mend.who.startsWith("nobody")
}
