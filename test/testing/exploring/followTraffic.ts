import { expect } from "chai"
import { describe, it } from "mocha"

import { noteTraffic } from "#src/costs/measureWorld.js"
import { followTraffic } from "#src/testing/exploring/searchFailure.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { createRegistry } from "#src/testing/world/registry.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [plug, app] = [1, 2].map((digit) => `0x${String(digit).repeat(40)}`)

/** A ledger in which things are added. */
function ledgerOf<Key, Thing extends object>(keyOf: (thing: Thing) => Key) {
  const things = new Map<Key, Thing>()
  let listener: (thing: Thing) => void = () => undefined
  return {
    add(thing: Thing) {
      things.set(keyOf(thing), thing)
      listener(thing)
    },
    get: (key: Key) => things.get(key),
    request: (key: Key) => things.get(key),
    subscribe: (added: typeof listener) => ((listener = added), () => undefined),
  }
}

/** A world of which all that is sent is noted, with or without a gateway. */
function worldWith({ hasGateway = true } = {}) {
  const messages = ledgerOf<string, { outbound: { messageId: string } }>(({ outbound }) => outbound.messageId)
  const requests = ledgerOf<number, { requestCount: number }>(({ requestCount }) => requestCount)
  const chain = { name: "gateway", accounts: [] }
  const open = {
    ...{ registry: createRegistry(), messaging: { ledger: messages }, defer: () => undefined, faultTexts: new Set() },
    ...{ clock: { now: () => 5_000 }, history: { of: () => [{ status: "EXECUTION_SUCCESS", at: 5_000 }] } },
    devnet: { chains: { alpha: { slug: 1, name: "alpha" }, beta: { slug: 2, name: "beta" } } },
    gateway: hasGateway ? { ledger: requests, chain } : undefined,
  } as unknown as OpenWorld
  noteTraffic(open)
  const of = { srcChainSlug: 1, srcPlug: plug, dstChainSlug: 2, dstPlug: plug }
  return {
    traffic: followTraffic(open),
    send: (id: number) => {
      const outbound = { ...of, messageId: bytes32(id), packedMessage: bytes32(1_000 + id) }
      messages.add({ outbound, status: "EXECUTION_SUCCESS", executionTx: bytes32(7) } as never)
    },
    request: (requestCount: number) => {
      requests.add({ requestCount, appGateway: app, status: "COMPLETED", payloads: [] } as never)
    },
  }
}

const ofMessages = [
  "Where the messages were at its end:",
  ...[`  ${plug} on alpha → ${plug} on beta`, "    EXECUTION_SUCCESS"],
  ...[`    It was executed on beta in transaction ${bytes32(7)}.`, ""],
]
const ofRequest = (count: number) => `  request ${count} of ${app} is COMPLETED`

describe("what a run has sent", () => {
  it("is all that was not in the world when it began, by what it is", async () => {
    const { traffic, send, request } = worldWith()
    ;[1, 2].forEach(send)
    ;[1, 2].forEach(request)
    traffic.begin()
    expect([traffic.messages(), await traffic.describe([])]).to.deep.equal([[], ""])
    send(3)
    request(3)
    expect(traffic.messages().map(({ outbound }) => outbound.messageId)).to.deep.equal([bytes32(3)])
    expect((await traffic.describe([])).split("\n")).to.deep.equal([
      ...[...ofMessages, "Where the payloads were at its end:", ofRequest(3), ""],
    ])
    traffic.begin()
    expect(await traffic.describe([])).to.equal("")
  })

  it("is described without the half that there is not, and with five requests at most", async () => {
    const alone = worldWith({ hasGateway: false })
    alone.traffic.begin()
    alone.send(1)
    expect((await alone.traffic.describe([])).split("\n")).to.deep.equal(ofMessages)
    const { traffic, request } = worldWith()
    traffic.begin()
    const counts = [11, 12, 13, 14, 15]
    counts.forEach(request)
    const five = ["Where the payloads were at its end:", ...counts.map(ofRequest)]
    expect((await traffic.describe([])).split("\n")).to.deep.equal([...five, ""])
    ;[16, 17].forEach(request)
    expect((await traffic.describe([])).split("\n")).to.deep.equal([...five, "  and 2 more requests", ""])
  })
})
