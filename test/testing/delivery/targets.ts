import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex, pad } from "viem"

import { deliverNext, deliverSome } from "#src/testing/delivery/deliver.js"
import { idOf, readTargets, readUntil, waitingFor } from "#src/testing/delivery/targets.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { rememberWorld } from "#src/testing/world/runningWorlds.js"
import { failure, thrown } from "#test/fixtures/failure.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [m1, m2, m3, payload, job, quote] = [1, 2, 3, 4, 5, 6].map((number) => bytes32(number)) as [
  ...[`0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`],
]
/** The id of a packet: of a chain, a capacitor and a count. */
const packet = (capacitor: number, count: number) =>
  pad(numberToHex((BigInt(capacitor) << 64n) | BigInt(count)), { size: 32 })

const message = (messageId: string, { capacitor = 1, count = 0, status = "RECEIVED", isSealed = false } = {}) => ({
  ...{ outbound: { messageId, packetId: packet(capacitor, count) }, status, isSealed },
})
const messages = [message(m1, { count: 0 }), message(m2, { count: 1 }), message(m3, { capacitor: 2 })]
const payloads = [{ payloadId: payload, requestCount: 7, status: "FINALIZED" }]

/** A world whose ledgers know three messages, a payload, an open job and a quote. */
function worldWith({ possible = [] as readonly object[], isManual = false } = {}) {
  const done: unknown[] = []
  let [left, manual] = [possible, isManual]
  const world = {
    messaging: {
      ledger: {
        get: (id: string) => messages.find(({ outbound }) => outbound.messageId === id),
        sentIn: (slug: number, hash: string) => (slug === 1 && hash === bytes32(20) ? [messages[0]] : []),
      },
    },
    gateway: {
      chain: { name: "gateway" },
      ledger: {
        payload: (id: string) => payloads.find(({ payloadId }) => payloadId === id),
        jobs: { isOpen: (id: string) => id === job, isDone: () => false },
        requestsOf: (hash: string) => (hash === bytes32(20) ? [{ requestCount: 7, payloads }] : []),
        timeouts: ({ txHash }: { txHash: string }) => (txHash === bytes32(20) ? [{ timeoutId: job }] : []),
        triggers: () => [],
      },
    },
    protocols: [[m1, m2, m3], [payload, job], [quote]].map((ids, index) => ({
      knows: (id: never) => ids.includes(id),
      sync: () => Promise.resolve(index === 0 ? void done.push("sync") : undefined),
    })),
    devnet: { chains: { alpha: { slug: 1, name: "alpha" } } },
    relay: { idle: () => Promise.resolve(void done.push("idle")), possible: () => left },
    delivery: {
      isManual: () => manual,
      setManual: (value: boolean) => void done.push(`manual ${(manual = value)}`),
      async permit(permit: (stage: string, item: unknown) => boolean, work: () => Promise<void>) {
        const taken = (left as { stage: string; item: unknown }[]).filter(({ stage, item }) => permit(stage, item))
        done.push(taken.map(({ stage, item }) => `${stage} ${idOf(waitingFor(stage as never, item)).slice(-1)}`))
        left = left.filter((step) => !(taken as object[]).includes(step) || "isStuck" in step)
        await work()
      },
    },
  } as unknown as OpenWorld
  return { world, done, isManual: () => manual }
}

/** What `send` has returned in a world. */
function sentIn(world: OpenWorld, hash: string, more: object = {}): never {
  const sent = { ...{ hash, chain: "alpha", functionName: "greet", messageIds: [], route: undefined }, ...more }
  rememberWorld(sent, world)
  return sent as never
}

const steps = {
  m1: { stage: "seal", chainSlug: 1, item: messages[0] },
  m2: { stage: "seal", chainSlug: 1, item: messages[1] },
  m3: { stage: "seal", chainSlug: 1, item: messages[2] },
  payload: { stage: "executePayload", chainSlug: 9, item: payloads[0] },
  job: { stage: "timeout", chainSlug: 9, item: { id: job, subject: {} } },
  route: { stage: "release", chainSlug: 1, item: { id: "r", subject: { quoteId: quote } } },
}
const all = Object.values(steps)

