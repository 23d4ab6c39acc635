import { expect } from "chai"
import { describe, it } from "mocha"

import { marketContracts } from "#extras/swap/src/market/contracts.js"
import type { MinedAt, RouteRecord } from "#extras/swap/src/market/facts.js"
import type { Plan } from "#extras/swap/src/market/quoting/plans.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { routeDetails, statusOnTheWire } from "#extras/swap/src/server/statusOnTheWire.js"
import type { RouteState } from "#src/swap/states.js"
import { contract } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const contracts = marketContracts(contract)
const [alpha, beta] = [41_001, 41_002].map((chainId) => ({ name: String(chainId), chainId, slug: chainId }))
const [user, receiver, refundTo] = [1, 2, 3].map((digit) => `0x${String(digit).repeat(40)}` as const)
const crossing = { bridge: "pool", carried: "usdc" } as const
const across: Plan = { originDex: "curve", crossing, destinationDex: "desk" }

function quoteOf({ plan = across, destination = beta, feeAmount = 7n, bridgeFee = 5n, messageFee = 6n } = {}) {
  const { usdc: inputToken, weth: outputToken, spark: bridgedToken } = contracts
  return {
    ...{ quoteId: bytes32(9), userOp: "tx", origin: alpha, destination, slippage: "1", depositAddress: undefined },
    order: { user, receiver, refundTo, inputToken, outputToken, bridgedToken, inputAmount: 100n, feeAmount },
    priced: { plan, amountOut: 50n, minAmountOut: 40n, bridgeFee, messageFee, priceImpact: 12_345n },
  } as unknown as RouteRecord["quote"]
}

const mined = (number: number): MinedAt => ({ txHash: bytes32(number), timestamp: number })
const value = (number: number, amount: bigint, token: string = contracts.usdc) => ({ ...mined(number), token, amount })

type Side = { chainId: number; status: string; txHash: string | null; timestamp: number | null }
type Wire = Record<"origin" | "destination", Side> & {
  refund: (Side & { amount?: string; receiverAddress: string; token?: { address: string } }) | null
  isDestPayloadExecuted: boolean | null
}

function wire(status: RouteState, facts: object, quote = quoteOf()): Wire {
  const record = { quoteId: bytes32(9), quote, facts: facts, status } as RouteRecord
  return statusOnTheWire(record, { contracts, includeQuoteDetails: false }) as Wire
}

/** The states of both sides and of the refund, each with the number of its transaction. */
function sides(status: RouteState, facts: object, quote = quoteOf()): unknown[] {
  const { origin, destination, refund, isDestPayloadExecuted } = wire(status, facts, quote)
  const parts = [origin, destination, refund].map((side) => {
    if (side === null) return null
    expect(side.txHash).to.equal(side.timestamp === null ? null : bytes32(side.timestamp))
    return [side.status, side.timestamp]
  })
  return [...parts, isDestPayloadExecuted]
}

