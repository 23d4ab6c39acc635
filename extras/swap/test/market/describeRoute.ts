import { expect } from "chai"
import { describe, it } from "mocha"

import { describeRoute } from "#extras/swap/src/server/openDevnetMarket.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dai, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const quote = {
  origin: { slug: 2 },
  destination: { slug: 1 },
  order: {
    ...{ deadline: 100n, user, receiver: dai, inputToken: usdc, outputToken: dai, inputAmount: 10n ** 18n },
  },
}

/** A market whose origin chain has this time, and whose route has these facts; and whether it was asked for as late. */
function marketAt(timestamp: bigint | undefined, facts: object = { started: { txHash: bytes32(2) } }) {
  const asked: boolean[] = []
  const chain = (slug: number, now: bigint | undefined) => ({
    slug,
    announced: () => (now === undefined ? undefined : { timestamp: now }),
  })
  const market = {
    chains: [chain(1, 999n), chain(2, timestamp)],
    ledger: {
      route: (_id: string, isLate: boolean) => {
        asked.push(isLate)
        return { quote, facts, status: isLate ? "EXPIRED" : "PENDING" }
      },
    },
  }
  return { market: market as never, asked }
}

describe("what a devnet says of a swap", () => {
  it("is nothing of a swap that has not begun", () => {
    for (const facts of [{}, { started: [], refunded: [] }]) {
      expect(describeRoute(marketAt(5n, facts).market, bytes32(1), 5)).to.equal(undefined)
    }
    const unknown = { chains: [], ledger: { route: () => undefined } }
    expect(describeRoute(unknown as never, bytes32(1), 5)).to.equal(undefined)
  })

  it("is that a swap is late once its own chain is past the deadline, and not before", () => {
    for (const [time, isLate] of [
      [undefined, false],
      [99n, false],
      [100n, false],
      [101n, true],
    ] as const) {
      const { market, asked } = marketAt(time)
      expect(describeRoute(market, bytes32(1), 5)?.status, String(time)).to.equal(isLate ? "EXPIRED" : "PENDING")
      expect(asked.at(-1)).to.equal(isLate)
    }
  })

  it("is where a swap goes, and the transactions that it has", () => {
    const begun = {
      ...{ quoteId: bytes32(1), status: "PENDING", at: 5, srcChainSlug: 2, dstChainSlug: 1, user, receiver: dai },
      ...{ inputToken: usdc, outputToken: dai, inputAmount: "1000000000000000000", outputAmount: null },
      ...{ inputTxHash: null, outputTxHash: null, returnTxHash: null, refundTxHash: null },
    }
    const of = (facts: object) => describeRoute(marketAt(5n, facts).market, bytes32(1), 5)
    const tx = (count: number) => ({ txHash: bytes32(count) })
    expect(of({ started: tx(2), reverted: tx(3) })).to.deep.equal({ ...begun, inputTxHash: bytes32(2) })
    expect(of({ reverted: tx(3) })).to.deep.equal({ ...begun, inputTxHash: bytes32(3) })
    expect(of({ completed: { ...tx(4), amount: 7n } })).to.deep.equal({
      ...{ ...begun, outputTxHash: bytes32(4), outputAmount: "7" },
    })
    expect(of({ refunding: tx(5), refunded: tx(6), depositRefunded: tx(7) })).to.deep.equal({
      ...{ ...begun, returnTxHash: bytes32(5), refundTxHash: bytes32(6) },
    })
    expect(of({ depositRefunded: tx(7) })).to.deep.equal({ ...begun, refundTxHash: bytes32(7) })
  })
})