describe("what a test wants to be delivered", () => {
  const { world } = worldWith()
  const needed = (...ids: string[]) => {
    const targets = readTargets(world, ids as never)
    return Object.entries(steps).flatMap(([name, { stage, item }]) =>
      targets.needs(stage as never, item) ? [name] : [],
    )
  }

  it("are messages, payloads, jobs and routes by their ids in any case, and what has to be sealed before them", () => {
    expect(needed(m1)).to.deep.equal(["m1"])
    expect(needed(m2)).to.deep.equal(["m1", "m2"])
    expect(needed(m3)).to.deep.equal(["m3"])
    expect(needed(payload, job)).to.deep.equal(["payload", "job"])
    expect(needed(quote.toUpperCase().replace("X", "x"))).to.deep.equal(["route"])
    const later = readTargets(world, m2)
    expect(later.needs("propose", messages[0])).to.equal(false)
    expect(later.has(waitingFor("seal", messages[0]))).to.equal(false)
    expect(readTargets(world, [m2, payload]).known()).to.deep.equal([
      { kind: "message", id: m2, status: "RECEIVED" },
      { kind: "payload", id: payload, status: "FINALIZED" },
    ])
  })

  it("is refused if this world does not know it, or it is no target", () => {
    const says = (target: unknown): string => thrown(() => readTargets(world, target as never)).shortMessage
    for (const id of [bytes32(9), "0x12", "m1"]) expect(says(id)).to.contain(`knows nothing with the id ${id}`)
    for (const other of [5, {}, Promise.resolve()])
      expect(says(other)).to.contain("neither an id nor what send has returned")
    expect(says({ hash: bytes32(8) })).to.contain("was sent in another world")
  })

  it("is all that was sent in a transaction of this world, also what its requests get later, and its route", () => {
    const { world: own } = worldWith()
    const [sent, swapped] = [sentIn(own, bytes32(20)), sentIn(own, bytes32(21), { route: { quoteId: quote } })]
    const targets = readTargets(own, sent)
    const meant = Object.entries({
      ...steps,
      later: { stage: "finalize", item: { payloadId: bytes32(9), requestCount: 7 } },
    })
    const namesOf = (all: typeof targets) =>
      meant.flatMap(([name, { stage, item }]) => (all.has(waitingFor(stage as never, item)) ? [name] : []))
    expect(namesOf(targets)).to.deep.equal(["m1", "payload", "job", "later"])
    expect(targets.known()).to.deep.equal([
      { kind: "message", id: m1, status: "RECEIVED" },
      { kind: "payload", id: payload, status: "FINALIZED" },
    ])
    expect(namesOf(readTargets(own, swapped))).to.deep.equal(["route"])
  })

  it("is refused if its transaction has sent nothing, or the world has gone back to before it", () => {
    const { world: own } = worldWith()
    const says = (more: object) => thrown(() => readTargets(own, sentIn(own, bytes32(22), more))).message
    expect(says({})).to.contain("the transaction of greet has sent nothing")
    expect(says({ messageIds: [m1] })).to.contain("the transaction of greet is not known any more")
    expect(says({ chain: "gateway" })).to.contain("the transaction of greet has sent nothing")
  })

  it("goes as far as a state, and no job and no route goes to one", () => {
    const moves = (until: string | undefined) =>
      Object.entries({ ...steps, sealed: { stage: "propose", item: message(m1, { status: "SEALED" }) } }).flatMap(
        ([name, { stage, item }]) =>
          readUntil(until as never).mayMove(waitingFor(stage as never, item)) ? [name] : [],
      )
    expect(moves(undefined)).to.have.length(7)
    expect(moves("SEALED")).to.deep.equal(["m1", "m2", "m3"])
    expect(moves("PROPOSED")).to.deep.equal(["m1", "m2", "m3", "sealed"])
    expect(moves("EXECUTED")).to.include("payload")
    expect(moves("FINALIZED")).to.not.include("payload")
    const until = readUntil("SEALED")
    expect(["RECEIVED", "SEALED", "PROPOSED"].map((status) => until.isBeyond("message", status))).to.deep.equal([
      ...[false, false, true],
    ])
    expect(readUntil(undefined).isBeyond("message", "EXECUTION_SUCCESS")).to.equal(false)
    for (const state of ["CONFIRMED", "SEELED"]) {
      expect(thrown(() => readUntil(state as never)).message).to.contain(`${JSON.stringify(state)} is no state of`)
    }
  })
})

