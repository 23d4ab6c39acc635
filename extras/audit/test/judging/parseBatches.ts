import { expect } from "chai"
import { describe, it } from "mocha"
import { getAddress, zeroAddress } from "viem"

import { type BatchReading, parseBatches } from "#extras/audit/src/judging/parseBatches.js"
import { builderMethods } from "#extras/audit/tasks/judge/builderMethods.js"
import { createSafeBatch } from "#src/messaging/wiring/handover/createSafeBatches.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

const safe = getAddress("0x5afe000000000000000000000000000000005afe")
const to = getAddress("0x7a00000000000000000000000000000000000007")
const alpha = { slug: 1, name: "alpha", chainId: 41001 }

const reading: BatchReading = {
  argument: "batch",
  chainOf(reference, argument) {
    if (typeof reference === "string" ? reference === "alpha" : reference.chainId === 41001) return alpha
    throw new InvalidInputError({ argument, problem: "there is no such chain", fix: "Known: alpha." })
  },
  ...builderMethods,
}

const written = createSafeBatch({
  ...{ chainId: 41001, safe, createdAt: 1, name: "a name", description: "connect" },
  transactions: [{ to, value: 5n, data: "0xAbCd" }],
})
const one = { chain: "alpha", from: safe, to, value: "0", data: "0x" }

