import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { type FileHandle, link, open, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises"
import path from "node:path"
import { fileURLToPath } from "node:url"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import { takeFileLock } from "#src/primitives/files/takeFileLock.js"
import { deepIt, variants } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

type Taken = Awaited<ReturnType<typeof takeFileLock>>

/** What systems answer where they have no hard links. */
const refusals = ["EPERM", "EACCES", "ENOTSUP", "ENOSYS", "EXDEV", "EISDIR"]

/** The id of a process that has ended. */
const { pid: ended } = spawnSync("true")

const refuse = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code, errno: -1 }))

describe("a lock that is a file", () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>
  let folder: string
  beforeEach(async () => {
    temporary = await temporaryFolder()
    folder = temporary.path
  })
  afterEach(() => temporary[Symbol.asyncDispose]())

  const withoutLinks = { makeLink: refuse("EPERM") }
  const expectHeld = (taken: Taken): string => {
    if ("release" in taken) throw new Error("it was taken twice")
    return taken.holder
  }
  const expectTaken = (taken: Taken): { release: () => Promise<void> } => {
    if ("release" in taken) return taken
    throw new Error(`it is held by ${taken.holder}`)
  }

  for (const code of variants(refusals, 2)) {
    it(`is held by one of many at once where a hard link is refused with ${code}, whether or not a dead holder left one`, async () => {
      for (let round = 0; round < 4; round += 1) {
        if (round % 2 === 1) await leaveDead()
        const tries = await Promise.all(
          Array.from({ length: 8 }, () => takeFileLock(folder, "a", { makeLink: refuse(code) })),
        )
        const holders = tries.filter((taken) => "release" in taken)
        expect(holders).to.have.length(1)
        const [file = ""] = await readdir(folder)
        expect(JSON.parse(await readFile(path.join(folder, file), "utf8"))).to.include({ pid: process.pid })
        await holders[0]?.release()
        expect(await readdir(folder)).to.deep.equal([])
      }
    })
  }

  it("is being taken by a process that writes it just after it was found empty", async () => {
    const file = path.join(folder, "a.1.lock")
    await writeFile(file, "")
    await using handle = await open(file)
    const prototype = Object.getPrototypeOf(handle) as Pick<FileHandle, "stat">
    const { stat } = prototype
    prototype.stat = async function (this: FileHandle) {
      const found = await stat.call(this)
      await writeFile(file, JSON.stringify({ pid: process.pid }))
      return found
    } as FileHandle["stat"]
    try {
      expect(expectHeld(await takeFileLock(folder, "a"))).to.equal("a process that is just taking it")
    } finally {
      prototype.stat = stat
    }
  })

  it("is one lock for processes with hard links and for those without", async () => {
    const first = expectTaken(await takeFileLock(folder, "a"))
    expect(expectHeld(await takeFileLock(folder, "a", withoutLinks))).to.contain(`process ${process.pid}`)
    await first.release()
    const second = expectTaken(await takeFileLock(folder, "a", withoutLinks))
    expect(expectHeld(await takeFileLock(folder, "a"))).to.contain(`process ${process.pid}`)
    await second.release()
  })

  deepIt("is not taken from a process that lives in another namespace, whichever /proc it sees", async function () {
    const namespaces = ["--user", "--map-root-user", "--pid", "--fork"]
    if (spawnSync("unshare", [...namespaces, "true"]).status !== 0) this.skip()
    const script = fileURLToPath(new URL("../../fixtures/children/lockingChild.ts", import.meta.url))
    const holding = [process.execPath, "--import", "tsx/esm", script, folder]
    const child = spawn("unshare", [...namespaces, "--net", "--uts", ...holding], {
      stdio: ["pipe", "pipe", "inherit"],
    })
    const [said] = (await once(child.stdout, "data")) as [Buffer]
    expect(said.toString()).to.equal("taken")
    expect(expectHeld(await takeFileLock(folder, "a"))).to.contain("in another container")
    const [file = ""] = await readdir(folder)
    // What its /proc says of its process id is of a process outside, which may end at any time.
    expect(JSON.parse(await readFile(path.join(folder, file), "utf8"))).to.include({ started: "" })
    child.stdin.end()
    await once(child, "close")
    await expectTaken(await takeFileLock(folder, "a")).release()
  })

  it("counts for a minute while it is empty, because its holder is about to write it", async () => {
    const file = path.join(folder, "a.1.lock")
    await writeFile(file, "")
    expect(expectHeld(await takeFileLock(folder, "a", withoutLinks))).to.equal("a process that is just taking it")
    const old = new Date(Date.now() - 61_000)
    await utimes(file, old, old)
    await expectTaken(await takeFileLock(folder, "a", withoutLinks)).release()
    expect(await readdir(folder)).to.deep.equal([])
  })

  it("is taken again if another process took it for a dead one's and removed it", async () => {
    let tries = 0
    const makeLink: typeof link = async (draft, file) => {
      tries += 1
      if (tries > 1) await link(draft, file)
    }
    const taken = expectTaken(await takeFileLock(folder, "a", { makeLink }))
    expect(tries).to.equal(2)
    expect(await readdir(folder)).to.deep.equal(["a.1.lock"])
    await taken.release()
  })

  it("is given up to a process that took another generation at the same moment", async () => {
    const makeLink: typeof link = async (draft, file) => {
      await writeFile(path.join(folder, "a.2.lock"), await readFile(draft))
      await link(draft, file)
    }
    expect(expectHeld(await takeFileLock(folder, "a", { makeLink }))).to.contain(`process ${process.pid}`)
    expect(await readdir(folder)).to.deep.equal(["a.2.lock"])
  })

  it("takes no file for a lock whose name has no generation", async () => {
    for (const name of ["a.1.5.lock", "a.-1.lock", "a.x.lock", "a.1000000000.lock"]) {
      await writeFile(path.join(folder, name), "")
      expect((await failure(takeFileLock(folder, "a"))).code, name).to.equal("JOURNAL_DAMAGED")
      await rm(path.join(folder, name))
    }
    await writeFile(path.join(folder, "a.999999998.lock"), "{}")
    expect(expectHeld(await takeFileLock(folder, "a"))).to.match(/^unknown/)
  })

  it("reports every other failure, and leaves nothing behind", async () => {
    const error = await failure(takeFileLock(folder, "a", { makeLink: refuse("ENOSPC") }))
    expect(error.code).to.equal("JOURNAL_UNUSABLE")
    expect(await readdir(folder)).to.deep.equal([])
  })

  /** Leaves the lock of a process that has ended. */
  async function leaveDead(): Promise<void> {
    const taken = expectTaken(await takeFileLock(folder, "a"))
    const [file = ""] = await readdir(folder)
    const own = JSON.parse(await readFile(path.join(folder, file), "utf8")) as object
    await taken.release()
    await writeFile(path.join(folder, file), JSON.stringify({ ...own, pid: ended }))
  }
})
