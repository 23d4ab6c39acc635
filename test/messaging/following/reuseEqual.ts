import { expect } from "chai"
import { describe, it } from "mocha"

import { reuseEqual } from "#src/messaging/following/messageSource.js"

describe("reuseEqual", () => {
  const earlier = { id: "a", state: "OPEN", from: { chain: 1 }, to: { chain: 2 } }

  it("gives the earlier value itself if everything is equal", () => {
    expect(reuseEqual(earlier, structuredClone(earlier))).to.equal(earlier)
  })

  it("changes neither value", () => {
    const value = { ...structuredClone(earlier), state: "DONE" }
    const before = structuredClone([earlier, value])
    reuseEqual(Object.freeze(earlier), Object.freeze(value))
    expect([earlier, value]).to.deep.equal(before)
  })

  it("does not lose a key, whether it came, went or is undefined", () => {
    for (const [old, now] of [
      [{ a: 1 }, { a: 1, b: undefined }],
      [{ a: 1, b: undefined }, { a: 1 }],
      [
        { a: 1, b: undefined },
        { a: 1, c: undefined },
      ],
    ]) {
      expect(Object.keys(reuseEqual(old, now)!)).to.deep.equal(Object.keys(now!))
    }
  })

  it("keeps a key that would be a prototype a plain key", () => {
    const now = JSON.parse('{"a":2,"__proto__":{"b":1}}') as object
    const reused = reuseEqual(JSON.parse('{"a":1,"__proto__":{"b":1}}'), now)
    expect(Object.keys(reused)).to.deep.equal(["a", "__proto__"])
    expect(Object.getPrototypeOf(reused)).to.equal(Object.prototype)
  })

  it("leaves what is no plain object as it is", () => {
    const [list, bytes] = [[1], new Uint8Array(1)]
    expect(reuseEqual([1], list)).to.equal(list)
    expect(reuseEqual(new Uint8Array(1), bytes)).to.equal(bytes)
    expect(reuseEqual(null, 1n)).to.equal(1n)
  })
})
