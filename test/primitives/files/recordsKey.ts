import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, chown, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import path from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import { readUserKey } from "#src/primitives/files/recordsKey.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("S-24 the key of records", () => {
  const own = ["XDG_STATE_HOME", "HOME", "LOCALAPPDATA"].map((name) => [name, process.env[name]] as const)
  const workingFolder = process.cwd()
  let home: Awaited<ReturnType<typeof temporaryFolder>>
  let folder: string
  let file: string
  beforeEach(async () => {
    home = await temporaryFolder()
    process.env["XDG_STATE_HOME"] = home.path
    folder = path.join(home.path, "hardhat-plugs")
    file = path.join(folder, "records.key")
  })
  afterEach(async () => {
    for (const [name, value] of own) {
      if (value === undefined) Reflect.deleteProperty(process.env, name)
      else process.env[name] = value
    }
    process.chdir(workingFolder)
    await home[Symbol.asyncDispose]()
  })

  /** Why the key is not used. */
  const refusal = async () => {
    const { code, facts, next = "" } = await failure(readUserKey())
    expect(code).to.equal("JOURNAL_UNUSABLE")
    return { ...facts, next, reason: facts["reason"], folder: facts["folder"] }
  }

  it("is drawn once, for its owner's eyes alone, and is the same from then on", async () => {
    const key = await readUserKey()
    expect(await readFile(file, "utf8")).to.equal(`${key.toString("hex")}\n`)
    expect(key.length).to.equal(32)
    expect([(await lstat(file)).mode & 0o777, (await lstat(folder)).mode & 0o777]).to.deep.equal([0o600, 0o700])
    expect(await readUserKey()).to.deep.equal(key)
    await rm(file)
    expect(await readUserKey(), "another one").to.not.deep.equal(key)
  })

  it("is one for all that ask for it at once", async () => {
    const keys = await Promise.all(Array.from({ length: 32 }, readUserKey))
    expect(new Set(keys.map((key) => key.toString("hex"))).size).to.equal(1)
    expect(await readdir(folder)).to.deep.equal(["records.key"])
  })

  deepIt("is one for processes that draw it at once", async () => {
    const script = fileURLToPath(new URL("../../fixtures/children/keyChild.ts", import.meta.url))
    const children = Array.from({ length: 4 }, () => spawn(process.execPath, ["--import", "tsx/esm", script]))
    await Promise.all(children.map(({ stderr }) => once(stderr, "data")))
    for (const { stdin } of children) stdin.end()
    const keys = await Promise.all(children.map(({ stdout }) => text(stdout)))
    expect(new Set([...keys, (await readUserKey()).toString("hex")]).size).to.equal(1)
  })

  it("is not used once others may read it, or own it, and says which file that is", async () => {
    const key = await readUserKey()
    for (const mode of [0o640, 0o604, 0o620, 0o602]) {
      await chmod(file, mode)
      expect(await refusal()).to.include({ file, reason: "another user owns it, or may read it" })
    }
    await chmod(file, 0o400)
    expect(await readUserKey()).to.deep.equal(key)
    if (process.getuid?.() !== 0) return
    await chown(file, 65534, 65534)
    expect(await refusal()).to.include({ file, reason: "another user owns it, or may read it" })
    await chown(file, 0, 0)
    await chown(folder, 65534, 65534)
    expect(await refusal()).to.include({ folder, reason: "another user made it, or may write to it" })
  })

  it("is never guessed from what is no key, and no link is followed to it", async () => {
    const key = await readUserKey()
    for (const wrong of ["", "\n", key.toString("hex").slice(1), `${key.toString("hex")}0`, "x".repeat(5_000)]) {
      await writeFile(file, wrong)
      expect((await refusal()).next, wrong).to.match(/^Delete it|plugs\.recordsKey/)
    }
    await rm(file)
    await writeFile(path.join(home.path, "other"), key.toString("hex"), { mode: 0o600 })
    await symlink(path.join(home.path, "other"), file)
    expect(await refusal()).to.include({ folder, file, reason: "it is a symbolic link" })
    await rm(file)
    await mkdir(file)
    expect((await refusal()).next).to.contain("plugs.recordsKey")
  })

  it("has another way where the home folder cannot be used, which the error names", async () => {
    const inTheWay = path.join(home.path, "file")
    await writeFile(inTheWay, "")
    await mkdir(path.join(home.path, "open", "hardhat-plugs"), { recursive: true })
    await chmod(path.join(home.path, "open", "hardhat-plugs"), 0o777)
    // The folder can be made, and nothing in it.
    const long = path.join(home.path, `${"x".repeat(200)}/`.repeat(30)).slice(0, 4_070 - "/hardhat-plugs".length)
    for (const state of [inTheWay, path.join(home.path, "open"), long.replace(/\/$/, "x")]) {
      process.env["XDG_STATE_HOME"] = state
      const { next, reason, folder: named } = await refusal()
      expect(next, state).to.contain("or set plugs.recordsKey in the configuration")
      expect(reason).to.not.equal("")
      expect(named).to.equal(path.join(state, "hardhat-plugs"))
    }
    // Without a part that other tests print: what is hidden stays so in this process.
    const key = "D61f".repeat(16)
    const set = recordsKeyOf({ plugs: { recordsKey: { get: () => Promise.resolve(`0x${key}`) } } } as never)
    expect((await set()).toString("hex")).to.equal(key.toLowerCase())
    const wrong = recordsKeyOf({ plugs: { recordsKey: { get: () => Promise.resolve("ab") } } } as never)
    expect(await failure(wrong())).to.include({ code: "INVALID_INPUT", argument: "config.plugs.recordsKey" })
  })

  it("is never taken from the folder that a command runs in, whatever a project has put there", async function () {
    if (process.platform === "win32") this.skip()
    const key = await readUserKey()
    await using project = await temporaryFolder()
    process.chdir(project.path)
    const planted = ["state", path.join(".local", "state"), path.join("Library", "Application Support")]
    for (const place of planted) {
      const folderOf = path.join(project.path, place, "hardhat-plugs")
      await mkdir(folderOf, { recursive: true, mode: 0o700 })
      await writeFile(path.join(folderOf, "records.key"), "ab".repeat(32), { mode: 0o600 })
    }
    process.env["HOME"] = home.path
    for (const relative of ["state", "./state", ""]) {
      process.env["XDG_STATE_HOME"] = relative
      expect((await readUserKey()).toString("hex"), relative).to.not.equal("ab".repeat(32))
    }
    for (const nowhere of ["", "."]) {
      process.env["HOME"] = nowhere
      expect((await refusal()).next, nowhere).to.contain("plugs.recordsKey")
    }
    // The environment is the user's: a whole path in it is where the key is.
    process.env["XDG_STATE_HOME"] = path.join(project.path, "state")
    expect((await readUserKey()).toString("hex")).to.equal("ab".repeat(32))
    // As a checkout of git leaves it, others can read it.
    await chmod(path.join(project.path, "state", "hardhat-plugs", "records.key"), 0o644)
    expect((await refusal()).reason).to.equal("another user owns it, or may read it")
    process.env["XDG_STATE_HOME"] = home.path
    expect(await readUserKey()).to.deep.equal(key)
  })
})
