import { readFile, stat } from "node:fs/promises"

/** Larger than any artifact: a contract has at most 24 KiB of code. */
const mostBytes = 8 * 2 ** 20

/** What a file contains, or why it could not be read. */
export type JsonFile = { readonly json: unknown } | { readonly missing: true } | { readonly problem: string }

/** Reads a file of JSON that others may have written: only a regular file, and only up to a size. */
export async function readJsonFile(path: string): Promise<JsonFile> {
  try {
    // Asked before it is opened: to open a pipe is to wait for whoever writes into it.
    const found = await stat(path)
    if (!found.isFile()) return { problem: "it is not a file" }
    if (found.size > mostBytes) return { problem: `it has more than ${mostBytes / 2 ** 20} MiB` }
    return { json: JSON.parse(await readFile(path, "utf8")) as unknown }
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: "it is not JSON" }
    const { code = "unknown" } = error as NodeJS.ErrnoException
    return code === "ENOENT" ? { missing: true } : { problem: `it cannot be read (${code})` }
  }
}
