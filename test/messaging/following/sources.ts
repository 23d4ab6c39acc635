import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { zeroHash } from "viem"

import { createChainMessages } from "#src/messaging/following/createChainMessages.js"
import { chainSource } from "#src/messaging/following/messageSource.js"
import { statesBetween } from "#src/messaging/following/messageTracker.js"
import type { FollowedChains } from "#src/messaging/following/withChainFallback.js"
import {
  createMessagingClient,
  type MessageStatus,
  watchMessages,
  type WatchMessagesParameters,
} from "#src/messaging/index.js"
import { socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import { createShortPauses } from "#test/fixtures/clocks/shortPauses.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { createFakeFetch, json } from "#test/fixtures/servers/fakeFetch.js"
import { collect } from "#test/fixtures/servers/messagingApi.js"
import { messageAt, srcTxHash } from "#test/fixtures/wire/messages.js"
import { capacitor, dstPlug, outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"

const switchboard = "0x5FC8d32690cc91D4c39d9d3abcBD16989F875707"
const [sent] = readOutboundMessages(outboundLogs(1))

/** Chains with one message that is proposed, and executed when the destination says so. */
function playChains(isExecuted: () => boolean): FollowedChains & { asked: () => number } {
  let asked = 0
  const src = createFakeChain({
    receipt: { status: "0x1", logs: outboundLogs(1), blockNumber: "0x1" } as never,
    contracts: { [socket]: { abi: socketAbi, answer: () => 41002 } },
  })
  const dst = createFakeChain({
    logsOf: () => [],
    contracts: {
      [switchboard]: { abi: switchboardAbi, answer: () => false },
      [socket]: {
        abi: socketAbi,
        answer({ functionName, args }) {
          asked += 1
          if (functionName === "messageExecuted") return isExecuted()
          if (functionName === "getPlugConfig") return [dstPlug, switchboard, switchboard, capacitor, capacitor]
          if (functionName === "packetIdRoots") return args[2] === switchboard ? sent!.packedMessage : zeroHash
          return 1n
        },
      },
    },
  })
  return {
    asked: () => asked,
    src: { client: src.client, socket },
    dstOf: () => Promise.resolve({ client: dst.client, socket, name: "beta" }),
  }
}

const delivered = messageAt("EXECUTION_SUCCESS", { inboundStatus: "SUCCESS" })

/**
 * Watches at an API that answers so, beside chains.
 *
 * @param options.endsAfter the state after which the time is over. Default: it never is
 */
async function watch(
  api: readonly unknown[],
  { endsAfter, ...options }: Partial<WatchMessagesParameters> & { readonly endsAfter?: MessageStatus },
) {
  const { fetch, requests } = createFakeFetch(json({ status: "SUCCESS", result: api }))
  // What is asked together waits for a timer of its own.
  const pauses = createShortPauses()
  let later = 0
  const clock = { ...pauses, now: () => pauses.now() + later }
  const client = createMessagingClient({ baseUrl: "http://127.0.0.1/messaging", apiKey: "a-secret-key", fetch, clock })
  const troubles: unknown[] = []
  const onTrouble = (error: unknown) => troubles.push((error as { code?: string } | undefined)?.code)
  const timeout = 3_600_000
  const parameters = { srcChainSlug: 41001, srcTxHash, timeout, onTrouble, ...options }
  const steps = watchMessages(client, parameters)
  const { items, error } = await collect(
    (async function* () {
      for await (const step of steps) {
        yield step
        if (step.state === endsAfter) later = timeout
      }
    })(),
  )
  return { states: items.map(({ state }) => state), error, troubles, requests: requests.length }
}

describe("the source of a watch", () => {
  it("both: a message that the API alone calls delivered is not, and both answers are told", async () => {
    const { states, error, troubles } = await watch([delivered], {
      chains: playChains(() => false),
      endsAfter: "RECEIVED",
    })
    expect(states).to.deep.equal(["RECEIVED"])
    expect(troubles).to.include("SOURCES_DISAGREE")
    expect(error).to.include({
      code: "SOURCES_DISAGREE",
      delivered: "the messaging API",
      notDelivered: "the node of beta",
    })
  })

  it("both: it is delivered once the chain says so, too", async () => {
    let asked = 0
    const chains = playChains(() => (asked += 1) > 2)
    const { states, error } = await watch([delivered], { chains, source: "both" })
    expect([states, error]).to.deep.equal([["RECEIVED", "EXECUTION_SUCCESS"], undefined])
  })

  it("chain: the API is not asked, and each state is told that the message has passed", async () => {
    let asked = 0
    const chains = playChains(() => (asked += 1) > 1)
    const { states, error, requests } = await watch([], { chains, source: "chain" })
    expect([states, error, requests]).to.deep.equal([
      ["RECEIVED", "SEALED", "PROPOSED", "VERIFIED", "EXECUTION_SUCCESS"],
      undefined,
      0,
    ])
  })

  it("chain: a wait that ends says what is not visible there", async () => {
    const { states, error } = await watch([], {
      ...{ chains: playChains(() => false), source: "chain" },
      endsAfter: "PROPOSED",
    })
    expect(states).to.deep.equal(["RECEIVED", "SEALED", "PROPOSED"])
    expect(error).to.have.nested.property(
      "facts.not visible on a chain",
      "EXECUTING, INBOUND_REVERTING, EXECUTION_FAILURE",
    )
  })

  it("is read for each watch apart, though they follow the same transaction with one client", async () => {
    const { fetch } = createFakeFetch(json({ status: "SUCCESS", result: [delivered] }))
    const api = { baseUrl: "http://127.0.0.1/messaging", apiKey: "a-secret-key", fetch, clock: createShortPauses() }
    const client = createMessagingClient(api)
    const first = async (source: "api" | "chain") => {
      const chains = playChains(() => false)
      for await (const { state } of watchMessages(client, { srcChainSlug: 41001, srcTxHash, chains, source }))
        return state
      return undefined
    }
    expect(await Promise.all([first("chain"), first("api")])).to.deep.equal(["RECEIVED", "EXECUTION_SUCCESS"])
  })

  it("is read apart for watches to which other blocks count", async () => {
    const { fetch } = createFakeFetch(json({ status: "SUCCESS", result: [] }))
    const api = { baseUrl: "http://127.0.0.1/messaging", apiKey: "a-secret-key", fetch, clock: createShortPauses() }
    const client = createMessagingClient(api)
    const stop = new AbortController()
    const follow = (finality: number, seen: (state: string) => void) => {
      const more = { chains: playChains(() => false), source: "chain", finality, until: "PROPOSED" } as const
      const steps = watchMessages(client, { srcChainSlug: 41001, srcTxHash, signal: stop.signal, ...more })
      return collect(
        (async function* () {
          for await (const { state } of steps) {
            seen(state)
            yield state
          }
        })(),
      )
    }
    const { promise: sent, resolve } = Promise.withResolvers<string>()
    // The message was sent a block before the newest one.
    const [patient, newest] = [follow(1, resolve), follow(0, () => undefined)]
    expect(await newest).to.deep.equal({ items: ["RECEIVED", "SEALED", "PROPOSED"], error: undefined })
    await sent
    stop.abort()
    expect((await patient).items).to.deep.equal(["RECEIVED"])
  })

  it("is the client itself where that reads the chains, whatever else is named", async () => {
    const chains = playChains(() => true)
    const src = typeof chains.src === "function" ? await chains.src() : chains.src
    const own = createChainMessages({ src, dstOf: chains.dstOf, clock: createShortPauses() })
    const elsewhere = { src: () => Promise.reject(new Error("not this one")), dstOf: chains.dstOf }
    for (const given of [{ source: "chain" }, { chains: elsewhere, source: "chain" }, { chains: elsewhere }] as const) {
      const { items, error } = await collect(watchMessages(own, { srcChainSlug: 41001, srcTxHash, ...given }))
      expect([items.at(-1)?.state, error]).to.deep.equal(["EXECUTION_SUCCESS", undefined])
    }
  })

  it("chain and both need chains", async () => {
    expect((await watch([], { source: "chain" })).error).to.include({ code: "INVALID_INPUT", argument: "source" })
  })
})

describe("statesBetween", () => {
  const passes = chainSource.passes ?? []
  const statuses = fc.array(fc.constantFrom<MessageStatus[]>(...passes), { minLength: 1, maxLength: 4 })

  it("leads every message through each state once, and never back but where it went back", () => {
    fc.assert(
      fc.property(statuses, statuses, (before, after) => {
        const at = (all: readonly MessageStatus[]) => all.map((status, id) => messageAt(status, { id }))
        const looks = statesBetween(at(before), at(after), passes)
        expect(looks.at(-1)).to.deep.equal(at(after))
        after.forEach((status, index) => {
          const [from, to] = [before[index] === undefined ? -1 : passes.indexOf(before[index]), passes.indexOf(status)]
          const seen = new Set(looks.map((look) => look[index]?.status))
          expect([...seen]).to.deep.equal(to > from ? passes.slice(from + 1, to + 1) : [status])
        })
      }),
    )
  })
})
