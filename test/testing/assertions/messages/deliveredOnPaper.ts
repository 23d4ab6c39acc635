import { expect } from "chai"
import { describe, it } from "mocha"
import { concat, encodeEventTopics, type Hex, numberToHex } from "viem"

import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { executedWords } from "#src/messaging/reading/execution/readOtherExecution.js"
import { failureOf, type MatchResult } from "#src/testing/assertions/Matcher.js"
import { checkDelivered, checkDeliveredOnce, checkReach } from "#src/testing/assertions/messages/delivery.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { createRegistry } from "#src/testing/world/registry.js"
import { rememberWorld } from "#src/testing/world/runningWorlds.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [socket, srcPlug, dstPlug] = [1, 2, 3].map((digit): Hex => `0x${String(digit).repeat(40)}`) as [Hex, Hex, Hex]
const topics = encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" })
const start = 1_767_225_600_000

/** Slug of the source, destination plug, and a count: as a socket makes ids. */
const idOf = (count: number, slug = 1, plug = dstPlug): Hex =>
  concat([numberToHex(slug, { size: 4 }), plug, numberToHex(count, { size: 8 })])

const sealedOf = (messageId: Hex, payload: Hex = "0x1234") => ({
  ...{ messageId, srcChainSlug: 1, srcPlug, dstChainSlug: 2, dstPlug, minMsgGasLimit: 100_000n, payload },
  ...{ executionParams: bytes32(0), fees: { transmissionFees: 1n, executionFee: 2n, switchboardFees: 3n } },
})

const message = (messageId: Hex, status: string, more: object = {}) => ({
  ...{ outbound: sealedOf(messageId), status, executionTx: undefined, note: undefined, ...more },
})

const delivered = (messageId: Hex, executionTx: Hex) => message(messageId, "EXECUTION_SUCCESS", { executionTx })

/** An execution that the socket of beta has logged: of which message, in which transaction, with which data. */
type Executed = readonly [messageId: Hex, hash: Hex, input?: Hex]

type Played = {
  readonly executed?: readonly Executed[]
  /** Messages of the ledger, by their ids, with the transactions that executed them. */
  readonly known?: Readonly<Record<Hex, Hex>> | undefined
}

/** What `send` returned of these messages to beta. */
function sentWith(records: readonly object[], { executed = [], known = {} }: Played = {}) {
  const filters: unknown[] = []
  const { client } = fakeNode({
    eth_getLogs([filter]: [object]) {
      filters.push(filter)
      return executed.map(([data, transactionHash], index) => ({
        ...{ address: socket, topics, data, transactionHash, logIndex: numberToHex(index), removed: false },
        ...{ blockNumber: "0x5", blockHash: bytes32(5), transactionIndex: "0x0" },
      }))
    },
    eth_getTransactionByHash: ([asked]: [Hex]) => ({
      ...{ hash: asked, from: srcPlug, value: "0x0", gas: "0x1", nonce: "0x0" },
      input: executed.find(([, hash]) => hash === asked)?.[2] ?? "0x",
    }),
  })
  const registry = createRegistry()
  registry.add({ name: "Box", chain: "beta", address: dstPlug, abi: [] })
  registry.add({ name: "Counter", chain: "alpha", address: srcPlug, abi: [] })
  const beta = { slug: 2, name: "beta", publicClient: client, contracts: { socket } }
  const ledger = { get: (id: Hex) => (known[id] === undefined ? undefined : { executionTx: known[id] }) }
  const world = {
    ...{ registry, isOpen: () => true, messaging: { ledger }, clock: { now: () => start }, faultTexts: new Set() },
    relay: { running: true, idle: () => Promise.resolve(), isPaused: (stage: string) => stage === "seal" },
    devnet: { chains: { alpha: { slug: 1, name: "alpha" }, beta }, messagesFromTx: () => records },
    history: { of: ({ status }: MessageRecord) => [{ status, at: start }] },
  }
  const sent = { hash: bytes32(1), chain: "alpha", functionName: "add", messageIds: [bytes32(1)] }
  rememberWorld(sent, world as unknown as OpenWorld)
  return { sent, filters }
}

/** The failure text of the assertion, and of the negated one; `undefined` for one that holds. */
const told = async (result: MatchResult) => [await failureOf(result, false), await failureOf(result, true)]

const route = "  Counter on alpha → Box on beta"
const held = [route, "    RECEIVED", '    The test holds the stage seal: world.release("seal") lets it go on.']
const done = (hash: Hex) => [route, "    EXECUTION_SUCCESS", `    It was executed on beta in transaction ${hash}.`]

