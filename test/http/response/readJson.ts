import { expect } from "chai"
import { describe, it } from "mocha"

import { readJson } from "#src/http/response/parseResponse.js"

const read = (text: string): ReturnType<typeof readJson> => readJson(new TextEncoder().encode(text))
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels)

describe("readJson", () => {
  it("reads what is nested 64 levels deep, and nothing deeper, however deep it is", () => {
    expect(read(nested(64)).kind).to.equal("json")
    for (const levels of [65, 1_000_000]) {
      expect(read(nested(levels))).to.include({ problem: "it is nested more than 64 levels deep" })
    }
  })

  it("refuses more values or objects than a real answer of its size has", () => {
    expect(read(`[${Array(4_000).fill("7").join(",")}]`).kind).to.equal("json")
    const values = read(`{"list":[${Array(6_000).fill("7").join(",")}],"rest":1}`)
    expect(values).to.include({ kind: "malformed", problem: "it has more than 5297 values" })
    const objects = read(`[${Array(6_000).fill("[]").join(",")}]`)
    expect(objects.kind).to.equal("malformed")
    const containers = read(`[${Array(6_000).fill('{"a":1}  ').join(",")}]`)
    expect(containers).to.include({ kind: "malformed", problem: "it has more than 5971 objects and arrays" })
  })

  it("reads exactly as many values and objects as it may", () => {
    // So long that a tenth or a thirty-second of the bytes is a whole number.
    const padded = (inside: string, to: number) => `[${inside}${" ".repeat(to - inside.length - 2)}]`
    const values = (count: number) =>
      read(
        padded(
          Array(count + 1)
            .fill("7")
            .join(","),
          20_000,
        ),
      )
    expect([values(4_096 + 2_000).kind, values(4_096 + 2_001).kind]).to.deep.equal(["json", "malformed"])
    const lists = (count: number) =>
      read(
        padded(
          Array(count - 1)
            .fill("[]")
            .join(","),
          32_000,
        ),
      )
    expect([lists(4_096 + 1_000).kind, lists(4_096 + 1_001).kind]).to.deep.equal(["json", "malformed"])
  })

  it("counts nothing in texts", () => {
    const brackets = '[{,"\\'.repeat(20_000)
    const text = JSON.stringify({ "\\": "\\", brackets, "\\\\": "\\\\", again: brackets })
    expect(read(text)).to.deep.equal({ kind: "json", value: JSON.parse(text) as unknown })
  })

  it("finds the end of a text that ends with a backslash", () => {
    expect(read(JSON.stringify({ a: "\\", b: "[".repeat(100) })).kind).to.equal("json")
  })

  it("says what it cannot read", () => {
    expect(read("")).to.include({ kind: "malformed", problem: "it is not JSON" })
    expect(readJson(Uint8Array.of(0x22, 0xff, 0x22))).to.include({ kind: "malformed", problem: "it is not UTF-8" })
  })
})
