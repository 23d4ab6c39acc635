import { createInterface } from "node:readline/promises"

import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import type { Terminal } from "./terminal.js"

export type AskYesOptions = {
  readonly terminal: Terminal
  readonly input?: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly signal?: AbortSignal | undefined
}

/**
 * Refuses to begin what a person must say yes to, where nobody can be asked.
 *
 * @param yes it was said beforehand
 * @throws {InvalidInputError} it wasn't, and there is no terminal
 */
export function requireConsent(yes: boolean, input: { readonly isTTY?: boolean } = process.stdin): void {
  if (yes || input.isTTY === true) return
  throw new InvalidInputError({
    argument: "--yes",
    problem: "there is no terminal to ask at",
    fix: "Add it to go on without being asked.",
  })
}

/** Asks a person. Anything but a yes is a no: the end of the input too, and that the signal was aborted. */
export async function askYes(
  question: string,
  { terminal, input = process.stdin, signal }: AskYesOptions,
): Promise<boolean> {
  const lines = createInterface({ input })
  terminal.err.write(`${question} (y/N) `)
  try {
    const { promise, resolve } = Promise.withResolvers<string>()
    const giveUp = (): void => {
      resolve("")
    }
    lines.once("line", resolve)
    lines.once("close", giveUp)
    signal?.addEventListener("abort", giveUp)
    return /^y(es)?$/i.test((await promise).trim())
  } finally {
    lines.close()
  }
}
