import { open, stat } from "node:fs/promises"

import type { Explanation } from "../../src/explaining/Explanation.js"
import { InvalidInputError } from "../../src/primitives/InvalidInputError.js"
import { readExplanation } from "./output/readExplanation.js"

/** A page of 10,000 causes and events has fewer. */
const maxFileBytes = 20 * 1024 * 1024

/**
 * Reads what `explain` has printed with `--json`, without asking any network.
 *
 * @throws {InvalidInputError} the file cannot be read
 * @throws {SavedOutputError} it is not the output of explain
 */
export async function readSaved(file: string): Promise<Explanation> {
  return readExplanation(await readWhole(file))
}

async function readWhole(file: string): Promise<string> {
  const refuse = (problem: string): InvalidInputError =>
    new InvalidInputError({
      argument: "--saved",
      problem: `${file} cannot be read: ${problem}`,
      fix: "Name a file with the output of explain with --json.",
    })
  try {
    const found = await stat(file)
    if (found.isDirectory()) throw refuse("it is a folder")
    // Opening a FIFO blocks; a device never ends.
    if (!found.isFile()) throw refuse("it is no file but a pipe, a socket or a device")
    await using handle = await open(file, "r")
    const { size } = await handle.stat()
    // It can grow while it is read.
    if (size > maxFileBytes) throw refuse(`it has ${size} bytes, and at most ${maxFileBytes} are read`)
    const parts: Buffer[] = []
    let length = 0
    for await (const part of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      length += part.length
      if (length > maxFileBytes) throw refuse(`it has more than ${maxFileBytes} bytes`)
      parts.push(part)
    }
    return Buffer.concat(parts).toString("utf8")
  } catch (error) {
    if (error instanceof InvalidInputError) throw error
    const { code = "unknown" } = error as NodeJS.ErrnoException
    throw refuse(code === "ENOENT" ? "there is no such file" : `(${code})`)
  }
}
