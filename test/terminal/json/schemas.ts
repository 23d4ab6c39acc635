import { expect } from "chai"
import { describe, it } from "mocha"

import { taskSchema } from "../../../scripts/schemas/taskSchema.js"
import { readTaskOutputs } from "../../../scripts/schemas/taskSchemas.js"
import { isDeep } from "#test/fixtures/depth.js"
import { wrongJsonIn } from "#test/fixtures/output/printedJson.js"

const hash = `0x${"ab".repeat(32)}`
const sample = { schemaVersion: 1, txHash: hash, triggers: [] }
const error = { code: "X", message: "It failed.", facts: {}, next: null, docs: "https://example.org#x" }
const line = (document: object): string => `${JSON.stringify(document)}\n`

describe("wrongJsonIn", () => {
  it("accepts a document, an error and events", () => {
    expect(wrongJsonIn(JSON.stringify(sample, undefined, 2), "gateway triggers")).to.deep.equal([])
    expect(wrongJsonIn(line({ schemaVersion: 1, error }), "gateway triggers")).to.deep.equal([])
    const events = [
      { schemaVersion: 1, event: "trouble", says: "away" },
      { schemaVersion: 1, event: "end", outcome: "deadline", error },
    ]
    expect(wrongJsonIn(events.map(line).join(""), "messaging track")).to.deep.equal([])
    expect(wrongJsonIn("", "messaging track"), "a process that was killed").to.deep.equal([])
  })

  it("names an error that begins without a capital", () => {
    for (const message of ["it failed.", "--from: it is missing."]) {
      const wrong = wrongJsonIn(line({ schemaVersion: 1, error: { ...error, message } }), "gateway triggers")
      expect(wrong.join()).to.contain("without a capital")
    }
  })

  it("names a field that is missing, another one that is not in the schema, and what is no JSON", () => {
    expect(wrongJsonIn(line({ ...sample, schemaVersion: undefined }), "gateway triggers").join()).to.match(
      /schemaVersion/,
    )
    expect(wrongJsonIn(line({ ...sample, hash }), "gateway triggers").join()).to.match(/Unrecognized key: "hash"/)
    expect(wrongJsonIn(line({ schemaVersion: 1, error: { ...error, name: "E" } }), "devnet").join()).to.match(/"name"/)
    expect(wrongJsonIn(`Compiled 3 files\n${line(sample)}`, "gateway triggers").join()).to.match(/not JSON/)
    expect(wrongJsonIn(line({ schemaVersion: 1, event: "told", says: "x" }), "messaging track")).to.have.length(1)
  })

  it("says which file a task without a schema lacks", () => {
    expect(() => wrongJsonIn(line(sample), "messaging sing")).to.throw(/messaging-sing.*scripts\/schemas\/tasks /)
  })
})

describe("the JSON Schemas", () => {
  it("agree with the definitions that they are made of", async () => {
    const outputs = await readTaskOutputs()
    const samples = [
      sample,
      { ...sample, more: 1 },
      { schemaVersion: 1, error },
      { schemaVersion: 2, error },
      { schemaVersion: 1, event: "end", outcome: "deadline", error },
      { schemaVersion: 1, event: "end", outcome: "success" },
      { schemaVersion: 1, event: "trouble", says: "away" },
      { schemaVersion: 1, event: "waiting", milliseconds: 0.5 },
      { schemaVersion: 1, bridges: [{ providerId: "a", displayName: null, logoURI: null }], dexes: [] },
      { schemaVersion: 1, bridges: [{ providerId: 1, displayName: null, logoURI: null }], dexes: [] },
    ]
    for (const { name, output } of outputs.filter((_, index) => isDeep || index % 4 === 0)) {
      const schema = taskSchema(output)
      for (const document of samples) {
        const isRight = wrongJsonIn(line(document), name.replaceAll("-", " "), { isOpen: true }).length === 0
        expect(isRight, `${name}: ${line(document)}`).to.equal(schema.safeParse(document).success)
      }
    }
  })
})
