import { expect } from "chai"
import { describe, it } from "mocha"

import { memoize } from "#src/primitives/lifetime/lazily.js"

describe("memoize", () => {
  it("asks once for each key, even if the answer is undefined", () => {
    const asked: string[] = []
    const find = memoize((key: string) => {
      asked.push(key)
      return undefined
    })
    find("a")
    find("a")
    find("b")
    expect(asked).to.deep.equal(["a", "b"])
  })
})
