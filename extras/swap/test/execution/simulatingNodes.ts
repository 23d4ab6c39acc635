import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, type Hex, numberToHex, pad, toEventSelector } from "viem"

import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import type { ExecuteRouteParameters } from "#extras/swap/src/execution/types.js"
import { createExecutionWorld, type ExecutionWorld, usdcToEth } from "#extras/swap/test/fixtures/executionWorld.js"
import { crashAt } from "#test/fixtures/children/crash.js"
import { failure } from "#test/fixtures/failure.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"

type Params = readonly [{ blockStateCalls: readonly [{ calls: readonly { to: Address; data: Hex }[] }] }]
type Answer = (params: Params) => unknown

describe("S-04 executeRoute, by what its node can simulate", () => {
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  const missing = (): never => {
    throw Object.assign(new Error("the method does not exist/is not available"), { code: -32_601 })
  }

  /** A node whose simulations are answered like this. */
  function nodeWith(answers: Readonly<Record<string, Answer>>): ExecuteRouteParameters["publicClient"] {
    const { publicClient } = world.alpha
    const request = async (call: { method: string; params?: unknown }): Promise<unknown> => {
      const answer = answers[call.method]
      return answer === undefined ? await publicClient.request(call as never) : answer(call.params as Params)
    }
    return { ...publicClient, request } as typeof publicClient
  }
  const blind = { eth_simulateV1: missing, debug_traceCall: missing }

  /** The answer of a node to calls of which the last logs this. */
  const simulated =
    (...logs: readonly { address: Address; topics: readonly Hex[]; data: Hex }[]): Answer =>
    ([{ blockStateCalls }]) => [
      {
        calls: blockStateCalls[0].calls.map((_call, index, { length }) => ({
          status: "0x1",
          returnData: "0x",
          logs: index === length - 1 ? logs : [],
        })),
      },
    ]
  const transfer = (address: Address, from: Address, amount: bigint) => ({
    address,
    topics: [toEventSelector("Transfer(address,address,uint256)"), pad(from), pad(world.router)],
    data: numberToHex(amount, { size: 32 }),
  })

  it("goes on with what is in a list where the node can simulate nothing, and says so", async () => {
    const trader = await world.trader("local")
    const states: string[] = []
    const offered = { ...(await trader.offered(usdcToEth)), publicClient: nodeWith(blind) }
    const done = await executeRoute({ ...offered, onStep: ({ state }) => states.push(state) })
    expect(done.route.status).to.equal("COMPLETED")
    expect(states.filter((state) => state === "NOT_SIMULATED")).to.have.length(1)
    expect(states.indexOf("NOT_SIMULATED")).to.be.lessThan(states.indexOf("SIGNED"))
  })

  it("refuses there what is in no list, although it was confirmed", async () => {
    const trader = await world.trader("local")
    const offered = { ...(await trader.offered(usdcToEth)), publicClient: nodeWith(blind), allowedTargets: [] }
    const error = await failure(executeRoute({ ...offered, confirmTarget: () => Promise.resolve(true) }))
    expect(error.facts).to.include({ reason: "NOT_SIMULATED", offered: world.router })
    expect(await trader.transactions(), "not even an approval").to.equal(0)
    await trader.approve(world.tokenOf("usdc"), 10_000_000n)
    const approved = { ...(await trader.offered(usdcToEth)), publicClient: nodeWith(blind), allowedTargets: [] }
    const again = await failure(executeRoute({ ...approved, confirmTarget: () => Promise.resolve(true) }))
    expect(again.facts["reason"]).to.equal("NOT_SIMULATED")
    expect(await trader.swaps()).to.equal(0)
  })

  it("sends not even the approval where the node shows beforehand that the swap would cheat", async () => {
    const trader = await world.trader("local")
    await trader.approve(world.tokenOf("usdc"), 1n)
    const before = await trader.transactions()
    const offered = await trader.offered(usdcToEth)
    const seen: Params[] = []
    const eth_simulateV1: Answer = (params) => {
      seen.push(params)
      return simulated(transfer(world.tokenOf("usdt"), trader.address, 1n))(params)
    }
    const error = await failure(executeRoute({ ...offered, publicClient: nodeWith({ eth_simulateV1 }) }))
    expect(error.facts["reason"]).to.equal("TAKES_OTHER_TOKEN")
    expect(await trader.transactions()).to.equal(before)
    const { calls } = seen[0]![0].blockStateCalls[0]
    expect(calls.map(({ to }) => to)).to.deep.equal([world.tokenOf("usdc"), world.tokenOf("usdc"), world.router])
  })

  it("looks again after the approval, directly before it signs", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    let simulations = 0
    const eth_simulateV1: Answer = (params) => {
      simulations += 1
      const taken = simulations === 1 ? 10_000_000n : 10_000_001n
      return simulated(transfer(world.tokenOf("usdc"), trader.address, taken))(params)
    }
    const error = await failure(executeRoute({ ...offered, publicClient: nodeWith({ eth_simulateV1 }) }))
    expect(error.facts["reason"]).to.equal("TAKES_MORE_INPUT")
    expect(await trader.swaps()).to.equal(0)
    expect(simulations).to.equal(2)
  })

  it("refuses native currency above the limit", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const taking = (wei: bigint) => {
      const native = transfer("0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", trader.address, wei)
      return { ...offered, publicClient: nodeWith({ eth_simulateV1: simulated(native) }) }
    }
    const error = await failure(executeRoute(taking(10n ** 16n + 1n)))
    expect(error.facts).to.include({ reason: "TAKES_MORE_NATIVE", offered: `${10n ** 16n + 1n} wei` })
    expect(await trader.transactions()).to.equal(0)
    const stopped = await rejection(executeRoute({ ...taking(10n ** 16n), onStep: crashAt("SIGNED") }))
    expect(String(stopped)).to.match(/the process died/)
  })

  it("lets an allowance stay as high as it was, and no higher", async () => {
    const trader = await world.trader("local")
    await trader.approve(world.tokenOf("usdc"), 10_000_000n)
    const offered = await trader.offered(usdcToEth)
    const leaving = (amount: bigint) => {
      const topics = [toEventSelector("Approval(address,address,uint256)"), pad(trader.address), pad(world.router)]
      const log = { address: world.tokenOf("usdc"), topics, data: numberToHex(amount, { size: 32 }) }
      return { ...offered, publicClient: nodeWith({ eth_simulateV1: simulated(log) }), onStep: crashAt("SIGNED") }
    }
    expect((await failure(executeRoute(leaving(10_000_001n)))).facts["reason"]).to.equal("GRANTS_RIGHTS")
    expect(String(await rejection(executeRoute(leaving(10_000_000n))))).to.match(/the process died/)
  })

  it("takes the word of a contract that logs an allowance and cannot be asked about it", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const topics = [toEventSelector("Approval(address,address,uint256)"), pad(trader.address), pad(world.router)]
    const granting = { address: world.router, topics, data: numberToHex(1, { size: 32 }) }
    const error = await failure(
      executeRoute({ ...offered, publicClient: nodeWith({ eth_simulateV1: simulated(granting) }) }),
    )
    expect(error.facts["reason"]).to.equal("GRANTS_RIGHTS")
  })

  it("reports a revert, of the swap and not of the approval, before anything is sent", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const reverting =
      (which: number): Answer =>
      ([{ blockStateCalls }]) => [
        {
          calls: blockStateCalls[0].calls.map((_call, index) => ({
            status: index === which ? "0x0" : "0x1",
            returnData: "0x",
            logs: [],
            ...(index === which ? { error: { data: "0x" } } : {}),
          })),
        },
      ]
    const error = await failure(executeRoute({ ...offered, publicClient: nodeWith({ eth_simulateV1: reverting(1) }) }))
    expect(error.code).to.equal("CALL_REVERTED")
    expect(await trader.transactions()).to.equal(0)
    // The approval explains itself when it is made.
    let simulations = 0
    const eth_simulateV1: Answer = (params) => (simulations++ === 0 ? reverting(0) : simulated())(params)
    const stopped = await rejection(
      executeRoute({ ...offered, publicClient: nodeWith({ eth_simulateV1 }), onStep: crashAt("SIGNED") }),
    )
    expect(String(stopped)).to.match(/the process died/)
  })
})