describe("delivering", () => {
  const given = (selection: unknown, options: object = {}, isManual = false) => {
    const opened = worldWith({ possible: all, isManual })
    return { ...opened, work: () => deliverSome(opened.world, selection as never, options) }
  }

  it("leaves all to the actors if all is meant, and else takes it into the test's hands", async () => {
    const plain = given(undefined)
    await plain.work()
    expect([plain.done, plain.isManual()]).to.deep.equal([["idle"], false])
    const byHand = given(undefined, {}, true)
    await byHand.work()
    const everything = ["seal 1", "seal 2", "seal 3", "executePayload 4", "timeout 5", "release r"]
    expect([byHand.done, byHand.isManual()]).to.deep.equal([
      ["manual true", "sync", everything, "idle", "manual true"],
      true,
    ])
    const one = given(m2)
    await one.work()
    expect([one.done, one.isManual()]).to.deep.equal([
      ["manual true", "sync", ["seal 1", "seal 2"], "idle", "manual true"],
      true,
    ])
  })

  it("delivers in an order first, then the rest, and hands back what it took for that alone", async () => {
    const ordered = given(undefined, { order: [m3, m1] })
    await ordered.work()
    expect(ordered.done.filter(Array.isArray)).to.deep.equal([
      ...[["seal 3"], ["seal 1"], ["seal 2", "executePayload 4", "timeout 5", "release r"]],
    ])
    expect(ordered.isManual()).to.equal(false)
  })

  it("delivers the nth of what can move, or the last of it", async () => {
    for (const [nth, taken] of [
      [0, "seal 1"],
      [2, "seal 3"],
      [3, "executePayload 4"],
      [9, "executePayload 4"],
    ] as const) {
      const opened = worldWith({
        possible: [steps.m1, steps.m3, steps.m3, steps.m2, steps.payload].toSorted((one, other) =>
          idOf(waitingFor(one.stage as never, one.item)) < idOf(waitingFor(other.stage as never, other.item)) ? -1 : 1,
        ),
      })
      await deliverSome(opened.world, undefined, { nth })
      expect([...new Set(opened.done.filter(Array.isArray).flat())], String(nth)).to.deep.equal([taken])
    }
    const none = worldWith()
    await deliverSome(none.world, undefined, { nth: 1 })
    expect(none.done.filter(Array.isArray)).to.deep.equal([[]])
  })

  it("refuses a state that is passed, and hands back what it took", async () => {
    const passed = given(payload, { until: "EXECUTING" })
    await passed.work()
    const beyond = given(payload, { until: "FINALIZING" })
    expect((await failure(beyond.work())).code).to.equal("STATE_PASSED")
    expect([beyond.isManual(), beyond.done.at(-1)]).to.deep.equal([false, "manual false"])
  })

  it("moves one thing by one step, passes over what is stuck, and says where it was", async () => {
    const next = async (possible: readonly object[], selection?: unknown, options: object = {}) => {
      const { world } = worldWith({ possible })
      const step = await deliverNext(world, selection as never, options)
      return step && [step.stage, step.chain, step.id]
    }
    const stuck = { ...steps.m1, isStuck: true }
    expect(await next(all)).to.deep.equal(["seal", "alpha", m1])
    expect(await next(all, undefined, { nth: 3 })).to.deep.equal(["executePayload", "gateway", payload])
    expect(await next(all, undefined, { nth: 99 })).to.deep.equal(["release", "alpha", "r"])
    expect(await next([stuck, steps.m3])).to.deep.equal(["seal", "alpha", m3])
    expect(await next([steps.m3, stuck], undefined, { nth: 1 })).to.deep.equal(["seal", "alpha", m3])
    expect(await next([stuck])).to.equal(undefined)
    expect(await next([])).to.equal(undefined)
    expect(await next(all, m3)).to.deep.equal(["seal", "alpha", m3])
    expect(await next(all, m2)).to.deep.equal(["seal", "alpha", m1])
    expect(await next([steps.job, steps.payload], undefined, { until: "EXECUTED" })).to.deep.equal([
      ...["executePayload", "gateway", payload],
    ])
    expect(await next([steps.payload], undefined, { until: "FINALIZED" })).to.equal(undefined)
  })
})
