import { expect } from "chai"
import { after, before, beforeEach, it } from "mocha"
import { getAddress, type Hex } from "viem"

import { liquidityBridgeArtifact } from "#extras/swap/src/artifacts/market.js"
import { marketTokenArtifact } from "#extras/swap/src/artifacts/tokens.js"
import type { QuoteRoute } from "#src/swap/index.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { createSwapWorld, type SwapWorld } from "#test/fixtures/worlds/swap/swapWorld.js"

deepDescribe("a refund of the devnet's market", () => {
  let world: SwapWorld
  before(async () => {
    world = await createSwapWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  let route: QuoteRoute
  let balance: bigint
  beforeEach(async () => {
    const { alpha, beta, best, send, balanceOf } = world
    balance = await balanceOf(alpha, "usdc")
    route = await best({ amount: "700", of: "usdc", into: "spark", slippage: "0", includeProvider: ["pool"] })
    const rival = { of: "usdc", into: "spark", from: beta, to: beta, userAddress: beta.accounts[1] } as const
    await send(await best({ ...rival, amount: "3000" }))
  })

  /** Empties a pool of its USDC on alpha, and returns a function that fills it again. */
  async function drain(): Promise<() => Promise<void>> {
    const { alpha, devnet, balanceOf, tokenOf, transfer } = world
    const { pool } = devnet.market.alpha.bridges
    const amount = await balanceOf(alpha, "usdc", pool)
    await alpha.testClient.setBalance({ address: pool, value: 10n ** 20n })
    await alpha.testClient.impersonateAccount({ address: pool })
    await alpha.walletClient.writeContract({
      account: pool,
      address: tokenOf("usdc"),
      abi: marketTokenArtifact.abi,
      functionName: "transfer",
      args: [alpha.walletClient.account.address, amount],
    })
    await alpha.testClient.stopImpersonatingAccount({ address: pool })
    balance += amount
    return async () => {
      await transfer(alpha, "usdc", pool, amount)
      balance -= amount
    }
  }

  it("waits for a pool that is too small, and is paid when it is filled", async () => {
    const { alpha, devnet, client, send, reaches, balanceOf } = world
    devnet.relay.pause("payRefund")
    devnet.relay.pause("execute")
    await send(route)
    const fill = await drain()
    devnet.relay.resume("execute")
    const { refund } = await reaches(route.quoteId, "REFUNDING")
    expect(refund).to.include({ status: "PENDING", chainId: alpha.chainId })
    // The refund has arrived, and waits for the pool. Filled before, the pool would pay it on arrival.
    const { pool } = devnet.market.alpha.bridges
    const due = { address: pool, abi: liquidityBridgeArtifact.abi, functionName: "dueRefunds" } as const
    await eventually(async () => {
      const [, , amount] = await alpha.publicClient.readContract({ ...due, args: [route.quoteId as Hex] })
      return amount > 0n
    })
    devnet.relay.resume()
    expect((await client.getStatus({ quoteId: route.quoteId })).status).to.equal("REFUNDING")
    await fill()
    expect(await reaches(route.quoteId, "REFUNDED")).to.include({ isDestPayloadExecuted: false })
    expect(await balanceOf(alpha, "usdc")).to.equal(balance)
  })

  it("arrives although the bridge could not pay for its message at first", async () => {
    const { alpha, beta, devnet, send, reaches, balanceOf } = world
    await beta.testClient.setBalance({ address: getAddress(devnet.market.beta.bridges.pool), value: 0n })
    await send(route)
    await reaches(route.quoteId, "REFUNDED")
    expect(await balanceOf(alpha, "usdc")).to.equal(balance)
  })
})
