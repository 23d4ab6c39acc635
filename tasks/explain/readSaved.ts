import { open, stat } from "node:fs/promises"

import type { Explanation } from "../../src/explaining/Explanation.js"
import { InvalidInputError } from "../../src/primitives/InvalidInputError.js"
import { type ChainNameOf, explainSaved } from "../../src/terminal/story/saved/explainSaved.js"

/** Bytes. An hour of a busy devnet has fewer. */
const largestFile = 20 * 1024 * 1024

/**
 * Reads what a task has printed with `--json`, and explains it without asking any network.
 *
 * @throws {InvalidInputError} the file cannot be read
 * @throws {SavedOutputError} it is no such output
 */
export async function readSaved(file: string, chainName: ChainNameOf): Promise<Explanation> {
  return explainSaved(await readWhole(file), chainName)
}

async function readWhole(file: string): Promise<string> {
  const refuse = (problem: string): InvalidInputError =>
    new InvalidInputError({
      argument: "--saved",
      problem: `${file} cannot be read: ${problem}`,
      fix: "Name a file with the output of a task with --json.",
    })
  try {
    const found = await stat(file)
    if (found.isDirectory()) throw refuse("it is a folder")
    // To open a pipe is to wait for whoever writes into it, and a device has no end.
    if (!found.isFile()) throw refuse("it is no file but a pipe, a socket or a device")
    await using handle = await open(file, "r")
    const { size } = await handle.stat()
    // It can grow while it is read.
    if (size > largestFile) throw refuse(`it has ${size} bytes, and at most ${largestFile} are read`)
    const parts: Buffer[] = []
    let length = 0
    for await (const part of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      length += part.length
      if (length > largestFile) throw refuse(`it has more than ${largestFile} bytes`)
      parts.push(part)
    }
    return Buffer.concat(parts).toString("utf8")
  } catch (error) {
    if (error instanceof InvalidInputError) throw error
    const { code = "unknown" } = error as NodeJS.ErrnoException
    throw refuse(code === "ENOENT" ? "there is no such file" : `(${code})`)
  }
}
