import { readFileSync } from "node:fs"

import { expect } from "chai"
import { describe, it } from "mocha"
import { z } from "zod"

import { readerOf, type Sent, stateIn, stateOf } from "./fixtures/readStream.js"
import { address, emptyFeed, messageChange, payloadChange, requestChange, routeChange } from "./fixtures/servedPage.js"
import { idOf } from "#extras/page/src/kinds.js"
import { worstText } from "#test/fixtures/output/hostileText.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const statuses = (sent: readonly Sent[]) => sent.map(({ data }) => ("status" in data ? data.status : data.event))

describe("the stream of the devnet's page", () => {
  it("begins with the whole state, and goes on with each change, as the schema says", async () => {
    const feed = emptyFeed()
    const schema = z.fromJSONSchema(
      JSON.parse(readFileSync("schemas/page-events.json", "utf8")) as Parameters<typeof z.fromJSONSchema>[0],
    )
    feed.block({ chainSlug: 1, number: 7 })
    feed.message(messageChange(1))
    feed.message(messageChange(1, { status: "SEALED", at: 1_700_000_000_500 }))
    const { read } = readerOf(feed.open(undefined))
    const first = await read()
    const { items, chains } = stateIn(first)
    expect(chains.map(({ block }) => block)).to.deep.equal([7, 0, 0])
    expect(items).to.have.length(1)
    expect(items[0]!.stages.map(({ status }) => status)).to.deep.equal(["RECEIVED", "SEALED"])

    feed.payload(payloadChange(1, { revert: { attempts: 2, reason: "NotNow()" } }))
    const timeout = { timeoutId: "0x0a", status: "ADDED_TO_QUEUE", at: 1, target: address(1), executeAt: 60 }
    feed.timeout({ ...timeout, resolveTxHash: null })
    const trigger = { callId: "0x0c", status: "Queued", at: 1, chainSlug: 1, plug: address(1), appGateway: address(3) }
    feed.trigger({ ...trigger, onChainTxHash: bytes32(1), appGatewayTxHash: null })
    feed.request(requestChange(1))
    feed.route(routeChange(1))
    feed.problem({ code: "ACTOR_FAILED", message: "no gas" })
    const fault = { id: 1, fault: "down", line: 'await world.faults.down("seal")', happened: 0 }
    feed.standing({ paused: ["seal"], faults: [fault], snapshots: [{ id: "0x1", at: 5 }] })
    feed.block({ chainSlug: 2, number: 1 })
    const rest = await read()
    for (const { event, data } of rest) expect(event).to.equal(data.event)
    expect(rest.map(({ data: { event } }) => event)).to.deep.equal([
      ...["payload", "timeout", "trigger", "request", "route", "problem", "relay", "faults", "snapshots", "block"],
    ])
    const again = await readerOf(feed.open(undefined)).read()
    for (const { data } of [...first, ...rest, ...again]) {
      expect(schema.safeParse(data).error?.issues, data.event).to.equal(undefined)
    }
  })

  it("goes on after the event that a reader had last, and with the state where that is not known", async () => {
    const feed = emptyFeed({ maxEvents: 4 })
    feed.message(messageChange(1))
    const [{ id }] = (await readerOf(feed.open(undefined)).read()) as [Sent]
    feed.message(messageChange(1, { status: "SEALED" }))
    feed.message(messageChange(1, { status: "PROPOSED" }))
    expect(statuses(await readerOf(feed.open(id)).read())).to.deep.equal(["SEALED", "PROPOSED"])
    const foreign = `${"0".repeat(12)}-${id.split("-")[1]!}`
    for (const unknown of [foreign, id.replace(/\d+$/, "99"), "", "x", `${id}x`, `-${id}`, "9".repeat(10_000)]) {
      expect(statuses(await readerOf(feed.open(unknown)).read()), unknown.slice(0, 40)).to.deep.equal(["state"])
    }
    for (let number = 2; number < 6; number += 1) feed.message(messageChange(number))
    expect(statuses(await readerOf(feed.open(id)).read())).to.deep.equal(["state"])
  })

  it("drops a reader that falls behind what is kept, and buffers nothing for it", async () => {
    const feed = emptyFeed({ maxEvents: 4 })
    let dropped = 0
    const slow = readerOf(feed.open(undefined, () => (dropped += 1)))
    const fast = readerOf(feed.open(undefined))
    await Promise.all([slow.read(), fast.read()])
    for (let number = 0; number < 4; number += 1) feed.message(messageChange(number))
    expect(await fast.read()).to.have.length(4)
    expect(dropped).to.equal(0)
    feed.message(messageChange(4))
    expect(dropped).to.equal(1)
    expect(await slow.read().catch((error: unknown) => String(error))).to.match(/has ended/)
    expect(await fast.read()).to.have.length(1)
  })

  it("sends of many blocks only the newest to a reader that is busy", async () => {
    const feed = emptyFeed()
    const { read } = readerOf(feed.open(undefined))
    await read()
    for (let number = 1; number <= 50; number += 1) feed.block({ chainSlug: 1, number })
    feed.block({ chainSlug: 1, number: 50 })
    expect((await read()).map(({ data }) => data)).to.deep.equal([
      { schemaVersion: 1, event: "block", chainSlug: 1, number: 50 },
    ])
  })

  it("sends what comes while a reader waits, but no block that it has", async () => {
    const feed = emptyFeed()
    const { read } = readerOf(feed.open(undefined))
    await read()
    const waiting = read()
    await new Promise(setImmediate)
    feed.block({ chainSlug: 1, number: 7 })
    expect((await waiting).map(({ event }) => event)).to.deep.equal(["block"])
    feed.block({ chainSlug: 1, number: 7 })
    feed.message(messageChange(1))
    expect((await read()).map(({ event }) => event)).to.deep.equal(["message"])
  })

  it("sends at most 256 events at once, and the rest the next time", async () => {
    const feed = emptyFeed()
    const { read } = readerOf(feed.open(undefined))
    await read()
    for (let number = 0; number < 300; number += 1) feed.message(messageChange(number))
    expect([(await read()).length, (await read()).length]).to.deep.equal([256, 44])
  })

  it("loses nothing where a block replaces one that is no longer kept", async () => {
    const feed = emptyFeed({ maxEvents: 4 })
    const { read } = readerOf(feed.open(undefined))
    feed.block({ chainSlug: 1, number: 1 })
    for (let number = 0; number < 3; number += 1) feed.message(messageChange(number))
    await read()
    feed.message(messageChange(3))
    feed.block({ chainSlug: 1, number: 2 })
    expect((await read()).map(({ event }) => event)).to.deep.equal(["message", "block"])
  })

  it("tells of the parts of how the devnet stands that have changed", async () => {
    const feed = emptyFeed()
    const { read } = readerOf(feed.open(undefined))
    const begun = { paused: ["seal"], faults: [], snapshots: [{ id: "0x1", at: 5 }] }
    feed.standing(begun)
    const { paused, faults, snapshots } = stateIn(await read())
    expect({ paused, faults, snapshots }).to.deep.equal(begun)
    feed.standing({ ...begun, paused: [] })
    feed.standing({ paused: [], faults: [], snapshots: [{ id: "0x1", at: 5 }] })
    feed.standing({ paused: [], faults: [], snapshots: [] })
    expect((await read()).map(({ data }) => data)).to.deep.equal([
      { schemaVersion: 1, event: "relay", paused: [] },
      { schemaVersion: 1, event: "snapshots", snapshots: [] },
    ])
  })

  it("keeps what moves and forgets what is final first, oldest first", async () => {
    const feed = emptyFeed({ maxItems: 3 })
    feed.message(messageChange(1))
    for (const number of [2, 3]) feed.message(messageChange(number, { status: "EXECUTION_SUCCESS" }))
    const kept = async () => (await stateOf(feed.open(undefined))).items.map((item) => idOf("message", item as never))
    feed.message(messageChange(4))
    expect(await kept()).to.deep.equal([1, 3, 4].map((number) => bytes32(number)))
    feed.message(messageChange(5))
    feed.message(messageChange(6))
    expect(await kept()).to.deep.equal([4, 5, 6].map((number) => bytes32(number)))
    // The fifth was over, and moves again.
    feed.message(messageChange(5, { status: "EXECUTION_FAILURE" }))
    feed.message(messageChange(5, { status: "EXECUTING" }))
    feed.message(messageChange(7))
    expect(await kept()).to.deep.equal([5, 6, 7].map((number) => bytes32(number)))
  })

  it("keeps the first and the last of the stages of a message that reverts for long", async () => {
    const feed = emptyFeed()
    feed.message(messageChange(1))
    for (let attempt = 0; attempt < 100; attempt += 1) {
      feed.message(messageChange(1, { status: attempt % 2 === 0 ? "EXECUTING" : "INBOUND_REVERTING", at: attempt }))
    }
    const [item] = (await stateOf(feed.open(undefined))).items
    expect(item!.stages).to.have.length(40)
    const middle = [...Array(19).keys(), ...Array.from({ length: 20 }, (_, index) => index + 80)]
    expect(item!.stages.map(({ at }) => at)).to.deep.equal([messageChange(1).at, ...middle])
    expect(item!.stages.map(({ status }) => status).slice(0, 2)).to.deep.equal(["RECEIVED", "EXECUTING"])
    feed.message(messageChange(1, { status: "INBOUND_REVERTING", at: 100 }))
    const [same] = stateIn(await readerOf(feed.open(undefined)).read()).items
    expect([same!.at, same!.stages]).to.deep.equal([100, item!.stages])
  })

  it("sends everybody the state again when chains were set back", async () => {
    const feed = emptyFeed()
    for (const number of [1, 2]) feed.message(messageChange(number))
    const { read } = readerOf(feed.open(undefined))
    const [{ id }] = (await read()) as [Sent]
    feed.keepOnly(() => true)
    feed.block({ chainSlug: 1, number: 7 })
    expect(
      (await read()).map(({ event }) => event),
      "nothing is forgotten",
    ).to.deep.equal(["block"])
    feed.keepOnly((item) => item.event === "message" && item.messageId === bytes32(1))
    for (const state of [await read(), await readerOf(feed.open(id)).read()]) {
      expect(stateIn(state).items.map((item) => idOf("message", item as never))).to.deep.equal([bytes32(1)])
    }
  })

  it("bounds texts and problems", async () => {
    const feed = emptyFeed()
    const reason = `${worstText}${"W".repeat(100_000)}`
    feed.message(messageChange(1, { revert: { attempts: 1, reason } }))
    for (let number = 0; number < 150; number += 1) feed.problem({ message: reason })
    const { items, problems } = await stateOf(feed.open(undefined))
    expect(items[0]!.revert!.reason).to.have.length(2000)
    expect(problems).to.have.length(100)
  })

  it("has another name in each devnet, so that no event of one is taken for another's", async () => {
    const ids = await Promise.all(
      [emptyFeed(), emptyFeed()].map(async (feed) => (await readerOf(feed.open(undefined)).read())[0]!.id),
    )
    expect(ids[0]).to.not.equal(ids[1])
  })
})
