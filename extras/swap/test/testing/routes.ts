import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, type Hex, parseAbi } from "viem"

import { RouteRefusedError } from "#extras/swap/src/checks/routeRefusals.js"
import { RequestRefusedError } from "#extras/swap/src/requestErrors.js"
import {
  checkRefunded,
  checkRefundedFor,
  checkRefused,
  checkRouteCompleted,
} from "#extras/swap/src/testing/routeAssertions.js"
import { HttpStatusError } from "#src/http/errors.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { failureOf } from "#src/testing/assertions/Matcher.js"
import { NothingOfferedError } from "#src/testing/world/NothingOfferedError.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { createRegistry } from "#src/testing/world/registry.js"
import { rememberWorld } from "#src/testing/world/runningWorlds.js"
import { failure } from "#test/fixtures/failure.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dai, usdc } from "#test/fixtures/wire/swapRoutes.js"

const [quoteId, unknownId] = [bytes32(9), bytes32(10)]
const start = 1_767_225_600
const abi = parseAbi(["error TooLittleOut(uint256 amountOut, uint256 minAmountOut)"])
const reason = encodeErrorResult({ abi, errorName: "TooLittleOut", args: [4n, 5n] })

/** What `world.swap` returned in a world whose chains show this of the route. */
function swapOf(status: string, facts: object, { id = quoteId, hasMarket = true } = {}): object {
  const quote = { quoteId, origin: { name: "alpha" }, destination: { name: "beta" } }
  const token = { address: dai, symbol: "DAI", decimals: 6 }
  const ledger = {
    route: (wanted: Hex, isLate: boolean) =>
      wanted === quoteId && !isLate ? { quoteId, quote, facts, status } : undefined,
  }
  const world = {
    ...{ relay: { running: false }, registry: createRegistry(), isOpen: () => true },
    hre: { artifacts: { getAllFullyQualifiedNames: () => Promise.resolve(new Set()) } },
    ...(hasMarket ? { market: { ledger }, devnet: { market: { beta: { tokens: { dai: token } } } } } : { devnet: {} }),
  }
  const sent = { hash: bytes32(1), route: { quoteId: id, from: "alpha", to: "beta" } }
  rememberWorld(sent, world as unknown as OpenWorld)
  return sent
}

const at = (seconds: number, more: object = {}) => ({ txHash: bytes32(2), timestamp: start + seconds, ...more })
const [started, arrived] = [at(1), at(2, { payableAt: start + 60 })]
const refunded = swapOf("REFUNDED", {
  ...{ started, arrived, refunding: at(3, { reason }), refunded: at(4, { token: dai, amount: 2_500_000n }) },
})
const route = `the route ${quoteId} from alpha to beta is`
const [second, third] = ["2026-01-01 00:00:01 UTC", "2026-01-01 00:00:02 UTC"]
const ofRefund = `${route} REFUNDED (failed, funds refunded): sent at ${second}, arrived at ${third}, refused by the destination at 2026-01-01 00:00:03 UTC: TooLittleOut(amountOut: 4, minAmountOut: 5), refunded 2.5 DAI (2500000 in its smallest unit) at 2026-01-01 00:00:04 UTC`

describe("assertions about how a swap ends", () => {
  it("hold for one that was refunded, for the error of its destination, with these arguments if any", async () => {
    const cases = [
      [await checkRefunded(refunded), "be refunded", true],
      [await checkRouteCompleted(refunded), "be completed", false],
      [await checkRefundedFor(refunded, "TooLittleOut"), "be refunded for TooLittleOut", true],
      [await checkRefundedFor(refunded, "TooLittleOut", [4n, 5n]), "be refunded for TooLittleOut(4, 5)", true],
      [await checkRefundedFor(refunded, "TooLittleOut", [4n, 6n]), "be refunded for TooLittleOut(4, 6)", false],
      [await checkRefundedFor(refunded, "PoolTooSmall"), "be refunded for PoolTooSmall", false],
    ] as const
    for (const [result, what, holds] of cases) {
      expect(result.holds, what).to.equal(holds)
      const text = `Expected the swap ${holds ? "not " : ""}to ${what}, but ${ofRefund}`
      expect(await failureOf(result, holds)).to.equal(text)
      expect(await failureOf(result, !holds)).to.equal(undefined)
    }
  })

  it("tell for what a refund waits, and hold for none that is not over or whose destination gave no reason", async () => {
    const waits = swapOf("REFUNDING", { started, refundWaiting: at(5, { reason }) })
    const waiting = await checkRefundedFor(waits, "TooLittleOut")
    expect([waiting.holds, waiting.problem]).to.deep.equal([
      false,
      `Expected the swap to be refunded for TooLittleOut, but ${route} REFUNDING (failed, funds on their way back): sent at ${second}, refused by the destination at 2026-01-01 00:00:05 UTC: TooLittleOut(amountOut: 4, minAmountOut: 5)`,
    ])
    const late = swapOf("REFUNDED", { started, refundWaiting: at(5, { reason }) })
    expect((await checkRefundedFor(late, "TooLittleOut", [4n, 5n])).holds).to.equal(true)
    const silent = swapOf("REFUNDED", { started, refunded: at(4, { token: dai, amount: 1n }) })
    expect((await checkRefundedFor(silent, "TooLittleOut")).holds).to.equal(false)
    expect((await checkRefunded(silent)).holds).to.equal(true)
  })

  it("tell each thing that has happened, and what lets a slow bridge pay", async () => {
    const textOf = async (...swap: Parameters<typeof swapOf>) =>
      (await failureOf(await checkRefunded(swapOf(...swap)), false))!.replace(
        `Expected the swap to be refunded, but ${route} `,
        "",
      )
    expect(await textOf("PENDING", {})).to.equal("PENDING (not started)")
    expect(await textOf("FAILED", { reverted: at(1) })).to.equal(`FAILED (failed): reverted at ${second}`)
    const held = `to be paid at 2026-01-01 00:01:00 UTC: world.time.setTo(${start + 60}) lets it be`
    expect(await textOf("IN_PROGRESS", { started, arrived })).to.equal(
      `IN_PROGRESS (source transaction seen, destination pending): sent at ${second}, arrived at ${third}, ${held}`,
    )
    const paid = { started, arrived, completed: at(2, { token: usdc, amount: 7n }) }
    expect(await textOf("COMPLETED", paid)).to.equal(
      `COMPLETED (done): sent at ${second}, arrived at ${third}, paid 7 in the token's smallest unit at ${third}`,
    )
    expect((await checkRouteCompleted(swapOf("COMPLETED", paid))).holds).to.equal(true)
  })

  it("refuse a swap that the world has forgotten, or whose quote it cannot know", async () => {
    const gone = [
      swapOf("COMPLETED", {}, { id: unknownId }),
      ...[swapOf("COMPLETED", {}, { id: "q-1" as Hex }), swapOf("COMPLETED", {}, { hasMarket: false })],
    ]
    for (const swap of gone) {
      const error = await failure(checkRouteCompleted(swap))
      expect([error.code, error.facts["argument"]]).to.deep.equal(["INVALID_INPUT", "completed"])
      expect(error.message).to.contain("the world does not know this swap any more")
    }
    const foreign = await failure(checkRefunded({ hash: bytes32(1), route: { quoteId } }))
    expect(foreign.message).to.contain("it was given no swap")
  })
})

