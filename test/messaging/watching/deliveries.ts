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
  toEventSelector,
} from "viem"

import { socketAbi } from "../../../src/messaging/onchain/abi.js"
import type { Alert } from "../../../src/messaging/watching/alerts/Alert.js"
import type { SentMessage } from "../../../src/messaging/watching/ChainFacts.js"
import type { PlacedMark } from "../../../src/messaging/watching/progress.js"
import { checkInvariants } from "../../../src/messaging/watching/reconciling/invariants.js"
import { readDeliveries } from "../../../src/messaging/watching/reconciling/readDeliveries.js"
import { inboundScope, reconcile } from "../../../src/messaging/watching/reconciling/reconcile.js"
import type { Execution, WatchStore } from "../../../src/messaging/watching/store/WatchStore.js"
import { createManualClock } from "../../fixtures/clocks/manualClock.js"
import { failure } from "../../fixtures/failure.js"
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
} from "../../fixtures/worlds/messaging/watchedFacts.js"

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

  let traced = 0
  async function read({ to, input, trace }: { to: Hex | null; input: Hex; trace?: unknown }): Promise<unknown> {
    const client = node({
      eth_getTransactionByHash: () => ({ hash: tx, to, input, from: other, blockNumber: "0x1", type: "0x2" }),
      ...(trace === undefined ? {} : { debug_traceTransaction: () => ((traced += 1), trace) }),
    })
    const found = await readDeliveries(client, { socket, tx })
    return [...found].map(([id, { payload }]) => [id, payload])
  }
  const [one, two, three] = [1, 2, 3].map((counter) => idOf(1, counter)) as [Hex, Hex, Hex]

  it("is in its data if it calls the socket, and else in the calls of the socket that did not revert", async () => {
    expect(await read({ to: socket, input: execute(one, "0x12") })).to.deep.equal([[one, "0x12"]])
    expect(await read({ to: socket, input: "0x12345678" })).to.deep.equal([])
    expect(await read({ to: socket, input: execute(one, "0x12").slice(0, 100) as Hex })).to.deep.equal([])
    const trace = frame(other, "0x", [
      frame(socket, execute(one, "0x01")),
      frame(other, execute(two, "0x02")),
      frame(socket, execute(two, "0x03"), [], "out of gas"),
      frame(other, "0x", [frame(socket, execute(three, "0x04"))]),
      frame(socket, "0x12345678"),
    ])
    const input = execute(two, "0x05")
    traced = 0
    expect(await read({ to: other, input, trace })).to.deep.equal([
      [one, "0x01"],
      [three, "0x04"],
    ])
    expect(await read({ to: socket, input, trace })).to.deep.equal([[two, "0x05"]])
    // What the data shows takes no trace.
    expect(traced).to.equal(1)
  })

  it("is what its data has word by word where nothing is traced, at whole bytes alone", async () => {
    const [first, second] = [execute(one, "0x01").slice(2), execute(two, "0x02").slice(2)]
    const input = `0x12345678${first}ff${second}` as Hex
    expect(await read({ to: other, input })).to.deep.equal([
      [one, "0x01"],
      [two, "0x02"],
    ])
    expect(await read({ to: other, input: `0x${first}` })).to.deep.equal([[one, "0x01"]])
    expect(await read({ to: null, input })).to.have.length(2)
    expect(await read({ to: other, input: `0x1${second}0` })).to.deep.equal([])
  })
})

