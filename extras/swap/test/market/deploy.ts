import { expect } from "chai"
import { describe, it } from "mocha"
import { erc20Abi, getAddress, parseUnits } from "viem"

import { swapRouterArtifact } from "#extras/swap/src/artifacts/market.js"
import { devnetSwapRouter } from "#src/devnet/addresses.js"
import { startDevnet } from "#src/devnet/index.js"
import { createSwapClient, isFinal } from "#src/swap/index.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepIt } from "#test/fixtures/depth.js"

describe("the market of a devnet", () => {
  deepIt("is the same on every chain, whatever else is there, and gives tokens to every account", async () => {
    await using devnet = await startDevnet({ chains: ["one", "two", { name: "odd", chainId: 777, slug: 1399904803 }] })
    await using other = await startDevnet({ gateway: false })
    const { one, odd } = devnet.chains
    expect(devnet.market.one).to.deep.equal(devnet.market.odd)
    // How calldata names chains depends on the chains.
    expect({ ...other.market.alpha, routers: devnet.market.one.routers }).to.deep.equal(devnet.market.one)
    const { tokens, router, dexes, bridges } = devnet.market.one
    expect(router).to.equal(devnetSwapRouter)
    for (const account of one.accounts) {
      const balance = await odd.publicClient.readContract({
        address: tokens.usdc.address,
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [account],
      })
      expect(balance).to.equal(parseUnits("100000", tokens.usdc.decimals))
    }
    const isListed = (functionName: "isDex" | "isBridge", args: readonly [`0x${string}`]) =>
      odd.publicClient.readContract({ address: router, abi: swapRouterArtifact.abi, functionName, args })
    for (const dex of Object.values(dexes)) expect(await isListed("isDex", [dex])).to.equal(true)
    for (const bridge of Object.values(bridges)) expect(await isListed("isBridge", [bridge])).to.equal(true)
  })

  it("can be left out", async () => {
    await using devnet = await startDevnet({ market: false, gateway: false })
    expect(devnet.market).to.equal(undefined)
    expect(devnet.swap).to.equal(undefined)
    expect((await fetch(`${devnet.url}/swap/v3/swap/supported-chains`)).status).to.equal(404)
    expect(await (await fetch(devnet.url)).text()).not.to.contain("swap")
  })

  deepIt("trades on chains whose slugs are not their ids, and that have a block time", async () => {
    await using devnet = await startDevnet({
      chains: ["home", { name: "odd", chainId: 777, slug: 1399904803 }],
      gateway: false,
      blockTime: 30,
      affiliate: "somebody",
      apiKey: "a-key",
    })
    const { home, odd } = devnet.chains
    const client = createSwapClient(devnet.swap)
    const [userAddress] = home.accounts
    const { routes } = await client.getQuote({
      userOps: "deposit",
      originChainId: home.chainId,
      destinationChainId: odd.chainId,
      inputToken: devnet.market.home.tokens.usdc.address,
      outputToken: devnet.market.odd.tokens.weth.address,
      inputAmount: 1_000_000n,
      refundAddress: userAddress,
      receiverAddress: userAddress!,
      includeProvider: ["pool"],
    })
    const { quoteId, deposit } = routes[0]!
    await home.walletClient.writeContract({
      address: devnet.market.home.tokens.usdc.address,
      abi: erc20Abi,
      functionName: "transfer",
      args: [getAddress(deposit!.depositAddress), deposit!.amount],
    })
    const { status } = await eventually(async () => {
      const now = await client.getStatus({ quoteId })
      return isFinal(now.status) && now
    })
    expect(status).to.equal("COMPLETED")
  })
})
