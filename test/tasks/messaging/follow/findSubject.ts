import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, numberToHex } from "viem"

import type { SentRecord } from "#src/plugin/records/SentRecord.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { findLastSent } from "#tasks/messaging/follow/findLastSent.js"
import { findSubject, requireTransaction } from "#tasks/messaging/follow/findSubject.js"
import { failure, thrown } from "#test/fixtures/failure.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { socket } from "#test/fixtures/wire/outboundLogs.js"

const [alpha, beta] = ["alpha", "beta"].map((name, index) => ({ name, slug: 41001 + index, network: name }))
const chains = [alpha!, beta!]
/** The id of a message that leaves a chain. */
const idOf = (slug: number, count: number): Hex => `${numberToHex(slug, { size: 4 })}${bytes32(count).slice(10)}`

const record = (hash: number, srcChainSlug: number, more: Partial<SentRecord> = {}): SentRecord => ({
  ...{ at: 1, srcChainSlug, hash: bytes32(hash), plug: socket, account: socket, functionName: "add", messages: [] },
  ...more,
})

class Down extends PlugsError {
  readonly code = "NODE_UNREACHABLE"
}

/** Chains whose nodes know these transactions; `undefined` for one that cannot be read. */
function openedWith(known: Readonly<Record<number, readonly number[] | undefined>>) {
  const chainOf = (slug: number) => {
    const hashes = known[slug]
    if (hashes === undefined) return undefined
    const { client } = fakeNode({
      eth_getBlockByNumber([tag]) {
        const number = tag === "latest" ? "0x9" : tag
        return { hash: bytes32(slug + Number(number)), number, timestamp: "0x1", transactions: [] }
      },
      // The socket has sent nine messages, whose logs the node does not have.
      eth_call: bytes32(9),
      eth_getTransactionByHash: ([hash]) =>
        hashes.includes(Number(hash)) ? { hash, blockNumber: "0x1", type: "0x0" } : null,
    })
    return { client, socket, name: String(slug), otherNodes: [] }
  }
  return {
    find: (slug: number) => Promise.resolve(chainOf(slug)),
    require: ({ slug, name }: { slug: number; name: string }) => {
      const chain = chainOf(slug)
      return chain === undefined ? Promise.reject(new Down(`The node of ${name} is down.`)) : Promise.resolve(chain)
    },
  } as never
}

const places = (known: Parameters<typeof openedWith>[0], records: readonly SentRecord[] = []) => ({
  ...{ chains, opened: openedWith(known), signal: new AbortController().signal },
  records: { latest: () => Promise.resolve([...records]) },
})

