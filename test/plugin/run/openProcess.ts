import { expect } from "chai"
import { describe, it } from "mocha"

import { noteAbandonedRequest } from "#src/plugin/connection/chains/waitForNode.js"
import { openProcess } from "#src/plugin/run/openProcess.js"

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

  it("ends quietly with 141 when its output is closed, which a pipe reports after the task", () => {
    for (let task = 0; task < 2; task += 1) openProcess()[Symbol.dispose]()
    using stubbed = stubProcess()
    for (const stream of [process.stdout, process.stderr]) {
      const listeners = stream.listeners("error") as ((error: Error) => void)[]
      const own = listeners.filter(({ name }) => name === "exitOnClosedPipe")
      expect(own).to.have.length(1)
      own[0]!(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }))
      expect(() => {
        own[0]!(Object.assign(new Error("write EIO"), { code: "EIO" }))
      }).to.throw("write EIO")
    }
    expect(stubbed.exits).to.deep.equal([141, 141])
  })

  it("waits for no request that was abandoned, unless a script has run the task and goes on", () => {
    noteAbandonedRequest()
    for (const [argv, ends] of [
      [["node", "hardhat", "messaging", "list"], true],
      [["node", "hardhat", "--network", "alpha", "plugs", "doctor"], true],
      [["node", "hardhat", "run", "scripts/messaging.ts"], false],
      [["node", "hardhat", "test"], false],
    ] as const) {
      using stubbed = stubProcess(argv)
      openProcess()[Symbol.dispose]()
      expect(stubbed.timers, argv.join(" ")).to.have.length(ends ? 1 : 0)
      stubbed.timers[0]?.()
      expect(stubbed.exits).to.deep.equal(ends ? [undefined] : [])
    }
  })

  it("ends such a process only when its output is written, after a grace each", () => {
    noteAbandonedRequest()
    using stubbed = stubProcess(["node", "hardhat", "swap", "status"])
    openProcess()[Symbol.dispose]()
    Object.defineProperty(process.stderr, "writableLength", { value: 5, configurable: true })
    try {
      stubbed.timers[0]?.()
      expect([stubbed.exits, stubbed.delays]).to.deep.equal([[], [500, 500]])
    } finally {
      Reflect.deleteProperty(process.stderr, "writableLength")
    }
    stubbed.timers[1]?.()
    expect(stubbed.exits).to.deep.equal([undefined])
  })

  it("gives a task that is interrupted three seconds, and Hardhat a moment to print where it ends in time", () => {
    const others = process.listeners("SIGINT")
    using stubbed = stubProcess()
    const exits: number[] = []
    const io = openProcess({ exit: (code) => exits.push(code) })
    interruptAllBut(others)
    const write: unknown = Reflect.get(process.stderr, "write")
    const written: unknown[] = []
    process.stderr.write = ((text: unknown) => written.push(text)) as never
    try {
      stubbed.timers[0]?.()
    } finally {
      Reflect.set(process.stderr, "write", write)
    }
    expect([stubbed.delays, exits, written]).to.deep.equal([[3_000], [130], ["Interrupted.\n"]])
    io[Symbol.dispose]()
    expect(stubbed.delays.at(-1)).to.equal(250)
  })

  it("knows whether stacks are asked for, and when the process began", () => {
    for (const [argv, wantsStacks] of [
      [["node", "hardhat", "messaging", "--show-stack-traces"], true],
      [["node", "hardhat", "messaging"], false],
    ] as const) {
      using stubbed = stubProcess(argv)
      using io = openProcess()
      expect([io.wantsStacks, io.startedAt, stubbed.exits]).to.deep.equal([wantsStacks, performance.timeOrigin, []])
    }
  })
})

/** Notes what would end the process, and what a timer would do, until it is disposed of. */
function stubProcess(argv: readonly string[] = process.argv): Disposable & {
  readonly exits: unknown[]
  readonly timers: (() => void)[]
  readonly delays: number[]
} {
  const { argv: ownArgv } = process
  const exit = process.exit.bind(process)
  const { setTimeout } = globalThis
  const [exits, timers, delays]: [unknown[], (() => void)[], number[]] = [[], [], []]
  process.exit = ((code: unknown) => exits.push(code)) as never
  process.argv = [...argv]
  globalThis.setTimeout = ((act: () => void, ms: number) => {
    timers.push(act)
    delays.push(ms)
    return { unref: () => undefined }
  }) as never
  return {
    exits,
    timers,
    delays,
    [Symbol.dispose]: () => {
      Object.assign(process, { exit, argv: ownArgv })
      Object.assign(globalThis, { setTimeout })
    },
  }
}

function interruptAllBut(others: readonly NodeJS.SignalsListener[]): void {
  for (const listener of process.listeners("SIGINT")) if (!others.includes(listener)) listener("SIGINT")
}

function countListeners(): number[] {
  return [process.listenerCount("SIGINT"), process.listenerCount("SIGTERM")]
}
