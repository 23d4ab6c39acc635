import { createInterface, type Interface } from "node:readline/promises"
import type { ReadStream, WriteStream } from "node:tty"

import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** Asks the person who runs the command. */
export type Questions = {
  /** Returns what was typed, or the fallback if nothing was. */
  ask(question: string, fallback: string): Promise<string>
  /** Whether the answer begins with y. */
  confirm(question: string): Promise<boolean>
  close(): void
}

/** The person ended the command at a question, with Ctrl-C or by closing the terminal. */
export class InterruptedError extends Error {}

/**
 * Asks on a terminal. Nothing is opened before the first question.
 *
 * @throws {InvalidInputError} there is a question, and standard input is not a terminal
 * @throws {InterruptedError} Ctrl-C, or the end of the input
 */
export function askAtTerminal(
  input: Pick<ReadStream, "isTTY"> & NodeJS.ReadableStream,
  output: NodeJS.WritableStream | WriteStream,
): Questions {
  let terminal: Interface | undefined
  const ask = async (question: string, fallback: string): Promise<string> => {
    if (!input.isTTY) {
      throw new InvalidInputError({
        argument: "standard input",
        problem: "there is a question to answer, and it is not a terminal",
        fix: "Add --yes, or run it in a terminal.",
      })
    }
    const open = (terminal ??= createInterface({ input, output }))
    const answer = await new Promise<string>((resolve, reject) => {
      const end = (): void => {
        reject(new InterruptedError())
      }
      open.once("SIGINT", end).once("close", end)
      // Newer versions of Node end the question themselves, older ones leave it open.
      open.question(question).then((line) => {
        open.off("SIGINT", end).off("close", end)
        resolve(line)
      }, end)
    })
    return answer.trim() === "" ? fallback : answer.trim()
  }
  return {
    ask,
    confirm: async (question) => /^y/i.test(await ask(`${question} [y/N] `, "n")),
    close: () => terminal?.close(),
  }
}
