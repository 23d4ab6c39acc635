import { expect } from "chai"
import { describe, it } from "mocha"

import { routeLateError, routeOutcomeError } from "#extras/swap/src/following/trackingErrors.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const hash = bytes32(5)

describe("the errors of routes", () => {
  const side = (status: string, txHash: string | null) => ({ chainId: 7, status, txHash })
  const route = (status: string, more: object = {}) => ({
    ...{
      quoteId: "q-1",
      status,
      origin: side("COMPLETED", hash),
      destination: side("PENDING", null),
      refund: null,
      ...more,
    },
  })
  const late = (things: object[], subject: object = { quoteId: "q-1" }) =>
    routeLateError({
      subject,
      waited: 5_000,
      tracker: { history: [], things: () => things },
      lastError: undefined,
    } as never)

  it("say that a route is not known or not final, where its sides are, and what to do", () => {
    expect(late([]).shortMessage).to.match(/^The swap API did not know the route within /)
    expect(late([]).facts).to.not.have.property("origin")
    const known = late([route("IN_PROGRESS")])
    expect(known.shortMessage).to.match(/^The swap was not final within /)
    expect([known.facts["origin"], known.facts["destination"]].join("; ")).to.match(
      /^COMPLETED on .*, 0x.*; PENDING on [^,]*$/,
    )
    expect(String(known.next)).to.contain("It may still arrive")
    expect(String(late([route("EXPIRED")]).next)).to.contain("EXPIRED cannot be its end")
    expect(String(late([], { srcTxHash: hash }).next)).to.contain("Check the id of the quote")
  })

  it("are of the kind of their end, with what the API says of a refund", () => {
    const of = (status: string, more: object = {}) =>
      routeOutcomeError({ route: route(status, more), history: [] } as never)
    expect(["FAILED", "EXPIRED", "REFUNDED", "COMPLETED"].map((status) => of(status)?.code)).to.deep.equal([
      ...["ROUTE_FAILED", "ROUTE_EXPIRED", "ROUTE_REFUNDED", undefined],
    ])
    const facts = of("REFUNDED", { refund: { chainId: 7, txHash: hash, status: "COMPLETED" } })!.facts
    expect(facts)
      .to.include({ "refund transaction": hash, "refund status": "COMPLETED" })
      .and.have.property("refund on chain")
    for (const refund of [null, { chainId: null, txHash: null, status: null }, {}]) {
      expect(Object.keys(of("REFUNDED", { refund })!.facts).filter((name) => name.startsWith("refund"))).to.deep.equal(
        [],
      )
    }
  })
})
