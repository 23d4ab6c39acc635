import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"

import { createQuotes, type MarketQuote } from "#extras/swap/src/market/quoting/quotes.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const origin = { name: "alpha", chainId: 41001, slug: 41001 }

function quote(number: number, userOp: "tx" | "deposit" = "tx"): MarketQuote {
  const order = { deadline: 1000n } as MarketQuote["order"]
  return { quoteId: bytes32(number), userOp, origin, order } as MarketQuote
}

const known = (quotes: { get(quoteId: Hex): MarketQuote | undefined }, ...numbers: number[]) =>
  numbers.filter((number) => quotes.get(bytes32(number)) !== undefined)

describe("createQuotes", () => {
  it("drops the oldest when there are too many, but never one that was kept", () => {
    const quotes = createQuotes({ maxQuotes: 2, maxDeposits: 2 })
    quotes.add([quote(1), quote(2)])
    quotes.keep(bytes32(1))
    quotes.add([quote(3), quote(4)])
    expect(known(quotes, 1, 2, 3, 4)).to.deep.equal([1, 3, 4])
    expect(quotes.depositsOn(41001), "none is paid by a deposit").to.deep.equal([])
  })

  it("does not count one that was kept, and lists it once", () => {
    const quotes = createQuotes({ maxQuotes: 2, maxDeposits: 2 })
    quotes.add([quote(1), quote(2), quote(3, "deposit"), quote(4, "deposit")])
    for (const id of [1, 3]) quotes.keep(bytes32(id))
    quotes.add([quote(5), quote(6, "deposit")])
    expect(known(quotes, 1, 2, 3, 4, 5, 6)).to.deep.equal([1, 2, 3, 4, 5, 6])
    expect(quotes.depositsOn(41001).map(({ quoteId }) => Number(quoteId))).to.deep.equal([3, 4, 6])
  })

  it("goes back to what it knew when it was remembered", () => {
    const quotes = createQuotes({ maxQuotes: 9, maxDeposits: 9 })
    quotes.add([quote(1), quote(2), quote(3, "deposit"), quote(4, "deposit")])
    for (const id of [1, 3]) quotes.keep(bytes32(id))
    const restore = quotes.remember()
    const later = quote(5)
    quotes.add([{ ...later, order: { ...later.order, deadline: 2000n } }, quote(6, "deposit")])
    for (const id of [2, 4, 5, 6]) quotes.keep(bytes32(id))
    restore()
    expect(known(quotes, 1, 2, 3, 4, 5, 6)).to.deep.equal([1, 2, 3, 4])
    expect(quotes.depositsOn(41001).map(({ quoteId }) => Number(quoteId))).to.deep.equal([3, 4])
    expect([1000, 1001].map((time) => quotes.isAnyOpen(41001, time))).to.deep.equal([true, false])
    quotes.add([quote(7), quote(8)])
    expect(known(quotes, 2, 7, 8)).to.deep.equal([2, 7, 8])
  })

  it("counts quotes that are paid by a deposit separately", () => {
    const quotes = createQuotes({ maxQuotes: 2, maxDeposits: 1 })
    quotes.add([quote(1), quote(2, "deposit"), quote(3, "deposit"), quote(4)])
    expect(known(quotes, 1, 2, 3, 4)).to.deep.equal([1, 3, 4])
    expect(quotes.depositsOn(41001).map(({ quoteId }) => quoteId)).to.deep.equal([bytes32(3)])
    expect(quotes.depositsOn(41002)).to.deep.equal([])
  })

  it("still lists a kept quote that is paid by a deposit", () => {
    const quotes = createQuotes({ maxQuotes: 1, maxDeposits: 1 })
    quotes.add([quote(1, "deposit")])
    quotes.keep(bytes32(1))
    quotes.keep(bytes32(9))
    quotes.add([quote(2, "deposit"), quote(3, "deposit")])
    expect(quotes.depositsOn(41001).map(({ quoteId }) => quoteId)).to.deep.equal([bytes32(1), bytes32(3)])
  })

  it("knows until when a transaction can start any quote", () => {
    const quotes = createQuotes({ maxQuotes: 1, maxDeposits: 1 })
    expect(quotes.isAnyOpen(41001, 5)).to.equal(false)
    quotes.add([quote(1)])
    expect([1000, 1001].map((time) => quotes.isAnyOpen(41001, time))).to.deep.equal([true, false])
    expect(quotes.isAnyOpen(41002, 5)).to.equal(false)
    const sooner = quote(2)
    quotes.add([{ ...sooner, order: { ...sooner.order, deadline: 900n } }])
    expect([1000, 1001].map((time) => quotes.isAnyOpen(41001, time))).to.deep.equal([true, false])
  })
})
