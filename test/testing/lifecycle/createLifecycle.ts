import { expect } from "chai"
import { describe, it } from "mocha"

import { createLifecycle, type Running } from "#src/testing/openWorld.js"
import { failure, thrown } from "#test/fixtures/failure.js"

describe("createLifecycle", () => {
  /** Counts what is open, and opens when it is told to. */
  function doors() {
    const log: string[] = []
    const waiting: { readonly let: () => void; readonly fail: () => void }[] = []
    const lifecycle = createLifecycle(
      () =>
        new Promise<Running>((resolve, reject) => {
          log.push("opens")
          waiting.push({
            let: () => {
              resolve({ world: {} as never, stop: () => Promise.resolve(void log.push("closes")) })
            },
            fail: () => {
              reject(new Error("no chain"))
            },
          })
        }),
    )
    return { log, waiting, ...lifecycle }
  }
  const turns = () => new Promise((resolve) => setImmediate(resolve))

  it("starts once, however often it is asked to", async () => {
    const { start, opened, waiting, log } = doors()
    const both = [start(), start()]
    await turns()
    waiting[0]?.let()
    await Promise.all([...both, start()])
    expect(log).to.eql(["opens"])
    expect(opened()).to.eql({})
  })

  it("stops once, and starts anew afterwards", async () => {
    const { start, stop, opened, waiting, log } = doors()
    const started = start()
    await turns()
    waiting[0]?.let()
    await started
    await Promise.all([stop(), stop()])
    await stop()
    expect(thrown(opened).code).to.equal("WORLD_NOT_STARTED")
    const again = start()
    await turns()
    waiting[1]?.let()
    await again
    expect(log).to.eql(["opens", "closes", "opens"])
  })

  it("stops what is still starting", async () => {
    const { start, stop, opened, waiting, log } = doors()
    const [started, stopped] = [start(), stop()]
    await turns()
    waiting[0]?.let()
    await Promise.all([started, stopped])
    expect(log).to.eql(["opens", "closes"])
    expect(thrown(opened).code).to.equal("WORLD_NOT_STARTED")
  })

  it("can be started again after a start that failed, and has nothing to stop then", async () => {
    const { start, stop, waiting, log } = doors()
    const started = start().catch((error: unknown) => error)
    await turns()
    waiting[0]?.fail()
    expect(await started).to.have.property("message", "no chain")
    const next = start().catch((error: unknown) => error)
    await turns()
    waiting[1]?.fail()
    expect(await next, "without a stop").to.have.property("message", "no chain")
    await stop()
    const again = start()
    await turns()
    waiting[2]?.let()
    await again
    await stop()
    expect(log).to.eql(["opens", "opens", "opens", "closes"])
  })

  it("reports a stop that fails once, to who has asked for it, and can be started again", async () => {
    const log: string[] = []
    const { start, stop, opened } = createLifecycle(() => {
      log.push("opens")
      return Promise.resolve({ world: {} as never, stop: () => Promise.reject(new Error("stuck")) })
    })
    await start()
    const [first, second] = [stop().catch(String), stop().catch(String)]
    expect([await first, await second]).to.eql(["Error: stuck", undefined])
    expect(thrown(opened).code).to.equal("WORLD_NOT_STARTED")
    await start()
    expect([log, opened()]).to.eql([["opens", "opens"], {}])
  })

  it("opens nothing before the last stop has ended, also where another one had nothing to stop", async () => {
    const log: string[] = []
    const closing = Promise.withResolvers<undefined>()
    const { start, stop } = createLifecycle(() => {
      log.push("opens")
      return Promise.resolve({ world: {} as never, stop: () => closing.promise.then(() => void log.push("closed")) })
    })
    await start()
    const all = [stop(), stop(), start()]
    await turns()
    expect(log).to.eql(["opens"])
    closing.resolve(undefined)
    await Promise.all(all)
    expect(log).to.eql(["opens", "closed", "opens"])
  })

  it("has no world before it starts", async () => {
    const { opened } = doors()
    const error = await failure(Promise.resolve().then(opened))
    expect(error.message).to.equal(
      "The world does not run.\nStart it before the tests and stop it after them, in the describe: before(world.start) and after(world.stop).",
    )
  })

  it("stops what then does not start, whose error is for the start alone", async () => {
    const { start, stop, waiting, log } = doors()
    const [started, stopped] = [start().catch(String), stop()]
    await turns()
    waiting[0]?.fail()
    expect(await started).to.equal("Error: no chain")
    await stopped
    expect(log).to.eql(["opens"])
  })

  it("leaves a later start alone where an earlier one fails, or ends, after it was stopped", async () => {
    for (const end of ["fail", "let"] as const) {
      const { start, stop, opened, waiting, log } = doors()
      const [first, stopped] = [start().catch(String), stop()]
      await turns()
      const second = start()
      waiting[0]?.[end]()
      await Promise.all([first, stopped])
      await turns()
      expect(thrown(opened).code).to.equal("WORLD_NOT_STARTED")
      const third = start()
      waiting[1]?.let()
      await Promise.all([second, third, start()])
      expect(opened()).to.eql({})
      expect(log).to.eql(end === "fail" ? ["opens", "opens"] : ["opens", "closes", "opens"])
    }
  })

  it("passes on why it could not stop, and starts anew all the same", async () => {
    let opens = 0
    const stop = () => Promise.reject(new Error("a chain hangs"))
    const lifecycle = createLifecycle(() => Promise.resolve({ world: { number: (opens += 1) } as never, stop }))
    for (const number of [1, 2]) {
      await lifecycle.start()
      expect(lifecycle.opened()).to.eql({ number })
      expect(await lifecycle.stop().catch(String)).to.equal("Error: a chain hangs")
    }
  })
})
