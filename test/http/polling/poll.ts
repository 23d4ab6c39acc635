import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { AbortedError, UnreachableError } from "#src/http/errors.js"
import type { PollResult } from "#src/http/polling/poll.js"
import { poll } from "#src/http/polling/poll.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import type { Read } from "#test/fixtures/clocks/watchedPoll.js"
import { facts, watch } from "#test/fixtures/clocks/watchedPoll.js"
import { runs } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"

const still: Read<string> = () => Promise.resolve({ value: "same" })

describe("poll", () => {
  describe("paces itself", () => {
    it("from the shortest interval to the longest while nothing changes", async () => {
      const { readTimes, all } = watch(still, { minInterval: 100, maxInterval: 400, timeout: 2_000 })
      await all()
      expect(readTimes).to.deep.equal([0, 100, 250, 475, 812.5, 1_212.5, 1_612.5])
    })

    it("back to the shortest interval after a change", async () => {
      const read: Read<number> = (_, index) => Promise.resolve({ value: index, changed: index === 3 })
      const { readTimes, all } = watch(read, { minInterval: 100, maxInterval: 400, timeout: 800 })
      await all()
      expect(readTimes).to.deep.equal([0, 100, 250, 475, 575, 725])
    })

    it("with up to a fifth more at random, within the longest interval", async () => {
      const { readTimes, all } = watch(still, { minInterval: 100, maxInterval: 150, timeout: 500, random: () => 1 })
      await all()
      expect(readTimes).to.deep.equal([0, 120, 270, 420])
    })

    for (const [nextIn, expected] of [
      [300, 300],
      [1, 100],
      [100_000, 400],
      [Number.NaN, 100],
      [-1, 100],
    ] as const) {
      it(`as the server asks, within the two intervals: ${nextIn} ms is ${expected} ms`, async () => {
        const read: Read<string> = () => Promise.resolve({ value: "same", nextIn })
        const { readTimes, all } = watch(read, { minInterval: 100, maxInterval: 400, timeout: 401 })
        await all()
        expect(readTimes[1]).to.equal(expected)
      })
    }

    it("sooner after a value that was already old", async () => {
      const read: Read<string> = () => Promise.resolve({ value: "same", age: 60 })
      const { readTimes, all } = watch(read, { minInterval: 100, timeout: 150 })
      await all()
      expect(readTimes.slice(0, 2)).to.deep.equal([0, 40])
    })

    it("without reads back to back, however old the values are", async () => {
      const read: Read<string> = () => Promise.resolve({ value: "same", age: 1e9 })
      const { readTimes, all } = watch(read, { minInterval: 100, timeout: 100 })
      await all()
      expect(readTimes).to.deep.equal([0, 25, 50, 75])
    })

    it("from the end of each read, and never has two reads at once", async () => {
      const clock = createManualClock()
      const slow = async (): Promise<PollResult<number>> => {
        await clock.sleep(1_000)
        return { value: clock.now(), changed: true }
      }
      const start = clock.now()
      const seen: number[] = []
      await clock.run(
        (async () => {
          for await (const at of poll(slow, { minInterval: 100, timeout: 3_500, random: () => 0, clock }))
            seen.push(at - start)
        })(),
      )
      expect(seen).to.deep.equal([1_000, 2_100, 3_200])
    })
  })

  describe("ends", () => {
    it("by returning at its deadline, to the millisecond", async () => {
      const { all, elapsed } = watch(still, { timeout: 12_345 })
      await all()
      expect(elapsed()).to.equal(12_345)
    })

    it("at its deadline even if a read hangs, and stops the read", async () => {
      let stopped = false
      const { all, elapsed } = watch((signal) => {
        signal.addEventListener("abort", () => (stopped = true))
        return new Promise<PollResult<string>>(() => undefined)
      })
      expect(await all()).to.deep.equal([])
      expect(elapsed()).to.equal(10_000)
      expect(stopped).to.equal(true)
    })

    it("with AbortedError when aborted during a read, during a wait, or before", async () => {
      for (const abortAfter of [0, 50, 120]) {
        const controller = new AbortController()
        const { all, clock } = watch(still, { minInterval: 100, signal: controller.signal })
        const end = failure(all())
        if (abortAfter === 0) controller.abort()
        else
          void clock.sleep(abortAfter).then(() => {
            controller.abort()
          })
        expect(await end).to.be.instanceOf(AbortedError)
        expect(clock.sleepers).to.equal(0)
      }
      const hung = new AbortController()
      const { all, clock } = watch(() => new Promise<PollResult<string>>(() => undefined), { signal: hung.signal })
      void clock.sleep(500).then(() => {
        hung.abort()
      })
      expect(await failure(all())).to.be.instanceOf(AbortedError)
    })

    it("with AbortedError when the caller's own loop aborts it, even after the deadline", async () => {
      const controller = new AbortController()
      const clock = createManualClock()
      const read = (): Promise<PollResult<string>> => Promise.resolve({ value: "same" })
      const stops = async (): Promise<void> => {
        for await (const value of poll(read, { timeout: 1_000, signal: controller.signal, clock })) {
          expect(value).to.equal("same")
          await clock.sleep(2_000)
          controller.abort()
        }
      }
      expect(await failure(clock.run(stops()))).to.be.instanceOf(AbortedError)
    })

    it("when the caller leaves the loop, without another read", async () => {
      const { clock } = watch(still)
      let reads = 0
      const read = (): Promise<PollResult<number>> => Promise.resolve({ value: (reads += 1) })
      for await (const value of poll(read, { timeout: 1_000, clock })) if (value === 1) break
      expect(reads).to.equal(1)
      expect(clock.sleepers).to.equal(0)
    })

    it("without a read if the timeout is 0", async () => {
      const { all, readTimes } = watch(still, { timeout: 0 })
      expect(await all()).to.deep.equal([])
      expect(readTimes).to.deep.equal([])
    })

    it("rejects a timeout without an end", async () => {
      for (const options of [{ timeout: Infinity }, { timeout: Number.NaN }, { timeout: -1 }, { minInterval: 0 }]) {
        expect(await failure(watch(still, options).all())).to.include({ code: "INVALID_INPUT" })
      }
      const crossed = watch(still, { minInterval: 10, maxInterval: 9 })
      expect((await failure(crossed.all())).message).to.match(/^Argument "maxInterval": .* Use at least 10 ms\.$/)
    })

    it("always, whatever the reads do", async () => {
      const behaviour = fc.oneof(
        fc.constant("hang" as const),
        fc.record({ after: fc.integer({ min: 0, max: 500 }), fails: fc.boolean(), changed: fc.boolean() }),
        fc.record({ nextIn: fc.oneof(fc.double(), fc.integer()), age: fc.integer({ min: 0, max: 9_999 }) }),
      )
      const property = fc.asyncProperty(
        fc.array(behaviour, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 2_000 }),
        fc.option(fc.integer({ min: 0, max: 2_000 }), { nil: undefined }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (behaviours, timeout, abortAt, luck) => {
          const controller = new AbortController()
          const read: Read<number> = async (_, index) => {
            const now = behaviours[index % behaviours.length]!
            if (now === "hang") return await new Promise(() => undefined)
            if ("nextIn" in now) return { value: index, ...now }
            await watched.clock.sleep(now.after)
            if (now.fails) throw new UnreachableError(facts, "away")
            return { value: index, changed: now.changed }
          }
          const { signal } = controller
          const watched = watch(read, { minInterval: 50, timeout, signal, random: () => luck })
          if (abortAt !== undefined)
            void watched.clock.sleep(abortAt).then(() => {
              controller.abort()
            })
          const end = await watched.all().then(
            () => "deadline",
            (error: unknown) => (error instanceof AbortedError ? "aborted" : error),
          )
          expect(end).to.be.oneOf(["deadline", "aborted"])
          expect(watched.elapsed()).to.be.at.most(end === "deadline" ? timeout : Math.min(timeout, abortAt!))
          expect(watched.atOnce()).to.be.at.most(1)
        },
      )
      await fc.assert(property, runs({ fast: 50 }))
    })
  })
})