describe("the status of a route of the devnet on the wire", () => {
  const started = mined(1)
  const refund = { refundDue: value(0, 90n) }

  it("has the state of each side and of the refund, and their transactions", () => {
    const rows = [
      [sides("PENDING", {}), [["PENDING", null], ["PENDING", null], null, null]],
      [sides("EXPIRED", {}), [["EXPIRED", null], ["EXPIRED", null], null, false]],
      [sides("FAILED", { reverted: mined(2) }), [["FAILED", 2], ["FAILED", null], null, false]],
      [sides("IN_PROGRESS", { started }), [["COMPLETED", 1], ["PENDING", null], null, null]],
      [sides("COMPLETED", { started, completed: value(3, 60n) }), [["COMPLETED", 1], ["COMPLETED", 3], null, true]],
      [sides("REFUNDING", { started, ...refund }), [["COMPLETED", 1], ["FAILED", null], ["PENDING", null], false]],
      [
        sides("REFUNDED", { started, ...refund, refunded: value(4, 80n) }),
        [["COMPLETED", 1], ["FAILED", null], ["COMPLETED", 4], false],
      ],
      // What was deposited came back before anything started.
      [
        sides("REFUNDED", { depositRefunded: value(5, 70n) }),
        [["REFUNDED", null], ["FAILED", null], ["COMPLETED", 5], false],
      ],
      [
        sides("REFUNDING", { started, depositRefunded: value(5, 70n) }),
        [["COMPLETED", 1], ["FAILED", null], ["PENDING", null], false],
      ],
    ]
    for (const [found, expected] of rows) expect(found).to.deep.equal(expected)
    expect(wire("COMPLETED", { started }, quoteOf({ destination: alpha! })).isDestPayloadExecuted).to.equal(null)
  })

  it("pays the refund to who it is for: what was paid, or else what is due", () => {
    expect(wire("REFUNDED", { started, ...refund, refunded: value(4, 80n, contracts.weth) }).refund).to.deep.include({
      ...{ chainId: 41_001, amount: "80", receiverAddress: refundTo },
    })
    expect(wire("REFUNDING", { started, ...refund }).refund).to.include({ amount: "90" })
    expect(wire("REFUNDING", { started }).refund).to.not.have.property("amount")
  })

  it("has the amounts of the order, and what the destination has paid once it has", () => {
    const before = wire("IN_PROGRESS", { started })
    expect(before).to.have.nested.property("origin.input.0.amount", "100")
    expect(before).to.have.nested.property("destination.output.0.amount", "50")
    expect(before).to.have.nested.property("destination.output.0.minAmountOut", "40")
    expect(before).to.deep.include({ quoteId: bytes32(9), status: "IN_PROGRESS", statusCode: "IN_PROGRESS" })
    expect(before.origin).to.include({ chainId: 41_001, userAddress: user })
    expect(before.destination).to.include({ chainId: 41_002, receiverAddress: receiver })
    const after = wire("COMPLETED", { started, completed: value(3, 60n) })
    expect(after).to.have.nested.property("destination.output.0.amount", "60")
  })

  it("names what a route passes through, and the fees that are not zero", () => {
    const of = (given: Parameters<typeof quoteOf>[0]) =>
      routeDetails(quoteOf(given), contracts) as Wire & { fees: object }
    expect(of({})).to.deep.include({
      ...{
        name: "Devnet Curve + Devnet Pool + Devnet Desk",
        providers: ["curve", "pool", "desk"],
        priceImpact: "1.2345",
      },
    })
    expect(of({})).to.have.nested.property("fees.bridge.amount", "5")
    expect(of({})).to.have.nested.property("fees.message.amount", "6")
    expect(of({})).to.have.nested.property("fees.message.token.address", nativeToken)
    expect(of({})).to.have.nested.property("fees.taker.amount", "7")
    const plan: Plan = { originDex: undefined, crossing: undefined, destinationDex: undefined }
    const free = of({ plan, feeAmount: 0n, bridgeFee: 0n, messageFee: 0n })
    expect(free.fees).to.deep.equal({ bridge: null, message: null, taker: null })
    expect(free).to.deep.include({ name: "Wrapper", providers: [] })
  })
})

describe("the details of a quote on the wire", () => {
  it("are its order, its slippage and where to deposit, and only what is asked for", () => {
    const details = (quote: RouteRecord["quote"]) => {
      const record = { quoteId: bytes32(9), quote, facts: {}, status: "PENDING" } as RouteRecord
      return (statusOnTheWire(record, { contracts, includeQuoteDetails: true }) as { quoteDetails: object })
        .quoteDetails
    }
    const { usdc: inputToken, weth: outputToken, spark: bridgedToken } = contracts
    const order = {
      ...{ user, receiver, refundTo, inputToken, outputToken, bridgedToken, inputAmount: "100", feeAmount: "7" },
    }
    expect(details(quoteOf())).to.deep.equal({ slippage: "1", depositAddress: null, order })
    expect(details({ ...quoteOf(), depositAddress: user })).to.include({ depositAddress: user })
    expect(wire("PENDING", {})).to.not.have.property("quoteDetails")
  })
})
