import { expect } from "chai"
import { describe, it } from "mocha"

import { noteAbandonedRequest } from "#src/plugin/connection/chains/waitForNode.js"
import { type Check, failed, ok, warning } from "#tasks/doctor/checks.js"
import { runChecks } from "#tasks/doctor/runChecks.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"

const never = (): Promise<never> => new Promise(() => undefined)
const check = (subject: string, run: Check["run"], needs: readonly Check[] = []): Check => ({
  ...{ name: "network", subject, run, needs },
})

describe("runChecks", () => {
  const options = () => ({ clock: createManualClock(), signal: new AbortController().signal, limit: 1_000 })

  it("keeps the order of the checks, and every result of those around a broken one", async () => {
    const broken = check("broken", () => Promise.reject(new TypeError("x is not a function")))
    const results = await runChecks(
      [
        check("first", () => Promise.resolve(ok("fine"))),
        broken,
        check("last", () => Promise.resolve([ok("a"), ok("b")])),
      ],
      options(),
    )
    expect(results.map(({ subject, status }) => `${subject} ${status}`)).to.deep.equal([
      "first ok",
      "broken failed",
      "last ok",
      "last ok",
    ])
    expect(results[1]?.says).to.contain("x is not a function")
  })

  it("ends a check that never answers, and none of the others waits for it", async () => {
    const { clock, ...rest } = options()
    const work = runChecks([check("silent", never), check("quick", () => Promise.resolve(ok("fine")))], {
      clock,
      ...rest,
    })
    const noted = noteAbandonedRequest()
    const [silent, quick] = await clock.run(work)
    expect(silent).to.include({ status: "failed" })
    expect(silent?.mend).to.contain("--timeout")
    expect(quick).to.include({ status: "ok" })
    expect(clock.sleeps).to.deep.equal([1_000, 1_000])
    // The process does not wait for what was asked and never answered.
    expect(noteAbandonedRequest() - noted).to.equal(2)
  })

  it("skips what needs a check that failed, with what needs that, and runs what needs a warning", async () => {
    const bad = check("bad", () => Promise.resolve(failed("broken", "Mend it.")))
    const odd = check("odd", () => Promise.resolve(warning("odd", "Look.")))
    const below = check("below", () => Promise.resolve(ok("")), [bad])
    const lowest = check("lowest", () => Promise.resolve(ok("")), [below])
    const fine = check("fine", () => Promise.resolve(ok("")), [odd])
    const results = await runChecks([lowest, below, fine, bad, odd], options())
    expect(results.map(({ status }) => status)).to.deep.equal(["skipped", "skipped", "ok", "failed", "warning"])
    expect(results[0]?.says).to.contain("network bad")
  })

  it("runs each check once, however many need it, and reports those that have not ended", async () => {
    let count = 0
    const shared = check("shared", () => {
      count += 1
      return Promise.resolve(ok(""))
    })
    const pending: number[] = []
    await runChecks(
      [
        shared,
        check("a", () => Promise.resolve(ok("")), [shared]),
        check("b", () => Promise.resolve(ok("")), [shared]),
      ],
      {
        ...options(),
        onProgress: (checks) => pending.push(checks.length),
      },
    )
    expect(count).to.equal(1)
    expect(pending).to.deep.equal([3, 2, 1, 0])
  })

  it("shows no URL and no key of an error that nobody explained", async () => {
    const key = "ab".repeat(32)
    const run = (): Promise<never> => Promise.reject(new Error(`https://node.example/v2/secret refused 0x${key}`))
    const [result] = await runChecks([check("leaky", run)], options())
    expect(result?.says).to.not.contain("secret").and.to.not.contain(key)
  })

  it("cuts what is too long, and takes out what a terminal obeys", async () => {
    const [result] = await runChecks(
      [check("long", () => Promise.resolve(ok(`\u001b[2J${"x".repeat(10_000)}`)))],
      options(),
    )
    expect(result?.says).to.have.length.below(700).and.to.not.contain("\u001b")
  })

  it("stops when it is aborted", async () => {
    const stop = new AbortController()
    const work = failure(runChecks([check("silent", never)], { ...options(), signal: stop.signal }))
    stop.abort()
    expect((await work).code).to.equal("ABORTED")
  })
})
