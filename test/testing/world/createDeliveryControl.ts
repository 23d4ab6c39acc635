import { expect } from "chai"
import { describe, it } from "mocha"

import type { Interceptor } from "#src/devnet/relay/Worker.js"
import { everyStage, type Stage } from "#src/devnet/stages.js"
import { createDeliveryControl, joinInterceptors } from "#src/testing/world/createDeliveryControl.js"

function control(startsManual: boolean) {
  const calls: string[] = []
  const note =
    (name: string) =>
    (...stages: Stage[]): void =>
      void calls.push([name, ...stages].join(" "))
  const delivery = createDeliveryControl(
    () => ({ pause: note("pause"), resume: note("resume"), wake: note("wake") }),
    startsManual,
  )
  const choose = (...items: number[]) => delivery.interceptor.choose?.("seal", 1, items, undefined)
  return { delivery, choose, calls: () => calls.splice(0) }
}

describe("who moves things", () => {
  it("are the actors, or the test, which wakes them", () => {
    expect([control(false).delivery.isManual(), control(true).delivery.isManual()]).to.deep.equal([false, true])
    const { delivery, choose, calls } = control(false)
    expect(choose(1, 2)).to.deep.equal([1, 2])
    delivery.setManual(true)
    expect([delivery.isManual(), choose(1, 2), calls()]).to.deep.equal([true, [], ["wake"]])
  })

  it("take what one of several permits says, by hand or not, and no more once each is over", async () => {
    const { delivery, choose, calls } = control(true)
    const seen: unknown[] = []
    const result = await delivery.permit(
      (stage, item) => stage === "seal" && item === 1,
      async () => {
        seen.push(choose(1, 2, 3), calls())
        await delivery.permit(
          (_, item) => item === 3,
          () => Promise.resolve(seen.push(choose(1, 2, 3))),
        )
        delivery.setManual(false)
        seen.push(choose(1, 2, 3))
        return "done"
      },
    )
    expect([result, ...seen]).to.deep.equal(["done", [1], ["wake"], [1, 3], [1]])
    expect([choose(1, 2), calls().at(-1)]).to.deep.equal([[1, 2], "wake"])
    calls()
    for (const end of [() => Promise.resolve(), () => Promise.reject(new Error("failed"))]) {
      await delivery.permit(() => false, end).catch(() => undefined)
      // As it begins, and as it is over.
      expect([choose(1, 2), calls()]).to.deep.equal([
        [1, 2],
        ["wake", "wake"],
      ])
    }
  })

  it("are held at some stages or at every one, and so again where a test goes back to", async () => {
    const { delivery, calls } = control(false)
    const back = delivery.remember()
    delivery.hold(["seal", "attest"])
    delivery.release(["seal"])
    const held = delivery.remember()
    expect(calls()).to.deep.equal(["pause seal attest", "resume seal"])
    delivery.setManual(true)
    delivery.release([])
    expect(calls()).to.deep.equal(["wake", `resume ${everyStage.join(" ")}`])
    await held()
    expect([calls(), delivery.isManual()]).to.deep.equal([["resume", "pause attest"], false])
    await back()
    expect(calls()).to.deep.equal(["resume"])
    delivery.hold([])
    const all = delivery.remember()
    await back()
    calls()
    await all()
    expect(calls()).to.deep.equal(["resume", `pause ${everyStage.join(" ")}`])
    delivery.release(["seal"])
    await delivery.remember()()
    expect(calls().at(-1)).to.equal(`pause ${everyStage.filter((stage) => stage !== "seal").join(" ")}`)
  })
})

describe("several interceptors", () => {
  const place = ["seal", 1, [1, 2, 3]] as const

  it("delay by the sum, and each leaves less to the next", async () => {
    const asked: unknown[] = []
    const one: Interceptor<Stage> = {
      delay: () => 5,
      choose: (_stage, _slug, items) => items.slice(1),
      before: (_stage, _slug, items) => Promise.resolve(items.slice(0, -1)),
      rest: async () => {
        asked.push("rest")
        await new Promise(setImmediate)
        asked.push("rested")
      },
    }
    const none: Interceptor<Stage> = {
      before(_stage, _slug, items) {
        asked.push(items)
        return Promise.resolve([])
      },
    }
    // With nothing left, no further one is asked.
    const all = new Set<Interceptor<Stage>>([one, {}, { ...one }, none, { ...none }, { ...one }])
    const joined = joinInterceptors(all)
    expect(joined.delay?.("seal", 1, [] as never, undefined)).to.equal(15)
    expect(joined.choose?.(...place, undefined)).to.deep.equal([])
    expect(await joined.before?.(...place, undefined)).to.deep.equal([])
    await joined.rest?.()
    expect(asked).to.deep.equal([[1], ...Array<string[]>(3).fill(["rest", "rested"]).flat()])
    all.clear()
    expect([joined.delay?.("seal", 1, [] as never, undefined), joined.choose?.(...place, undefined)]).to.deep.equal([
      0,
      [1, 2, 3],
    ])
    expect(await joined.before?.(...place, undefined)).to.deep.equal([1, 2, 3])
  })
})
