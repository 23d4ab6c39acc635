import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, decodeFunctionData, getAddress, type Hex, zeroHash } from "viem"

import type { Alert, RaisedAlert } from "#extras/watch/src/alerts/Alert.js"
import { createWatch, type WatchOptions } from "#extras/watch/src/createWatch.js"
import type { PlacedMark } from "#extras/watch/src/progress.js"
import type { WatchedMoment } from "#extras/watch/src/reconciling/invariants.js"
import { WatchStoreUnusableError } from "#extras/watch/src/store/WatchDatabase.js"
import type { DeliveryPath, EventFields, KnownMessage, WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import {
  block,
  chainOf,
  details,
  hash,
  idOf,
  message,
  node,
  plug,
  quiet,
  socket,
} from "#test/fixtures/worlds/messaging/watchedFacts.js"

describe("a look of a watch", () => {
  type Given = Partial<Omit<WatchOptions, "store">> & {
    readonly raised?: Readonly<Record<string, Partial<RaisedAlert>>>
    readonly messages?: readonly KnownMessage[]
    readonly unmatched?: readonly DeliveryPath[]
    /** Of every message. */
    readonly marks?: readonly PlacedMark[]
    /** Since when what cannot be read could not be. The clock shows 2,000,000. */
    readonly since?: number | undefined
    /** Of the store, where it is asked for executions. */
    readonly failure?: unknown
    readonly signal?: AbortSignal
  }

  /** One look, with what was raised before it: the events, the ids that last, and the problems. */
  async function look({
    raised = {},
    messages = [],
    unmatched = [],
    marks = [],
    since,
    failure,
    signal,
    ...options
  }: Given) {
    const alerts = new Map(
      Object.entries(raised).map(([id, alert]) => [id, { kind: "late", says: "it was", ...alert }]),
    )
    const events: EventFields[] = []
    const store = {
      alerts: (scope = "") => new Map([...alerts].filter(([id]) => id.startsWith(scope))),
      setAlert(id: string, alert: Alert | undefined, event: EventFields) {
        if (alert === undefined) alerts.delete(id)
        else alerts.set(id, alert)
        events.push(event)
      },
      message: (id: Hex) => messages.find((one) => one.id === id),
      inFlight: () => messages.filter(({ status }) => !["EXECUTION_SUCCESS", "VANISHED"].includes(status)),
      pathsToJudge() {
        if (failure !== undefined) throw failure as Error
        return []
      },
      wrong: () => [],
      unjudged: () => [],
      unmatched: () => unmatched,
      unreadSince: (ids: Iterable<string>) => new Map(Array.from(ids, (id) => [id, since])),
      marksOf: () => marks,
      ...{ toLookAt: () => [], held: () => new Map(), notLookedAt: () => [] },
      openChain: () => undefined,
      record: () => undefined,
      looked: () => undefined,
    } as unknown as WatchStore
    const clock = createManualClock(2_000_000)
    const asked: Hex[] = []
    const watch = createWatch({
      ...{ chains: [], store, finality: "latest", clock, lateAfter: () => 100 },
      async explain({ id }) {
        asked.push(id)
        await clock.sleep(1)
        return undefined
      },
      ...options,
    })
    const round = await clock.run(watch.round(signal))
    const told = events.map(({ event, says }) => `${event}: ${String(says)}`)
    return { ...round, told, asked, lasting: [...alerts.keys()] }
  }

  it("says how each alert has ended", async () => {
    const about = { messageId: idOf(1, 1), srcChainSlug: 1, dstChainSlug: 2 }
    const chains = [chainOf(1, quiet())]
    const ends = async (known: KnownMessage | undefined, alert: Partial<RaisedAlert> = {}): Promise<unknown> => {
      const messages = known === undefined ? [] : [known]
      const raised = { [`late:${about.messageId}`]: { ...about, ...alert } }
      const { told, lasting } = await look({ chains, messages, raised, lateAfter: () => 10_000 })
      expect(lasting).to.deep.equal([])
      return told.length === 1 ? told[0]?.replace("over: alpha → chain 2: ", "") : told
    }
    expect(await ends(undefined)).to.equal("it is not watched any more.")
    expect(await ends(message(1, { status: "VANISHED" }))).to.equal("a reorg has taken it back.")
    const arrived = message(1, { status: "EXECUTION_SUCCESS", since: 3_520 })
    for (const kind of ["late", "stuck", "failed", "underpaid"] as const) {
      expect(await ends(arrived, { kind })).to.equal("arrived after 42 min 00 s.")
      expect(await ends(message(1), { kind })).to.equal("it is on its way again.")
    }
    for (const kind of ["unsent", "altered", "doubled", "orphaned", "unverified"] as const) {
      expect(await ends(arrived, { kind })).to.equal("it is as it was sent.")
    }
    for (const missing of ["messageId", "srcChainSlug", "dstChainSlug"]) {
      expect(await ends(arrived, { [missing]: undefined }), missing).to.equal("over: It holds again: it was")
    }
  })

  it("says of what was held whether it is not any more, its delivery was taken back, or nobody looks any more", async () => {
    const executed: PlacedMark = { kind: "executed", tx: hash(8), at: 1_500, chain: 2 }
    const release = { says: "retry()", to: plug, data: "0x12", revert: undefined } as const
    const ends = async (marks: readonly PlacedMark[], alert: Partial<RaisedAlert>): Promise<unknown> => {
      const held = { kind: "held", messageId: idOf(1, 1), srcChainSlug: 1, dstChainSlug: 2, ...alert } as const
      const { told } = await look({ chains: [chainOf(1, quiet())], abis: [], raised: { "held:1": held }, marks })
      return told[0]?.replace("over: alpha → chain 2: ", "")
    }
    expect(await ends([executed], { release })).to.equal("it is not held any more.")
    expect(await ends([executed], {})).to.equal("it is not watched any more.")
    for (const marks of [[], [{ ...executed, kind: "proposed" } as const]]) {
      expect(await ends(marks, { release })).to.equal("a reorg has taken back its delivery.")
    }
  })

  it("takes for late what a chain that is read does not tell, and keeps what one tells no more that is not read now", async () => {
    const messages = [1, 2, 3, 4].map((dst) => message(dst, { dst, at: 1_000 }))
    const ids = messages.map(({ id }) => id)
    const chains = [chainOf(1, quiet()), chainOf(2, node({})), chainOf(3, quiet())]
    const raised = Object.fromEntries(
      ids.flatMap((id) => ["late", "fee"].map((scope) => [`${scope}:${id}`, { messageId: id }])),
    )
    const { told, asked, lasting, problems } = await look({ chains, messages, raised })
    expect(asked).to.deep.equal([ids[0], ids[2]])
    // Of messages to the chain that is not among those that are read it is told once that it is not.
    expect(lasting.sort()).to.deep.equal([
      ...["fee", "late"].flatMap((scope) => [0, 1, 2].map((index) => `${scope}:${ids[index]!}`)),
      "unread:4",
    ])
    expect(told.map((text) => text.slice(0, 31))).to.deep.equal([
      ...["alert: chain 4 is not watched, ", "over: It holds again: it was", "over: It holds again: it was"],
    ])
    expect(problems.map((text) => text.slice(0, 23))).to.deep.equal(["beta could not be read:"])
    const others = await look({ chains, messages, lateAfter: () => 1_000 })
    expect([others.told, others.asked]).to.deep.equal([[], []])
  })

  it("tells of what is late by the end of the look that finds it", async () => {
    const { told } = await look({ chains: [chainOf(1, quiet()), chainOf(2, quiet())], messages: [message(1)] })
    expect(told).to.deep.equal(["alert: alpha → beta: SEALED 16 min 40 s after it was sent."])
  })

  it("tells of a message that was paid less than the socket of its source asks for now, for one like it", async () => {
    const asked: unknown[] = []
    const asking = (fee: number | Error) =>
      node({
        ...{ eth_getBlockByNumber: () => block(7), eth_getLogs: () => [] },
        eth_call: ([call]) => {
          const { to, data } = call as { to: Address; data: Hex }
          asked.push([to, decodeFunctionData({ abi: socketAbi, data })])
          if (fee instanceof Error) throw fee
          return hash(fee)
        },
      })
    const lasting = async (src: number, fee: number | Error) => {
      const chains = [chainOf(1, asking(fee)), chainOf(2, quiet())]
      const { lasting: ids } = await look({ chains, messages: [message(1, { src })] })
      return ids.map((id) => id.split(":")[0])
    }
    // It was sent with 7 wei.
    expect(await lasting(1, 8)).to.deep.equal(["late", "fee"])
    const { minMsgGasLimit, executionParams } = details
    const call = {
      functionName: "getMinFees",
      args: [minMsgGasLimit, 1n, executionParams, zeroHash, 2, getAddress(plug)],
    }
    expect(asked.splice(0)).to.deep.equal([[getAddress(socket), call]])
    expect(await lasting(1, 7)).to.deep.equal(["late"])
    expect(await lasting(1, new Error("it has no fee"))).to.deep.equal(["late"])
    // Nobody reads the chain that it came from.
    asked.length = 0
    expect([await lasting(3, 8), asked]).to.deep.equal([["late"], []])
  })

  it("does not go on without its store, or with a bug", async () => {
    const given = { reconciled: { invariants: {} }, chains: [chainOf(1, quiet())], raised: { "inbound:1": {} } }
    for (const failure of [new WatchStoreUnusableError({ file: "", reason: "full" }), new TypeError("a bug")]) {
      expect(await look({ ...given, failure }).catch((error: unknown) => error)).to.equal(failure)
    }
    // Nothing is wrong any more.
    expect((await look(given)).told).to.deep.equal(["over: It holds again: it was"])
  })

  it("tells of a chain, and of a sum, that could not be read for five minutes, and when they can", async () => {
    const invariants = { supply: () => Promise.reject(new Error("no")) }
    const given = { reconciled: { invariants }, chains: [chainOf(1, quiet()), chainOf(2, node({}))] }
    for (const since of [undefined, 1_700_001]) expect((await look({ ...given, since })).told).to.deep.equal([])
    const { told, lasting, problems } = await look({ ...given, since: 1_700_000 })
    const unread = ["beta could not be read: The node", "The invariant supply could not be worked out:"]
    for (const [index, says] of unread.entries()) {
      expect(told[index]).to.contain(`alert: ${says}`)
      expect(problems[index]).to.contain(says)
    }
    expect([lasting, problems.length]).to.deep.equal([["unread:2", "unread:sum supply"], 2])
    // A single look has no later one.
    expect((await look({ ...given, since: 2_000_000, unverifiedAfter: 0 })).told).to.have.length(2)
    const raised = { "unread:2": { kind: "unverified" } as const }
    expect((await look({ chains: [chainOf(2, quiet())], raised })).told).to.deep.equal([
      "over: It is checked again: it was",
    ])
  })

  it("tells of a chain that has not answered yet as of a silent one, keeps what was told of its messages, and says where none answers", async () => {
    const problem = new NodeFailedError({ functionName: "eth_chainId" }, "no")
    const unopened = [
      { slug: 1, name: "alpha", block: undefined, problem },
      { slug: 3, name: "gamma", block: undefined, problem, isUnsure: true },
    ]
    const opening = { isWatched: () => true, open: () => Promise.resolve(unopened) }
    const messages = [message(1), message(2, { src: 2, dst: 3 })]
    const ids = messages.map(({ id }) => `late:${id}`)
    const raised = Object.fromEntries(messages.map(({ id: messageId }) => [`late:${messageId}`, { messageId }]))
    const given = { opening, messages, raised, since: 1_700_000, lateAfter: () => Infinity }
    const { told, lasting, problems, asked } = await look({ ...given, chains: [chainOf(2, quiet())] })
    expect([lasting, asked]).to.deep.equal([[...ids, "unread:1"], []])
    expect([told.length, problems.length, told[0]?.slice(7)]).to.deep.equal([1, 1, problems[0]])
    expect(problems[0]).to.contain("alpha could not be read: ")
    const none = await look({ ...given, chains: [] })
    expect([none.problems.length, none.problems[0]]).to.deep.equal([
      2,
      "No chain has answered yet, so that nothing is watched. They are asked again at each look.",
    ])
  })

  it("checks a sum only of a moment that its chains tell, and of which every delivery is matched", async () => {
    const invariants = {
      holds: () => undefined,
      breaks: ({ chains: { alpha } }: WatchedMoment) => alpha && "too much",
      cannot: () => Promise.reject(new Error("no")),
    }
    const raised = {
      "invariant:holds": {},
      "invariant:breaks": { kind: "broken" } as const,
      "invariant:cannot": {},
      "invariant:gone": {},
    }
    const readsAll = { breaks: ({ chains }: WatchedMoment) => String(Object.values(chains).length) }
    const counts = { breaks: ({ chains: { alpha }, inFlight }: WatchedMoment) => alpha && String(inFlight.length) }
    const given = { raised, reconciled: { invariants }, chains: [chainOf(1, quiet())] }
    const whole = await look(given)
    expect(whole.lasting).to.deep.equal(["invariant:breaks", "invariant:cannot"])
    expect(whole.problems).to.deep.equal(["The invariant cannot could not be worked out: no"])
    expect((await look({ ...given, raised: {} })).told).to.deep.equal(["alert: breaks: too much"])
    const beta = chainOf(2, node({}))
    for (const unclear of [{ unmatched: [{ src: 3, chain: 1 }] }, { chains: [chainOf(1, quiet()), beta] }]) {
      const reads = { ...given, ...unclear, raised: { "invariant:breaks": {} }, reconciled: { invariants: readsAll } }
      const { lasting, told } = await look(reads)
      expect([lasting, told]).to.deep.equal([["invariant:breaks"], []])
    }
    // What it does not read keeps no sum.
    const others = { unmatched: [{ src: 2, chain: 3 }], chains: [chainOf(1, quiet()), beta] }
    expect((await look({ ...given, ...others, raised: {} })).told).to.deep.equal(["alert: breaks: too much"])
    const lost = { ...given, ...others, raised: {}, messages: [message(1)], reconciled: { invariants: counts } }
    expect((await look(lost)).told).to.deep.equal([])
    expect((await look({ raised, chains: given.chains })).lasting).to.deep.equal(Object.keys(raised))
  })

  it("ends where it is stopped", async () => {
    const given = { reconciled: { invariants: { breaks: () => "too much" } }, chains: [chainOf(1, quiet())] }
    expect((await failure(look({ ...given, signal: AbortSignal.abort() }))).code).to.equal("ABORTED")
    const stop = new AbortController()
    const stopping = node({
      eth_getBlockByNumber: () => {
        stop.abort()
        return block(7)
      },
    })
    const during = look({ ...given, chains: [chainOf(1, stopping)], signal: stop.signal })
    expect((await failure(during)).code).to.equal("ABORTED")
  })

  it("reads each chain anew at each look, and one that takes its time only once", async () => {
    const heads: number[] = []
    const pending = Promise.withResolvers<unknown>()
    const clock = createManualClock(2_000_000)
    const store = {
      ...{ alerts: () => new Map(), inFlight: () => [], openChain: () => undefined, record: () => undefined },
      ...{ unreadSince: () => new Map(), unjudged: () => [], unmatched: () => [], looked: () => undefined },
    } as unknown as WatchStore
    const counted = (slug: number, answer: () => unknown) =>
      node({ eth_getBlockByNumber: () => (heads.push(slug), answer()), eth_getLogs: () => [] })
    const watch = createWatch({
      ...{ store, finality: "latest", clock, lateAfter: () => 100, patience: 1_000 },
      chains: [
        chainOf(
          1,
          counted(1, () => block(7)),
        ),
        chainOf(
          2,
          counted(2, () => pending.promise),
        ),
      ],
      explain: () => Promise.resolve(undefined),
    })
    const problems: number[] = []
    for (let look = 0; look < 3; look += 1) {
      if (look === 2) {
        expect(heads.filter((slug) => slug === 2)).to.have.length(1)
        pending.resolve(block(7))
      }
      const { chains } = await clock.run(watch.round())
      problems.push(...chains.flatMap(({ slug, problem }) => (problem === undefined ? [] : [slug])))
    }
    expect(problems).to.deep.equal([2, 2])
    expect(heads.filter((slug) => slug === 1).length).to.be.at.least(3)
  })

  it("reads a quiet chain up to its newest block for a sum alone, and else with a single question", async () => {
    const readUpTo = async (reconciled: WatchOptions["reconciled"]) => {
      let head = 100
      const clock = createManualClock(2_000_000)
      const client = node({
        eth_getBlockByNumber: ([asked]) => block(asked === "latest" ? head : Number(asked)),
        eth_getLogs: () => [],
      })
      const store = {
        ...{ alerts: () => new Map(), inFlight: () => [], openChain: () => undefined, record: () => undefined },
        ...{ unreadSince: () => new Map(), unjudged: () => [], unmatched: () => [], looked: () => undefined },
        ...{ pathsToJudge: () => [], wrong: () => [] },
      } as unknown as WatchStore
      const watch = createWatch({
        ...{ store, finality: "latest", clock, lateAfter: () => 100, chains: [chainOf(1, client)], reconciled },
        explain: () => Promise.resolve(undefined),
      })
      for (let look = 0; look < 29; look += 1, head += 1) await clock.run(watch.round())
      const { chains } = await clock.run(watch.round())
      return Number(chains[0]?.block)
    }
    const summed: bigint[] = []
    const sum = ({ chains: { alpha } }: WatchedMoment) => void summed.push(alpha!.blockNumber)
    expect(await readUpTo({ invariants: { sum } })).to.equal(129)
    expect(summed).to.deep.equal(Array.from({ length: 30 }, (_, look) => BigInt(100 + look)))
    expect([await readUpTo({ invariants: {} }), await readUpTo(undefined)]).to.deep.equal([123, 123])
  })
})
