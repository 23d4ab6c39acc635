import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { hostname, tmpdir } from "node:os"
import path from "node:path"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import { createFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { journalEntry, quoteId } from "#test/fixtures/wire/swapRoutes.js"

const entry = journalEntry()

describe("createFileJournal", () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plugs-journal-"))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const fileOf = async (ending: string): Promise<string> => {
    const name = (await readdir(folder)).find((file) => file.endsWith(ending))
    return path.join(folder, name ?? "none")
  }
  /** Leaves the lock file of another holder. */
  const lockAs = async (holder: object | string): Promise<void> => {
    const held = await createFileJournal(folder).lock(quoteId)
    const file = await fileOf(".lock")
    const text = await readFile(file, "utf8")
    await held[Symbol.asyncDispose]()
    const written = typeof holder === "string" ? holder : JSON.stringify({ ...(JSON.parse(text) as object), ...holder })
    await writeFile(file, written)
  }
  const deadPid = async (): Promise<number> => {
    const child = spawn(process.execPath, ["-e", ""])
    await once(child, "exit")
    return child.pid!
  }

  it("returns exactly what was written last", async () => {
    const journal = createFileJournal(path.join(folder, "made", "when needed"))
    expect(await journal.read(quoteId)).to.equal(undefined)
    expect(await journal.list()).to.deep.equal([])
    await journal.write({ ...entry, state: "SIGNED" })
    await journal.write(entry)
    expect(await journal.read(quoteId)).to.deep.equal(entry)
    expect(await journal.list()).to.deep.equal([entry])
  })

  it("keeps entries apart, whatever their ids look like", async () => {
    const journal = createFileJournal(folder)
    const ids = ["a", "A", "../a", "..", "a/b", "x".repeat(200), "CON", "a.json"]
    for (const id of ids) await journal.write({ ...entry, quoteId: id })
    for (const id of ids) expect((await journal.read(id))?.quoteId).to.equal(id)
    expect((await readdir(folder)).length).to.equal(ids.length)
  })

  it("can be read by its owner only", async () => {
    const journal = createFileJournal(path.join(folder, "new"))
    await journal.write(entry)
    expect((await stat(path.join(folder, "new"))).mode & 0o077).to.equal(0)
    expect((await stat(path.join(folder, "new", `${quoteId}.json`))).mode & 0o077).to.equal(0)
  })

  it("reports a damaged entry, and never takes it for a missing one", async () => {
    const journal = createFileJournal(folder)
    await journal.write(entry)
    const file = await fileOf(".json")
    const whole = await readFile(file, "utf8")
    const damaged = [
      "",
      whole.slice(0, 100),
      "[]",
      whole.replace('"version": 1', '"version": 2'),
      whole.replace('"SENT"', '"ELSEWHERE"'),
      whole.replace(/"submission": \{[^]*?\n {2}\},\n/, ""),
      whole.replace(`"quoteId": "${quoteId}"`, `"quoteId": "another"`),
    ]
    for (const text of damaged) {
      await writeFile(file, text)
      const error = await failure(journal.read(quoteId))
      expect(error.code).to.equal("JOURNAL_FOREIGN")
      expect(error.facts).to.include({ file })
    }
  })

  it("writes no entry that it would not read again, and leaves what was there", async () => {
    const journal = createFileJournal(folder)
    await journal.write(entry)
    const huge = { ...entry, route: { ...entry.route, note: "x".repeat(32 * 2 ** 20) } }
    const error = await failure(journal.write(huge))
    expect([error.code, error.facts]).to.deep.equal([
      "JOURNAL_UNUSABLE",
      {
        ...{ folder, file: path.join(folder, `${quoteId}.json`) },
        reason: "the record would be larger than 33554432 bytes",
      },
    ])
    expect(error.next).to.contain("Choose another route.")
    expect(await journal.list()).to.deep.equal([entry])
  })

  it("locks a quote for one holder at a time", async () => {
    const journal = createFileJournal(folder)
    const held = await journal.lock(quoteId)
    expect((await failure(journal.lock(quoteId))).code).to.equal("ROUTE_BUSY")
    await (await journal.lock("another"))[Symbol.asyncDispose]()
    await held[Symbol.asyncDispose]()
    await (await journal.lock(quoteId))[Symbol.asyncDispose]()
    expect(await readdir(folder)).to.deep.equal([])
  })

  deepIt("gives a quote to one of many at once, whether or not a dead holder left a lock", async () => {
    for (let round = 0; round < 20; round += 1) {
      if (round % 2 === 1) await lockAs({ pid: await deadPid() })
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => createFileJournal(folder).lock(quoteId)))
      const held = tries.filter((each) => each.status === "fulfilled")
      expect(held.length).to.equal(1)
      for (const { value } of held) await value[Symbol.asyncDispose]()
    }
    expect(await readdir(folder)).to.deep.equal([])
  })

  it("ignores the lock of a process that has died, or that had this process's id before it", async () => {
    for (const holder of [{ pid: await deadPid() }, { run: "an earlier process" }]) {
      await lockAs(holder)
      await (await createFileJournal(folder).lock(quoteId))[Symbol.asyncDispose]()
      expect(await readdir(folder)).to.deep.equal([])
    }
  })

  it("respects the lock of a process that lives, or that it cannot check", async () => {
    const living = { pid: process.ppid, started: "" }
    for (const holder of [living, { pid: await deadPid(), host: `not-${hostname()}` }, "not a lock of ours"]) {
      await lockAs(holder)
      const error = await failure(createFileJournal(folder).lock(quoteId))
      expect(error.code).to.equal("ROUTE_BUSY")
      expect(error.facts["file"]).to.equal(await fileOf(".lock"))
      await rm(await fileOf(".lock"))
    }
  })
})
