import { execFileSync } from "node:child_process"
import { cp, mkdir, readdir, readFile, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import * as fc from "fast-check"
import { afterEach, beforeEach, describe, it } from "mocha"

import {
  commandKey,
  createCommandRecords,
  findCommandExecution,
} from "#extras/swap/src/execution/journal/commandRecords.js"
import { createFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import { findUnfinished } from "#extras/swap/src/execution/journal/entries.js"
import { explained } from "#src/primitives/files/fileErrors.js"
import { readUserKey } from "#src/primitives/files/recordsKey.js"
import { lockLifetime } from "#src/primitives/files/takeFileLock.js"
import { runs } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { otherKey, writeAsUser } from "#test/fixtures/wire/recordFiles.js"
import { dai, journalEntry, quoteId } from "#test/fixtures/wire/swapRoutes.js"

const entry = journalEntry()
const key = commandKey({ amount: "1" })

/** An entry as it is on disk. */
const stored = (written: object): string =>
  JSON.stringify({ version: 1, ...written }, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  )

describe("files that record swaps", () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>
  let folder: string
  let file: string
  beforeEach(async () => {
    temporary = await temporaryFolder()
    folder = path.join(temporary.path, "swaps")
    file = path.join(folder, `${quoteId}.json`)
    await createFileJournal(folder).write(entry)
  })
  afterEach(() => temporary[Symbol.asyncDispose]())

  const expectRefused = async (work: Promise<unknown>, named = file, code = "JOURNAL_FOREIGN"): Promise<void> => {
    const error = await failure(work)
    expect(error.code).to.equal(code)
    expect(error.facts).to.include({ file: named })
  }
  const expectDamaged = (work: Promise<unknown>, named = file) => expectRefused(work, named, "JOURNAL_DAMAGED")

  describe("an entry", () => {
    it("is refused with any other word in it, and kept", async () => {
      const { submission, ...rest } = entry
      for (const changed of [
        ...[
          { ...rest, submission: { ...submission, nonce: 8 } },
          { ...rest, submission },
          { ...entry, account: dai },
        ],
        { ...entry, request: { ...entry.request, extra: 1 } },
      ]) {
        await writeFile(file, stored(changed))
        await expectRefused(createFileJournal(folder).read(quoteId))
        expect(await readFile(file, "utf8"), "it is kept").to.equal(stored(changed))
      }
    })

    it("is refused where another user, chain, quote or purpose has it, and stays where its project is moved", async () => {
      const text = await readFile(file, "utf8")
      await writeAsUser(file, { purpose: "swap", record: entry, key: otherKey })
      await expectRefused(createFileJournal(folder).read(quoteId))
      await writeAsUser(file, { purpose: "deposit", record: entry })
      await expectRefused(createFileJournal(folder).read(quoteId))
      const [one, other, moved] = ["a/.plugs/swaps/1", "a/.plugs/swaps/2", "b/.plugs/swaps/1"].map((place) =>
        path.join(temporary.path, place),
      )
      await createFileJournal(one!).write(entry)
      expect(await readFile(path.join(one!, path.basename(file)), "utf8")).to.not.equal(text)
      for (const to of [other!, moved!]) await cp(one!, to, { recursive: true })
      await expectRefused(createFileJournal(other!).read(quoteId), path.join(other!, path.basename(file)))
      expect(await createFileJournal(moved!).read(quoteId)).to.deep.equal(entry)
    })

    it("is refused if it is too large, a folder, a pipe, or a link to a device", async () => {
      const journal = createFileJournal(folder)
      await truncate(file, 2 ** 40)
      await expectDamaged(journal.read(quoteId))
      await rm(file)
      await mkdir(file)
      await expectDamaged(journal.read(quoteId))
      await rm(file, { recursive: true })
      execFileSync("mkfifo", [file])
      await expectDamaged(journal.read(quoteId))
      await rm(file)
      await symlink("/dev/zero", file)
      await expectDamaged(journal.read(quoteId))
    })

    it("is told from a foreign file and from a copy, which stop what looks for unfinished swaps", async () => {
      const journal = createFileJournal(folder)
      const foreign = path.join(folder, "package.json")
      await writeFile(foreign, "{}")
      await expectRefused(findUnfinished(journal, entry.request), foreign)
      await rm(foreign)
      const copy = path.join(folder, "copy.json")
      await writeFile(copy, await readFile(file))
      await expectRefused(findUnfinished(journal, entry.request), copy)
      await rm(copy)
      await writeFile(path.join(folder, `${quoteId}.json.123.draft`), "{")
      expect(await findUnfinished(journal, entry.request)).to.include({ quoteId })
    })

    it("is read as it was written or refused, however it is cut or changed", async () => {
      const whole = await readFile(file)
      const journal = createFileJournal(folder)
      const change = fc.oneof(
        fc.nat(whole.length - 1).map((length) => whole.subarray(0, length)),
        fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
        fc.json().map((text) => Buffer.from(text)),
      )
      await fc.assert(
        fc.asyncProperty(change, async (bytes) => {
          await writeFile(file, bytes)
          const read = await journal.read(quoteId).catch((error: unknown) => (error as { code: string }).code)
          if (read !== "JOURNAL_FOREIGN") expect(read).to.deep.equal(entry)
        }),
        runs({ fast: 20, deep: 500 }),
      )
    })
  })

  describe("the record of a command", () => {
    const commands = () => createCommandRecords(path.join(folder, "commands"), readUserKey)
    const find = () => findCommandExecution({ journal: createFileJournal(folder), commands: commands() }, key, 0)

    it("is never taken for a command that has not begun, however it is cut or changed", async () => {
      await commands().write(key, quoteId)
      const record = path.join(folder, "commands", key)
      const whole = await readFile(record)
      const damage = fc.oneof(
        fc.nat(whole.length - 2).map((length) => whole.subarray(0, length)),
        fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
        fc.constantFrom(quoteId, "{}", "[]", "null", `${quoteId}\n${quoteId}\n`).map((text) => Buffer.from(text)),
      )
      await fc.assert(
        fc.asyncProperty(damage, async (bytes) => {
          await writeFile(record, bytes)
          await expectRefused(find(), record)
        }),
        runs({ fast: 20, deep: 500 }),
      )
    })

    it("is refused under the name of another command", async () => {
      await mkdir(path.join(folder, "commands"))
      const record = path.join(folder, "commands", key)
      await commands().write(key, quoteId)
      expect(await find()).to.include({ quoteId })
      const other = commandKey({ amount: "2" })
      await writeFile(path.join(folder, "commands", other), await readFile(record))
      await expectRefused(commands().read(other), path.join(folder, "commands", other))
    })

    it("does not keep another command's swap from ending", async () => {
      const other = commandKey({ amount: "2" })
      await commands().write(key, quoteId)
      await writeFile(path.join(folder, "commands", other), "")
      await commands().end(quoteId, 5)
      expect(await commands().read(key)).to.include({ endedAt: 5 })
    })
  })

  describe("a lock", () => {
    const lockFile = async (): Promise<string> =>
      path.join(
        folder,
        (await readdir(folder)).find((name) => name.endsWith(".lock"))!,
      )
    /** Leaves the lock of a process that runs elsewhere. */
    const lockAs = async (holder: object): Promise<string> => {
      const held = await createFileJournal(folder).lock(quoteId)
      const lock = await lockFile()
      const own = JSON.parse(await readFile(lock, "utf8")) as object
      await held[Symbol.asyncDispose]()
      await writeFile(lock, JSON.stringify({ ...own, ...holder }))
      return lock
    }
    // No process of this system has this id.
    const pid = 2 ** 22 + 1

    const elsewhere = {
      "in another container of this machine": { pid, pids: "pid:[4026532999]" },
      "in a container of another machine": { pid, boot: "another", machine: "another" },
      "on a copy of this virtual machine": { pid, boot: "another", host: "another" },
      "of an earlier version, which did not say where it ran": { pid, boot: undefined, pids: undefined },
    }
    for (const [where, holder] of Object.entries(elsewhere)) {
      it(`of a process ${where} is not taken for dead until it is old`, async function () {
        if (process.platform !== "linux") this.skip()
        const lock = await lockAs(holder)
        const journal = createFileJournal(folder)
        const busy = await failure(journal.lock(quoteId))
        expect(busy.code).to.equal("ROUTE_BUSY")
        expect(busy.facts["file"]).to.equal(lock)
        expect(busy.facts["held by"]).to.match(/another container.*48 h/)
        const old = new Date(Date.now() - lockLifetime - 1_000)
        await utimes(lock, old, old)
        await (await journal.lock(quoteId))[Symbol.asyncDispose]()
      })
    }

    it("of a machine whose name hides something is named on one line, shortly", async function () {
      if (process.platform !== "linux") this.skip()
      for (const [host, shown] of [
        ["a\n\u202eb", "on a b, in another container"],
        ["c".repeat(200), "c".repeat(100)],
      ] as const) {
        const lock = await lockAs({ pid, pids: "pid:[4026532999]", host })
        const busy = await failure(createFileJournal(folder).lock(quoteId))
        expect(busy.facts["held by"]).to.contain(shown).and.have.length.below(200)
        await rm(lock)
      }
    })

    it("of another program, and one with an impossible number, are named", async () => {
      for (const number of ["x", "99999999999999999999", "-1", "1.5"]) {
        const lock = path.join(folder, `${quoteId}.${number}.lock`)
        await writeFile(lock, "{}")
        await expectDamaged(createFileJournal(folder).lock(quoteId), lock)
        await rm(lock)
      }
    })
  })

  describe("a folder that cannot be used", () => {
    it("is named with what is in its place", async () => {
      const taken = path.join(temporary.path, "taken")
      await writeFile(taken, "")
      for (const used of [taken, path.join(taken, "below")]) {
        const journal = createFileJournal(used)
        for (const work of [() => journal.write(entry), () => journal.lock(quoteId), () => journal.list()]) {
          const error = await failure(work())
          expect(error.code).to.equal("JOURNAL_UNUSABLE")
          expect(error.facts["folder"]).to.contain(taken)
        }
      }
    })

    it("is named where the disk is full, and a bug is not hidden", async () => {
      const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC", errno: -28 })
      const error = await failure(explained("/some/where/file", () => Promise.reject(full)))
      expect(error.facts).to.deep.equal({ folder: "/some/where", file: "/some/where/file", reason: "the disk is full" })
      const bug = new TypeError("x is not a function")
      expect(await explained("/file", () => Promise.reject(bug)).catch((caught: unknown) => caught)).to.equal(bug)
    })
  })
})
