import { expect } from "chai"
import { describe, it } from "mocha"

import type { MessageStep } from "#src/messaging/following/messageTracker.js"
import { type OutboundMessage, readOutboundMessages } from "#src/messaging/onchain/events.js"
import type { OpenMessageSource } from "#tasks/messaging/follow/openMessageSource.js"
import { followSent } from "#tasks/messaging/send.js"
import { createPerson } from "#test/fixtures/output/person.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"
import { createFakeSending } from "#test/fixtures/worlds/messaging/fakeSending.js"

const messages = readOutboundMessages({ logs: outboundLogs(1) }, { socket })
const hash = bytes32(9)
const local = { baseUrl: "http://127.0.0.1:1" }
const waitOptions = { until: "SEALED", timeout: 5_000 } as const

type Given = {
  readonly sent?: readonly OutboundMessage[]
  readonly json?: boolean
  readonly refusal?: Error
  readonly api?: { readonly baseUrl: string }
}

/** Follows what was sent, at a source that reports nothing, and says what that was asked for, in order. */
async function follow({ sent = messages, json = false, refusal, api = local }: Given = {}) {
  const { own } = createFakeSending()
  const { io } = createPerson()
  const asked: unknown[] = []
  const following: OpenMessageSource = {
    ...{ followedOn: "api", sourceName: "the source", [Symbol.asyncDispose]: () => Promise.resolve() },
    async requireFollowable({ srcChainSlug, srcTxHash }) {
      await new Promise((resolve) => setImmediate(resolve))
      asked.push([srcChainSlug, srcTxHash])
      if (refusal !== undefined) throw refusal
    },

    async *watch({ onTrouble, onUnknown, ...rest }): AsyncGenerator<MessageStep, void, undefined> {
      await Promise.resolve()
      onTrouble?.(new Error("it is tired"))
      onUnknown?.(false)
      asked.push(rest)
    },
  }
  const carried = new Map()
  const result = { hash, fee: 0n, value: 0n, attached: 0n, messages: sent }
  const ended = await followSent(following, result, { own, carried, api, waitOptions, json }, io).catch(
    (error: unknown) => error,
  )
  const watched = { srcChainSlug: 41_001, srcTxHash: hash, signal: io.signal, sent, carried, ...waitOptions }
  return { ended, asked, watched, out: io.terminal.stdout(), err: io.terminal.stderr() }
}

describe("followSent", () => {
  it("follows what was sent on its chain, once it is known that it can be followed, as often as the API lets it", async () => {
    const { ended, asked, watched, err } = await follow()
    const often = { minInterval: 50, maxInterval: 500 }
    expect([ended, asked]).to.deep.equal([undefined, [[41_001, hash], { ...watched, ...often }]])
    expect(err).to.contain("the source")
    const elsewhere = await follow({ api: { baseUrl: "https://api.example" }, json: true })
    expect(elsewhere.asked).to.deep.equal([[41_001, hash], elsewhere.watched])
    const events = elsewhere.out.trimEnd().split("\n")
    expect(events.map((line) => (JSON.parse(line) as { event: string }).event)).to.deep.equal(["trouble", "end"])
  })

  it("follows nothing that cannot be followed to its end", async () => {
    const refusal = new Error("no")
    const { ended, asked } = await follow({ refusal })
    expect([ended, asked]).to.deep.equal([refusal, [[41_001, hash]]])
  })

  it("follows nothing where nothing was sent, and says with --json that this is the end", async () => {
    const silent = await follow({ sent: [] })
    expect([silent.ended, silent.asked, silent.out]).to.deep.equal([undefined, [], ""])
    const { asked, out } = await follow({ sent: [], json: true })
    expect(asked).to.deep.equal([])
    expect(JSON.parse(out)).to.deep.include({ event: "end", outcome: "success", messages: [] })
  })
})
