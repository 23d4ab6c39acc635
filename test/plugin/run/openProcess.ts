import { expect } from "chai"
import { describe, it } from "mocha"

import { openProcess } from "../../../src/plugin/run/openProcess.js"

describe("openProcess", () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`aborts at the first ${signal}, and leaves the second of either kind to Node`, () => {
      const before = countListeners()
      const others = process.listeners(signal)
      using io = openProcess({ exit: () => undefined })
      const [own] = process.listeners(signal).filter((listener) => !others.includes(listener))
      expect(io.signal.aborted).to.equal(false)
      own?.(signal)
      expect(io.signal.aborted).to.equal(true)
      expect(countListeners()).to.deep.equal(before)
    })
  }

  it("ends a task that does not end by itself, with the code of an interrupted process", async () => {
    const { promise: exited, resolve: exit } = Promise.withResolvers<number>()
    const others = process.listeners("SIGINT")
    using io = openProcess({ patience: 0, exit })
    interruptAllBut(others)
    expect(io.signal.aborted).to.equal(true)
    expect(await exited).to.equal(130)
  })

  for (const code of [2, undefined]) {
    it(`leaves a task that ends in time its own exit code ${code ?? "of success"}, whatever still keeps the process alive`, async () => {
      const { promise: exited, resolve: exit } = Promise.withResolvers<number>()
      const others = process.listeners("SIGINT")
      const before = process.exitCode
      // Timers that keep nothing alive run only as long as something else does.
      const alive = setInterval(() => undefined, 1000)
      try {
        {
          using io = openProcess({ patience: 60_000, exit })
          interruptAllBut(others)
          if (code !== undefined) io.setExitCode(code)
          else process.exitCode = undefined
        }
        expect(await exited).to.equal(code ?? 0)
      } finally {
        process.exitCode = before
        clearInterval(alive)
      }
    })
  }

  it("leaves no listener for a signal behind", () => {
    const before = countListeners()
    {
      using io = openProcess({ exit: () => undefined })
      expect(io.signal.aborted).to.equal(false)
    }
    expect(countListeners()).to.deep.equal(before)
  })
})

function interruptAllBut(others: readonly NodeJS.SignalsListener[]): void {
  for (const listener of process.listeners("SIGINT")) if (!others.includes(listener)) listener("SIGINT")
}

function countListeners(): number[] {
  return [process.listenerCount("SIGINT"), process.listenerCount("SIGTERM")]
}
