import { didYouMean } from "../../../src/primitives/commands/nearest.js"
import { InvalidInputError } from "../../../src/primitives/InvalidInputError.js"
import { inQuotes } from "../../../src/primitives/text.js"

/** The shells that completion is written for. */
export const shells = ["bash", "zsh", "fish"] as const

export type Shell = (typeof shells)[number]

/** @throws {InvalidInputError} completion is not written for this shell */
export function readShell(text: string): Shell {
  const shell = shells.find((known) => known === text.trim().toLowerCase())
  if (shell !== undefined) return shell
  throw new InvalidInputError({
    argument: "shell",
    problem: `${inQuotes(text)} is not a shell that completion is written for`,
    fix: `${didYouMean(text, shells)} Give bash, zsh or fish.`.trim(),
  })
}
