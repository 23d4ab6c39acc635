import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { expect } from "chai"
import { type Devnet, startDevnet } from "hardhat-plugs/devnet"
import { createFileJournal, createSwapClient, executeRoute, type SwapClient } from "hardhat-plugs/swap"
import { type Address, erc20Abi, parseUnits } from "viem"

type Chain = Devnet<"alpha" | "beta">["chains"]["alpha"]

describe("swaps, with a market in this process", () => {
  let devnet: Devnet<"alpha" | "beta">
  let client: SwapClient
  let folder: string
  before(async () => {
    devnet = await startDevnet()
    client = createSwapClient(devnet.swap)
    folder = await mkdtemp(join(tmpdir(), "swaps-"))
  })
  after(async () => {
    await devnet.stop()
    await rm(folder, { recursive: true })
  })

  async function ask(usdc: string, from: Chain, outputToken: Address, slippage: string) {
    const request = {
      userOps: "tx",
      originChainId: from.chainId,
      destinationChainId: devnet.chains.beta.chainId,
      inputToken: devnet.market.alpha.tokens.usdc.address,
      outputToken,
      inputAmount: parseUnits(usdc, 6),
      userAddress: from.walletClient.account.address,
      receiverAddress: from.walletClient.account.address,
      slippage,
      // It delivers five seconds late.
      excludeProvider: "press",
    } as const
    const quote = await client.getQuote(request)
    return { request, quote, route: quote.routes[0]! }
  }

  const swap = ({ walletClient, publicClient }: Chain, offer: Awaited<ReturnType<typeof ask>>) =>
    executeRoute({
      ...{ ...offer, client, walletClient, publicClient, journal: createFileJournal(folder), minInterval: 10 },
      // The market's router has this address on every chain of a devnet.
      allowedTargets: [devnet.market.alpha.router],
    })

  const balance = ({ publicClient, walletClient }: Chain, address: Address) =>
    publicClient.readContract({
      ...{ address, abi: erc20Abi, functionName: "balanceOf" },
      args: [walletClient.account.address],
    })

  it("give what was offered at least", async () => {
    const { alpha, beta } = devnet.chains
    const { weth } = devnet.market.beta.tokens
    const before = await balance(beta, weth.address)
    const offer = await ask("1000", alpha, weth.address, "0.5")
    await swap(alpha, offer)
    expect((await balance(beta, weth.address)) - before >= offer.route.output.minAmountOut!).to.equal(true)
  })

  it("are paid back when the price moves on the other chain", async () => {
    const { alpha, beta } = devnet.chains
    const { usdc, spark } = devnet.market.alpha.tokens
    const offer = await ask("1000", alpha, spark.address, "0.1")
    const before = await balance(alpha, usdc.address)
    await swap(beta, await ask("20000", beta, spark.address, "5"))
    const error: unknown = await swap(alpha, offer).catch((reason: unknown) => reason)
    expect(error).to.have.property("code", "ROUTE_REFUNDED")
    expect(await balance(alpha, usdc.address)).to.equal(before)
  })
})