describe("findSubject", () => {
  const find = async (
    asked: Partial<Parameters<typeof findSubject>[0]>,
    known: Parameters<typeof openedWith>[0] = {},
    records: readonly SentRecord[] = [],
  ) => {
    const whole = { id: undefined, source: undefined, messageId: undefined, ...asked }
    const { source, srcTxHash, messageId, record: found } = await findSubject(whole, places(known, records))
    return [source.name, srcTxHash && Number(srcTxHash), messageId, found?.srcChainSlug]
  }

  it("knows the chain of what a task has sent, without asking a node", async () => {
    const records = [record(7, 41002), record(7, 41001)]
    expect(await find({ id: bytes32(7) }, {}, records)).to.deep.equal(["beta", 7, undefined, 41002])
    expect(await find({ id: bytes32(7), source: alpha }, {}, records)).to.deep.equal(["alpha", 7, undefined, 41001])
    const messageId = idOf(41001, 3)
    expect(await find({ id: bytes32(7), messageId }, {}, records)).to.deep.equal(["beta", 7, messageId, 41002])
  })

  it("takes the chain that is named where two have its slug, and refuses to choose", async () => {
    const twins = [alpha!, { ...alpha!, name: "again", network: "again" }]
    const find = async (id: Hex | undefined, source: (typeof twins)[number] | undefined) => {
      const found = await findSubject(
        { id, source, messageId: undefined },
        { ...places({ 41001: [] }, [record(7, 41001)]), chains: twins },
      )
      return found.source.name
    }
    for (const id of [bytes32(7), undefined, idOf(41001, 3)]) {
      for (const twin of twins) expect(await find(id, twin)).to.equal(twin.name)
      expect((await failure(find(id, undefined))).message).to.contain("can mean alpha or again")
    }
  })

  it("asks the nodes for any other transaction, and takes the chain that is named where none knows it", async () => {
    const known = { 41001: [1], 41002: [2] }
    expect(await find({ id: bytes32(2) }, known)).to.deep.equal(["beta", 2, undefined, undefined])
    expect(await find({ id: bytes32(1), source: alpha }, known)).to.deep.equal(["alpha", 1, undefined, undefined])
    // A chain that is named is not doubted.
    expect(await find({ id: bytes32(2), source: alpha }, known)).to.deep.equal(["alpha", 2, undefined, undefined])
    expect(await find({ id: bytes32(2) }, { 41002: [2] })).to.deep.equal(["beta", 2, undefined, undefined])
    // A record of a chain that is not configured any more does not count.
    expect(await find({ id: bytes32(2) }, known, [record(2, 5)])).to.deep.equal(["beta", 2, undefined, undefined])
    expect((await failure(find({ id: bytes32(3) }, known))).facts["argument"]).to.equal("id")
    expect((await failure(find({ id: bytes32(3) }))).code).to.equal("NODE_UNREACHABLE")
  })

  it("takes a message id for one where its chain is known, with the transaction that a task has sent it in", async () => {
    const id = idOf(41_001, 3)
    const message = { messageId: id, dstChainSlug: 41_002, dstPlug: socket }
    const others = [record(5, 41_001), record(6, 41_001, { messages: [{ ...message, messageId: idOf(41_001, 4) }] })]
    const sent = record(7, 41_001, { messages: [{ ...message, messageId: idOf(41_001, 2) }, message] })
    const known = { 41001: [], 41002: [] }
    // No node says where it was sent.
    expect(await find({ id }, known, [...others, sent])).to.deep.equal(["alpha", 7, id, 41_001])
    expect(await find({ id, source: alpha }, known, [sent])).to.deep.equal(["alpha", 7, id, 41_001])
    expect(await find({ id }, known, others)).to.deep.equal(["alpha", undefined, id, undefined])
    // On the chain that is named it can only be a transaction.
    expect(await find({ id, source: beta }, known, [sent])).to.deep.equal(["beta", Number(id), undefined, undefined])
    // One that a chain knows as a transaction is one.
    expect(await find({ id }, { 41001: [Number(id)], 41002: [] })).to.deep.equal([
      ...["alpha", Number(id), undefined, undefined],
    ])
    expect((await failure(find({ id }, { 41002: [] }, [sent]))).code).to.equal("NODE_UNREACHABLE")
  })

  it("takes the last that a task has sent where nothing is named", async () => {
    const records = [record(7, 41002), record(6, 41001)]
    expect(await find({}, {}, records)).to.deep.equal(["beta", 7, undefined, 41002])
    expect(await find({ source: alpha }, {}, records)).to.deep.equal(["alpha", 6, undefined, 41001])
  })
})

describe("requireTransaction", () => {
  it("is the transaction that sent a message, which has to be known", () => {
    const subject = {
      source: { name: "alpha", slug: 41_001, network: "alpha" },
      messageId: bytes32(8),
      record: undefined,
    }
    expect(requireTransaction({ ...subject, srcTxHash: bytes32(7) })).to.equal(bytes32(7))
    const { facts, message } = thrown(() => requireTransaction({ ...subject, srcTxHash: undefined }))
    expect(facts["argument"]).to.equal("id")
    expect(message).to.contain("no transaction of alpha was found that sent this message")
  })
})

describe("findLastSent", () => {
  const find = async (
    records: readonly SentRecord[],
    source?: typeof alpha,
    known = { 41001: [], 41002: [] } as Record<number, number[]>,
  ) => {
    const { opened, records: kept } = places(known, records)
    const found = await findLastSent(kept, { chains, source, opened })
    return [Number(found.record.hash), found.source.name]
  }

  it("leaves out what was sent on a local chain that is gone, or on none that is known", async () => {
    const gone = record(1, 41001, { genesis: bytes32(5) })
    const there = record(2, 41002, { genesis: bytes32(41002) })
    expect(await find([gone, record(9, 7), there, record(3, 41001)])).to.deep.equal([2, "beta"])
    expect(await find([gone, there, record(3, 41001)], alpha)).to.deep.equal([3, "alpha"])
    // One that cannot be read now is not the chain of then.
    expect(await find([there, record(3, 41001)], undefined, { 41001: [] })).to.deep.equal([3, "alpha"])
  })

  it("says that there is none, or that no chain can be read", async () => {
    const error = await failure(find([record(1, 41001, { genesis: bytes32(5) })]))
    expect(error.facts["argument"]).to.equal("id")
    expect((await failure(find([], alpha))).message).to.contain("on alpha")
    expect((await failure(find([], undefined, {}))).code).to.equal("NODE_UNREACHABLE")
    expect((await failure(find([], beta, { 41001: [] }))).message).to.contain("of beta is down")
  })
})
