import type { Explanation } from "../../explaining/Explanation.js"

/** Complete command lines about the same subject. */
export type NextCommands = {
  /** Explains it again. */
  readonly again: string
  /** Follows it until it has arrived; `undefined` if nothing follows it. */
  readonly follow?: string | undefined
}

/** What to do after an explanation was read. */
export type NextStep = { readonly says: string; readonly command: string | null }

/** Says what to run next. */
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
  const mendable = causes.findIndex(({ mend }) => mend !== null && mend.command !== null)
  if (mendable !== -1) {
    return { says: `Run the command of cause ${mendable + 1}. Then look again:`, command: again }
  }
  if (causes.some(({ mend }) => mend !== null)) {
    return {
      says: "Tell whoever can mend it. This writes a page to send them:",
      command: `${again} --html story.html`,
    }
  }
  return { says: "To look again:", command: again }
}
