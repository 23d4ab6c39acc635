import { open, stat } from "node:fs/promises"

/** Why a file was not read: a clause, such as `there is no such file`. */
export class UnreadableFile extends Error {}

/**
 * Reads a file that the user names, as text. It can be anybody's.
 *
 * @throws {UnreadableFile} there is none, it is no regular file, or it has more than `maxBytes`
 */
export async function readWholeFile(file: string, maxBytes: number): Promise<string> {
  try {
    const found = await stat(file)
    if (found.isDirectory()) throw new UnreadableFile("it is a folder")
    // Opening a FIFO blocks; a device never ends.
    if (!found.isFile()) throw new UnreadableFile("it is no file but a pipe, a socket or a device")
    await using handle = await open(file, "r")
    const { size } = await handle.stat()
    // It can grow while it is read.
    if (size > maxBytes) throw new UnreadableFile(`it has ${size} bytes, and at most ${maxBytes} are read`)
    const parts: Buffer[] = []
    let length = 0
    for await (const part of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      length += part.length
      if (length > maxBytes) throw new UnreadableFile(`it has more than ${maxBytes} bytes`)
      parts.push(part)
    }
    return Buffer.concat(parts).toString("utf8")
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    const { code = "unknown" } = error as NodeJS.ErrnoException
    throw new UnreadableFile(code === "ENOENT" ? "there is no such file" : `(${code})`)
  }
}