describe("what was delivered, held against what was sent", () => {
  const execution = (more: Partial<Execution> = {}): Execution => ({
    ...{ kind: "executed", key: idOf(1, 1), chain: 2, block: 5, log: 0, tx: hash(8), at: 1_500 },
    ...{ message: message(1), isRepeated: false, ...more },
  })
  const delivering = (
    payload: Hex = "0x12",
    gas: bigint = details.minMsgGasLimit,
    fee: bigint = details.executionFee,
    id = idOf(1, 1),
  ) =>
    node({
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
      patience = Infinity,
      marks = [],
      copy,
      added = [],
    }: {
      readonly dst?: Client
      readonly src?: Client
      readonly isLocal?: boolean
      readonly now?: number
      readonly patience?: number
      readonly marks?: readonly PlacedMark[]
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
      unchecked: () => left.slice(0, 1),
      judge(judged: Execution, verdict: Alert | "fine") {
        left = left.filter((one) => one !== judged)
        verdicts.push(verdict === "fine" ? ["fine"] : [verdict.kind, verdict.says])
      },
      wrong: () => [],
      marksOf: () => marks,
      findCopy: () => copy,
      add: (sent: SentMessage, at: number) => {
        expect(at).to.equal(clock.now())
        added.push(sent)
      },
      message: (id: Hex) => added.flatMap((sent) => (sent.id === id ? message(1, { ...sent, id }) : []))[0],
    } as unknown as WatchStore
    const chains = [chainOf(1, src, { isLocal }), chainOf(2, dst, { siblings: [other], plugs: [socket, plug] })]
    await clock.run(reconcile({ store, chains, clock, patience }))
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

  it("is unverified without a configured source, and fine to siblings of watched plugs that others send to", async () => {
    const from = (src: number, to: Hex = plug) => execution({ key: idOf(src, 1, to), message: undefined })
    expect(await judge([from(4)])).to.deep.equal([
      ["unverified", "chain 4 → beta: a message came from a chain that plugs.chains does not have."],
    ])
    expect(await judge([from(4, other), from(1, other)])).to.deep.equal([["fine"], ["fine"]])
    // One that a watched plug has sent to a sibling is.
    const id = idOf(1, 1, other)
    const sent = execution({ key: id, message: message(1, { id, dstPlug: other }) })
    const dst = delivering("0x13", details.minMsgGasLimit, details.executionFee, id)
    expect((await judge([sent], { dst })).map(([kind]) => kind)).to.deep.equal(["altered"])
  })

  it("is unverified if the transaction does not show it, unless its packet was proposed on the chain", async () => {
    const dst = delivering("0x12", 6n, 5n, idOf(1, 2))
    const verdict = async (...marks: PlacedMark[]) => (await judge([execution()], { dst, marks }))[0]?.[0]
    const proposed: PlacedMark = { kind: "proposed", chain: 2, tx: hash(3), at: 1_100 }
    expect(await verdict(proposed)).to.equal("fine")
    expect(await verdict({ ...proposed, kind: "sealed", chain: 1 }, proposed)).to.equal("fine")
    expect(await verdict()).to.equal("unverified")
    expect(await verdict({ ...proposed, chain: 1 }, { ...proposed, kind: "attested" })).to.equal("unverified")
  })

  it("is judged after another until the time for it is over", async () => {
    const all = [execution(), execution({ block: 6 }), execution({ block: 7 })]
    expect(await judge(all)).to.have.length(3)
    expect(await judge(all, { patience: 0 })).to.have.length(1)
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
    expect(unread?.[1]).to.contain("it is not known whether a message was sent. The message was not found on alpha: ")
  })

  it("is judged once its source can know it: a public one has mined since, or for five minutes nothing", async () => {
    const kinds = async (at: number, now: number, isLocal = false) =>
      (await judge([unknown], { src: source(1, { at }), now, isLocal })).map(([kind]) => kind)
    expect(await kinds(1_500, 1_500)).to.deep.equal(["unsent"])
    expect(await kinds(1_499, 1_799)).to.deep.equal([])
    expect(await kinds(1_499, 1_800)).to.deep.equal(["unsent"])
    expect(await kinds(1_499, 1_500, true)).to.deep.equal(["unsent"])
  })

  it("is orphaned once the block that had sent it is final without it", async () => {
    const gone = execution({ message: message(1, { isThere: false, block: 7 }) })
    const orphaned = "alpha → beta: a message was delivered, and a reorg has taken back that it was sent."
    expect(await judge([gone], { src: source(1, { newest: 7 }) })).to.deep.equal([["orphaned", orphaned]])
    expect(await judge([gone], { src: source(1, { newest: 6 }) })).to.deep.equal([])
  })

  it("is not judged where a node fails, which is named, nor written down", async () => {
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
      const error = await failure(judge([known], { ...given, added }))
      expect([error.code, added]).to.deep.equal(["NODE_FAILED", []])
      expect(error.facts["reason"]).to.contain("the node is tired")
      expect(error.shortMessage).to.contain(` ${chain} `)
    }
  })

  it("is told by the chain, the transaction and the message", async () => {
    const store = {
      unchecked: () => [],
      wrong: () => [{ ...execution(), verdict: { kind: "unsent", says: "no" } }],
    } as unknown as WatchStore
    const found = await reconcile({ store, chains: [], clock: createManualClock(), patience: 1 })
    expect([...found]).to.deep.equal([[`${inboundScope}2:${hash(8)}:${idOf(1, 1)}`, { kind: "unsent", says: "no" }]])
  })
})

describe("the invariants of a watch", () => {
  it("read each chain that is read in its own block, and others not at all", async () => {
    const progress = [1, 2, 3].map((slug) => ({
      ...{ slug, name: "", block: slug === 3 ? undefined : BigInt(slug * 10), problem: undefined },
    }))
    const asked: unknown[] = []
    const client = node({ eth_call: ([, at]) => (asked.push(at), hash(7)) })
    const chains = [3, 2, 1].map((slug) => chainOf(slug, client))
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
      { chains, progress, inFlight: [] },
    )
    expect([asked, failed.size]).to.deep.equal([["0xa", "0x14"], 0])
    expect(found.get("invariant:reads")).to.deep.equal({ kind: "broken", says: "reads: 7,7 10 true" })
    expect(found.get("invariant:long")?.says).to.equal(`long: ${"a".repeat(399)}…`)
    expect([...found.keys()]).to.deep.equal(["invariant:reads", "invariant:long"])
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
      { chains, progress, inFlight: [] },
    )
    expect([found.size, [...failed.keys()]]).to.deep.equal([0, ["invariant:reads", "invariant:throws"]])
    expect(failed.get("invariant:reads")).to.contain("alpha")
    expect(failed.get("invariant:throws")).to.equal("no sum")
  })
})
