import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import type { TargetQuestion } from "#extras/swap/src/checks/confirmContracts.js"
import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import type { ExecutionStep } from "#extras/swap/src/execution/executionStates.js"
import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import type { QuoteRoute } from "#extras/swap/src/types.js"
import {
  createExecutionWorld,
  type ExecutionWorld,
  usdcToEth,
  withQuotes,
} from "#extras/swap/test/fixtures/executionWorld.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { cheatingRouterArtifact } from "#test/fixtures/artifacts/CheatingRouter.js"
import { deepIt, variants } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { deployRouteContract, sending } from "#test/fixtures/worlds/swap/routeContracts.js"

describe("S-02 executeRoute, when its quote has expired", () => {
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  it("replaces the quote only if it may, and only by one that gives what was accepted", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const { route, client } = offered
    const late = { ...route, expiresAt: Math.floor(Date.now() / 1_000) - 1 }
    expect((await failure(executeRoute({ ...offered, route: late }))).facts).to.include({ reason: "EXPIRED" })

    const worse = withQuotes(client, (quote) => ({
      ...quote,
      routes: quote.routes.map((each) => {
        const least = route.output.minAmountOut! - 1n
        return { ...each, output: { ...each.output, amount: least, minAmountOut: least } }
      }),
    }))
    const refused = await failure(executeRoute({ ...offered, client: worse, route: late, requote: true }))
    expect(refused.code).to.equal("REQUOTE_REFUSED")
    expect(refused.facts["accepted at least"])
      .to.match(/^0\.\d+ WETH \(/)
      .and.to.contain(`(${route.output.minAmountOut} in its smallest unit)`)
    expect(await trader.transactions()).to.equal(0)

    const states: string[] = []
    const onStep = ({ state }: ExecutionStep): number => states.push(state)
    const done = await executeRoute({ ...offered, route: late, requote: true, onStep })
    expect(states[0]).to.equal("REQUOTED")
    expect(done.quoteId).to.not.equal(route.quoteId)
    expect(done.route.status).to.equal("COMPLETED")
    // By either id it is the same execution.
    expect((await executeRoute({ ...offered, route: late })).hash).to.equal(done.hash)
    expect((await executeRoute({ ...offered, route: { ...route, quoteId: done.quoteId } })).hash).to.equal(done.hash)
    expect(await trader.swaps()).to.equal(1)
  })

  it("replaces a quote that expires while it is approved, thrice at most, and signs none that is late", async () => {
    for (const [late, ends, quotes] of [
      [1, "COMPLETED", 1],
      [Infinity, "EXPIRED", 2],
    ] as const) {
      const trader = await world.trader("local")
      const offered = await trader.offered(usdcToEth)
      let [ahead, approvals, asked] = [0, 0, 0]
      const { clock } = offered.client
      const shifted = withQuotes(offered.client, (quote) => {
        asked += 1
        const routes = quote.routes.map((route) => ({ ...route, expiresAt: route.expiresAt + ahead / 1_000 }))
        return { ...quote, routes }
      })
      const client = { ...shifted, clock: { ...clock, now: () => clock.now() + ahead } }
      const states: string[] = []
      const onStep = ({ state }: ExecutionStep): void => {
        states.push(state)
        if (state !== "APPROVED") return
        approvals += 1
        if (approvals <= late) ahead += 3_600_000
      }
      const ended = await executeRoute({ ...offered, client, requote: true, onStep }).then(
        ({ route }) => route.status,
        (error: unknown) => (error as PlugsError).facts["reason"],
      )
      expect([ended, asked, await trader.swaps()]).to.deep.equal([ends, quotes, ends === "COMPLETED" ? 1 : 0])
      expect(states.includes("SIGNED")).to.equal(ends === "COMPLETED")
    }
  })

  it("takes the better of two new offers, in whatever order they come", async () => {
    for (const isReversed of [false, true]) {
      const trader = await world.trader("local")
      // Calldata that is not decoded says nothing against a better promise.
      const offered = { ...(await trader.offered(usdcToEth)), routers: {}, acceptUndecoded: true }
      const { route, client } = offered
      const [low, high] = ["lowoffer", "highoffer"] as const
      const twoOffers = withQuotes(client, (quote) => {
        const [offer] = quote.routes
        const { output } = offer!
        const better = { ...output, amount: output.amount + 2n, minAmountOut: output.minAmountOut! + 2n }
        const routes = [
          { ...offer!, quoteId: low },
          { ...offer!, quoteId: high, output: better },
        ]
        return { ...quote, routes: isReversed ? routes.reverse() : routes }
      })
      const chosen: string[] = []
      const onStep = (step: ExecutionStep): void => {
        if (step.state === "REQUOTED") chosen.push(step.quoteId)
        if (step.state === "APPROVED") throw new Error("that is enough")
      }
      const late = { ...route, expiresAt: Math.floor(Date.now() / 1_000) - 1 }
      await rejection(executeRoute({ ...offered, client: twoOffers, route: late, requote: true, onStep }))
      expect(chosen).to.deep.equal([high])
    }
  })

  deepIt("stays one execution under both ids, wherever it stopped while its quote was replaced", async () => {
    for (const writes of variants([1, 2, 0], 2)) {
      const trader = await world.trader("local")
      const offered = await trader.offered(usdcToEth)
      const late = { ...offered.route, expiresAt: Math.floor(Date.now() / 1_000) - 1 }
      let left = writes
      const journal = {
        ...offered.journal,
        write: async (entry: JournalEntry): Promise<void> => {
          if (left === 0) throw new Error("the process died")
          left -= 1
          await offered.journal.write(entry)
        },
      }
      const stopped = await rejection(executeRoute({ ...offered, route: late, requote: true, journal }))
      expect(String(stopped)).to.match(/died/)
      const again = (await offered.journal.list()).map(({ route }) => route)
      const hashes = new Set<string>()
      for (const route of [...again, late]) {
        hashes.add((await executeRoute({ ...offered, quote: undefined, route, requote: true })).hash)
      }
      expect(hashes.size).to.equal(1)
      expect(await trader.swaps()).to.equal(1)
    }
  })

  describe("and the new quote is for another contract than the one that was agreed to", () => {
    const expired = async (change: (route: QuoteRoute, other: `0x${string}`) => QuoteRoute) => {
      const trader = await world.trader("local")
      const other = await deployRouteContract(world.alpha, cheatingRouterArtifact, [])
      const offered = await trader.offered(usdcToEth)
      // Both are in the list: the list says what may be agreed to, and not what was.
      const allowed = {
        allowedTargets: [world.router, other],
        acceptUndecoded: true,
        requote: true,
        timeout: 5_000,
      }
      const route = { ...offered.route, expiresAt: Math.floor(Date.now() / 1_000) - 1 }
      const client = withQuotes(offered.client, (quote) => ({
        ...quote,
        routes: quote.routes.map((each) => change(each, other)),
      }))
      return { trader, other, offered: { ...offered, ...allowed, route, client } }
    }
    const toOther = (route: QuoteRoute, other: `0x${string}`): QuoteRoute => ({
      ...sending(route, { to: other }),
      approval: { ...route.approval!, spenderAddress: other },
    })

    it("refuses it where nobody can be asked, although the list has it", async () => {
      const { trader, other, offered } = await expired(toOther)
      const error = await failure(executeRoute(offered))
      expect(error.facts).to.include({ reason: "TARGET_CHANGED", offered: `target ${other}` })
      expect(error.facts["asked"]).to.equal(`target ${world.router}`)
      expect(await trader.transactions()).to.equal(0)
    })

    it("refuses another spender of the same target too", async () => {
      const { trader, other, offered } = await expired((route, address) => ({
        ...route,
        approval: { ...route.approval!, spenderAddress: address },
      }))
      const error = await failure(executeRoute(offered))
      expect(error.facts).to.include({ reason: "TARGET_CHANGED", offered: `spender ${other}` })
      expect(await trader.transactions()).to.equal(0)
    })

    it("asks again, naming both, and takes a no for a no", async () => {
      const { trader, other, offered } = await expired(toOther)
      const asked: TargetQuestion[] = []
      const confirmTarget = (question: TargetQuestion): Promise<boolean> => {
        asked.push(question)
        return Promise.resolve(false)
      }
      const error = await failure(executeRoute({ ...offered, confirmTarget }))
      expect(error.facts["reason"]).to.equal("TARGET_NOT_ALLOWED")
      expect(asked).to.have.length(1)
      expect(asked[0]).to.include({ kind: "target", address: other, isListed: true, replaces: world.router })
      expect(await trader.transactions()).to.equal(0)
    })

    it("prefers a worse route to the contract that was agreed to", async () => {
      const { trader, other, offered } = await expired((route) => route)
      const client = withQuotes(offered.client, (quote) => {
        const [route] = quote.routes as [QuoteRoute]
        const amount = route.output.amount * 2n
        const better = { ...toOther(route, other), output: { ...route.output, amount, minAmountOut: amount } }
        return { ...quote, routes: [{ ...better, quoteId: `${route.quoteId}0` }, route] }
      })
      expect((await executeRoute({ ...offered, client })).route.status).to.equal("COMPLETED")
      expect(await trader.swaps()).to.equal(1)
      expect(await trader.allowance(world.tokenOf("usdc"))).to.equal(0n)
    })
  })
})
