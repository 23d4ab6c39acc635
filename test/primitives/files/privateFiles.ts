import { type FileHandle, open, readdir, readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { createFile, readIfPresent, replaceFile } from "../../../src/primitives/files/privateFiles.js"
import { failure } from "../../fixtures/failure.js"
import { temporaryFolder } from "../../fixtures/projects/temporaryFolder.js"

/** An error of the system. */
const refusal = (code: string): Error => Object.assign(new Error(code), { code, errno: -1 })

/** Runs work while a method of every open file is another one, which is given the method as it was. */
async function withMethod<Name extends "sync" | "stat" | "writeFile">(
  name: Name,
  change: (own: FileHandle[Name]) => (this: FileHandle) => Promise<unknown>,
  work: () => Promise<void>,
): Promise<void> {
  const handle = await open(import.meta.filename)
  const prototype = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const own = Object.getOwnPropertyDescriptor(prototype, name)!
  Object.defineProperty(prototype, name, { ...own, value: change(prototype[name]) })
  try {
    await work()
  } finally {
    Object.defineProperty(prototype, name, own)
  }
}

/** Runs work, and calls this before anything is forced to disk. */
async function withSync(onSync: (handle: FileHandle) => Promise<void>, work: () => Promise<void>): Promise<void> {
  const sync = () =>
    async function (this: FileHandle): Promise<void> {
      await onSync(this)
      await this.datasync()
    }
  await withMethod("sync", sync, work)
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

  it("does without what makes a new name durable where a folder cannot be forced to disk, but not where the disk fails", async () => {
    await using folder = await temporaryFolder()
    const ofFolder = (code: string) => async (handle: FileHandle) => {
      if (!(await handle.stat()).isFile()) throw refusal(code)
    }
    const replace = () => replaceFile(folder.path, "entry.json", "new")
    for (const code of ["EISDIR", "EPERM", "EINVAL"]) await withSync(ofFolder(code), replace)
    await withSync(ofFolder("EIO"), async () => {
      const error = await failure(replace())
      expect([error.code, error.facts["reason"]]).to.deep.equal(["JOURNAL_UNUSABLE", "the disk failed"])
    })
  })
})

describe("createFile", () => {
  const makeLink = () => Promise.reject(refusal("EPERM"))

  it("leaves no half of a file where there are no hard links and the disk is full", async () => {
    await using folder = await temporaryFolder()
    let written = 0
    const fillUp = (own: FileHandle["writeFile"]) =>
      async function (this: FileHandle): Promise<void> {
        // The first is the draft.
        if ((written += 1) > 1) throw refusal("ENOSPC")
        await own.call(this, "text")
      }
    await withMethod("writeFile", fillUp, async () => {
      const error = await failure(createFile(folder.path, "a", "text", makeLink))
      expect([error.code, error.facts["reason"]]).to.deep.equal(["JOURNAL_UNUSABLE", "the disk is full"])
    })
    expect([written, await readdir(folder.path)]).to.deep.equal([2, []])
    expect(await createFile(folder.path, "a", "text", makeLink)).to.equal(true)
    expect(await createFile(folder.path, "a", "other", makeLink)).to.equal(false)
    expect(await readFile(path.join(folder.path, "a"), "utf8")).to.equal("text")
  })
})

describe("readIfPresent", () => {
  it("reads a file of the largest size, and refuses one that is larger or that grows while it is read", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "entry.json")
    expect(await readIfPresent(file, 4)).to.equal(undefined)
    await writeFile(file, "1234")
    expect(await readIfPresent(file, 4)).to.equal("1234")
    const reasonOf = async (maxBytes: number) => (await failure(readIfPresent(file, maxBytes))).facts["reason"]
    expect(await reasonOf(3)).to.equal("it is larger than 3 bytes")
    const grow = (own: FileHandle["stat"]) =>
      async function (this: FileHandle) {
        const found = await own.call(this)
        await writeFile(file, "12345")
        return found
      }
    await withMethod("stat", grow as never, async () => {
      expect(await reasonOf(100)).to.equal("it changes while it is read")
    })
  })
})
