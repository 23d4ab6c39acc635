import { open, stat } from "node:fs/promises"

import { InvalidInputError } from "../InvalidInputError.js"

/**
 * Reads a file that the user names, as text. It can be anybody's.
 *
 * @param options.argument the option that named it, for errors
 * @param options.fix what to give instead, as a sentence
 * @throws {InvalidInputError} there is none, it is no regular file, or it has more than `maxBytes`
 */
export async function readWholeFile(
  file: string,
  { argument, fix, maxBytes }: { readonly argument: string; readonly fix: string; readonly maxBytes: number },
): Promise<string> {
  const refuse = (problem: string): InvalidInputError =>
    new InvalidInputError({ argument, problem: `${file} cannot be read: ${problem}`, fix })
  try {
    const found = await stat(file)
    if (found.isDirectory()) throw refuse("it is a folder")
    // Opening a FIFO blocks; a device never ends.
    if (!found.isFile()) throw refuse("it is no file but a pipe, a socket or a device")
    await using handle = await open(file, "r")
    const { size } = await handle.stat()
    // It can grow while it is read.
    if (size > maxBytes) throw refuse(`it has ${size} bytes, and at most ${maxBytes} are read`)
    const parts: Buffer[] = []
    let length = 0
    for await (const part of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      length += part.length
      if (length > maxBytes) throw refuse(`it has more than ${maxBytes} bytes`)
      parts.push(part)
    }
    return Buffer.concat(parts).toString("utf8")
  } catch (error) {
    if (error instanceof InvalidInputError) throw error
    const { code = "unknown" } = error as NodeJS.ErrnoException
    throw refuse(code === "ENOENT" ? "there is no such file" : `(${code})`)
  }
}
