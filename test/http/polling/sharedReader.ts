import { getEventListeners } from "node:events"

import { expect } from "chai"
import { describe, it } from "mocha"

import { poll } from "#src/http/polling/poll.js"
import { createSharedReader } from "#src/http/polling/sharedReader.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"

const never = (): Promise<never> => new Promise(() => undefined)

describe("createSharedReader", () => {
  it("sends one request an interval for a hundred watchers", async () => {
    const clock = createManualClock()
    const reader = createSharedReader({ clock })
    const start = clock.now()
    const requests: number[] = []
    const load = async (): Promise<number> => {
      requests.push(clock.now() - start)
      await clock.sleep(20)
      return requests.length
    }
    const watchOnce = async (delay: number): Promise<number> => {
      await clock.sleep(delay)
      using subscription = reader.join("message", load)
      let values = 0
      const options = { minInterval: 1_000, maxInterval: 1_000, timeout: 6_000, random: () => delay / 1_000, clock }
      for await (const value of poll(async (signal) => await subscription.read(signal), options))
        values += value > 0 ? 1 : 0
      return values
    }
    const counts = await clock.run(Promise.all(Array.from({ length: 100 }, (_, i) => watchOnce(i * 7))))
    expect(requests.length).to.be.within(6, 9)
    expect(Math.min(...counts)).to.be.at.least(5)
  })

  it("gives a read that is running to everyone who reads meanwhile", async () => {
    const clock = createManualClock()
    const reader = createSharedReader({ clock })
    let loads = 0
    const load = async (): Promise<number> => {
      loads += 1
      await clock.sleep(100)
      return loads
    }
    const [first, second] = [reader.join("a", load), reader.join("a", load)]
    expect(await clock.run(Promise.all([first.read(), second.read()]))).to.deep.equal([
      { value: 1, age: 0 },
      { value: 1, age: 0 },
    ])
  })

  it("gives a subscription a value that it has not returned, with its age, and loads a new one otherwise", async () => {
    const clock = createManualClock()
    const reader = createSharedReader({ clock })
    let loads = 0
    const load = (): Promise<number> => Promise.resolve((loads += 1))
    const [first, second] = [reader.join("a", load), reader.join("a", load)]
    await first.read()
    await clock.advance(300)
    expect(await second.read()).to.deep.equal({ value: 1, age: 300 })
    expect(await first.read()).to.deep.equal({ value: 2, age: 0 })
    expect(await second.read()).to.deep.equal({ value: 2, age: 0 })
    expect(loads).to.equal(2)
  })

  it("does not give an old value to a new subscription", async () => {
    const clock = createManualClock()
    const reader = createSharedReader({ clock, freshFor: 500 })
    let loads = 0
    const load = (): Promise<number> => Promise.resolve((loads += 1))
    const first = reader.join("a", load)
    await first.read()
    await clock.advance(501)
    expect((await reader.join("a", load).read()).value).to.equal(2)
    expect((await reader.join("a", load).read()).value).to.equal(2)
  })

  it("gives a new subscription what was begun to be read half a second ago, and nothing that was begun before", async () => {
    for (const [takes, later, expected] of [
      [0, 500, 1],
      [0, 501, 2],
      [100, 400, 1],
      [100, 401, 2],
    ] as const) {
      const clock = createManualClock()
      const reader = createSharedReader({ clock })
      let loads = 0
      const load = async (): Promise<number> => {
        if (takes > 0) await clock.sleep(takes)
        return (loads += 1)
      }
      await clock.run(reader.join("a", load).read())
      await clock.advance(later)
      const { value } = await clock.run(reader.join("a", load).read())
      expect(value, `${takes} ms, and ${later} ms later`).to.equal(expected)
    }
  })

  it("reads nothing for a signal that was aborted before", async () => {
    const reader = createSharedReader()
    let loads = 0
    using subscription = reader.join("a", () => Promise.resolve((loads += 1)))
    expect(await failure(subscription.read(AbortSignal.abort()))).to.include({ code: "ABORTED" })
    expect([loads, (await subscription.read()).value]).to.deep.equal([0, 1])
  })

  it("hands a load the value that was read before, past a failure too", async () => {
    const reader = createSharedReader()
    const seen: (number | undefined)[] = []
    const load = (_: AbortSignal, before: number | undefined): Promise<number> =>
      seen.push(before) === 2 ? Promise.reject(new Error("away")) : Promise.resolve(seen.length)
    const subscription = reader.join("a", load)
    for (let read = 0; read < 3; read += 1) await subscription.read().catch(() => undefined)
    expect(seen).to.deep.equal([undefined, 1, 1])
  })

  it("keeps keys apart", async () => {
    const reader = createSharedReader()
    const [a, b] = [reader.join("a", () => Promise.resolve("A")), reader.join("b", () => Promise.resolve("B"))]
    expect([(await a.read()).value, (await b.read()).value]).to.deep.equal(["A", "B"])
  })

  it("shares an error too, and loads again after it", async () => {
    const reader = createSharedReader()
    let loads = 0
    const load = (): Promise<string> => (++loads === 1 ? Promise.reject(new Error("away")) : Promise.resolve("back"))
    const [first, second] = [reader.join("a", load), reader.join("a", load)]
    const [one, two] = await Promise.allSettled([first.read(), second.read()])
    expect([one.status, two.status, loads]).to.deep.equal(["rejected", "rejected", 1])
    expect((await first.read()).value).to.equal("back")
  })

  it("ends only the read of the subscriber that aborts", async () => {
    const clock = createManualClock()
    const reader = createSharedReader({ clock })
    let stopped = false
    const load = async (signal: AbortSignal): Promise<string> => {
      signal.addEventListener("abort", () => (stopped = true))
      await clock.sleep(100)
      return "read"
    }
    const controller = new AbortController()
    const [first, second] = [reader.join("a", load), reader.join("a", load)]
    const aborted = failure(first.read(controller.signal))
    const going = second.read()
    controller.abort()
    expect(await aborted).to.include({ code: "ABORTED" })
    first.leave()
    expect((await clock.run(going)).value).to.equal("read")
    expect(stopped).to.equal(false)
  })

  it("leaves no listener on a subscriber's signal, however its read ends", async () => {
    const reader = createSharedReader({ clock: createManualClock() })
    const { signal } = new AbortController()
    const results = [() => Promise.resolve(1), () => Promise.reject(new Error("broken"))]
    for (const [index, load] of results.entries()) {
      using subscription = reader.join(String(index), load)
      for (let read = 0; read < 3; read += 1) await subscription.read(signal).catch(() => undefined)
    }
    expect(getEventListeners(signal, "abort")).to.have.length(0)
  })

  it("stops a load that nobody waits for any more, and does not give it to the next subscriber", async () => {
    const reader = createSharedReader()
    const signals: AbortSignal[] = []
    const load = (signal: AbortSignal): Promise<string> =>
      signals.push(signal) === 1 ? never() : Promise.resolve("new")
    const controller = new AbortController()
    const subscription = reader.join("a", load)
    const aborted = failure(subscription.read(controller.signal))
    controller.abort()
    await aborted
    expect(signals[0]?.aborted).to.equal(true)
    expect((await subscription.read()).value).to.equal("new")
  })

  it("loads again after a read that was given up, although one before it was returned", async () => {
    const reader = createSharedReader()
    let loads = 0
    const load = (): Promise<number> => ((loads += 1) === 2 ? never() : Promise.resolve(loads))
    using subscription = reader.join("a", load)
    expect((await subscription.read()).value).to.equal(1)
    const controller = new AbortController()
    const aborted = failure(subscription.read(controller.signal))
    controller.abort()
    await aborted
    expect((await subscription.read()).value).to.equal(3)
  })

  it("keeps nothing after the last subscription has ended", async () => {
    const reader = createSharedReader({ clock: createManualClock() })
    let loads = 0
    const load = (): Promise<number> => Promise.resolve((loads += 1))
    {
      using first = reader.join("a", load)
      using second = reader.join("a", load)
      await first.read()
      first.leave()
      first.leave()
      expect((await second.read()).value).to.equal(1)
    }
    using later = reader.join("a", load)
    expect((await later.read()).value).to.equal(2)
  })

  it("stops a running load when the last subscription ends, and returns nothing to it any more", async () => {
    const reader = createSharedReader()
    const signals: AbortSignal[] = []
    const subscription = reader.join("a", (signal) => {
      signals.push(signal)
      return never()
    })
    const pending = failure(subscription.read())
    subscription.leave()
    expect(signals.map((signal) => signal.aborted)).to.deep.equal([true])
    expect(await pending).to.include({ code: "ABORTED" })
    expect(await failure(subscription.read())).to.include({ code: "ABORTED" })
  })
})