describe("messages in a state", () => {
  const [waiting, there] = [message(idOf(1), "RECEIVED"), delivered(idOf(2), bytes32(22))]

  it("hold if all are in it, and negated if none is, and are told apart from the others", async () => {
    const text = (expected: string, lines: readonly string[]) => [`Expected ${expected}:`, ...lines].join("\n")
    const toldOf = async (...records: readonly object[]) => told(await checkDelivered(sentWith(records).sent))
    expect(await toldOf(waiting, there)).to.deep.equal([
      text("all 2 messages to be delivered, but 1 of them is not", held),
      text("none of the 2 messages to be delivered, but 1 of them is", done(bytes32(22))),
    ])
    expect(await toldOf(there, there)).to.deep.equal([
      undefined,
      text("none of the 2 messages to be delivered, but 2 of them are", [
        ...[`${route}, 2 messages`, ...done(bytes32(22)).slice(1)],
      ]),
    ])
    expect(await toldOf(waiting)).to.deep.equal([text("the message to be delivered, but it is not", held), undefined])
    expect(await toldOf(there)).to.deep.equal([
      undefined,
      text("the message not to be delivered, but it is", done(bytes32(22))),
    ])
    expect(await told(await checkReach(sentWith([waiting, there]).sent, "RECEIVED"))).to.deep.equal([
      text("all 2 messages to be in the state RECEIVED, but 1 of them is not", done(bytes32(22))),
      text("none of the 2 messages to be in the state RECEIVED, but 1 of them is", held),
    ])
  })
})

describe("messages that are delivered exactly once", () => {
  const own = idOf(7)
  const [first, second] = [bytes32(21), bytes32(22)]
  const inputOf = (id: Hex, payload?: Hex): Hex => `0xabcdef01${executedWords(sealedOf(id, payload))}00`
  const holds = async (played: Played) =>
    (await checkDeliveredOnce(sentWith([delivered(own, first)], played).sent)).holds

  it("have one execution each since the first block, and are told with all transactions where there are more", async () => {
    const once = sentWith([delivered(own, first)], { executed: [[own, first]] })
    expect(await told(await checkDeliveredOnce(once.sent))).to.deep.equal([
      undefined,
      ["Expected the message not to be delivered exactly once, but it is:", ...done(first)].join("\n"),
    ])
    expect(once.filters).to.deep.equal([{ address: socket, fromBlock: "0x0", toBlock: undefined, topics }])
    const other = idOf(8)
    const executed: readonly Executed[] = [
      [own, first],
      [other, bytes32(31)],
      [own, second],
    ]
    const records = [delivered(own, first), delivered(other, bytes32(31))]
    const twice = await checkDeliveredOnce(sentWith(records, { executed, known: { [other]: bytes32(31) } }).sent)
    expect(await told(twice)).to.deep.equal([
      [
        "Expected all 2 messages to be delivered exactly once, but 1 of them is delivered several times:",
        ...[route, "    It was executed 2 times on beta, in the transactions", `      ${first}`, `      ${second}`],
      ].join("\n"),
      undefined,
    ])
  })

  it("are not those that are not delivered, whatever was executed, or went to a chain that the world has not", async () => {
    const waiting = message(own, "RECEIVED")
    const executed: readonly Executed[] = [
      [own, first],
      [own, second],
    ]
    expect(await told(await checkDeliveredOnce(sentWith([waiting], { executed }).sent))).to.deep.equal([
      ["Expected the message to be delivered exactly once, but it is not delivered:", ...held].join("\n"),
      undefined,
    ])
    const mixed = await checkDeliveredOnce(sentWith([delivered(own, first), message(idOf(8), "RECEIVED")]).sent)
    expect(await failureOf(mixed, false)).to.equal(
      ["Expected all 2 messages to be delivered exactly once, but 1 of them is not delivered:", ...held].join("\n"),
    )
    const { outbound, ...more } = delivered(own, first)
    const away = sentWith([{ ...more, outbound: { ...outbound, dstChainSlug: 9 } }], { executed })
    expect([(await checkDeliveredOnce(away.sent)).holds, away.filters]).to.deep.equal([true, []])
  })

  it("count what a message with another id of the same path was executed with, unless the ledger has it", async () => {
    const lost = idOf(3)
    const holdsWith = (id: Hex, input: Hex, known?: Played["known"]) =>
      holds({
        executed: [
          [own, first],
          [id, second, input],
        ],
        known,
      })
    expect(await holdsWith(lost, inputOf(lost))).to.equal(false)
    expect(await holdsWith(lost, inputOf(lost), { [lost]: bytes32(99) })).to.equal(false)
    expect(await holdsWith(lost, inputOf(lost), { [lost]: second })).to.equal(true)
    expect(await holdsWith(lost, inputOf(lost, "0x1235"))).to.equal(true)
    // The count's first byte, the plug's last, and the slug's first.
    const far = idOf(2 ** 31 * 2 ** 21 + 1)
    expect(await holdsWith(far, inputOf(far))).to.equal(false)
    const beside: Hex = `0x${"3".repeat(38)}34`
    for (const id of [idOf(3, 1, beside), idOf(3, 2), idOf(3, 2 ** 24 + 1)]) {
      expect(await holdsWith(id, inputOf(id)), id).to.equal(true)
    }
  })
})
