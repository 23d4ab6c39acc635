import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import type { RouteRefundedError } from "#extras/swap/src/following/trackingErrors.js"
import { RouteEndedError, RouteFailedError } from "#extras/swap/src/following/trackingErrors.js"
import { onRoute, waitForRoute, watchRoute } from "#extras/swap/src/following/watchRoute.js"
import { createFakeSwap, type SwapAnswer, watchSwap } from "#extras/swap/test/fixtures/swapApi.js"
import { AbortedError } from "#src/http/errors.js"
import { isFinal, routeStates } from "#src/swap/states.js"
import { DeadlinePassedError } from "#src/tracking/DeadlinePassedError.js"
import { runs } from "#test/fixtures/depth.js"
import { connectionRefused, json } from "#test/fixtures/servers/fakeFetch.js"
import { collect } from "#test/fixtures/servers/messagingApi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { quoteId, statusAt } from "#test/fixtures/wire/swapRoutes.js"

const pending = statusAt("PENDING")
const inProgress = statusAt("IN_PROGRESS")
const completed = statusAt("COMPLETED", { statusCode: "FULFILLED" })

describe("watchRoute", () => {
  it("yields every state once, from unknown to completed, and ends", async () => {
    const { states, error, requestsSent } = await watchSwap([undefined, pending, pending, inProgress, completed])
    expect(error).to.equal(undefined)
    expect(states).to.deep.equal(["PENDING", "IN_PROGRESS", "COMPLETED"])
    expect(requestsSent).to.equal(5)
  })

  it("reports a change of one side or of the refund alone", async () => {
    const refund = { chainId: 41001, status: "PENDING", txHash: null, timestamp: null }
    const paid = { ...refund, status: "COMPLETED", txHash: bytes32(7) }
    const { states } = await watchSwap([
      inProgress,
      { ...inProgress, origin: { chainId: 41001, status: "COMPLETED", txHash: bytes32(1) } },
      statusAt("REFUNDING", { refund }),
      statusAt("REFUNDING", { refund: paid }),
      statusAt("REFUNDED", { refund: paid }),
    ])
    expect(states).to.deep.equal(["IN_PROGRESS", "IN_PROGRESS", "REFUNDING", "REFUNDING", "REFUNDED"])
  })

  it("reports another transaction of a side whose state stays", async () => {
    const side = (chainId: number, hash: number) => ({ chainId, status: "PENDING", txHash: bytes32(hash) })
    const answer = (from: number, to: number) =>
      statusAt("IN_PROGRESS", { origin: side(41001, from), destination: side(41002, to) })
    const { states } = await watchSwap([answer(1, 3), answer(2, 3), answer(2, 3), answer(2, 4), completed])
    expect(states).to.deep.equal(["IN_PROGRESS", "IN_PROGRESS", "IN_PROGRESS", "COMPLETED"])
  })

  it("says where the refund was paid", async () => {
    const refund = { chainId: "41001", status: "COMPLETED", txHash: bytes32(7), timestamp: 5 }
    const { error } = await watchSwap([statusAt("REFUNDED", { refund })])
    expect((error as RouteRefundedError).refund).to.deep.equal({ ...refund, chainId: 41001 })
    expect((error as RouteRefundedError).facts).to.include({
      "refund on chain": "41001",
      "refund transaction": bytes32(7),
      "refund status": "COMPLETED",
    })
  })

  it("translates a status number of the earlier API", async () => {
    expect((await watchSwap([statusAt(1 as never), statusAt(7 as never)])).states).to.deep.equal([
      "IN_PROGRESS",
      "REFUNDED",
    ])
    const { states, error } = await watchSwap([statusAt("2"), statusAt("5")])
    expect(states).to.deep.equal(["IN_PROGRESS", "EXPIRED"])
    expect(error).to.include({ code: "ROUTE_EXPIRED" })
  })

  it("reports a step back and a route that vanished as reorgs, and continues to the end", async () => {
    const { states, error } = await watchSwap([inProgress, pending, undefined, pending, completed])
    expect(error).to.equal(undefined)
    expect(states).to.deep.equal(["IN_PROGRESS", "reorg of PENDING", "reorg of VANISHED", "PENDING", "COMPLETED"])
  })

  it("polls no more often than the route asks, up to every five minutes", async () => {
    const gaps = async (intervalSec: number | null): Promise<number> => {
      const { items } = await watchSwap([pending, inProgress, completed], {
        statusCheck: { intervalSec, maxDurationSec: null },
      })
      return items[1]!.inState
    }
    /** How long it waits between answers that say the same. */
    const waitsFor = async (intervalSec: number | null): Promise<number[]> => {
      const waits: number[] = []
      const statusCheck = { intervalSec, maxDurationSec: null }
      await watchSwap([pending, pending, pending, completed], { statusCheck, onWait: (ms) => waits.push(ms) })
      return waits
    }
    expect(await gaps(5)).to.equal(5_000)
    expect(await gaps(0.001)).to.equal(1_000)
    expect(await gaps(60)).to.equal(60_000)
    expect(await gaps(300)).to.equal(300_000)
    expect(await gaps(86_400)).to.equal(300_000)
    expect(await gaps(null)).to.equal(1_000)
    for (const none of [0, -1, null]) expect(await waitsFor(none), String(none)).to.deep.equal([1_000, 1_500, 2_250])
    const quick = { minInterval: 20, maxInterval: 20, statusCheck: { intervalSec: 60, maxDurationSec: null } }
    expect((await watchSwap([pending, inProgress, completed], quick)).items[1]!.inState).to.equal(60_000)
    const slow = { minInterval: 90_000, statusCheck: quick.statusCheck }
    expect((await watchSwap([pending, inProgress, completed], slow)).items[1]!.inState).to.equal(90_000)
    expect((await watchSwap([pending, completed], { maxInterval: 50 })).took).to.equal(50)
    expect((await watchSwap([pending, completed], { minInterval: 60_000 })).took).to.equal(60_000)
  })

  it("keeps the route's interval while the API fails, and says before each wait how long it is", async () => {
    const waits: number[] = []
    const statusCheck = { intervalSec: 120, maxDurationSec: null }
    const failing = [pending, connectionRefused(), json({}, { status: 503 }), completed]
    const { took, requestsSent } = await watchSwap(failing, { statusCheck, onWait: (ms) => waits.push(ms) })
    expect({ took, requestsSent }).to.deep.equal({ took: 360_000, requestsSent: 4 })
    expect(waits).to.deep.equal([120_000, 120_000, 120_000])
  })

  it("S-29 never requests the endpoint that a route names", async () => {
    const { client, clock, requests } = createFakeSwap(pending, completed)
    const statusCheck = { endpoint: "https://evil.example/", method: "GET", intervalSec: 1, maxDurationSec: 60 }
    await clock.run(collect(watchRoute(client, { quoteId, statusCheck })))
    for (const { url } of requests) expect(url).to.equal(`http://127.0.0.1/swap/v3/swap/status?quoteId=${quoteId}`)
  })

  it("has a deadline: its own, the route's within limits, or the default", async () => {
    const late = async (parameters: Parameters<typeof watchSwap>[1]): Promise<number> => {
      const { error, took } = await watchSwap([undefined, inProgress], parameters)
      expect(error).to.be.instanceOf(DeadlinePassedError)
      return took
    }
    const limited = (maxDurationSec: number): object => ({ statusCheck: { intervalSec: 30, maxDurationSec } })
    expect(await late({})).to.equal(30 * 60_000)
    expect(await late(limited(600))).to.equal(600_000)
    expect(await late(limited(1))).to.equal(60_000)
    expect(await late({ ...limited(1e12), minInterval: 3_600_000 })).to.equal(86_400_000)
    expect(await late({ ...limited(600), timeout: 5_000 })).to.equal(5_000)
  })

  it("survives a server that restarts, and names the last error at the deadline if it stays away", async () => {
    const busy = json({ message: "starting" }, { status: 503 })
    expect((await watchSwap([pending, connectionRefused(), busy, completed])).error).to.equal(undefined)
    const { error } = await watchSwap([pending, connectionRefused()], { timeout: 20_000 })
    expect((error as DeadlinePassedError).facts["last error"]).to.match(/^UNREACHABLE: /)
    expect(error).to.include({ lastState: "PENDING" })
  })

  it("ends at once on an error that waiting cannot resolve, and on its signal", async () => {
    const refusals = [json({ message: "Forbidden" }, { status: 403 }), json({ success: true, result: { status: 1 } })]
    for (const refusal of refusals) expect((await watchSwap([refusal])).requestsSent).to.equal(1)
    const { client, clock } = createFakeSwap(pending)
    const stop = new AbortController()
    const watching = collect(watchRoute(client, { quoteId, signal: stop.signal }))
    await clock.advance(1_500)
    stop.abort()
    expect((await watching).error).to.be.instanceOf(AbortedError)
    expect(clock.sleepers, "nothing is left behind").to.equal(0)
  })

  it("refuses invalid parameters by name, and sends nothing", async () => {
    for (const [argument, parameters] of [
      ["quoteId", { quoteId: "a b" }],
      ["quoteId, srcTxHash", { quoteId: undefined }],
      ["quoteId, srcTxHash", { srcTxHash: bytes32(1) }],
      ["timeout", { timeout: Number.NaN }],
    ] as const) {
      const { error, requestsSent } = await watchSwap([completed], parameters)
      expect(error, argument).to.include({ code: "INVALID_INPUT", argument })
      expect(requestsSent).to.equal(0)
    }
  })

  it("always ends, reports each change once, and succeeds only if the route is completed", async () => {
    const answer = fc.option(fc.constantFrom(...Object.keys(routeStates), "PONDERING"), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 10 }), async (statuses) => {
        const answers = statuses.map((status): SwapAnswer => (status === undefined ? undefined : statusAt(status)))
        const { items, error, requestsSent } = await watchSwap(answers, { timeout: 30_000 })
        const end = statuses.findIndex((status) => status !== undefined && isFinal(status))
        items.forEach(({ state }, index) => expect(state).to.not.equal(items[index - 1]?.state))
        if (end < 0) expect(error).to.be.instanceOf(DeadlinePassedError)
        else {
          expect(requestsSent).to.equal(end + 1)
          expect(items.at(-1)?.state).to.equal(statuses[end])
          if (statuses[end] === "COMPLETED") expect(error).to.equal(undefined)
          else expect(error).to.be.instanceOf(RouteEndedError).and.include({ lastState: statuses[end] })
        }
      }),
      runs({ fast: 30, deep: 1_250 }),
    )
  })
})

