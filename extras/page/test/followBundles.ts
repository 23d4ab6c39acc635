import { expect } from "chai"
import { describe, it } from "mocha"

import { describeRequest, followBundles } from "#extras/page/src/openPage.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dai } from "#test/fixtures/wire/swapRoutes.js"

const request = { requestCount: 7, appGateway: dai, txHash: bytes32(1), status: "IN_PROGRESS", isCancelled: false }
describe("what the page says of what has parts", () => {
  it("is nothing of a request that is not submitted", () => {
    const of = (found: object | undefined) => describeRequest({ ledger: { request: () => found } } as never, 7, 5)
    expect(of(undefined)).to.equal(undefined)
    expect(of({ ...request, payloads: [] })).to.deep.equal({ ...request, at: 5 })
  })

  it("follows each change, and none of what cannot be told", () => {
    const told: [string, unknown][] = []
    const feed = {
      request: (change: { requestCount: number }) => told.push(["request", change.requestCount]),
      route: (change: { quoteId: string }) => told.push(["route", change.quoteId]),
    } as never
    const listeners: { request?: (change: object) => void; route?: (id: string) => void } = {}
    const gateway = {
      ledger: {
        subscribe: (listener: (change: object) => void) => (listeners.request = listener),
        request: (count: number) => (count === 7 ? request : undefined),
      },
    }
    const followed = {
      ledger: { onRoute: (listener: (id: string) => void) => (listeners.route = listener) },
      describe: (quoteId: string) => (quoteId === bytes32(1) ? { quoteId } : undefined),
    }
    followBundles({ gateway, market: followed } as never, feed, () => 5)
    listeners.request?.({ requestCount: 7 })
    listeners.request?.({ requestCount: 8 })
    listeners.route?.(bytes32(1))
    listeners.route?.(bytes32(2))
    expect(told).to.deep.equal([
      ["request", 7],
      ["route", bytes32(1)],
    ])
    followBundles({ gateway: undefined, market: undefined }, feed, () => 5)
  })
})
