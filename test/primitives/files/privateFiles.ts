import { execFileSync } from "node:child_process"
import { type FileHandle, link, mkdir, open, readdir, readFile, stat, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { createFile, namesIn, readIfPresent, removeFile, replaceFile } from "#src/primitives/files/privateFiles.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

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

  it("does without forcing a folder to disk where a system cannot, and not where the disk fails", async () => {
    await using folder = await temporaryFolder()
    for (const code of ["EISDIR", "EPERM", "EINVAL", "EIO", "ENOSPC"]) {
      const fails = async (handle: FileHandle) => {
        if (!(await handle.stat()).isFile()) throw refused(code)
      }
      const replaced = withSync(fails, () => replaceFile(folder.path, "a", code)).then(
        () => "replaced",
        (error: unknown) => (isPlugsError(error) ? error.code : error),
      )
      const isBorne = !["EIO", "ENOSPC"].includes(code)
      expect(await replaced, code).to.equal(isBorne ? "replaced" : "JOURNAL_UNUSABLE")
      expect(await readFile(path.join(folder.path, "a"), "utf8")).to.equal(code)
    }
  })
})

const refused = (code: string) => Object.assign(new Error(code), { code, errno: -1 })
const refuse = (code: string) => () => Promise.reject(refused(code))

describe("createFile", () => {
  it("S-25 makes a file once, only for its owner, whether or not the system has hard links", async () => {
    await using folder = await temporaryFolder()
    for (const [name, makeLink] of [
      ["linked", link],
      ["copied", refuse("EOPNOTSUPP")],
      ["copied on Windows", refuse("EISDIR")],
    ] as const) {
      expect(await createFile(folder.path, name, "first", makeLink), name).to.equal(true)
      expect(await createFile(folder.path, name, "second", makeLink), name).to.equal(false)
      const file = path.join(folder.path, name)
      expect(await readFile(file, "utf8"), name).to.equal("first")
      if (process.platform !== "win32") expect((await stat(file)).mode & 0o777, name).to.equal(0o600)
    }
    expect(await readdir(folder.path), "no draft is left").to.have.length(3)
  })

  it("leaves nothing behind that it could not write to the end", async () => {
    await using folder = await temporaryFolder()
    for (const [failsAt, makeLink] of [
      [1, link],
      [2, refuse("EPERM")],
    ] as const) {
      let syncs = 0
      const full = () => ((syncs += 1) === failsAt ? Promise.reject(refused("ENOSPC")) : Promise.resolve())
      await withSync(full, async () => {
        const { code, facts } = await failure(createFile(folder.path, "a", "text", makeLink))
        expect([code, facts["folder"], facts["file"]]).to.deep.equal([
          ...["JOURNAL_UNUSABLE", folder.path, path.join(folder.path, "a")],
        ])
      })
      expect([await readdir(folder.path), syncs]).to.deep.equal([[], failsAt])
    }
    expect((await failure(createFile(folder.path, "a", "text", refuse("EIO")))).code).to.equal("JOURNAL_UNUSABLE")
    expect(await readdir(folder.path)).to.deep.equal([])
  })
})

describe("a file that may be there", () => {
  it("is read to the last byte that it may have, and may be empty or missing", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "a")
    expect([await readIfPresent(file, 9), await namesIn(path.join(folder.path, "none"))]).to.deep.equal([undefined, []])
    await writeFile(file, "")
    expect(await readIfPresent(file, 0)).to.equal("")
    await writeFile(file, "ten bytes.")
    expect([await readIfPresent(file, 10), await namesIn(folder.path)]).to.deep.equal(["ten bytes.", ["a"]])
    const { code, facts } = await failure(readIfPresent(file, 9))
    expect([code, facts["file"]]).to.deep.equal(["JOURNAL_DAMAGED", file])
    await removeFile(file)
    await removeFile(file)
    expect(await namesIn(folder.path)).to.deep.equal([])
  })

  it("is damaged if it is a folder or a pipe, which nobody waits for, or grows meanwhile", async () => {
    await using folder = await temporaryFolder()
    const at = (name: string): string => path.join(folder.path, name)
    await mkdir(at("folder"))
    await writeFile(at("growing"), "a")
    const places = ["folder"]
    if (process.platform !== "win32") {
      execFileSync("mkfifo", [at("pipe")])
      places.push("pipe")
    }
    for (const place of places) {
      expect((await failure(readIfPresent(at(place), 9))).code, place).to.equal("JOURNAL_DAMAGED")
    }
    await using handle = await open(at("growing"))
    const prototype = Object.getPrototypeOf(handle) as Pick<FileHandle, "stat">
    const { stat: own } = prototype
    prototype.stat = async function (this: FileHandle) {
      const found = await own.call(this)
      await writeFile(at("growing"), "more")
      return found
    } as FileHandle["stat"]
    try {
      expect((await failure(readIfPresent(at("growing"), 9))).code).to.equal("JOURNAL_DAMAGED")
    } finally {
      prototype.stat = own
    }
  })
})
