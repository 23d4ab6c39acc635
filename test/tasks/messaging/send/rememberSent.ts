import { expect } from "chai"
import { describe, it } from "mocha"
import type { Client } from "viem"

import { AbortedError } from "#src/http/errors.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import type { SentRecord } from "#src/plugin/records/SentRecord.js"
import { systemClock } from "#src/primitives/clock.js"
import { type BeforeSending, rememberSent } from "#tasks/messaging/send/rememberSent.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const hash = bytes32(1)
const before: BeforeSending = {
  ...{ at: 5, srcChainSlug: 41_001, plug: at(1), account: at(2), functionName: "add", fromBlock: 8 },
}
const messages = [{ messageId: bytes32(2), dstChainSlug: 41_002, dstPlug: at(3) }]
const pending = { hash, nonce: "0x7", blockNumber: null, blockHash: null, type: "0x2", value: "0x0", gas: "0x1" }
const mined = { ...pending, blockNumber: "0x9", blockHash: bytes32(4) }

const clientThat = (answer: () => unknown): Client => fakeNode(answer).client

/** Remembers one transaction, and returns what was written, in order, and what was said. */
async function remember(answer: () => unknown, { failing = [] as readonly number[], error = new Error("full") } = {}) {
  const written: SentRecord[] = []
  let times = 0
  const write = (record: SentRecord): Promise<void> => {
    times += 1
    if (failing.includes(times)) return Promise.reject(error)
    written.push(record)
    return Promise.resolve()
  }
  const terminal = recordTerminal()
  const places = { client: clientThat(answer), clock: systemClock, err: terminal.err }
  const remembering = rememberSent({ write }, before, places)
  remembering.submitted(hash)
  remembering.mined(hash, messages)
  await remembering[Symbol.asyncDispose]()
  return { written, said: terminal.stderr(), times }
}

describe("rememberSent", () => {
  it("writes that it was submitted, its nonce, what it sent, and its block, in this order", async () => {
    let asked = 0
    const { written, said } = await remember(() => ((asked += 1) === 1 ? pending : mined))
    const block = { number: 9, hash: bytes32(4) }
    expect(written).to.deep.equal([
      { ...before, hash, messages: [] },
      // What was mined is known by the time that its nonce is written.
      { ...before, hash, messages, nonce: 7 },
      { ...before, hash, messages },
      { ...before, hash, messages, nonce: 7, block },
    ])
    expect(said).to.equal("")
  })

  it("says once what cannot be written, and writes all the same what can", async () => {
    const full = new NodeFailedError({ functionName: "write" }, "the disk is full")
    const { written, said, times } = await remember(() => mined, { failing: [1, 2, 3], error: full })
    expect([times, written.length]).to.deep.equal([4, 1])
    const once = "This transaction is not remembered: the disk is full\n"
    expect(said).to.equal(once)
    expect((await remember(() => mined, { failing: [1], error: full })).said).to.equal(once)
    const brief = new AbortedError()
    expect((await remember(() => mined, { failing: [1], error: brief })).said).to.equal(
      `This transaction is not remembered: ${brief.shortMessage}\n`,
    )
    const bug = new TypeError("a bug")
    expect(await remember(() => mined, { failing: [1], error: bug }).catch((thrown: unknown) => thrown)).to.equal(bug)
    // Where a transaction is, is not worth a word.
    expect((await remember(() => mined, { failing: [2, 4], error: bug })).said).to.equal("")
  })

  it("knows a block only with its number and its hash, and has written it when it ends", async () => {
    for (const half of [
      { ...mined, blockHash: null },
      { ...mined, blockNumber: null },
    ]) {
      const { written } = await remember(() => half)
      expect(written.at(-1)).to.deep.equal({ ...before, hash, messages, nonce: 7 })
    }
    let isWritten = false
    const write = async ({ block }: SentRecord): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve))
      isWritten ||= block !== undefined
    }
    const places = { client: clientThat(() => mined), clock: systemClock, err: recordTerminal().err }
    const remembering = rememberSent({ write }, before, places)
    remembering.mined(hash, messages)
    await remembering[Symbol.asyncDispose]()
    expect(isWritten).to.equal(true)
  })

  it("writes no nonce and no block that the node does not say, and waits two seconds for it", async () => {
    const silent = await remember(() => {
      throw new Error("no such transaction")
    })
    expect(silent.written.map(({ nonce, block }) => [nonce, block])).to.deep.equal(
      Array<undefined[]>(4).fill([undefined, undefined]),
    )
    const clock = createManualClock()
    const written: SentRecord[] = []
    const write = (record: SentRecord): Promise<void> => Promise.resolve(void written.push(record))
    const client = {
      ...clientThat(() => mined),
      request: () => new Promise<never>(() => undefined),
    } as unknown as Client
    const remembering = rememberSent({ write }, before, { client, clock, err: recordTerminal().err })
    remembering.submitted(hash)
    await clock.run(Promise.resolve(remembering[Symbol.asyncDispose]()))
    expect([clock.sleeps, written.length]).to.deep.equal([[2_000], 1])
  })
})
