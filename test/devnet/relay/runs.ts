import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { createRelay } from "#src/devnet/relay/relay.js"
import type { Queue } from "#src/devnet/relay/Worker.js"
import { createListeners } from "#src/primitives/lifetime/createListeners.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"

type Stage = "first" | "second"
type Item = { readonly id: string; readonly stage: Stage | "done" }

/** Lets everything run that needs no time. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * A protocol whose items go through two stages. Each move waits until the test lets it happen.
 *
 * @param settled what the protocol's workers do before they start
 */
function createFakeProtocol(
  settled: () => Promise<void> = () => Promise.resolve(),
  { inTurns = false, batchSize = 10 } = {},
) {
  const items = new Map<string, Item>()
  const listeners = createListeners()
  const moves: { ids: readonly string[]; stage: Stage; happen: () => void; fail: (error: Error) => void }[] = []
  const errors: unknown[] = []
  const clock = createManualClock()

  const queue: Queue<Stage, Item> = {
    stages: ["first", "second"],
    waiting: (stage) => [...items.values()].filter((item) => item.stage === stage),
    idOf: ({ id }) => id,
    sinceOf: () => 0,
    readyAt: () => 0,
    isUnmoved: (item) => items.get(item.id) === item,
    subscribe: (listener) => listeners.subscribe(listener),
  }
  const put = (...put: Item[]) => {
    for (const item of put) items.set(item.id, item)
    listeners.notify()
  }
  const workerFor = (stage: Stage, signal: AbortSignal) => ({
    stage,
    chainSlug: 1,
    queue: queue as Queue<Stage>,
    batchSize,
    async perform(taken: readonly unknown[]) {
      const { promise, resolve, reject } = Promise.withResolvers<undefined>()
      signal.addEventListener("abort", () => {
        reject(new Error("aborted"))
      })
      const ids = (taken as Item[]).map(({ id }) => id)
      moves.push({
        ids,
        stage,
        happen: () => {
          put(...ids.map((id): Item => ({ id, stage: stage === "first" ? "second" : "done" })))
          resolve(undefined)
        },
        fail: reject,
      })
      await promise
    },
  })
  const relay = createRelay<Stage>({
    protocols: [
      {
        queues: [queue],
        knows: () => false,
        sync: () => Promise.resolve(),
        remember: () => Promise.resolve(() => undefined),
        startWorkers: (signal) => ({ workers: [workerFor("first", signal), workerFor("second", signal)], settled }),
      },
    ],
    stages: ["first", "second"],
    clock,
    pace: 0,
    inTurns,
    report: (error) => errors.push(error),
  })
  /** Waits for the next move, and returns it. */
  const nextMove = async () => {
    for (let turns = 0; moves.length === 0 && turns < 50; turns += 1) await turn()
    const move = moves.shift()
    if (move === undefined) throw new Error("nothing moves")
    return move
  }
  return { relay, put, moves, errors, clock, nextMove, stageOf: (id: string) => items.get(id)?.stage }
}

