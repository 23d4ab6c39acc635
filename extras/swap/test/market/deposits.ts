import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { getAddress, type Hex } from "viem"

import type { QuoteRoute } from "#src/swap/index.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { createSwapWorld, type SwapRequest, type SwapWorld } from "#test/fixtures/worlds/swap/swapWorld.js"

const refundAddress = getAddress("0x00000000000000000000000000000000000000d0")
const receiverAddress = getAddress("0x00000000000000000000000000000000000000d1")
const request: SwapRequest = { amount: "100", of: "usdt", into: "usdt", includeProvider: ["pool"] }

describe("a deposit route of the devnet's market", () => {
  let world: SwapWorld
  before(async () => {
    world = await createSwapWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  const offer = (changes: Partial<SwapRequest> = {}): Promise<QuoteRoute> =>
    world.best({ ...request, userOps: "deposit", refundAddress, receiverAddress, userAddress: undefined, ...changes })

  it("has an address of its own each time, and nothing to sign", async () => {
    const [one, other] = [await offer(), await offer()]
    expect(one).to.deep.include({ userOp: "deposit", approval: null, txData: null })
    expect(one.deposit).to.deep.include({ chainId: world.alpha.chainId, amount: 100_000_000n, memo: null })
    expect(one.deposit!.depositAddress).not.to.equal(other.deposit!.depositAddress)
  })

  it("runs as soon as its deposit is there", async () => {
    const { alpha, beta, transfer, reaches, balanceOf } = world
    const { quoteId, deposit, output } = await offer()
    expect((await world.client.getStatus({ quoteId })).status).to.equal("PENDING")
    await transfer(alpha, "usdt", deposit!.depositAddress, deposit!.amount)
    const status = await reaches(quoteId)
    expect(status).to.include({ status: "COMPLETED", userOp: "deposit" })
    expect(await balanceOf(beta, "usdt", receiverAddress)).to.equal(output.amount)
    expect(await balanceOf(alpha, "usdt", deposit!.depositAddress)).to.equal(0n)
  })

  it("is not found by the transaction that started it", async () => {
    const { alpha, client, transfer, reaches } = world
    const { quoteId, deposit } = await offer({ to: alpha, into: "usdc", includeProvider: [] })
    await transfer(alpha, "usdt", deposit!.depositAddress, deposit!.amount)
    const { origin } = await reaches(quoteId, "COMPLETED")
    expect((await failure(client.getStatus({ srcTxHash: origin.txHash as Hex }))).code).to.equal("NOT_FOUND")
  })

  it("takes native tokens", async () => {
    const { alpha, beta, transfer, reaches, balanceOf } = world
    const { quoteId, deposit, output } = await offer({ amount: "0.5", of: "native", into: "native" })
    expect(deposit!.transferType).to.equal("native")
    await transfer(alpha, "native", deposit!.depositAddress, deposit!.amount)
    await reaches(quoteId, "COMPLETED")
    expect(await balanceOf(beta, "native", receiverAddress)).to.equal(output.amount)
  })

  const bad = [
    ["too small", (amount: bigint) => amount - 1n],
    ["above what it needs", (amount: bigint) => amount + 7n],
  ] as const
  for (const [what, change] of bad) {
    it(`gives back a deposit that is ${what}, except for what it needs`, async () => {
      const { alpha, transfer, reaches, balanceOf } = world
      const { quoteId, deposit } = await offer()
      const before = await balanceOf(alpha, "usdt", refundAddress)
      const sent = change(deposit!.amount)
      await transfer(alpha, "usdt", deposit!.depositAddress, sent)
      const isEnough = sent >= deposit!.amount
      const { status, refund } = await reaches(quoteId, isEnough ? "COMPLETED" : "REFUNDED")
      expect(refund === null).to.equal(status === "COMPLETED")
      const back = (await balanceOf(alpha, "usdt", refundAddress)) - before
      expect(back).to.equal(isEnough ? sent - deposit!.amount : sent)
      expect(await balanceOf(alpha, "usdt", deposit!.depositAddress)).to.equal(0n)
    })
  }

  deepIt("gives back a deposit that comes too late", async () => {
    const { alpha, transfer, reaches, pass, balanceOf } = world
    const { quoteId, deposit } = await offer()
    const before = await balanceOf(alpha, "usdt", refundAddress)
    await pass(alpha, 61)
    await reaches(quoteId, "EXPIRED")
    await transfer(alpha, "usdt", deposit!.depositAddress, deposit!.amount)
    await reaches(quoteId, "REFUNDED")
    expect((await balanceOf(alpha, "usdt", refundAddress)) - before).to.equal(deposit!.amount)
  })

  deepIt("gives back another token, and waits for the right one", async () => {
    const { alpha, devnet, transfer, reaches, balanceOf } = world
    const { quoteId, deposit } = await offer()
    devnet.relay.pause("refundDeposit")
    await transfer(alpha, "usdc", deposit!.depositAddress, 5n)
    await transfer(alpha, "native", deposit!.depositAddress, 3n)
    expect((await world.client.getStatus({ quoteId })).status).to.equal("PENDING")
    await transfer(alpha, "usdt", deposit!.depositAddress, deposit!.amount)
    await reaches(quoteId, "COMPLETED")
    devnet.relay.resume()
    await eventually(async () => (await balanceOf(alpha, "usdc", refundAddress)) === 5n)
    await eventually(async () => (await balanceOf(alpha, "native", refundAddress)) === 3n)
  })

  deepIt("is swept once when the deposit came while the keeper was stopped", async () => {
    const { alpha, beta, devnet, transfer, reaches, balanceOf } = world
    const receiver = getAddress("0x00000000000000000000000000000000000000d2")
    const { quoteId, deposit, output } = await offer({ receiverAddress: receiver })
    await devnet.relay.stop()
    await transfer(alpha, "usdt", deposit!.depositAddress, deposit!.amount)
    await reaches(quoteId, "IN_PROGRESS")
    devnet.relay.start()
    await reaches(quoteId, "COMPLETED")
    expect(await balanceOf(beta, "usdt", receiver)).to.equal(output.amount)
  })
})
