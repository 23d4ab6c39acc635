import { expect } from "chai"
import { describe, it } from "mocha"

import { openProcess } from "../../../src/plugin/run/openProcess.js"

describe("openProcess", () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`aborts at the first ${signal}, and leaves the second of either kind to Node`, () => {
      const before = countListeners()
      const others = process.listeners(signal)
      using io = openProcess()
      const [own] = process.listeners(signal).filter((listener) => !others.includes(listener))
      expect(io.signal.aborted).to.equal(false)
      own?.(signal)
      expect(io.signal.aborted).to.equal(true)
      expect(countListeners()).to.deep.equal(before)
    })
  }

  it("leaves no listener for a signal behind", () => {
    const before = countListeners()
    {
      using io = openProcess()
      expect(io.signal.aborted).to.equal(false)
    }
    expect(countListeners()).to.deep.equal(before)
  })
})

function countListeners(): number[] {
  return [process.listenerCount("SIGINT"), process.listenerCount("SIGTERM")]
}
