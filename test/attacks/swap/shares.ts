import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, encodeFunctionData, erc20Abi } from "viem"

import { executeRoute } from "../../../src/swap/execution/executeRoute.js"
import { crashAt } from "../../fixtures/children/crash.js"
import { rejection } from "../../fixtures/servers/messagingApi.js"
import { at } from "../../fixtures/wire/trustFacts.js"
import { callsInTurn, logsWhenCalled } from "../../fixtures/worlds/contractCode.js"
import { createExecutionWorld, type ExecutionWorld, usdcToEth } from "../../fixtures/worlds/swap/executionWorld.js"
import { sending } from "../../fixtures/worlds/swap/routeContracts.js"

const [target, pool, otherPool, stranger, sink, named] = [0x71, 0x72, 0x73, 0x74, 0x75, 0x76].map(at) as [
  ...[Address, Address, Address, Address, Address, Address],
]
const input = 10_000_000n

describe("S-04 a listed router that forwards a share of the input", function () {
  this.timeout(60_000)
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
    const { testClient } = world.alpha
    for (const address of [pool, otherPool]) await testClient.setCode({ address, bytecode: logsWhenCalled })
    await testClient.setCode({ address: sink, bytecode: "0x00" })
  })
  after(() => world[Symbol.asyncDispose]())

  /** Swaps by a router that takes the input, pays these amounts of it, and calls each pool. Returns how many it signed, and why no more. */
  async function swapTo(paid: readonly (readonly [to: Address, amount: bigint])[], more: object = {}) {
    const trader = await world.trader("local")
    const usdc = world.tokenOf("usdc")
    const pull = encodeFunctionData({
      ...{ abi: erc20Abi, functionName: "transferFrom" },
      args: [trader.address, target, input],
    })
    const calls = paid.map(([to, amount]) => ({
      ...{ to: usdc, data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] }) },
    }))
    const trades = [pool, otherPool].map((to) => ({ to, data: "0x01" }) as const)
    const bytecode = callsInTurn([{ to: usdc, data: pull }, ...calls, ...trades])
    await world.alpha.testClient.setCode({ address: target, bytecode })
    const offered = await trader.offered(usdcToEth)
    const sent = sending(offered.route, { to: target, data: `0x12345678${trader.address.slice(2)}`, value: "0" })
    const route = { ...sent, approval: { ...sent.approval!, spenderAddress: target } }
    const limits = { allowedTargets: [target], acceptUndecoded: true, onStep: crashAt("SIGNED"), ...more }
    const error: unknown = await rejection(executeRoute({ ...offered, route, ...limits }))
    const { facts } = error as { facts?: Readonly<Record<string, string>> }
    return facts?.["reason"] ?? String(error)
  }

  for (const [who, to] of [
    ["an account without code", stranger],
    ["a contract that only receives", sink],
  ] as const) {
    it(`is refused where the share is for ${who}, to the unit`, async () => {
      expect(
        await swapTo([
          [pool, input - 1n],
          [to, 1n],
        ]),
      ).to.equal("SHARE_TO_STRANGER")
      const most = input - 2n
      expect(
        await swapTo([
          [pool, 1n],
          [otherPool, 1n],
          [to, most],
        ]),
      ).to.equal("SHARE_TO_STRANGER")
    })
  }

  it("is signed where it pays pools, and an account that a description names", async () => {
    const pools = [
      [pool, 4_000_000n],
      [otherPool, 5_000_000n],
    ] as const
    expect(await swapTo(pools)).to.match(/the process died/)
    const routers = { [pool]: { abi: [], functions: {}, keepers: [named] } }
    expect(await swapTo([...pools, [named, 1n]], { routers })).to.match(/the process died/)
    expect(await swapTo([...pools, [stranger, 1n]], { routers })).to.equal("SHARE_TO_STRANGER")
  })

  it("is swapped where the share is the fee that was asked for", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered({ ...usdcToEth, feeBps: 50, feeTakerAddress: stranger })
    expect((await executeRoute(offered)).route.status).to.equal("COMPLETED")
  })
})
