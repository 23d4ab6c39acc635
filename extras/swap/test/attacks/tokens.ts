import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Address } from "viem"

import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import { createExecutionWorld, type ExecutionWorld, usdcToEth } from "#extras/swap/test/fixtures/executionWorld.js"
import { failure } from "#test/fixtures/failure.js"
import { approvesEverything } from "#test/fixtures/worlds/contractCode.js"

describe("a token that allows the router more than it was asked to", function () {
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  /** Makes the token of the swap cheat while something is done. */
  async function cheating<T>(work: () => Promise<T>): Promise<T> {
    const { publicClient, testClient } = world.alpha
    const address = world.tokenOf("usdc")
    const honest = (await publicClient.getCode({ address }))!
    const implementation: Address = "0x00000000000000000000000000000000000c0de0"
    await testClient.setCode({ address: implementation, bytecode: honest })
    await testClient.setCode({ address, bytecode: approvesEverything(implementation) })
    try {
      return await work()
    } finally {
      await testClient.setCode({ address, bytecode: honest })
    }
  }

  it("S-07 refuses to swap after such an approval, and says how to take it back", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const error = await cheating(() => failure(executeRoute(offered)))
    expect(error.code).to.equal("NOT_APPROVED")
    expect(error.message).to.contain("Approve 0 for the spender")
    expect(await trader.swaps()).to.equal(0)
  })

  it("lets an honest one pass", async () => {
    const trader = await world.trader("local")
    expect((await executeRoute(await trader.offered(usdcToEth))).route.status).to.equal("COMPLETED")
  })
})
