import { expect } from "chai"
import { afterEach, describe, it } from "mocha"

import { gatewayTransactionOf, requestsOf } from "#src/testing/assertions/effects/describeRequests.js"
import { checkCallbacksResolved, checkRequestsCompleted } from "#src/testing/assertions/effects/requests.js"
import { worldFor } from "#src/testing/assertions/effects/subject.js"
import { checkSent } from "#src/testing/assertions/messages/sentMessages.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { addRunningWorld, rememberWorld } from "#src/testing/world/runningWorlds.js"
import { failure, thrown } from "#test/fixtures/failure.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const stops: (() => void)[] = []

/** A world that runs, as far as assertions look for it. */
function run(parts: object = {}): OpenWorld {
  const world = { relay: { running: false }, isOpen: () => true, ...parts } as unknown as OpenWorld
  stops.push(addRunningWorld(world))
  return world
}

describe("the world that an assertion is about", () => {
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
  })

  it("is the one that runs, whatever it knows, and there has to be one", () => {
    expect(thrown(() => worldFor([])).code).to.equal("WORLD_NOT_STARTED")
    const only = run()
    expect(worldFor([], () => false)).to.equal(only)
  })

  it("is the one that knows it, or that has returned something of it", () => {
    const [first, second] = [run(), run()]
    const knowing =
      (...some: OpenWorld[]) =>
      (world: OpenWorld) =>
        some.includes(world)
    expect(worldFor([], knowing(first))).to.equal(first)
    expect(worldFor([], knowing(second))).to.equal(second)
    for (const knows of [knowing(), knowing(first, second)]) {
      expect(thrown(() => worldFor([{}, undefined], knows)).facts["argument"]).to.equal("the assertion")
    }
    const thing = {}
    rememberWorld(thing, second)
    expect(worldFor([undefined, thing], knowing(first))).to.equal(second)
  })

  it("is the one whose gateway has the requests of a transaction, or its timeouts, once it has read all there is", async () => {
    const read: string[] = []
    const gatewayOf = (name: string, requestTx: string, timeoutTx: string) => ({
      sync: () => Promise.resolve(read.push(name)),
      ledger: {
        requestsOf: (txHash: string) => (txHash === requestTx ? [{ status: "COMPLETED", payloads: [] }] : []),
        timeouts: ({ txHash }: { txHash: string }) => (txHash === timeoutTx ? [{ timeoutId: name }] : []),
      },
    })
    const [first, second] = [
      run({ gateway: gatewayOf("first", bytes32(1), bytes32(2)) }),
      run({ gateway: gatewayOf("second", bytes32(3), bytes32(4)) }),
    ]
    run()
    const worldOfTx = async (id: number) => (await gatewayTransactionOf(bytes32(id), "completed")).world
    expect([await worldOfTx(1), await worldOfTx(2)]).to.deep.equal([first, first])
    expect([await worldOfTx(3), await worldOfTx(4)]).to.deep.equal([second, second])
    expect(read.slice(0, 2)).to.deep.equal(["first", "second"])
    expect((await failure(worldOfTx(5))).facts["argument"]).to.equal("the assertion")
  })

  it("is asked what has happened to what was sent, and an error of its own passes on", async () => {
    let isOpen = true
    const sent = {}
    rememberWorld(sent, run({ isOpen: () => isOpen }))
    const problem = new Error("the chain does not answer")
    const reject = () => Promise.reject(problem)
    expect(await checkSent(sent, "it", reject).catch((error: unknown) => error)).to.equal(problem)
    const stopping = () => {
      isOpen = false
      return reject()
    }
    expect((await failure(checkSent(sent, "it", stopping))).code).to.equal("WORLD_NOT_STARTED")
    expect((await failure(checkSent({}, "it", reject))).code).to.equal("NOT_SENT")
  })

  it("has no result for callbacks of requests that have none, nor for a transaction without requests", async () => {
    const payload = { callback: undefined, status: "PROMISE_RESOLVED" }
    const requests = (txHash: string) =>
      txHash === bytes32(1) ? [{ status: "COMPLETED", payloads: [payload, payload] }] : []
    const ledger = { requestsOf: requests, timeouts: () => [] }
    run({ gateway: { sync: () => Promise.resolve(), ledger } })
    const none = { problem: "Expected every callback to be run, but the requests have no callback." }
    expect(await checkCallbacksResolved(bytes32(1))).to.deep.include(none)
    expect(await checkCallbacksResolved(bytes32(2)))
      .to.have.property("problem")
      .that.contains("made no request")
    expect(await checkRequestsCompleted(bytes32(2)))
      .to.have.property("problem")
      .that.contains("made no request")
  })

  it("needs a gateway, and something of it", async () => {
    run()
    const says = async (value: unknown, assertion: string) =>
      (await failure(gatewayTransactionOf(value, assertion))).message
    expect(await says(bytes32(1), "completed")).to.equal(
      'Argument "completed": the world has no gateway. Start it with one: createWorld(hre, { gateway: true }).',
    )
    const wrong = "it was given neither something that was sent nor the hash of a transaction."
    for (const value of [undefined, "0x12", {}, { hash: "0x12" }]) {
      expect(await says(value, "completed")).to.equal(
        `Argument "completed": ${wrong} Pass what send of an app gateway returns: expect(app.send.write([…])).to.be.completed.`,
      )
    }
    expect(await says(undefined, "resolvePayloads")).to.contain("expect(app.send.write([…])).to.resolvePayloads.")
  })

  it("has the requests of a transaction, and those that their callbacks made, level by level", () => {
    const request = (
      requestCount: number,
      openedBy: number | undefined,
      ...payloads: (readonly [id: number, resolvedIn?: number])[]
    ) => ({
      ...{ requestCount, openedBy: openedBy === undefined ? undefined : bytes32(openedBy) },
      payloads: payloads.map(([id, resolvedIn]) => ({
        payloadId: bytes32(id),
        resolved: resolvedIn === undefined ? undefined : { txHash: bytes32(resolvedIn) },
      })),
    })
    const made: Readonly<Record<string, readonly object[]>> = {
      [bytes32(100)]: [request(1, undefined, [11, 101], [12], [13, 102])],
      [bytes32(101)]: [request(2, 11, [21, 103]), request(3, 99, [31, 104])],
      [bytes32(103)]: [request(4, 21)],
      [bytes32(104)]: [request(5, 31)],
    }
    const gateway = { ledger: { requestsOf: (txHash: string) => made[txHash] ?? [] } }
    const found = requestsOf({ gateway, txHash: bytes32(100) } as never)
    expect(found.map(({ requestCount }) => requestCount)).to.deep.equal([1, 2, 4])
  })
})
