import { mkdir, truncate, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import { z } from "zod"

import * as files from "#src/http/parsing/dataFiles.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const maxBytes = 5 * 1024 * 1024
const digits = `0x${"1".repeat(40)}`

describe("readDataFile", () => {
  const schema = z.record(files.nameKeySchema, files.fileBlockSchema)

  it("reads JSON, with or without a mark of its encoding", async () => {
    await using folder = await temporaryFolder()
    await mkdir(folder.path, { recursive: true })
    const file = path.join(folder.path, "a.json")
    for (const mark of ["", "\uFEFF"]) {
      await writeFile(file, `${mark}{"a": 7}`)
      expect(await files.readDataFile(file, schema, "numbers")).to.deep.equal({ a: 7 })
    }
    await writeFile(file, '{"a": 7}'.padEnd(maxBytes))
    expect(await files.readDataFile(file, schema, "numbers")).to.deep.equal({ a: 7 })
  })

  it("says why it cannot", async () => {
    await using folder = await temporaryFolder()
    await mkdir(folder.path, { recursive: true })
    const file = path.join(folder.path, "a.json")
    const said = async (name: string, form: z.ZodType = schema) => {
      const error = (await failure(files.readDataFile(name, form, "numbers"))) as unknown as {
        code: string
        problems: { path: string; reason: string }[]
      }
      return error.problems.map(({ path: at, reason }) => `${at}: ${reason}`)
    }
    const told = [await said(path.join(folder.path, "none.json")), await said(folder.path)]
    for (const text of ["{", '{"a": "7", "b c": 1, "d": -1}', "[]"]) {
      await writeFile(file, text)
      told.push(await said(file))
    }
    await truncate(file, maxBytes + 1)
    told.push(await said(file))
    const longest = { ["a".repeat(118)]: "7", ["b".repeat(119)]: "7" }
    await writeFile(file, JSON.stringify({ x: longest }))
    told.push(await said(file, z.object({ x: z.record(z.string(), files.fileBlockSchema) })))
    expect(told).to.deep.equal([
      [": it cannot be read: there is no such file"],
      [": it cannot be read: it is a folder"],
      [": it is not JSON"],
      [
        "a: must be the number of a block",
        "b c: must be a name of at most 64 letters, digits, - and _",
        "d: must be the number of a block",
      ],
      [": Invalid input: expected record, received array"],
      [": it cannot be read: it has 5242881 bytes, and at most 5242880 are read"],
      [`x.${"a".repeat(118)}`, `x.${"b".repeat(117)}…`].map((at) => `${at}: must be the number of a block`),
    ])
  })
})

describe("values of a file", () => {
  const refused = (schema: z.ZodType, values: readonly unknown[]) =>
    values.filter((value) => !schema.safeParse(value).success)
  for (const [what, schema, good, bad] of [
    ["address", files.fileAddressSchema, [digits], ["0x12", 1, "0xE7f1725E7734CE288F8367e1Bb143E90bb3F0512"]],
    ["name", files.fileNameSchema, ["a", "A_1-b", "x".repeat(64)], ["", "a b", "a.b", "x".repeat(65), 1]],
    ["name as a key", files.nameKeySchema, ["a", "x".repeat(64)], ["", "x".repeat(65), "a b"]],
    ["block", files.fileBlockSchema, [0, 7, Number.MAX_SAFE_INTEGER], ["7", -1, 1.5, 2 ** 53]],
    ["slug", files.fileSlugSchema, [1, 4_294_967_295], [0, 4_294_967_296, -1, 1.5, "1"]],
    ["slug as a key", files.slugKeySchema, ["1", "4294967295"], ["0", "01", "4294967296", "-1", "1.5", ""]],
  ] as const) {
    it(`are checked: ${what}`, () => {
      expect(refused(schema, good)).to.deep.equal([])
      expect(refused(schema, bad)).to.deep.equal(bad)
    })
  }
})
