import pc from "picocolors"

import { ownCode } from "./ownCodes.js"

// Not yellow: nobody can read it on white.
const names = ["bold", "dim", "red", "green", "magenta", "cyan"] as const

/** Functions that color text, or do nothing where colors are disabled. Only a {@link Printer} turns the colors into real ones. */
export type Paint = Readonly<Record<(typeof names)[number], (text: string) => string>>

/** Creates the colors of one stream. */
export function createPaint(isEnabled: boolean): Paint {
  const colors = pc.createColors(true)
  const painters = names.map((name) => {
    const [start = "", end = ""] = colors[name](" ").split(" ").map(signed)
    // Where a color ends inside another one, the outer one begins again.
    const painter = (text: string): string => start + text.replaceAll(end, end + start) + end
    return [name, isEnabled ? painter : String]
  })
  return Object.fromEntries(painters) as Paint
}

function signed(sequence: string): string {
  return ownCode(/\d+/.exec(sequence)?.[0] ?? "0")
}
