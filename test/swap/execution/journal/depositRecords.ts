import { createHmac } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { openUserFolder } from "../../../../src/primitives/files/openUserFolder.js"
import { namesIn } from "../../../../src/primitives/files/privateFiles.js"
import {
  checkDepositFile,
  createDepositRecords,
  type DepositRecord,
  isSealed,
  seal,
} from "../../../../src/swap/execution/journal/depositRecords.js"
import { quoteRouteSchema } from "../../../../src/swap/wire/quoteSchemas.js"
import { failure } from "../../../fixtures/failure.js"
import { temporaryFolder } from "../../../fixtures/projects/temporaryFolder.js"
import { journalEntry, routeOnWire, user } from "../../../fixtures/wire/swapRoutes.js"

const deposit = { chainId: 41_001, token: user, amount: "1", depositAddress: user }
const recordOf = (quoteId: string, more: Partial<DepositRecord> = {}): DepositRecord => ({
  request: { ...journalEntry().request, userOps: "deposit", refundAddress: user },
  route: quoteRouteSchema.parse(routeOnWire({ quoteId, userOp: "deposit", txData: null, approval: null, deposit })),
  ...{ inputValueInUsd: 1.5, fromBlock: 7n, paid: undefined, ...more },
})

describe("createDepositRecords", () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    temporary = await temporaryFolder()
  })
  after(() => temporary[Symbol.asyncDispose]())

  /** The folder of a test's own, with one record in it, and the file of that. */
  async function recorded(name: string, record: DepositRecord) {
    const folder = path.join(temporary.path, name)
    const records = createDepositRecords(folder)
    await records.write(record)
    const [file = ""] = await namesIn(folder)
    return { records, folder, file: path.join(folder, file) }
  }

  it("returns what was written, as its user's own, whatever the case of the id, and nothing of another quote", async () => {
    const record = recordOf("Q-1")
    const { records } = await recorded("own", record)
    for (const id of ["Q-1", "q-1"]) expect(await records.read(id), id).to.deep.equal({ ...record, isOwn: true })
    expect(await records.read("q-2")).to.equal(undefined)
    const paid = recordOf("Q-1", { paid: "the API said COMPLETED", fromBlock: 8n, inputValueInUsd: null })
    await records.write(paid)
    expect(await records.read("Q-1")).to.deep.equal({ ...paid, isOwn: true })
  })

  it("takes for a stranger's what has another seal, none, or another byte", async () => {
    const { records, file } = await recorded("sealed", recordOf("q-1"))
    const text = await readFile(file, "utf8")
    const whole = JSON.parse(text) as { seal: string; fromBlock: string }
    const other = `${whole.seal.slice(0, -1)}${whole.seal.endsWith("0") ? "1" : "0"}`
    for (const [what, change] of [
      ["a digit of the seal", { seal: other }],
      ["a seal that is too short", { seal: whole.seal.slice(0, -1) }],
      ["no seal", { seal: undefined }],
      ["a seal that is no text", { seal: 7 }],
      ["the block", { fromBlock: "6" }],
    ] as const) {
      await writeFile(file, JSON.stringify({ ...whole, ...change }))
      expect((await records.read("q-1"))?.isOwn, what).to.equal(false)
    }
    await writeFile(file, text)
    expect((await records.read("q-1"))?.isOwn).to.equal(true)
  })

  it("refuses a file that is no record of the quote, and names it", async () => {
    const { records, folder, file } = await recorded("damaged", recordOf("q-1"))
    await checkDepositFile(file)
    const text = await readFile(file, "utf8")
    await records.write(recordOf("q-2"))
    const [, second] = (await namesIn(folder)).sort((one) => (file.endsWith(one) ? -1 : 1))
    const other = await readFile(path.join(folder, second!), "utf8")
    for (const damaged of [other, text.slice(0, -9), "{}", text.replace('"version":1', '"version":2')]) {
      await writeFile(file, damaged)
      for (const read of [() => records.read("q-1"), () => checkDepositFile(file)]) {
        expect(await failure(read()))
          .to.deep.include({ code: "JOURNAL_DAMAGED" })
          .and.have.nested.property("facts.file", file)
      }
    }
    await checkDepositFile(path.join(folder, "none"))
  })
})

describe("seal", () => {
  it("is the same for the same text, and fits no other", async () => {
    const made = await seal("one")
    expect([made, await seal("one")]).to.deep.equal([made, made])
    expect(made).to.match(/^[0-9a-f]{64}$/)
    expect([await isSealed("one", made), await isSealed("two", made), await isSealed("one", undefined)]).to.deep.equal([
      ...[true, false, false],
    ])
  })
  it("is made with a key that is drawn once, and again where a crash has left none in its file", async () => {
    const { TMPDIR } = process.env
    await using folder = await temporaryFolder()
    process.env["TMPDIR"] = folder.path
    try {
      const made = new Set(await Promise.all(["one", "one", "one"].map(seal)))
      expect(made.size).to.equal(1)
      const key = path.join(await openUserFolder(), "seal.key")
      const drawn = [await readFile(key, "utf8")]
      for (const left of ["", "0".repeat(63)]) {
        await writeFile(key, left)
        const again = await seal("one")
        expect([made.has(again), again === keyed("one", left), await seal("one")]).to.deep.equal([false, false, again])
        drawn.push(await readFile(key, "utf8"))
        expect(again).to.equal(keyed("one", drawn.at(-1)!))
      }
      expect(new Set(drawn).size).to.equal(3)
      for (const each of drawn) expect(each).to.match(/^[0-9a-f]{64}$/)
      await writeFile(key, "0".repeat(65))
      expect((await failure(seal("one"))).code).to.equal("JOURNAL_DAMAGED")
    } finally {
      if (TMPDIR === undefined) delete process.env["TMPDIR"]
      else process.env["TMPDIR"] = TMPDIR
    }
  })
})

const keyed = (text: string, key: string): string => createHmac("sha256", key).update(text).digest("hex")
