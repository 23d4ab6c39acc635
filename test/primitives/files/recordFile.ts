import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"
import { z } from "zod"

import { readRecordFile, recordText } from "../../../src/primitives/files/recordFile.js"
import { failure } from "../../fixtures/failure.js"
import { temporaryFolder } from "../../fixtures/projects/temporaryFolder.js"

const schema = z.object({ amount: z.string(), list: z.array(z.object({ id: z.number() })) })

describe("a file with a record", () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>
  let file: string
  beforeEach(async () => {
    temporary = await temporaryFolder()
    file = path.join(temporary.path, "a.json")
  })
  afterEach(() => temporary[Symbol.asyncDispose]())

  const read = (maxBytes = 1_000) => readRecordFile(file, { schema, maxBytes })

  it("is read as it was written, to the last byte that it may have, and is undefined where there is none", async () => {
    expect(await read()).to.equal(undefined)
    const text = recordText({ amount: 2n ** 64n, list: [{ id: 1 }] })
    expect(text).to.equal(
      '{\n  "version": 1,\n  "amount": "18446744073709551616",\n  "list": [\n    {\n      "id": 1\n    }\n  ]\n}\n',
    )
    await writeFile(file, text)
    expect(await read(text.length)).to.deep.equal({ amount: "18446744073709551616", list: [{ id: 1 }] })
    expect((await failure(read(text.length - 1))).code).to.equal("JOURNAL_DAMAGED")
  })

  it("is refused where it is none, and the error says which part is wrong", async () => {
    const whole = { version: 1, amount: "5", list: [] }
    for (const [text, reason] of [
      ["", "not a record of this version"],
      ["{", "not a record of this version"],
      ["[1]", "not a record of this version"],
      ["null", "not a record of this version"],
      [JSON.stringify({ ...whole, version: undefined }), "not a record of this version"],
      [JSON.stringify({ ...whole, version: "1" }), "not a record of this version"],
      [JSON.stringify({ ...whole, version: 2 }), "not a record of this version"],
      [JSON.stringify({ ...whole, amount: 5 }), "amount: "],
      [JSON.stringify({ ...whole, list: [{ id: 1 }, {}] }), "list.1.id: "],
    ] as const) {
      await writeFile(file, text)
      const { code, facts } = await failure(read())
      expect([code, facts["file"], facts["reason"]?.slice(0, reason.length)], text).to.deep.equal([
        ...["JOURNAL_DAMAGED", file, reason],
      ])
    }
  })
})