describe("the relay's runs", () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  before(() => process.on("unhandledRejection", note))
  after(() => {
    process.off("unhandledRejection", note)
    expect(unhandled).to.deep.equal([])
  })

  it("never overlap: one starts when the one before has ended", async () => {
    const waits: (() => void)[] = []
    const { relay } = createFakeProtocol(() => new Promise<void>((resolve) => waits.push(resolve)))
    relay.start()
    await turn()
    const stopped = relay.stop()
    relay.start()
    await turn()
    expect(waits).to.have.length(1)

    waits[0]!()
    await stopped
    await turn()
    expect(waits).to.have.length(2)
    waits[1]!()
    await relay.stop()
  })

  it("give each worker its turn, one at a time, in their order", async () => {
    const { relay, put, moves, nextMove } = createFakeProtocol(undefined, { inTurns: true, batchSize: 1 })
    put(...["a", "b", "c"].map((id): Item => ({ id, stage: "first" })), { id: "d", stage: "second" })
    relay.start()
    const order: string[] = []
    for (let count = 0; count < 7; count += 1) {
      const { ids, stage, happen } = await nextMove()
      await turn()
      order.push(`${ids.join()} ${stage}${moves.length > 0 ? ", beside another" : ""}`)
      happen()
    }
    expect(order).to.deep.equal([...["a first", "a second", "b first", "b second", "c first", "c second", "d second"]])
    await relay.stop()
  })

  it("read the chains before a step, so that it takes what they have mined, each time", async () => {
    let arrives: string | undefined
    const fake: ReturnType<typeof createFakeProtocol> = createFakeProtocol(() => {
      if (arrives !== undefined) fake.put({ id: arrives, stage: "first" })
      arrives = undefined
      return Promise.resolve()
    })
    const { relay, moves, nextMove, put } = fake
    relay.start()
    await turn()
    for (const id of ["a", "b"]) {
      arrives = id
      const step = relay.takeStep()
      const { ids, stage, happen } = await nextMove()
      expect([ids, stage]).to.deep.equal([[id], "first"])
      relay.resume()
      put({ id: `beside ${id}`, stage: "second" })
      await turn()
      expect(moves, "nothing else moves meanwhile").to.deep.equal([])
      happen()
      expect(await step).to.deep.equal([{ stage: "first", chainSlug: 1, items: 1 }])
      // What has waited for the step goes on.
      for (let left = 2; left > 0;) {
        const move = await nextMove()
        left -= move.ids.length
        move.happen()
      }
      await turn()
    }
    await relay.stop()
  })

  it("end a wait without the failure of a worker when they are stopped meanwhile", async () => {
    const { relay, put, nextMove } = createFakeProtocol()
    put({ id: "a", stage: "first" }, { id: "b", stage: "second" })
    relay.start()
    const idle = relay.idle()
    const first = await nextMove()
    await nextMove()
    first.fail(new Error("no gas"))
    await turn()
    await relay.stop()
    await idle
  })

  it("try again when the first look at the chains fails, and say so once", async () => {
    let looks = 0
    const { relay, put, errors, clock, nextMove } = createFakeProtocol(() => {
      looks += 1
      return looks < 4 ? Promise.reject(new Error("no answer")) : Promise.resolve()
    })
    put({ id: "a", stage: "first" })
    relay.start()
    for (let wait = 0; wait < 3; wait += 1) await clock.advance(1000)
    const { ids, happen } = await nextMove()
    expect(ids).to.deep.equal(["a"])
    happen()
    expect(looks).to.equal(4)
    expect(errors.map(String)).to.deep.equal(["Error: the relay could not read the chains, and tries again"])
    await relay.stop()
  })

  it("report a cause once, whatever its numbers, try again at longer and longer intervals, and report it again once it has worked", async () => {
    const { relay, put, moves, errors, clock, nextMove } = createFakeProtocol()
    const begun = clock.now()
    const triedAt: number[] = []
    const fail = async (reason: string) => {
      const move = await nextMove()
      triedAt.push(clock.now() - begun)
      move.fail(new Error(reason))
      await turn()
    }
    /** Lets time pass until the actor tries again. */
    const wait = async () => {
      for (let waits = 0; moves.length === 0 && waits < 50; waits += 1) await clock.advance(250)
    }
    put({ id: "a", stage: "first" })
    relay.start()
    for (let tries = 0; tries < 8; tries += 1) {
      await fail(`the balance is ${tries}`)
      await wait()
    }
    await fail("no answer")
    expect(triedAt).to.deep.equal([0, 250, 750, 1_750, 3_750, 7_750, 11_750, 15_750, 19_750])
    const firstSaid = 'The devnet\'s actor for "first" on 1 failed: the balance is 0.'
    const codesAndTexts = () =>
      errors.splice(0).map((error) => (isPlugsError(error) ? [error.code, error.shortMessage] : error))
    expect(codesAndTexts()).to.deep.equal([
      ["ACTOR_FAILED", firstSaid],
      ["ACTOR_FAILED", 'The devnet\'s actor for "first" on 1 failed: no answer.'],
    ])

    await wait()
    ;(await nextMove()).happen()
    ;(await nextMove()).happen()
    put({ id: "b", stage: "first" })
    await fail("the balance is 0")
    expect(codesAndTexts()).to.deep.equal([["ACTOR_FAILED", firstSaid]])
    const again = clock.now()
    await wait()
    expect(clock.now() - again, "the rest after it has worked").to.equal(250)
    await relay.stop()
  })

  it("end although the chains can never be read", async () => {
    const { relay } = createFakeProtocol(() => Promise.reject(new Error("no answer")))
    relay.start()
    const step = relay.step()
    await turn()
    await relay.stop()
    await step
    expect(relay.running).to.equal(false)
  })

  it("do two steps that are requested at once one after the other, and nothing twice", async () => {
    const { relay, put, moves, nextMove, stageOf } = createFakeProtocol()
    put({ id: "a", stage: "first" })
    const steps = Promise.all([relay.step(), relay.step()])
    const first = await nextMove()
    await turn()
    expect(moves).to.deep.equal([])
    first.happen()
    const second = await nextMove()
    expect([first.stage, second.stage]).to.deep.equal(["first", "second"])
    second.happen()
    await steps
    expect(stageOf("a")).to.equal("done")
    expect(moves).to.deep.equal([])
    await relay.stop()
  })

  for (const call of ["resume", "start"] as const) {
    it(`do nothing twice when ${call} is called in a step`, async () => {
      const { relay, put, moves, nextMove, stageOf } = createFakeProtocol()
      put({ id: "a", stage: "first" }, { id: "b", stage: "second" })
      const step = relay.step()
      const first = await nextMove()
      relay[call]()
      await turn()
      expect(moves, "while the step is under way").to.deep.equal([])
      first.happen()
      ;(await nextMove()).happen()
      await step
      expect([stageOf("a"), stageOf("b")]).to.deep.equal(["second", "done"])
      relay.resume()
      const last = await nextMove()
      expect(last).to.deep.include({ ids: ["a"], stage: "second" })
      last.happen()
      await relay.stop()
    })
  }

  it("go on after a step in which resume was called", async () => {
    const { relay, put, nextMove } = createFakeProtocol()
    put({ id: "a", stage: "first" })
    const step = relay.step()
    const first = await nextMove()
    relay.resume()
    first.happen()
    await step
    expect((await nextMove()).stage).to.equal("second")
    await relay.stop()
  })

  it("move everything else in a step in which one worker fails, which the step then throws", async () => {
    const { relay, put, nextMove, stageOf } = createFakeProtocol()
    put({ id: "a", stage: "first" }, { id: "b", stage: "second" })
    const step = relay.step().catch((error: unknown) => error)
    ;(await nextMove()).fail(new Error("no gas"))
    ;(await nextMove()).happen()
    expect(await step).to.have.property("shortMessage", 'The devnet\'s actor for "first" on 1 failed: no gas.')
    expect([stageOf("a"), stageOf("b")]).to.deep.equal(["first", "done"])
    await relay.stop()
  })

  it("end in a step, which then resolves, and steps that wait for their turn do not start them again", async () => {
    const { relay, put, moves, nextMove, stageOf } = createFakeProtocol()
    put({ id: "a", stage: "first" })
    const steps = Promise.all([relay.step(), relay.step()])
    await nextMove()
    await relay.stop()
    await steps
    await turn()
    expect([relay.running, stageOf("a"), moves.length]).to.deep.equal([false, "first", 0])
  })

  it("are held still while something is done, and go on after it, even if it fails", async () => {
    const { relay, put, moves, nextMove } = createFakeProtocol()
    relay.start()
    await turn()
    const { promise, reject } = Promise.withResolvers<undefined>()
    const held = relay.hold(() => promise).catch((error: unknown) => error)
    put({ id: "a", stage: "first" })
    await turn()
    expect([moves.length, relay.running]).to.deep.equal([0, true])
    reject(new Error("no"))
    expect(await held).to.have.property("message", "no")
    expect((await nextMove()).ids).to.deep.equal(["a"])
    await relay.stop()
  })

  it("stay stopped after they were held, if they were stopped before or meanwhile", async () => {
    const { relay, put, moves } = createFakeProtocol()
    await relay.hold(() => Promise.resolve())
    expect(relay.running).to.equal(false)

    relay.start()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const held = relay.hold(() => promise)
    const stopped = relay.stop()
    put({ id: "a", stage: "first" })
    resolve(undefined)
    await Promise.all([held, stopped])
    await turn()
    expect([relay.running, moves.length]).to.deep.equal([false, 0])
  })
})
