import { readFile, rm, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import * as fc from "fast-check"
import { afterEach, beforeEach, describe, it } from "mocha"
import { z } from "zod"

import { openRecordFolder, placeOf } from "#src/primitives/files/recordFolder.js"
import { runs } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const schema = z.object({ amount: z.string(), list: z.array(z.object({ id: z.number() })) })
const key = () => Promise.resolve(Buffer.alloc(32, 1))

describe("a folder of records", () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>
  let file: string
  beforeEach(async () => {
    temporary = await temporaryFolder()
    file = path.join(temporary.path, "a.json")
  })
  afterEach(() => temporary[Symbol.asyncDispose]())

  const opened = (
    more: { maxBytes?: number; schema?: () => typeof schema; isOpen?: (record: { amount: string }) => boolean } = {},
  ) =>
    openRecordFolder(temporary.path, {
      ...{ purpose: "test", schema: () => schema, maxBytes: 1_000, names: /\.json$/, key },
      ...more,
    })

  it("gives a record as it was written, to the last byte that it may have, and undefined where there is none", async () => {
    expect(await opened().read("a.json")).to.equal(undefined)
    await opened().write("a.json", { amount: 2n ** 64n, list: [{ id: 1 }] })
    const text = await readFile(file, "utf8")
    expect(text).to.match(
      /^\{\n {2}"version": 1,\n {2}"amount": "18446744073709551616",\n {2}"list": \[\n[^]*\n\}\n"[0-9a-f]{64}"\n$/,
    )
    expect(await opened({ maxBytes: text.length }).read("a.json")).to.deep.equal({
      ...{ amount: "18446744073709551616", list: [{ id: 1 }] },
    })
    expect((await failure(opened({ maxBytes: text.length - 1 }).read("a.json"))).code).to.equal("JOURNAL_DAMAGED")
    const small = opened({ maxBytes: text.length - 1 })
    expect((await failure(small.write("a.json", { amount: 2n ** 64n, list: [{ id: 1 }] }))).code).to.equal(
      "JOURNAL_UNUSABLE",
    )
  })

  it("misses one that was open and is gone, or an earlier one, until it is put back or over, also in another process", async () => {
    const isOpen = ({ amount }: { amount: string }) => amount !== "0"
    const record = (amount: string) => ({ amount, list: [] })
    const folder = () => opened({ isOpen })
    await folder().write("a.json", record("7"))
    const first = await readFile(file)
    await folder().write("a.json", record("8"))
    const second = await readFile(file)
    const lost = async () => {
      const { code, facts } = await failure(folder().read("a.json"))
      expect([code, facts["file"]]).to.deep.equal(["JOURNAL_LOST", file])
      return facts["known from"]!
    }
    await writeFile(file, first)
    await lost()
    await rm(file)
    const guard = await lost()
    await writeFile(file, second)
    expect(await folder().read("a.json")).to.deep.equal(record("8"))
    // Another container that has the same key has written it since.
    await writeFile(guard, "1\n")
    expect(await folder().read("a.json")).to.deep.equal(record("8"))
    await folder().write("a.json", record("0"))
    await rm(file)
    expect(await folder().read("a.json")).to.equal(undefined)

    await folder().write("a.json", record("9"))
    await rm(file)
    await rm(await lost())
    expect(await folder().read("a.json")).to.equal(undefined)
    await folder().write("a.json", record("9"))
    await folder().remove("a.json")
    expect(await folder().read("a.json")).to.equal(undefined)
  })

  it("says of the user's own record which part is of another version", async () => {
    for (const [record, reason] of [
      [{ version: 2 }, "not a record of this version"],
      [{ amount: 5 }, "amount: "],
      [{ list: [{ id: 1 }, {}] }, "list.1.id: "],
    ] as const) {
      await opened().write("a.json", { amount: "5", list: [], ...record })
      const { code, facts } = await failure(opened().read("a.json"))
      expect([code, facts["file"], facts["reason"]?.slice(0, reason.length)]).to.deep.equal([
        ...["JOURNAL_DAMAGED", file, reason],
      ])
    }
  })

  it("shows what a file says that the user did not write, without what could move a cursor", async () => {
    for (const [text, says] of [
      ["", "nothing"],
      ["{}", "nothing"],
      ['{"state":"SIGNED\u001B[2J","quoteId":"0x1"}\n', "state:SIGNED 2J,quoteId:0x1"],
    ] as const) {
      await writeFile(file, text)
      const { code, facts } = await failure(opened().read("a.json"))
      expect([code, facts]).to.deep.equal(["JOURNAL_FOREIGN", { file, says }])
    }
  })

  it("S-24 never believes a file that has one byte more, less, or another, and parses none of it", async () => {
    await opened().write("a.json", { amount: "5", list: [] })
    const whole = await readFile(file)
    const parsed = () => {
      throw new Error("it was parsed")
    }
    const changes = fc.oneof(
      fc
        .tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }))
        .map(([at, by]) => Buffer.from(whole.map((byte, index) => (index === at ? byte ^ by : byte)))),
      fc.nat(whole.length - 1).map((length) => whole.subarray(0, length)),
      fc.uint8Array({ minLength: 1, maxLength: 9 }).map((more) => Buffer.concat([whole, more])),
    )
    await fc.assert(
      fc.asyncProperty(changes, async (bytes) => {
        await writeFile(file, bytes)
        expect((await failure(opened({ schema: parsed }).read("a.json"))).code).to.equal("JOURNAL_FOREIGN")
      }),
      runs({ fast: 100, deep: 1_000 }),
    )
    await writeFile(file, whole)
    expect(await opened().read("a.json")).to.deep.equal({ amount: "5", list: [] })
  })

  it("knows the place of a file below .plugs, wherever the project is, and elsewhere by its folder", () => {
    const place = (...parts: string[]) => placeOf(path.join(path.sep, ...parts), "a")
    expect(place("x", ".plugs", "swaps", "1")).to.equal("swaps/1/a")
    expect(place("y", "z", ".plugs", "swaps", "1")).to.equal("swaps/1/a")
    expect(place("y", ".plugs")).to.equal("a")
    expect(place("x", "journal")).to.equal("journal/a")
  })
})
