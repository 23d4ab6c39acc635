import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { checkOwnFile, writeOwnFile } from "#src/primitives/files/writeOwnFile.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const page = { argument: "--markdown", text: "<start> new", start: "<start>" }

describe("S-25 writeOwnFile", () => {
  it("writes a file that only its owner can read, and replaces its own", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "story.html")
    await writeOwnFile(file, { ...page, text: "<start> old" })
    await writeOwnFile(file, page)
    expect(await readFile(file, "utf8")).to.equal("<start> new")
    if (process.platform !== "win32") expect((await stat(file)).mode & 0o777).to.equal(0o600)
    expect(await readdir(folder.path)).to.deep.equal(["story.html"])
  })

  it("replaces nothing else: no file of the user, no link, no folder", async () => {
    await using folder = await temporaryFolder()
    const at = (name: string): string => path.join(folder.path, name)
    await writeFile(at("notes.md"), "my notes")
    await writeFile(at("mine.html"), "<start> mine")
    await symlink(at("mine.html"), at("link.html"))
    await mkdir(at("folder"))
    for (const [name, says] of [
      ["notes.md", "a file that this task has not written"],
      ["link.html", "a symbolic link"],
      ["folder", "it is not a file"],
      ["missing/story.html", "its folder does not exist"],
      ["notes.md/story.html", "its folder is a file"],
      [`${"x".repeat(300)}.html`, "its name is too long"],
    ] as const) {
      const { code, message } = await failure(writeOwnFile(at(name), page))
      expect(code, name).to.equal("INVALID_INPUT")
      expect(message, name).to.contain("--markdown").and.to.contain(says)
      expect(await failure(checkOwnFile(at(name), page)), name).to.include({ code, message })
    }
    expect(await readFile(at("notes.md"), "utf8")).to.equal("my notes")
    expect(await readFile(at("mine.html"), "utf8")).to.equal("<start> mine")
    expect((await readdir(folder.path)).sort()).to.deep.equal(["folder", "link.html", "mine.html", "notes.md"])
  })

  it("replaces no file at all if it is told of no beginning, and says so before the work", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "story.html")
    await checkOwnFile(file, { argument: "--markdown" })
    await writeFile(file, "<start> old")
    await checkOwnFile(file, page)
    for (const attempt of [
      () => checkOwnFile(file, { argument: "--markdown" }),
      () => writeOwnFile(file, { ...page, start: undefined }),
    ]) {
      expect((await failure(attempt())).message).to.contain("it is there already")
    }
    expect(await readFile(file, "utf8")).to.equal("<start> old")
  })

  it("says with which code the system refuses what has no words of its own, and passes on errors of this package", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "story.html")
    const messageOf = async (thrown: Error) =>
      (await failure(writeOwnFile(file, { ...page, text: () => Promise.reject(thrown) }))).message
    const refused = (code: string) =>
      `Option "--markdown": ${file} cannot be written: the system refuses it (${code}). Name a file in a folder that can be written.`
    expect(await messageOf(Object.assign(new Error("busy"), { code: "EBUSY" }))).to.equal(refused("EBUSY"))
    expect(await messageOf(new Error("why"))).to.equal(refused("unknown"))
    const own = new InvalidInputError({ argument: "x", problem: "no", fix: "Yes." })
    expect(await messageOf(own)).to.equal(own.message)
  })

  it("says that the disk is full, and leaves nothing half written", async () => {
    await using folder = await temporaryFolder()
    const full = async (draft: string): Promise<void> => {
      await writeFile(draft, "<st")
      throw Object.assign(new Error("write ENOSPC"), { code: "ENOSPC" })
    }
    const { code, message } = await failure(writeOwnFile(path.join(folder.path, "story.html"), { ...page, text: full }))
    expect(code).to.equal("INVALID_INPUT")
    expect(message).to.contain("story.html").and.to.contain("full")
    expect(await readdir(folder.path)).to.deep.equal([])
  })
})
