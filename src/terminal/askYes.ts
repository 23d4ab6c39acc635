import { createInterface } from "node:readline/promises"
import { setTimeout } from "node:timers/promises"

import { escapeLine } from "./paint.js"
import type { Terminal } from "./terminal.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** A stream that a person may type into. */
export type TextInput = NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined }

export type AskYesOptions = {
  readonly terminal: Terminal
  readonly input: TextInput
  readonly signal?: AbortSignal | undefined
}

/**
 * Checks that a question can be answered: by `--yes`, or by a person at a terminal.
 *
 * @param yes whether `--yes` was given
 * @throws {InvalidInputError} it was not given, and there is no terminal
 */
export function requireConsent(yes: boolean, input: Pick<TextInput, "isTTY">): void {
  if (yes || input.isTTY === true) return
  throw new InvalidInputError({
    argument: "--yes",
    problem: "there is no terminal to ask at",
    fix: "Add --yes to confirm in advance.",
  })
}

/**
 * Asks a person a question. Anything but a yes counts as no, including the end of the input and an aborted signal. What was typed at a
 * terminal before the question was shown answers nothing: the API decides how long a person waits for it.
 */
export async function askYes(question: string, { terminal, input, signal }: AskYesOptions): Promise<boolean> {
  if (input.isTTY === true) await dropTypedAhead(input)
  // Nobody would ever answer, and nothing would keep the process alive.
  if ("readableEnded" in input && input.readableEnded === true) return false
  const lines = createInterface({ input })
  terminal.err.write(`${escapeLine(question)} (y/N) `)
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

/** Milliseconds in which a terminal hands over what was typed before. */
const handOver = 50

async function dropTypedAhead(input: TextInput): Promise<void> {
  const drop = (): void => undefined
  input.on("data", drop)
  await setTimeout(handOver)
  input.off("data", drop).pause()
}