describe("parseBatches", () => {
  const argumentOf = (json: unknown, more: Partial<BatchReading> = {}): unknown => {
    try {
      return parseBatches(json, { ...reading, ...more })
    } catch (error) {
      return error instanceof InvalidInputError ? error.argument : error
    }
  }

  it("reads what the house writes for Safe, with lower case data", () => {
    expect(parseBatches(JSON.parse(JSON.stringify(written)), reading)).to.deep.equal([
      { chain: alpha, from: safe, calls: [{ to, value: 5n, data: "0xabcd", operation: 0 }], notes: [] },
    ])
  })

  it("notes that a file was changed after it was made, and ignores its name, which users change", () => {
    expect(parseBatches({ ...written, meta: { ...written.meta, name: "another" } }, reading)[0]?.notes).to.be.empty
    const changed = { ...written, transactions: [{ to, value: "6", data: "0xabcd" }] }
    expect(parseBatches(changed, reading)[0]?.notes).to.have.lengthOf(1)
  })

  it("reads transactions, each with its chain and sender", () => {
    const batches = parseBatches(
      [one, { ...one, chain: undefined, chainId: "41001", operation: "1", value: "0x10" }],
      reading,
    )
    expect(batches.map(({ calls }) => calls)).to.deep.equal([
      [{ to, value: 0n, data: "0x", operation: 0 }],
      [{ to, value: 16n, data: "0x", operation: 1 }],
    ])
  })

  it("takes a chain by a number, a target that is the zero address, and a sender that is null for none", () => {
    const asked: unknown[] = []
    const chainOf: BatchReading["chainOf"] = (reference) => {
      asked.push(reference)
      return alpha
    }
    const own = { ...one, from: null, operation: 1, to: zeroAddress }
    const batches = parseBatches(
      [
        { ...own, chain: 7 },
        { ...own, chain: null, chainId: 41001 },
      ],
      {
        ...{ ...reading, chainOf, from: safe },
      },
    )
    const read = {
      chain: alpha,
      from: safe,
      notes: [],
      calls: [{ to: zeroAddress, value: 0n, data: "0x", operation: 1 }],
    }
    expect(batches).to.deep.equal([read, read])
    expect(asked).to.deep.equal(["7", { chainId: 41001 }])
  })

  it("encodes a method where there is no data, and keeps what a file claims where its data is another call", () => {
    const calls = (transaction: object) =>
      parseBatches({ ...written, transactions: [{ to, value: "0", ...transaction }] }, reading)[0]?.calls[0]
    const contractMethod = { name: "pause", inputs: [], payable: false }
    expect(calls({ data: null, contractMethod }))
      .to.include({ data: "0x8456cb59" })
      .and.not.have.property("claimed")
    expect(calls({ data: "0x8456cb59", contractMethod })).to.not.have.property("claimed")
    expect(calls({ data: "0xf2fde38b", contractMethod })).to.include({ data: "0xf2fde38b", claimed: "pause" })
    expect(calls({ data: "0x", contractMethod: { name: "odd" } })).to.include({ claimed: "odd" })
    expect(calls({ data: "0x", contractMethod: { name: "no name" } })).to.include({ claimed: "no name" })
    expect(calls({ contractMethod: null })).to.include({ data: "0x" })
  })

  it("takes the sender that is given where a file names none", () => {
    const nobody = { ...written, meta: { ...written.meta, createdFromSafeAddress: "" } }
    expect(argumentOf(nobody)).to.equal("batch.meta.createdFromSafeAddress")
    expect(parseBatches(nobody, { ...reading, from: to })[0]?.from).to.equal(to)
    expect(argumentOf([{ ...one, from: undefined }])).to.equal("batch[0].from")
  })

  const wrong: readonly (readonly [what: string, json: unknown, argument: string])[] = [
    ["text", "a batch", "batch"],
    ["nothing", null, "batch"],
    ["an object without transactions", { chainId: "41001" }, "batch"],
    ["no transactions", { ...written, transactions: [] }, "batch.transactions"],
    ["an empty list", [], "batch"],
    ["too many transactions", Array.from({ length: 1_001 }, () => one), "batch"],
    ["a transaction that is none", [one, 7], "batch[1]"],
    ["a chain that is not known", { ...written, chainId: "5" }, "batch.chainId"],
    ["a chain id that is no number", { ...written, chainId: { length: 1 } }, "batch.chainId"],
    ["a chain by another name", [{ ...one, chain: "gamma" }], "batch[0].chain"],
    ["a chain id that contradicts the name", [{ ...one, chainId: 5 }], "batch[0].chainId"],
    ["no chain", [{ ...one, chain: undefined }], "batch[0].chainId"],
    ["a target that is a list", [{ ...one, to: [to] }], "batch[0].to"],
    ["a target with a wrong checksum", [{ ...one, to: safe.replace("5Afe", "5aFe") }], "batch[0].to"],
    ["a value above 2^256", [{ ...one, value: (2n ** 256n).toString() }], "batch[0].value"],
    ["a value in hex above 2^256", [{ ...one, value: `0x1${"0".repeat(64)}` }], "batch[0].value"],
    ["a value that is not exact", [{ ...one, value: 1e30 }], "batch[0].value"],
    ["a value below zero", [{ ...one, value: "-1" }], "batch[0].value"],
    ["a value that is empty", [{ ...one, value: "" }], "batch[0].value"],
    ["the zero address as the sender", [{ ...one, from: zeroAddress }], "batch[0].from"],
    ["half a byte", [{ ...one, data: "0xabc" }], "batch[0].data"],
    ["data that is an object", [{ ...one, data: { toString: "0x" } }], "batch[0].data"],
    ["an operation that there is not", [{ ...one, operation: 2 }], "batch[0].operation"],
    ["a method that is none", [{ ...one, data: null, contractMethod: { name: "no name" } }], "batch[0].contractMethod"],
    ["what is nested without end", JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`), "batch"],
    ["fields of the prototype", JSON.parse(`{"__proto__": {"transactions": []}}`), "batch"],
  ]
  for (const [what, json, argument] of wrong) {
    it(`refuses ${what}`, () => {
      expect(argumentOf(json)).to.equal(argument)
    })
  }

  it("shows nothing of a hostile text that a terminal would obey", () => {
    expect(() => parseBatches([{ ...one, to: "\u001b[2Kevil" }], reading))
      .to.throw(InvalidInputError)
      .and.satisfy(({ message }: Error) => !message.includes("\u001b"))
  })

  it("takes as many transactions, and as much depth, as its bounds say", () => {
    const many = (count: number) => argumentOf(Array.from({ length: count }, () => one))
    expect(many(1_000)).to.have.length(1_000)
    expect(many(1_001)).to.equal("batch")
    const deep = (depth: number) => {
      let inner: unknown = "0x"
      for (let level = 0; level < depth; level += 1) inner = [inner]
      // It is in a list, and in a transaction.
      return argumentOf([{ ...one, note: inner }])
    }
    expect(deep(30)).to.have.length(1)
    expect(deep(31)).to.equal("batch")
    const most = 2n ** 256n - 1n
    for (const value of [most.toString(), `0x${most.toString(16)}`]) {
      expect(parseBatches([{ ...one, value }], reading)[0]?.calls[0]?.value).to.equal(most)
    }
  })

  it("takes a chain by its name and its chain id where they agree, and the sender of each transaction", () => {
    const other = getAddress("0x5afe000000000000000000000000000000005aff")
    const batches = parseBatches(
      [
        { ...one, chainId: 41001 },
        { ...one, from: other, value: undefined, data: undefined },
      ],
      { ...reading, from: to },
    )
    expect(batches).to.deep.equal([
      {
        ...{ chain: alpha, from: safe, calls: [{ to, value: 0n, data: "0x", operation: 0 }] },
        notes: [`Who sends it is named by [0].from, and not the given ${to}.`],
      },
      {
        chain: alpha,
        from: other,
        calls: [{ to, value: 0n, data: "0x", operation: 0 }],
        notes: [`Who sends it is named by [1].from, and not the given ${to}.`],
      },
    ])
    const bare = { chainId: "41001", transactions: written.transactions }
    expect(argumentOf(bare)).to.equal("batch.meta.createdFromSafeAddress")
    expect(parseBatches(bare, { ...reading, from: to })[0]).to.deep.include({ from: to, notes: [] })
  })
})
