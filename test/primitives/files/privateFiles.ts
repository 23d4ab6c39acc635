import { type FileHandle, open, readdir, readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { replaceFile } from "../../../src/primitives/files/privateFiles.js"
import { temporaryFolder } from "../../fixtures/projects/temporaryFolder.js"

/** Runs work, and calls this before anything is forced to disk. */
async function withSync(onSync: (handle: FileHandle) => Promise<void>, work: () => Promise<void>): Promise<void> {
  const handle = await open(import.meta.filename)
  const prototype = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const own = Object.getOwnPropertyDescriptor(prototype, "sync")!
  prototype.sync = async function (this: FileHandle): Promise<void> {
    await onSync(this)
    await this.datasync()
  }
  try {
    await work()
  } finally {
    Object.defineProperty(prototype, "sync", own)
  }
}

describe("replaceFile", () => {
  it("forces what it has written to disk before it replaces the file, and then the new name", async function () {
    // Some systems cannot open a folder.
    if (process.platform === "win32") this.skip()
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "entry.json")
    await writeFile(file, "old")
    const seen: unknown[] = []
    await withSync(
      async (handle) => {
        const what = (await handle.stat()).isFile() ? "file" : "folder"
        seen.push([what, await readFile(file, "utf8")])
      },
      () => replaceFile(folder.path, "entry.json", "new"),
    )
    expect(seen).to.deep.equal([
      ["file", "old"],
      ["folder", "new"],
    ])
    expect(await readdir(folder.path)).to.deep.equal(["entry.json"])
  })
})