describe("waitForRoute", () => {
  it("returns the final route, also when found by its transaction", async () => {
    const { client, clock, requests } = createFakeSwap(pending, completed)
    const route = await clock.run(waitForRoute(client, { srcTxHash: bytes32(3) }))
    expect(route).to.include({ status: "COMPLETED", statusCode: "FULFILLED", quoteId })
    expect(requests[0]?.url).to.match(new RegExp(`\\?srcTxHash=${bytes32(3)}$`))
  })
})

describe("onRoute", () => {
  it("calls back for every change, with the failure at the end, and not after it is stopped", async () => {
    const { client, clock } = createFakeSwap(pending, statusAt("FAILED"))
    const calls: unknown[] = []
    const stop = onRoute(
      client,
      { quoteId },
      ({ state }) => calls.push(state),
      (error) => calls.push(error),
    )
    await clock.advance(5_000)
    expect(calls.slice(0, -1)).to.deep.equal(["PENDING", "FAILED"])
    expect(calls.at(-1)).to.be.instanceOf(RouteFailedError)
    stop()

    const other = createFakeSwap(pending, completed)
    const states: unknown[] = []
    const leave = onRoute(other.client, { quoteId }, ({ state }) => states.push(state))
    await other.clock.advance(500)
    leave()
    await other.clock.advance(5_000)
    expect(states).to.deep.equal(["PENDING"])
  })
})
