import { readdir, readFile, stat, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import { openUserFolder } from "../../../../src/primitives/files/openUserFolder.js"
import {
  checkDepositFile,
  createDepositRecords,
  isSealed,
  seal,
} from "../../../../src/swap/execution/journal/depositRecords.js"
import { failure } from "../../../fixtures/failure.js"
import { temporaryFolder } from "../../../fixtures/projects/temporaryFolder.js"
import { journalEntry, quoteId } from "../../../fixtures/wire/swapRoutes.js"

const { request, route } = journalEntry()
const shown = { request, route, inputValueInUsd: 2.5, fromBlock: 12n }

describe("deposits as they were shown", () => {
  const { TMPDIR } = process.env
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>
  let folder: string
  beforeEach(async () => {
    temporary = await temporaryFolder()
    process.env["TMPDIR"] = temporary.path
    folder = path.join(temporary.path, "deposits")
  })
  afterEach(async () => {
    if (TMPDIR === undefined) delete process.env["TMPDIR"]
    else process.env["TMPDIR"] = TMPDIR
    await temporary[Symbol.asyncDispose]()
  })

  const onlyFile = async (): Promise<string> => path.join(folder, (await readdir(folder))[0]!)
  /** Changes the one record, as somebody can who may write into the project. */
  async function change(more: object, ofRoute: object = {}): Promise<void> {
    const file = await onlyFile()
    const stored = JSON.parse(await readFile(file, "utf8")) as { route: object }
    await writeFile(file, JSON.stringify({ ...stored, route: { ...stored.route, ...ofRoute }, ...more }))
  }

  it("are read as they were written, and as this user's own", async () => {
    const records = createDepositRecords(folder)
    expect(await records.read(quoteId)).to.equal(undefined)
    await records.write({ ...shown, paid: "COMPLETED" })
    expect(await records.read(quoteId)).to.deep.equal({ ...shown, paid: "COMPLETED", isOwn: true })
    await checkDepositFile(await onlyFile())
  })

  it("are a stranger's once anything in them is changed, they have no seal, or the key is another one", async () => {
    const records = createDepositRecords(folder)
    const isOwn = async () => (await records.read(quoteId))?.isOwn
    for (const more of [{ fromBlock: "11" }, { seal: "0".repeat(64) }, { seal: undefined }]) {
      await records.write(shown)
      expect(await isOwn()).to.equal(true)
      await change(more)
      expect(await isOwn(), JSON.stringify(more)).to.equal(false)
    }
    await records.write(shown)
    await using elsewhere = await temporaryFolder()
    process.env["TMPDIR"] = elsewhere.path
    expect(await isOwn()).to.equal(false)
  })

  it("are sealed with one key that only its user can read, made at the first seal", async () => {
    const sealed = await seal("a")
    const key = path.join(await openUserFolder(), "seal.key")
    const text = await readFile(key, "utf8")
    expect(text).to.match(/^[0-9a-f]{64}$/)
    if (process.platform !== "win32") expect((await stat(key)).mode & 0o777).to.equal(0o600)
    expect([await seal("a"), await readFile(key, "utf8")]).to.deep.equal([sealed, text])
    const givens = [sealed, sealed.slice(1), `${sealed}0`, "", undefined]
    expect(await Promise.all(givens.map((given) => isSealed("a", given)))).to.deep.equal([
      true,
      ...[false, false, false, false],
    ])
    expect(await isSealed("b", sealed)).to.equal(false)
    await writeFile(key, "1".repeat(64))
    expect(await isSealed("a", sealed)).to.equal(false)
  })

  it("are damaged where they are of another quote, of another format, or under another name", async () => {
    const records = createDepositRecords(folder)
    for (const [more, ofRoute] of [
      [{ version: 2 }],
      [{ fromBlock: "-1" }],
      [{ request: {} }],
      [{}, { quoteId: "another" }],
    ] as const) {
      await records.write(shown)
      await change(more, ofRoute)
      const file = await onlyFile()
      for (const read of [() => records.read(quoteId), () => checkDepositFile(file)]) {
        const error = await failure(read())
        expect([error.code, error.facts]).to.deep.equal([
          "JOURNAL_DAMAGED",
          { file, reason: "not the record of this deposit" },
        ])
      }
    }
    await records.write(shown)
    const copy = path.join(folder, "a copy.json")
    await writeFile(copy, await readFile(await onlyFile(), "utf8"))
    expect((await failure(checkDepositFile(copy))).code).to.equal("JOURNAL_DAMAGED")
    await checkDepositFile(path.join(folder, "none"))
  })
})
