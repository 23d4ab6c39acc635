import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, zeroAddress } from "viem"

import type { SafeTx } from "#extras/audit/src/judging/Batch.js"
import { type BatchReading, parseBatches } from "#extras/audit/src/judging/parseBatches.js"
import { hashSafeTx } from "#extras/audit/src/judging/readSafeHashes.js"
import { builderMethods } from "#extras/audit/tasks/judge/builderMethods.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [safe, other, to]: readonly [Address, Address, Address] = [at(0x5a), at(0x5b), at(7)]
const data: Hex = `0xf2fde38b${"0".repeat(24)}${other.slice(2).toLowerCase()}`
const chains = [
  { slug: 41001, name: "alpha", chainId: 41001 },
  { slug: 41002, name: "beta", chainId: 41002 },
]
const reading: BatchReading = {
  ...{ argument: "batch", chains, ...builderMethods },
  chainOf(reference, argument) {
    const found = chains.find(({ name, chainId }) =>
      typeof reference === "string" ? reference === name : reference.chainId === chainId,
    )
    if (found !== undefined) return found
    throw new InvalidInputError({ argument, problem: "there is no such chain", fix: "Known: alpha, beta." })
  },
}
const read = (json: unknown, more: Partial<BatchReading> = {}) => parseBatches(json, { ...reading, ...more })
const refusal = (json: unknown): string => {
  try {
    read(json)
  } catch (error) {
    if (error instanceof InvalidInputError) return error.shortMessage
    throw error
  }
  return "none"
}
const builder = { chainId: "41001", transactions: [{ to, value: "0", data }] }

