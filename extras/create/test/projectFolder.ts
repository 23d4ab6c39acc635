import { execFileSync } from "node:child_process"
import { mkdir, realpath, symlink, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import { findProjectFolder, readProjectFile } from "#extras/create/src/projectFolder.js"
import { thrown } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("the folder of a project", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let root: string
  beforeEach(async () => {
    folder = await temporaryFolder()
    await mkdir(folder.path, { recursive: true })
    root = await realpath(folder.path)
    await mkdir(path.join(root, "real"))
    await writeFile(path.join(root, "file"), "text")
    await symlink("real", path.join(root, "link"))
    await symlink("nowhere", path.join(root, "dangling"))
    await symlink("circle", path.join(root, "circle"))
  })
  afterEach(() => folder[Symbol.asyncDispose]())

  it("is found without symbolic links, and need not exist", () => {
    const found = [".", "real", "link", "new", "link/new/below", path.join(root, "real")]
    expect(found.map((name) => path.relative(root, findProjectFolder(name, root)))).to.deep.equal([
      ...["", "real", "real", "new", path.join("real", "new", "below"), "real"],
    ])
  })

  it("is refused where it cannot be one, with the reason", () => {
    const names = ["", "  ", "file", "file/below", "dangling", "dangling/below", "circle", "n".repeat(300)]
    const said = names.map((name) => {
      const error = thrown(() => findProjectFolder(name, root))
      expect(error).to.include({ code: "INVALID_INPUT", argument: "folder" })
      return /is empty|is not a folder|is a file|link to nothing|in a circle|too long/.exec(error.message)?.[0]
    })
    expect(said).to.deep.equal([
      ...["is empty", "is empty", "is not a folder", "is a file"],
      ...["link to nothing", "link to nothing", "in a circle", "too long"],
    ])
  })

  it("has files that are read, and nothing else in their place", async () => {
    await writeFile(path.join(root, "real", "a.txt"), "a")
    await mkdir(path.join(root, "real", "folder"))
    const project = path.join(root, "real")
    expect([readProjectFile(project, "a.txt"), readProjectFile(project, "b.txt")]).to.deep.equal(["a", undefined])
    expect(readProjectFile(project, "none/a.txt")).to.equal(undefined)
    expect(readProjectFile(root, "real/a.txt")).to.equal("a")
    const refused = (base: string, name: string): [string, string] => {
      const { code, message } = thrown(() => readProjectFile(base, name))
      return [code, message.split("\n")[0]!]
    }
    const says = (name: string, is: string, needs: string) => [
      ...["PATH_UNUSABLE", `The path ${name} is ${is}, and the template needs ${needs} there.`],
    ]
    expect(refused(project, "folder")).to.deep.equal(says("folder", "a folder", "a file"))
    expect(refused(project, "a.txt/b/c")).to.deep.equal(says("a.txt", "a file", "a folder"))
    expect(refused(root, "link/a.txt")).to.deep.equal(says("link", "a symbolic link", "a folder"))
    expect(refused(root, "dangling")).to.deep.equal(says("dangling", "a symbolic link", "a file"))
    if (process.platform === "win32") return
    execFileSync("mkfifo", [path.join(project, "pipe")])
    expect(refused(project, "pipe")).to.deep.equal(says("pipe", "no regular file", "a file"))
  })
})
