import { expect } from "chai"
import { describe, it } from "mocha"

import { readJson } from "../../../src/http/response/readJson.js"

const read = (text: string): ReturnType<typeof readJson> => readJson(new TextEncoder().encode(text))
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels)
const keys = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"a key of some length ${index}":1`).join(",")}}`

describe("readJson", () => {
  it("reads what is nested 64 levels deep, and nothing deeper, however deep it is", () => {
    expect(read(nested(64)).kind).to.equal("complete")
    for (const levels of [65, 1_000_000]) {
      expect(read(nested(levels))).to.include({ problem: "it is nested more than 64 levels deep" })
    }
  })

  it("reads an object with 10,000 keys, and none with many more", () => {
    expect(read(keys(10_000)).kind).to.equal("complete")
    expect(read(`[1,${keys(10_002)}]`)).to.deep.equal({
      kind: "excessive",
      value: [1],
      problem: "it has an object with more than 10000 keys",
    })
  })

  it("reads what comes before an excess of values or objects", () => {
    const values = read(`{"list":[${Array(6_000).fill("7").join(",")}],"rest":1}`)
    expect(values).to.include({ kind: "excessive" })
    expect("value" in values && values.value)
      .to.have.property("list")
      .that.has.length.within(4_000, 6_000)
    const objects = read(`[${Array(6_000).fill("[]").join(",")}]`)
    expect(objects).to.include({ kind: "excessive" })
  })

  it("counts nothing in texts", () => {
    const brackets = '[{,"\\'.repeat(20_000)
    const text = JSON.stringify({ "\\": "\\", brackets, "\\\\": "\\\\", again: brackets })
    expect(read(text)).to.deep.equal({ kind: "complete", value: JSON.parse(text) as unknown })
  })

  it("finds the end of a text that ends with a backslash", () => {
    expect(read(JSON.stringify({ a: "\\", b: "[".repeat(100) })).kind).to.equal("complete")
  })

  it("says what it cannot read", () => {
    expect(read("")).to.include({ kind: "unreadable", problem: "it is not JSON" })
    expect(readJson(Uint8Array.of(0x22, 0xff, 0x22))).to.include({ kind: "unreadable", problem: "it is not UTF-8" })
  })
})
