import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"

import { createQuotes, type MarketQuote } from "../../../../src/devnet/market/quoting/quotes.js"
import { bytes32 } from "../../../fixtures/wire/messages.js"

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
