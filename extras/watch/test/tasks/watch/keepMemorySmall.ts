import { syncBuiltinESMExports } from "node:module"
import v8 from "node:v8"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import { keepMemorySmall } from "#extras/watch/tasks/watch/keepMemorySmall.js"

describe("keepMemorySmall", () => {
  const { setFlagsFromString } = v8
  const set: string[] = []
  beforeEach(() => {
    set.length = 0
    v8.setFlagsFromString = (flag) => {
      set.push(flag)
      setFlagsFromString(flag)
    }
    syncBuiltinESMExports()
  })
  afterEach(() => {
    v8.setFlagsFromString = setFlagsFromString
    syncBuiltinESMExports()
  })

  it("lets garbage grow less while it is in use, and as usual after that, and gives back what the start took once", () => {
    // Another test of this process can have been the first.
    keepMemorySmall()[Symbol.dispose]()
    expect([[], ["--expose-gc", "--no-expose-gc"]]).to.deep.include(set.slice(0, -4))
    set.length = 0
    const kept = keepMemorySmall()
    const small = ["--semi-space-growth-factor=1", "--heap-growing-percent=40"]
    expect(set).to.deep.equal(small)
    kept[Symbol.dispose]()
    expect(set).to.deep.equal([...small, "--semi-space-growth-factor=2", "--heap-growing-percent=0"])
  })
})
