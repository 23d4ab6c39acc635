import { expect } from "chai"
import { describe, it } from "mocha"

import { createOrderByWords } from "../../../scripts/mutate/createOrderByWords.js"

describe("createOrderByWords", () => {
  const texts: Readonly<Record<string, string>> = {
    "src/finding/findPath.ts": 'export function findPath() { return "path-tripped" }',
    "test/finding/findPath.ts": "nothing of it",
    "test/finding/beside.ts": "export function beside",
    "test/finding.ts": "export function",
    "test/common.ts": "export function common",
    "test/atlas.ts": 'export function atlas "path-tripped"',
    "test/long.ts": `export function "path-tripped" ${Array.from({ length: 99 }, (_, index) => `word${index}`).join(" ")}`,
  }
  const tests = Object.keys(texts).slice(1)
  const order = createOrderByWords(tests, (path) => texts[path]!)

  it("takes the mirrors of the file and of its folder first, then those with the rarest words of the file, the shorter before the longer", () => {
    expect(order("src/finding/findPath.ts", tests)).to.deep.equal([
      "test/finding/findPath.ts",
      "test/finding.ts",
      "test/atlas.ts",
      "test/long.ts",
      "test/finding/beside.ts",
      "test/common.ts",
    ])
  })

  it("keeps the order of those that share as much, and adds none", () => {
    const some = ["test/common.ts", "test/finding/beside.ts"]
    expect(order("src/finding/findPath.ts", some)).to.deep.equal(some)
    expect(order("src/finding/findPath.ts", some.toReversed())).to.deep.equal(some.toReversed())
  })
})
