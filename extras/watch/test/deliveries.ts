import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Client,
  createClient,
  custom,
  encodeAbiParameters,
  encodeFunctionData,
  getAbiItem,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toEventSelector,
} from "viem"

import type { SentMessage } from "#extras/watch/src/ChainFacts.js"
import { leaveToNextLook } from "#extras/watch/src/leaveToNextLook.js"
import { checkInvariants } from "#extras/watch/src/reconciling/invariants.js"
import { findWrong, inboundScope, readDelivered, reconcile } from "#extras/watch/src/reconciling/reconcile.js"
import type { DeliveryPath, Execution, StoredVerdict, WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import {
  block,
  chainOf,
  details,
  hash,
  idOf,
  message,
  node,
  other,
  plug,
  quiet,
  socket,
} from "#test/fixtures/worlds/messaging/watchedFacts.js"

describe("what a transaction has delivered", () => {
  const tx = hash(8)
  const execute = (messageId: Hex, payload: Hex): Hex =>
    encodeFunctionData({
      ...{ abi: socketAbi, functionName: "execute" },
      args: [
        { packetId: hash(1), proposalCount: 0n, executionGasLimit: 9n, decapacitorProof: "0x", signature: "0x" },
        { msgId: messageId, ...details, payload },
      ],
    })
  const frame = (to: Hex, input: Hex, calls: unknown[] = [], error?: string) => ({
    ...{ type: "CALL", from: other, to, input, gas: "0x1", gasUsed: "0x1", value: "0x0", calls },
    ...(error === undefined ? {} : { error }),
  })

  const [one, two, three] = [1, 2, 3].map((counter) => idOf(1, counter)) as [Hex, Hex, Hex]
  let traced = 0
  /** What is known of each message: its payload, or that it was not read. */
  async function read({ to, input, trace }: { to: Hex | null; input: Hex; trace?: unknown }): Promise<unknown[]> {
    const client = node({
      eth_getTransactionByHash: () => ({ hash: tx, to, input, from: other, blockNumber: "0x1", type: "0x2" }),
      ...(trace === undefined ? {} : { debug_traceTransaction: () => ((traced += 1), trace) }),
    })
    const find = await readDelivered(client, { socket, tx })
    const found = await Promise.all([one, two, three].map(find))
    return found.map((part) => ("known" in part ? part.known.payload : "unread"))
  }

  it("is in its data if it calls the socket, and else in the calls of the socket that did not revert", async () => {
    const trace = frame(other, "0x", [
      frame(socket, execute(one, "0x01")),
      frame(other, execute(two, "0x02")),
      frame(socket, execute(two, "0x03"), [], "out of gas"),
      frame(other, "0x", [frame(socket, execute(three, "0x04"))]),
      frame(socket, "0x12345678"),
    ])
    traced = 0
    expect(await read({ to: other, input: execute(two, "0x05"), trace })).to.deep.equal(["0x01", "unread", "0x04"])
    expect(traced).to.equal(1)
    // A contract can deliver while it is created.
    expect(await read({ to: null, input: "0x60", trace })).to.deep.equal(["0x01", "unread", "0x04"])
    expect(await read({ to: socket, input: execute(two, "0x05"), trace })).to.deep.equal(["0x01", "0x05", "0x04"])
  })

  it("is unread where nothing is traced, whatever the data looks like, but for its own call of the socket", async () => {
    const [first, second] = [execute(one, "0x01").slice(2), execute(two, "0x02").slice(2)]
    expect(await read({ to: other, input: `0x12345678${first}ff${second}` })).to.deep.equal(Array(3).fill("unread"))
    expect(await read({ to: socket, input: `0x${first}` })).to.deep.equal(["0x01", "unread", "unread"])
    expect(await read({ to: socket, input: `0x${first.slice(0, 100)}` })).to.deep.equal(Array(3).fill("unread"))
  })

  it("is unread where a trace has several calls that deliver it, and no delegatecall is one of them", async () => {
    const honest = { ...frame(socket, execute(one, "0x02")), type: "DELEGATECALL" }
    const forged = frame(socket, execute(one, "0x01"))
    const payload = async (...calls: unknown[]) =>
      (await read({ to: other, input: "0x", trace: frame(other, "0x", calls) }))[0]
    expect(await payload(forged, honest)).to.equal("0x01")
    expect(await payload(honest)).to.equal("unread")
    expect(await payload(forged, frame(socket, execute(one, "0x02")))).to.equal("unread")
  })
})

describe("S-22 what was delivered, held against what was sent", () => {
  const execution = (more: Partial<Execution> = {}): Execution => ({
    ...{ kind: "executed", key: idOf(1, 1), chain: 2, block: 5, log: 0, tx: hash(8), at: 1_500 },
    ...{ message: message(1), isRepeated: false, seen: 1_000_000, ...more },
  })
  const delivering = (
    payload: Hex = "0x12",
    gas: bigint = details.minMsgGasLimit,
    fee: bigint = details.executionFee,
    id = idOf(1, 1),
    /** What a plug takes a message for that of: in the block of the delivery, and now. */
    [then, now]: readonly [Hex | undefined, Hex] = [plug, plug],
  ) =>
    node({
      eth_call: ([, at]) => {
        const sibling = at === "0x5" ? then : now
        if (sibling === undefined) throw new Error("its state is gone")
        return encodeAbiParameters(parseAbiParameters("address, address, address, address, address"), [
          ...([sibling, other, other, other, other] as const),
        ])
      },
      eth_getTransactionByHash: () => ({
        ...{ hash: hash(8), to: socket, from: other, blockNumber: "0x1", type: "0x2" },
        input: encodeFunctionData({
          ...{ abi: socketAbi, functionName: "execute" },
          args: [
            { packetId: hash(1), proposalCount: 0n, executionGasLimit: 9n, decapacitorProof: "0x", signature: "0x" },
            { msgId: id, ...details, payload, minMsgGasLimit: gas, executionFee: fee },
          ],
        }),
      }),
    })

  /** What comes of executions: their verdicts, in order. */
  async function judge(
    executions: readonly Execution[],
    {
      dst = delivering(),
      src = quiet(),
      isLocal = true,
      now = 1_800,
      copy,
      added = [],
    }: {
      readonly dst?: Client
      readonly src?: Client
      readonly isLocal?: boolean
      readonly now?: number
      /** The message that is said to be the same. */
      readonly copy?: Hex
      /** Takes what is written down of other blocks. */
      readonly added?: SentMessage[]
    } = {},
  ): Promise<(readonly [kind: string, says?: string])[]> {
    const verdicts: (readonly [string, string?])[] = []
    let left = executions
    const clock = createManualClock(now * 1_000)
    const store = {
      pathsToJudge: () =>
        [...new Set(executions.map(({ key }) => Number(key.slice(0, 10))))].map((from) => ({ src: from, chain: 2 })),
      toJudge: ({ src: from }: DeliveryPath) => left.filter(({ key }) => Number(key.slice(0, 10)) === from).slice(0, 1),
      judge(judged: Execution, verdict: StoredVerdict, again?: number) {
        left = left.filter((one) => one !== judged)
        const [kind, ...says] = typeof verdict === "string" ? [verdict] : [verdict.kind, verdict.says]
        expect(again === undefined, "it is judged again").to.equal(kind !== "unverified")
        verdicts.push([kind, ...says] as never)
      },
      findCopy: () => copy,
      add: (sent: SentMessage, at: number) => {
        expect(at).to.equal(clock.now())
        added.push(sent)
      },
      message: (id: Hex) => added.flatMap((sent) => (sent.id === id ? message(1, { ...sent, id }) : []))[0],
    } as unknown as WatchStore
    const chains = [chainOf(1, src, { isLocal }), chainOf(2, dst, { siblings: [other], plugs: [socket, plug] })]
    await clock.run(reconcile({ store, chains, clock, leave: leaveToNextLook(Infinity, clock) }))
    return verdicts
  }

  it("is fine, altered or doubled", async () => {
    expect(await judge([execution()])).to.deep.equal([["fine"]])
    expect(await judge([execution({ isRepeated: true })])).to.deep.equal([
      ["doubled", "alpha → beta: a message was delivered twice."],
    ])
    const altered = await judge([execution()], { dst: delivering("0x13", 7n, 8n) })
    expect(altered).to.deep.equal([
      [
        "altered",
        "alpha → beta: a message was delivered otherwise than it was sent: its payload is 0x13, and 0x12 was sent; its gas limit is 7, and 6 was sent; its fee is 8, and 5 was sent.",
      ],
    ])
  })

  it("is unverified without a source that is watched, and not watched itself to siblings of watched plugs that others send to", async () => {
    const from = (src: number, to: Hex = plug) => execution({ key: idOf(src, 1, to), message: undefined })
    expect(await judge([from(4)])).to.deep.equal([
      [
        "unverified",
        "chain 4 → beta: it is not known whether a message was sent: chain 4, which it came from, is not watched, or has not answered yet.",
      ],
    ])
    expect(await judge([from(4, other), from(1, other)])).to.deep.equal([["unwatched"], ["unwatched"]])
    // One that a watched plug has sent to a sibling is.
    const id = idOf(1, 1, other)
    const sent = execution({ key: id, message: message(1, { id, dstPlug: other }) })
    const dst = delivering("0x13", details.minMsgGasLimit, details.executionFee, id)
    expect((await judge([sent], { dst })).map(([kind]) => kind)).to.deep.equal(["altered"])
  })

  it("is unverified if the transaction does not show it", async () => {
    const [verdict] = await judge([execution()], { dst: delivering("0x12", 6n, 5n, idOf(1, 2)) })
    expect(verdict?.[0]).to.equal("unverified")
    expect(verdict?.[1]).to.contain("it is not known what was delivered: it was delivered within another call")
  })

  it("is altered where another plug has sent it than the one whose message the plug took it for", async () => {
    const verdict = async (then: Hex | undefined, now: Hex) => {
      const dst = delivering("0x12", details.minMsgGasLimit, details.executionFee, idOf(1, 1), [then, now])
      return (await judge([execution()], { dst }))[0]
    }
    // The plug has another sibling by now.
    expect(await verdict(plug, other)).to.deep.equal(["fine"])
    expect((await verdict(other, other))?.[1]).to.match(/its sender is 0x(cd){20}, and 0x(ab){20} was sent/i)
    const [kind, says] = (await verdict(undefined, other))!
    expect(kind).to.equal("unverified")
    expect(says).to.contain("it is not known whose message was delivered")
  })

  it("is left to the next look after three that a node does not tell, and judged again later each time", async () => {
    const all = [5, 6, 7, 8, 9].map((block) => execution({ block, key: idOf(1, block), message: undefined }))
    const down = (await judge(all, { src: node({}) })).map(([kind]) => kind)
    expect(down).to.deep.equal(Array(3).fill("unverified"))
  })

  const unknown = execution({ message: undefined })
  const sendEvent = getAbiItem({ abi: socketAbi, name: "MessageOutbound" })
  const sentIn = (dst: number) => ({
    ...{ address: socket, topics: [toEventSelector(sendEvent)], blockNumber: "0x3", blockHash: hash(3) },
    ...{ transactionHash: hash(4), transactionIndex: "0x0", logIndex: "0x6", removed: false },
    data: encodeAbiParameters(sendEvent.inputs, [
      ...([1, plug, dst, plug, idOf(1, 1), details.minMsgGasLimit, details.executionParams, hash(0)] as const),
      ...([
        details.payload,
        { transmissionFees: 1n, executionFee: details.executionFee, switchboardFees: 2n },
      ] as const),
    ]),
  })
  /** A source that has given so many numbers to messages, and has these logs. */
  const source = (count: number, { logs = [] as readonly object[], at = 1_500, newest = 7 } = {}) =>
    node({
      eth_getBlockByNumber: ([number]) =>
        number === "0x3" ? block(3, 1_003) : block(number === "finalized" ? newest : 9, at),
      eth_getLogs: () => logs,
      eth_call: () => hash(count),
      eth_getTransactionReceipt: () => ({ transactionHash: hash(4), blockNumber: "0x3", logs, status: "0x1" }),
    })

  it("is looked for where it is not among what is read: found and written down, never sent, or not known", async () => {
    const added: SentMessage[] = []
    expect(await judge([unknown], { src: source(2, { logs: [sentIn(2)] }), added })).to.deep.equal([["fine"]])
    const own = getAddress(plug)
    expect(added).to.deep.equal([
      {
        ...{ id: idOf(1, 1), packed: added[0]?.packed, src: 1, srcPlug: own, dst: 2, dstPlug: own, details, fee: 8n },
        ...{ block: 3, log: 6, tx: hash(4), at: 1_003 },
      },
    ])
    const unsent = "alpha → beta: a message was delivered that was never sent."
    expect(await judge([unknown], { src: source(2, { logs: [sentIn(3)] }) })).to.deep.equal([
      ["unsent", `${unsent} A message with this id was sent to another chain.`],
    ])
    const given = "The id has number 1, and the socket of alpha has given 1 numbers, from 0 on."
    expect(await judge([unknown], { src: source(1) })).to.deep.equal([["unsent", `${unsent} ${given}`]])
    expect(await judge([unknown], { src: source(1), copy: idOf(1, 0) })).to.deep.equal([
      ["doubled", `alpha → beta: message ${idOf(1, 0)} was delivered again, with an id that was never sent.`],
    ])
    const [unread, ...others] = await judge([unknown], { src: source(2) })
    expect([unread?.[0], others]).to.deep.equal(["unverified", []])
    expect(unread?.[1]).to.contain("it is not known whether a message was sent: The message was not found on alpha: ")
  })

  it("is judged once its source can know it, because a public one has mined since, and never before", async () => {
    const kinds = async (at: number, now: number, isLocal = false) =>
      (await judge([unknown], { src: source(1, { at }), now, isLocal })).map(([kind]) => kind)
    expect(await kinds(1_500, 1_500)).to.deep.equal(["unsent"])
    for (const now of [1_500, 9_000]) expect(await kinds(1_499, now)).to.deep.equal(["unverified"])
    expect(await kinds(1_499, 1_500, true)).to.deep.equal(["unsent"])
  })

  it("is orphaned once the block that had sent it is final without it", async () => {
    const gone = execution({ message: message(1, { isThere: false, block: 7 }) })
    const orphaned = "alpha → beta: a message was delivered, and a reorg has taken back that it was sent."
    expect(await judge([gone], { src: source(1, { newest: 7 }) })).to.deep.equal([["orphaned", orphaned]])
    expect((await judge([gone], { src: source(1, { newest: 6 }) })).map(([kind]) => kind)).to.deep.equal(["unverified"])
  })

  it("is unverified where a node fails, which is named, and not written down", async () => {
    const failing = (method: string, answers: Client, isAsked: (params: unknown) => boolean = () => true): Client => {
      const request = async (question: { method: string; params?: unknown }): Promise<unknown> => {
        if (question.method === method && isAsked(question.params)) throw new Error("the node is tired")
        return await answers.request(question as never)
      }
      return createClient({ transport: custom({ request }, { retryCount: 0 }) })
    }
    const found = () => source(2, { logs: [sentIn(2)] })
    const ofBlock = (params: unknown) => (params as readonly unknown[])[0] === "0x3"
    const isOfHead = (params: unknown) => !ofBlock(params)
    const cases: readonly (readonly [chain: string, given: Parameters<typeof judge>[1], known?: Execution])[] = [
      ["beta", { dst: failing("eth_getTransactionByHash", delivering()) }, execution()],
      ["alpha", { src: failing("eth_getBlockByNumber", found(), isOfHead) }],
      ["alpha", { src: failing("eth_getTransactionReceipt", found()) }],
      ["alpha", { src: failing("eth_getBlockByNumber", found(), ofBlock) }],
    ]
    for (const [chain, given, known = unknown] of cases) {
      const added: SentMessage[] = []
      const [verdict, ...others] = await judge([known], { ...given, added })
      expect([verdict?.[0], others, added]).to.deep.equal(["unverified", [], []])
      expect(verdict?.[1]).to.contain("the node is tired").and.to.contain(` ${chain} `)
    }
  })

  it("is told by the chain, the transaction and the message", async () => {
    const store = {
      wrong: () => Promise.resolve([{ ...execution(), verdict: { kind: "unsent", says: "no" } }]),
    } as unknown as WatchStore
    expect([...(await findWrong(store, 0))]).to.deep.equal([
      [`${inboundScope}2:${hash(8)}:${idOf(1, 1)}`, { kind: "unsent", says: "no" }],
    ])
  })
})

describe("the invariants of a watch", () => {
  it("read each chain that is read in its own block, and others not at all", async () => {
    const clock = createManualClock()
    const progress = [1, 2].map((slug) => ({
      ...{ slug, name: ["alpha", "beta"][slug - 1]!, block: BigInt(slug * 10), problem: undefined },
    }))
    const asked: unknown[] = []
    const client = node({ eth_call: ([, at]) => (asked.push(at), hash(7)) })
    const chains = [2, 1].map((slug) => chainOf(slug, client))
    const abi = [
      {
        type: "function",
        name: "count",
        stateMutability: "view",
        inputs: [],
        outputs: [{ type: "uint256", name: "" }],
      },
    ] as const
    const long = "a".repeat(500)
    const { found, failed } = await checkInvariants(
      {
        async reads({ chains: { alpha, beta, gamma } }) {
          const counts = [alpha!, beta!].map((chain) => chain.read({ abi, address: plug, functionName: "count" }))
          return `${(await Promise.all(counts)).join()} ${alpha!.blockNumber} ${gamma === undefined}`
        },
        long: () => long,
        holds: () => undefined,
      },
      { chains, progress, inFlight: [], unmatched: [], clock },
    )
    expect([asked, failed.size]).to.deep.equal([["0xa", "0x14"], 0])
    expect(found.get("invariant:reads")).to.deep.equal({ kind: "broken", says: "reads: 7,7 10 true" })
    expect(found.get("invariant:long")?.says).to.equal(`long: ${"a".repeat(399)}…`)
    expect([...found.keys()].sort()).to.deep.equal(["invariant:long", "invariant:reads"])
  })

  it("says of which chain the node failed where a sum could not be worked out, and takes no other answer for a breach", async () => {
    const abi = parseAbi(["function count() view returns (uint256)"])
    const chains = [chainOf(1, node({})), chainOf(2, quiet())]
    const progress = chains.map(({ slug, name }) => ({ slug, name, block: 10n, problem: undefined }))
    const { found, failed } = await checkInvariants(
      {
        async reads({ chains: { alpha } }) {
          await alpha!.read({ abi, address: plug, functionName: "count" })
          return "not reached"
        },
        throws: () => Promise.reject(new Error("no sum")),
        odd: (() => 7) as never,
      },
      { chains, progress, inFlight: [], unmatched: [], clock: createManualClock() },
    )
    expect([found.size, [...failed.keys()].sort()]).to.deep.equal([0, ["invariant:reads", "invariant:throws"]])
    expect(failed.get("invariant:reads")).to.contain("alpha")
    expect(failed.get("invariant:throws")).to.equal("no sum")
  })

  it("is not worked out where it takes too long, or names a chain that has not answered yet, which keeps no other sum", async () => {
    const clock = createManualClock()
    const progress = [
      { slug: 1, name: "alpha", block: 10n, problem: undefined },
      { slug: 2, name: "beta", block: undefined, problem: undefined, isUnsure: true },
    ]
    const checking = checkInvariants(
      {
        hangs: ({ chains: { alpha } }) => new Promise(() => alpha),
        misses: ({ chains: { beta } }) => (beta === undefined ? "A chain is missing." : undefined),
        breaks: ({ chains: { alpha } }) => alpha && "too much",
      },
      { chains: [chainOf(1, quiet())], progress, inFlight: [], unmatched: [], clock },
    )
    const { found, failed } = await clock.run(checking)
    expect([...found.keys()]).to.deep.equal(["invariant:breaks"])
    expect(Object.fromEntries(failed)).to.deep.equal({
      "invariant:hangs": "it took too long.",
      "invariant:misses": "beta could not be read.",
    })
  })
})
