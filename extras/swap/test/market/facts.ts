import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { addRouteFact, isUsable, type RouteFacts, type RouteIndex, routeStatus } from "#extras/swap/src/market/facts.js"
import type { MarketQuote } from "#extras/swap/src/market/quoting/quotes.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const token: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const other: Address = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
const quote = { order: { inputToken: token, inputAmount: 100n } } as MarketQuote
const at = { txHash: bytes32(1), timestamp: 5 }
const paid = { ...at, token, amount: 1n }
const reason = "0x" as const
const started = { ...at, inputToken: token, inputAmount: 100n, isSwept: false }
const refundDue = { ...paid, chainSlug: 1, bridge: other }
const deposit = (amount: bigint, of = token) => [{ token: of, amount }]

describe("the status of a route", () => {
  const cases: readonly (readonly [facts: RouteFacts, inTime: string, late: string])[] = [
    [{}, "PENDING", "EXPIRED"],
    [{ reverted: at }, "FAILED", "FAILED"],
    [{ started, reverted: at }, "IN_PROGRESS", "IN_PROGRESS"],
    [{ started, refundWaiting: { ...at, reason } }, "REFUNDING", "REFUNDING"],
    [{ started, refunding: { ...at, reason } }, "REFUNDING", "REFUNDING"],
    [{ started, refundDue }, "REFUNDING", "REFUNDING"],
    [{ started, refundDue, refunded: paid }, "REFUNDED", "REFUNDED"],
    [{ started, refunding: { ...at, reason }, completed: paid }, "COMPLETED", "COMPLETED"],
    [{ deposited: deposit(100n) }, "IN_PROGRESS", "REFUNDING"],
    [{ deposited: deposit(99n) }, "REFUNDING", "REFUNDING"],
    [{ deposited: deposit(100n, other) }, "PENDING", "EXPIRED"],
    [{ deposited: [...deposit(5n, other), ...deposit(100n)], depositRefunded: paid }, "IN_PROGRESS", "REFUNDING"],
    [{ deposited: [], depositRefunded: paid }, "REFUNDED", "REFUNDED"],
    [{ deposited: [], depositRefunded: paid, reverted: at }, "REFUNDED", "REFUNDED"],
  ]
  for (const [facts, ...statuses] of cases) {
    it(`is ${statuses.join(", or late ")} after ${Object.keys(facts).join(", ") || "nothing"}`, () => {
      expect([false, true].map((isLate) => routeStatus(quote, facts, isLate))).to.deep.equal(statuses)
    })
  }
})

describe("the facts of a route", () => {
  it("are the first of a kind, and the latest of a deposit address", () => {
    const index: RouteIndex = new Map()
    const id = bytes32(7)
    addRouteFact(index, { quoteId: id, started, deposited: deposit(1n) })
    addRouteFact(index, { quoteId: id, started: { ...started, timestamp: 6 }, completed: paid })
    expect([...index]).to.deep.equal([[id, { started, completed: paid, deposited: deposit(1n) }]])
    addRouteFact(index, { quoteId: id, deposited: [] })
    expect(index.get(id)).to.deep.equal({ started, completed: paid, deposited: [] })
  })

  it("are enough to start it with one sum of its input", () => {
    expect(isUsable(quote, {})).to.equal(false)
    expect(isUsable(quote, { deposited: [...deposit(99n), ...deposit(500n, other)] })).to.equal(false)
    expect(isUsable(quote, { deposited: [...deposit(1n, other), ...deposit(100n)] })).to.equal(true)
  })
})
