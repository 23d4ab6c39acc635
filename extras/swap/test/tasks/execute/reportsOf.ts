import { expect } from "chai"
import { describe, it } from "mocha"

import { reportsOf } from "#extras/swap/tasks/execute/reportsOf.js"
import { AbortedError } from "#src/http/errors.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"

const never = new AbortController().signal

async function collect<Step>(steps: AsyncIterable<Step>, into: (Step | string)[] = []): Promise<(Step | string)[]> {
  for await (const step of steps) into.push(step)
  return into
}

describe("reportsOf", () => {
  it("yields each report in order, those that nobody awaits too, and returns what the work returns", async () => {
    const steps = reportsOf<number, string>(async (report) => {
      void report(1)
      void report(2)
      await report(3)
      void report(4)
      return "done"
    }, never)
    const results: unknown[] = []
    for (let next = await steps.next(); ; next = await steps.next()) {
      results.push(next.value)
      if (next.done === true) break
    }
    expect(results).to.deep.equal([1, 2, 3, 4, "done"])
  })

  it("throws the error of the work after its reports", async () => {
    const broken = new Error("broken")
    const log: string[] = []
    const steps = reportsOf<string, never>((report) => {
      void report("last")
      return Promise.reject(broken)
    }, never)
    expect(await rejection(collect(steps, log))).to.equal(broken)
    expect(log).to.deep.equal(["last"])
  })

  it("aborts the work where the loop leaves, and waits for its end", async () => {
    const log: unknown[] = []
    const steps = reportsOf<string, unknown>(async (report, signal) => {
      try {
        await report("signed")
      } catch (error) {
        log.push(signal.aborted, error)
        await Promise.resolve()
        log.push("ended")
      }
    }, never)
    const broken = new Error("write EPIPE")
    const show = async (): Promise<void> => {
      for await (const step of steps) if (step === "signed") throw broken
    }
    expect(await rejection(show())).to.equal(broken)
    expect(log[0]).to.equal(true)
    expect(log[1]).to.be.instanceOf(AbortedError)
    expect(log[2]).to.equal("ended")
  })

  it("takes no report any more once the loop has left", async () => {
    const late: unknown[] = []
    const steps = reportsOf<string, unknown>(async (report) => {
      for (const step of ["first", "second", "third"]) await report(step).catch((error: unknown) => late.push(error))
    }, never)
    for await (const step of steps) if (step === "first") break
    expect(late.map((error) => error instanceof AbortedError)).to.deep.equal([true, true, true])
  })

  it("passes the signal of the caller on", async () => {
    const controller = new AbortController()
    const steps = reportsOf<string, boolean>((_report, signal) => Promise.resolve(signal.aborted), controller.signal)
    controller.abort()
    const other = reportsOf<string, boolean>((_report, signal) => Promise.resolve(signal.aborted), controller.signal)
    expect([(await steps.next()).value, (await other.next()).value]).to.deep.equal([true, true])
  })
})