describe("the shapes of batches", () => {
  it("takes the Safe wherever Safe's builder and the scripts of others write it, and says from where", () => {
    const named: readonly (readonly [where: object, note: string | undefined])[] = [
      [{ meta: { createdFromSafeAddress: safe } }, undefined],
      [{ meta: { safeAddress: safe.toLowerCase() } }, "meta.safeAddress"],
      [{ safeAddress: safe, meta: { txBuilderVersion: "1.16.5" } }, "safeAddress"],
      [{ createdFromSafeAddress: safe }, "createdFromSafeAddress"],
      [{ safeAddress: safe, meta: { createdFromSafeAddress: safe, safeAddress: null } }, undefined],
    ]
    for (const [where, note] of named) {
      const [batch] = read({ ...builder, ...where })
      expect([batch?.from, batch?.notes], JSON.stringify(where)).to.deep.equal([
        ...[safe, note === undefined ? [] : [`Who sends it is named by ${note}.`]],
      ])
    }
    expect(refusal({ ...builder, safeAddress: other, meta: { safeAddress: safe } })).to.contain("batch.safeAddress")
    const [told] = read({ ...builder, safeAddress: safe }, { from: other })
    expect(told).to.deep.include({
      from: safe,
      notes: [`Who sends it is named by safeAddress, and not the given ${other}.`],
    })
  })

  it("takes chain ids as numbers, digits and hex, and refuses two that differ", () => {
    const named = { ...builder, safeAddress: safe }
    const slugs = [41002, "41002", "0xa02a"].map((chainId) => read({ ...named, chainId })[0]?.chain.slug)
    expect(slugs).to.deep.equal([41002, 41002, 41002])
    expect(read({ ...named, chainId: undefined, meta: { chainId: 41002 } })[0]?.chain.name).to.equal("beta")
    expect(refusal({ ...named, meta: { chainId: 41002 } })).to.contain("batch.meta.chainId")
  })

  it("reads a broadcast of Foundry, each transaction by its own chain and account, with what it creates", () => {
    const transaction = { from: safe.toLowerCase(), to, value: "0x0", input: data, nonce: "0x1", chainId: "0xa02a" }
    const called = { transactionType: "CALL", function: "transferOwnership(address)", arguments: [other], transaction }
    const creation = { ...transaction, to: null, input: "0x6000", value: null, chainId: undefined }
    const created = { transactionType: "CREATE", contractAddress: other, function: null, transaction: creation }
    const broadcast = { transactions: [called, created], receipts: [], chain: 41001 }
    const [one, two] = read({ ...broadcast, transactions: [called], chain: 41002 }).concat(
      read({ ...broadcast, transactions: [created] }),
    )
    expect(one).to.deep.include({ from: safe, chain: chains[1], notes: [] })
    expect(one?.calls[0]).to.deep.include({ to, value: 0n, data, operation: 0 })
    expect(one?.calls[0]?.method?.name).to.equal("transferOwnership")
    expect(two).to.deep.include({ from: safe, chain: chains[0] })
    expect(two?.calls).to.deep.equal([{ to: other, value: 0n, data: "0x6000", operation: 0, creates: true }])
    // Its chain in the sequence contradicts that of the transaction.
    expect(refusal(broadcast)).to.contain("batch.transactions[0].chain")
    const many = {
      deployments: [
        { ...broadcast, transactions: [called], chain: 41002, receipts: [{}] },
        { ...broadcast, transactions: [created] },
      ],
    }
    expect(read(many).map(({ chain, notes }) => [chain.name, notes.length])).to.deep.equal([
      ["beta", 1],
      ["alpha", 0],
    ])
    expect(
      refusal({ ...broadcast, transactions: [{ ...called, transaction: { ...transaction, to: null } }] }),
    ).to.equal('Argument "batch.transactions[0].transaction.to": it is missing.')
    const lying = { ...called, function: "pause()" }
    expect(read({ ...broadcast, transactions: [lying], chain: undefined })[0]?.calls[0]?.claimed).to.equal("pause()")
  })

  it("finds the chain of a transaction of Safe's service by its hash, and refuses one that is of other fields", () => {
    const gas = { safeTxGas: 0n, baseGas: 5n, gasPrice: 0n, gasToken: zeroAddress, refundReceiver: zeroAddress }
    const fields: SafeTx = { ...gas, nonce: 12n }
    const call = { to, value: 3n, data, operation: 0 } as const
    const hash = (chainId: number) => hashSafeTx({ chainId, safe, call, fields }).safeTxHash
    const proposed = {
      ...{ safe, to, value: "3", data, operation: 0, safeTxGas: 0, baseGas: 5, gasPrice: "0", nonce: "12" },
      ...{ gasToken: zeroAddress, refundReceiver: null, safeTxHash: hash(41002), isExecuted: false },
      dataDecoded: { method: "transferOwnership", parameters: [{ name: "newOwner", type: "address", value: other }] },
    }
    const [one] = read(proposed)
    expect(one).to.deep.include({ chain: chains[1], from: safe, safeTx: fields, notes: [] })
    expect(one?.calls[0]?.method?.name).to.equal("transferOwnership")
    expect(
      read({ count: 2, results: [proposed, { ...proposed, safeTxHash: hash(41001) }] }).map(({ chain }) => chain.name),
    ).to.deep.equal([...["beta", "alpha"]])
    for (const changed of [
      { value: "4" },
      { nonce: 13 },
      { baseGas: 0 },
      { to: other },
      { operation: 1 },
      { safe: other },
    ]) {
      expect(refusal({ ...proposed, ...changed }), JSON.stringify(changed)).to.contain("batch.safeTxHash")
    }
    expect(refusal({ ...proposed, safeTxHash: hash(5) })).to.contain("batch.safeTxHash")
    expect(refusal({ ...proposed, safeTxHash: null })).to.contain("batch.chainId")
  })

  it("reads one file for many chains, as a list or by chain id, and refuses an id that the batch contradicts", () => {
    const on = (chainId: unknown) => ({ ...builder, safeAddress: safe, chainId })
    expect(read([on(41001), on("0xa02a")]).map(({ chain }) => chain.name)).to.deep.equal(["alpha", "beta"])
    expect(read({ 41001: on(undefined), 41002: on(41002) }).map(({ chain }) => chain.name)).to.deep.equal([
      "alpha",
      "beta",
    ])
    expect(refusal({ 41001: on(41002) }))
      .to.contain("batch.41001")
      .and.to.contain("beta")
    expect(read({ chain: "beta", from: safe, to })).to.have.lengthOf(1)
  })

  it("says in words what an unknown shape has, and that an address is missing", () => {
    expect(refusal({ proposal: 7, actions: [] })).to.equal(
      'Argument "batch": it is no batch: it has proposal, actions.',
    )
    expect(refusal({})).to.contain("it is no batch: it has nothing")
    expect(refusal(null)).to.contain("it is no batch")
    for (const missing of [null, undefined, ""]) {
      expect(refusal([{ chain: "alpha", from: safe, to: missing }])).to.equal('Argument "batch[0].to": it is missing.')
    }
    expect(refusal([{ chain: "alpha", from: safe, to: [to] }])).to.equal(
      'Argument "batch[0].to": more than one value is not an address.',
    )
  })

  it("keeps the digits of bare numbers, and writes exponents out only where they are exact", () => {
    const value = (given: unknown) =>
      read({ ...builder, safeAddress: safe, transactions: [{ to, value: given }] })[0]?.calls[0]?.value
    expect(["1e18", "1.5e18", "2.50e1", null, "0x10"].map(value)).to.deep.equal([
      10n ** 18n,
      15n * 10n ** 17n,
      25n,
      0n,
      16n,
    ])
    for (const odd of ["1.5", "1.55e1", "1e-3", "1e79", "e5", "1e", "-1e5"]) {
      expect(() => value(odd), odd).to.throw(InvalidInputError)
    }
  })
})