describe("assertions about what a swap is refused for", () => {
  const expired = new RouteRefusedError("EXPIRED", { quoteId })
  const request = { method: "POST", origin: "http://127.0.0.1", route: "/quote", attempts: 1, elapsed: 5 } as const
  const answer = new RequestRefusedError(
    new HttpStatusError({ request, status: 400, serverMessage: "EXPIRED: inputToken\nis missing" }),
  )
  const nothing = new NothingOfferedError({ from: "alpha", to: "beta", input: "USDC", output: "WETH" })
  const said = (error: PlugsError) => error.message.replaceAll(/\s+/g, " ").trim()

  it("go by the reason of a route, or by what the API says in its own words", async () => {
    const cases = [
      [expired, "EXPIRED", "EXPIRED", true],
      [expired, "WRONG_USER", "WRONG_USER", false],
      [expired, "its quote has expired", '"its quote has expired"', true],
      [expired, /quote has \w+/, "/quote has \\w+/", true],
      [expired, /quote had/, "/quote had/", false],
      // It says the word, and is not the refusal of a route.
      [answer, "EXPIRED", "EXPIRED", false],
      [answer, "inputToken\nis missing", '"inputToken is missing"', true],
      [answer, /Token\nis/, "/Token\\nis/", true],
      [answer, "outputToken", '"outputToken"', false],
      [nothing, "no route", '"no route"', true],
      [nothing, "undefined", '"undefined"', false],
    ] as const
    for (const [error, reason, wanted, holds] of cases) {
      for (const subject of [Promise.reject(error), () => Promise.reject(error)]) {
        const result = await checkRefused(subject, reason)
        expect([result.holds, await failureOf(result, holds), await failureOf(result, !holds)]).to.deep.equal([
          holds,
          `Expected the swap ${holds ? "not " : ""}to be refused for ${wanted}, but: ${said(error)}`,
          undefined,
        ])
      }
    }
  })

  it("fail for one that was sent, and with any other error", async () => {
    const sent = await checkRefused(swapOf("PENDING", {}), "EXPIRED")
    expect([sent.holds, await failureOf(sent, false), await failureOf(sent, true)]).to.deep.equal([
      ...[false, `Expected the swap to be refused for EXPIRED, but it was sent in ${bytes32(1)}.`, undefined],
    ])
    expect((await checkRefused({ hash: bytes32(1) }, "EXPIRED")).problem).to.equal(
      "Expected the swap to be refused for EXPIRED, but it was sent.",
    )
    class OtherError extends PlugsError {
      readonly code = "OTHER"
    }
    for (const error of [new OtherError("The route is refused."), new Error("EXPIRED")]) {
      expect(await checkRefused(Promise.reject(error), "EXPIRED").catch((caught: unknown) => caught)).to.equal(error)
    }
    for (const reason of [undefined, 5, {}]) {
      const { code, facts } = await failure(checkRefused(swapOf("PENDING", {}), reason as never))
      expect([code, facts["argument"]]).to.deep.equal(["INVALID_INPUT", "refusedFor"])
    }
    const unnamed = await failure(checkRefundedFor(refunded, undefined as never))
    expect([unnamed.code, unnamed.facts["argument"]]).to.deep.equal(["INVALID_INPUT", "refundedFor"])
  })
})
