import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { getAddress, type Hex, parseUnits } from "viem"

import { isEvmTxData, nativeToken, waitForRoute } from "#src/swap/index.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { createSwapWorld, type SwapWorld } from "#test/fixtures/worlds/swap/swapWorld.js"

const stranger = getAddress("0x00000000000000000000000000000000000000f0")

describe("a route of the devnet's market", () => {
  let world: SwapWorld
  before(async () => {
    world = await createSwapWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  it("goes from PENDING to COMPLETED, and pays what was quoted", async () => {
    const { beta, client, best, send, balanceOf, user } = world
    const route = await best({ amount: "1000", of: "usdc", into: "weth", includeProvider: ["pool"] })
    expect((await client.getStatus({ quoteId: route.quoteId })).status).to.equal("PENDING")
    const before = await balanceOf(beta, "weth")
    const txHash = await send(route)
    const status = await waitForRoute(client, { quoteId: route.quoteId, minInterval: 5, maxInterval: 5 })
    expect(status.isDestPayloadExecuted).to.equal(true)
    expect(status.origin).to.include({ status: "COMPLETED", txHash, userAddress: user })
    expect(status.destination).to.include({ status: "COMPLETED", receiverAddress: user })
    expect(status.destination.output[0]?.amount).to.equal(route.output.amount)
    expect((await balanceOf(beta, "weth")) - before).to.equal(route.output.amount)
    expect((await client.getStatus({ srcTxHash: txHash })).quoteId).to.equal(route.quoteId)
  })

  it("stays on its chain when it needs no bridge", async () => {
    const { alpha, quote, send, reaches } = world
    const routes = await quote({ amount: "100", of: "usdt", into: "usdc", to: alpha })
    expect(routes.map(({ routeDetails }) => routeDetails?.name)).to.have.members(["Devnet Curve", "Devnet Desk"])
    await send(routes[0]!)
    // There is no payload on another chain.
    expect(await reaches(routes[0]!.quoteId)).to.include({ status: "COMPLETED", isDestPayloadExecuted: null })
  })

  deepIt("takes and gives native tokens, without an approval", async () => {
    const { beta, best, send, reaches, balanceOf } = world
    const route = await best({ amount: "1.5", of: "native", into: "native", receiverAddress: stranger })
    expect(route.approval).to.equal(null)
    await send(route)
    await reaches(route.quoteId, "COMPLETED")
    expect(await balanceOf(beta, "native", stranger)).to.equal(route.output.amount)
  })

  it("wraps and unwraps", async () => {
    const { alpha, best, send, reaches, balanceOf } = world
    const route = await best({ amount: "2", of: "native", into: "weth", to: alpha, receiverAddress: stranger })
    await send(route)
    await reaches(route.quoteId, "COMPLETED")
    expect(await balanceOf(alpha, "weth", stranger)).to.equal(parseUnits("2", 18))
  })

  it("waits for as long as a slow bridge does, and is delivered then", async () => {
    const { best, send, reaches, sitOut } = world
    const route = await best({ amount: "50", of: "usdt", into: "usdt", includeProvider: ["press"] })
    await send(route)
    const { estimatedTime } = route
    expect(estimatedTime).to.be.greaterThan(5)
    const held = await reaches(route.quoteId, "IN_PROGRESS")
    expect([held.destination.txHash, held.isDestPayloadExecuted]).to.deep.equal([null, null])
    await sitOut(route.quoteId)
    expect((await reaches(route.quoteId)).status).to.equal("COMPLETED")
  })

  it("is refunded exactly when the destination's price moves too far", async () => {
    const { alpha, beta, client, best, send, reaches, balanceOf, tokenOf } = world
    const before = await balanceOf(alpha, "usdc")
    const request = { amount: "1000", of: "usdc", into: "spark", slippage: "0.1", includeProvider: ["pool"] } as const
    const route = await best(request)
    const rival = await best({ amount: "20000", of: "usdc", into: "spark", from: beta, to: beta })
    await send(rival)
    await reaches(rival.quoteId, "COMPLETED")

    await send(route)
    const status = await reaches(route.quoteId)
    expect(status).to.include({ status: "REFUNDED", statusCode: "REFUNDED" })
    expect(status.refund).to.include({ chainId: alpha.chainId, status: "COMPLETED", amount: "1000000000" })
    expect(status.destination.status).to.equal("FAILED")
    expect(await balanceOf(alpha, "usdc")).to.equal(before)
    expect(tokenOf("usdc")).to.equal(status.origin.input[0]?.token.address)
    const error = await failure(waitForRoute(client, { quoteId: route.quoteId }))
    expect(error.code).to.equal("ROUTE_REFUNDED")
  })

  deepIt("shows a refund in progress while its message waits", async () => {
    const { devnet, beta, best, send, reaches, sitOut } = world
    const request = { amount: "1000", of: "usdc", into: "spark", slippage: "0", includeProvider: ["press"] } as const
    const route = await best(request)
    await send(route)
    await send(await best({ amount: "5000", of: "usdc", into: "spark", from: beta, to: beta }))
    devnet.relay.pause("release")
    await sitOut(route.quoteId)
    devnet.relay.pause("seal")
    devnet.relay.resume("release")
    expect((await reaches(route.quoteId, "REFUNDING")).refund).to.include({ status: "PENDING", txHash: null })
    devnet.relay.resume()
    expect((await reaches(route.quoteId)).status).to.equal("REFUNDED")
  })

  it("expires when nothing was sent in time, and cannot be started afterwards", async () => {
    const { alpha, best, send, reaches, pass } = world
    const route = await best({ amount: "1", of: "usdc", into: "usdc" })
    await pass(alpha, 61)
    expect((await reaches(route.quoteId)).status).to.equal("EXPIRED")
    const sent = await send(route).then(
      () => "sent",
      () => "refused",
    )
    expect(sent).to.equal("refused")
  })

  it("is FAILED when its transaction reverted", async () => {
    const { alpha, client, quote, user, reaches } = world
    const [route] = await quote({ amount: "1", of: "native", into: "usdc" })
    if (!isEvmTxData(route!.txData)) throw new Error("it has no transaction")
    const { to, data } = route!.txData.object
    // Without the value that it needs.
    const params = [{ from: user, to, data, gas: "0xf4240" }]
    await alpha.provider.request({ method: "eth_sendTransaction", params }).catch(() => undefined)
    const status = await reaches(route!.quoteId)
    expect(status.status).to.equal("FAILED")
    expect(status.origin.txHash).to.match(/^0x/)
    expect((await client.getStatus({ srcTxHash: status.origin.txHash as Hex })).quoteId).to.equal(route!.quoteId)
  })

  deepIt("is PENDING again when the chain forgets its transaction", async () => {
    const { alpha, client, best, send, reaches } = world
    const route = await best({ amount: "7", of: "usdc", into: "usdt", to: alpha })
    const id = await alpha.testClient.snapshot()
    const txHash = await send(route)
    await reaches(route.quoteId, "COMPLETED")
    expect((await client.getStatus({ srcTxHash: txHash })).quoteId).to.equal(route.quoteId)
    await alpha.testClient.revert({ id })
    expect((await reaches(route.quoteId, "PENDING")).origin.txHash).to.equal(null)
    expect((await failure(client.getStatus({ srcTxHash: txHash }))).code).to.equal("NOT_FOUND")
    await send(route)
    await reaches(route.quoteId, "COMPLETED")
  })

  deepIt("is delivered once, however often the relay is stopped and started meanwhile", async () => {
    const { devnet, beta, best, send, reaches, balanceOf, sitOut } = world
    const receiverAddress = getAddress("0x00000000000000000000000000000000000000f1")
    const route = await best({ amount: "30", of: "usdc", into: "usdc", includeProvider: ["press"], receiverAddress })
    await send(route)
    for (let round = 0; round < 8; round += 1) {
      await devnet.relay.stop()
      devnet.relay.start()
      if (round === 5) await sitOut(route.quoteId)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await reaches(route.quoteId, "COMPLETED")
    expect(await balanceOf(beta, "usdc", receiverAddress)).to.equal(route.output.amount)
  })

  it("pays the fee taker on the origin", async () => {
    const { alpha, best, send, reaches, balanceOf } = world
    const fee = { feeBps: 50, feeTakerAddress: getAddress("0x00000000000000000000000000000000000000fe") }
    const free = await best({ amount: "200", of: "usdc", into: "usdc", includeProvider: ["pool"] })
    const route = await best({ amount: "200", of: "usdc", into: "usdc", includeProvider: ["pool"], ...fee })
    expect(Number(route.output.amount) / Number(free.output.amount)).to.be.closeTo(0.995, 1e-6)
    await send(route)
    await reaches(route.quoteId, "COMPLETED")
    expect(await balanceOf(alpha, "usdc", fee.feeTakerAddress)).to.equal(1_000_000n)
  })

  it("requires an approval of exactly the input, fee included", async () => {
    const { devnet, best, user, tokenOf } = world
    const { approval, txData } = await best({ amount: "200", of: "usdt", into: "usdc" })
    expect(approval).to.deep.equal({
      spenderAddress: devnet.market.alpha.router,
      amount: 200_000_000n,
      tokenAddress: tokenOf("usdt"),
      userAddress: user,
    })
    expect(txData).to.have.nested.property("object.to", devnet.market.alpha.router)
    expect(tokenOf("native")).to.equal(nativeToken)
  })
})
