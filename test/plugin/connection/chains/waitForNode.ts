import { setImmediate } from "node:timers/promises"

import { expect } from "chai"
import { describe, it } from "mocha"

import {
  closeConnection,
  limitAnswers,
  noteAbandonedRequest,
  waitForNode,
} from "#src/plugin/connection/chains/waitForNode.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"

const never = (): Promise<never> => new Promise(() => undefined)

/** A connection, the times when it is told that its node takes long, and how it is waited for. */
function open(close: () => Promise<void> = () => Promise.resolve()) {
  const clock = createManualClock()
  const told: number[] = []
  const provider = {
    answer: "0x7",
    request(this: { answer: string }, { method }: { method: string }): Promise<unknown> {
      return method === "eth_chainId" ? Promise.resolve(this.answer) : never()
    },
  }
  const onWait = () => void told.push(clock.now())
  return {
    clock,
    told,
    connection: { provider, close } as never,
    provider,
    waiting: { patience: 15_000, clock, onWait },
  }
}

describe("the wait for a node", () => {
  it("is told after two seconds, and is over after the time that it has", async () => {
    const { clock, told, connection, waiting } = open()
    const begun = clock.now()
    const work = waitForNode(connection, never, waiting)
    await clock.advance(1_999)
    expect(told).to.deep.equal([])
    await clock.advance(1)
    expect(told).to.deep.equal([begun + 2_000])
    await clock.advance(13_000)
    expect([await work, clock.sleepers]).to.deep.equal([undefined, 0])
  })

  it("is not told where it answers or fails, and leaves no timer behind", async () => {
    const { clock, told, connection, waiting } = open()
    expect(await waitForNode(connection, () => Promise.resolve(7), waiting)).to.deep.equal({ answer: 7 })
    const broken = waitForNode(connection, () => Promise.reject(new Error("down")), waiting)
    expect([await broken.catch(String), clock.sleepers]).to.deep.equal(["Error: down", 0])
    await clock.advance(20_000)
    expect(told).to.deep.equal([])
  })

  it("ends with the signal, and nothing is noted as abandoned then", async () => {
    const { connection, waiting } = open()
    const stop = new AbortController()
    const before = noteAbandonedRequest()
    const work = failure(waitForNode(connection, never, { ...waiting, signal: stop.signal }))
    stop.abort()
    expect((await work).code).to.equal("ABORTED")
    expect(noteAbandonedRequest() - before).to.equal(1)
  })

  it("is limited for each request of a provider, which keeps its own this, and not for what a person may have to sign", async () => {
    const { clock, connection, provider, waiting } = open()
    limitAnswers(connection, waiting)
    expect(await provider.request({ method: "eth_chainId" })).to.equal("0x7")
    const work = provider.request({ method: "eth_call" }).then(String, String)
    let isLeft = false
    for (const method of ["eth_sendTransaction", "eth_signTypedData_v4"]) {
      void provider.request({ method }).catch(() => (isLeft = true))
    }
    await clock.advance(15_000)
    expect([await work, isLeft].join()).to.match(/no answer within 15 s.*,false$/s)
  })
})

describe("requests that nobody waits for any more", () => {
  it("keep a process alive once one is noted, and not before", async () => {
    // As a process of its own loads it: other tests have noted some.
    const path = "../../../../src/plugin/connection/chains/waitForNode.ts?fresh"
    const fresh = (await import(path)) as typeof import("#src/plugin/connection/chains/waitForNode.js")
    expect(fresh.hasAbandonedRequests()).to.equal(false)
    expect([fresh.noteAbandonedRequest(), fresh.noteAbandonedRequest()]).to.deep.equal([1, 2])
    expect(fresh.hasAbandonedRequests()).to.equal(true)
  })
})

describe("a connection that is closed", () => {
  /** Closes a connection in some way, whose node owes an answer or not, and says what is left behind. */
  const close = async (way: () => Promise<void>, isSilent = false) => {
    const { clock, connection, waiting } = open(way)
    if (isSilent) await clock.run(waitForNode(connection, never, waiting))
    const before = noteAbandonedRequest()
    const error = await clock.run(closeConnection(connection, clock).catch(String))
    // What nobody waits for must not end the process.
    await setImmediate()
    return [error, noteAbandonedRequest() - before - 1, clock.sleeps.includes(1_000)]
  }

  it("is waited for, one second at most, and not at all where its node still owes an answer", async () => {
    let isClosed = false
    const late = async () => {
      await setImmediate()
      isClosed = true
    }
    expect([...(await close(late)), isClosed]).to.deep.equal([undefined, 0, true, true])
    expect(await close(never)).to.deep.equal([undefined, 1, true])
    const broken = () => Promise.reject(new Error("broken"))
    expect(await close(broken)).to.deep.equal(["Error: broken", 0, true])
    for (const way of [never, broken]) expect(await close(way, true)).to.deep.equal([undefined, 0, false])
  })
})
