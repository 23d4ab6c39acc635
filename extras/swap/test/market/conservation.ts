import { expect } from "chai"
import fc from "fast-check"
import { after, before, it } from "mocha"
import { erc20Abi, getAddress } from "viem"

import { mintBridgeArtifact } from "#extras/swap/src/artifacts/market.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepDescribe, runs } from "#test/fixtures/depth.js"
import { createSwapWorld, type SwapChain, type SwapWorld, type Tradable } from "#test/fixtures/worlds/swap/swapWorld.js"

const issued = ["usdc", "usdt", "spark"] as const
const everything = [...issued, "weth", "native"] as const

deepDescribe("the devnet's markets", () => {
  let world: SwapWorld
  before(async () => {
    world = await createSwapWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  const supplyOn = ({ publicClient }: SwapChain, token: Exclude<Tradable, "native">) =>
    publicClient.readContract({ address: world.tokenOf(token), abi: erc20Abi, functionName: "totalSupply" })

  /** The supply of a token on both chains. */
  async function supplyOf(token: (typeof issued)[number]): Promise<bigint> {
    return (await supplyOn(world.alpha, token)) + (await supplyOn(world.beta, token))
  }

  /** No account alone has enough to move the price again and again. */
  let rivals = 0
  const nextRival = () => world.alpha.accounts[1 + (rivals++ % 19)]

  const isWaiting = (chain: "alpha" | "beta", quoteId: `0x${string}`) =>
    world[chain].publicClient
      .readContract({
        address: world.devnet.market[chain].bridges.press,
        abi: mintBridgeArtifact.abi,
        functionName: "payableAt",
        args: [quoteId],
      })
      .then((payableAt) => payableAt > 0n)

  const step = fc.record({
    of: fc.constantFrom<Tradable>("usdc", "usdt", "weth", "spark", "native"),
    into: fc.constantFrom<Tradable>("usdc", "usdt", "weth", "spark", "native"),
    isBack: fc.boolean(),
    isCrossing: fc.boolean(),
    isDeposit: fc.boolean(),
    amount: fc.integer({ min: 1, max: 1_500 }),
    slippage: fc.constantFrom("0", "0.05", "1"),
    rank: fc.nat({ max: 5 }),
    /** Trades against the route before it is sent, so that its destination may fail. */
    rival: fc.integer({ min: 0, max: 20_000 }),
  })

  it("create and lose no token, pay at least what they promised, and end every route", async () => {
    const { alpha, beta, quote, best, send, pass, transfer, balanceOf, devnet } = world
    const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 4 }), async (steps) => {
      const supplies = await Promise.all(issued.map(supplyOf))
      const vaults: [chain: typeof alpha, vault: `0x${string}`, token: Tradable][] = []
      for (const { of, into, isBack, isCrossing, isDeposit, amount, slippage, rank, rival } of steps) {
        if (!isCrossing && of === into) continue
        const [from, other] = isBack ? [beta, alpha] : [alpha, beta]
        const to = isCrossing ? other : from
        const unit = of === "weth" || of === "native" ? "0.001" : "1"
        const text = unit === "1" ? String(amount) : String(amount / 1000)
        const refund = isDeposit ? { userOps: "deposit" as const, refundAddress: world.user } : {}
        const routes = await quote({ of, into, from, to, amount: text, slippage, ...refund })
        const route = routes[rank % Math.max(1, routes.length)]
        if (route === undefined) continue
        const counter = { of: "usdc", into: "spark", from: to, to } as const
        // A deposit whose origin's price moved too far waits until its deadline, which another test covers.
        if (rival > 0 && (isCrossing || !isDeposit))
          await send(await best({ ...counter, amount: String(rival), userAddress: nextRival() }))

        const before = await balanceOf(to, into)
        if (route.deposit !== null) {
          vaults.push([from, getAddress(route.deposit.depositAddress), of])
          await transfer(from, of, route.deposit.depositAddress, route.deposit.amount)
        } else if (
          await send(route).then(
            () => false,
            () => true,
          )
        ) {
          // The origin's own price had moved too far: nothing was taken.
          continue
        }
        const { status, destination } = await eventually(async () => {
          if (await isWaiting(to.name as "alpha" | "beta", route.quoteId as `0x${string}`)) await pass(to, 6)
          const now = await world.client.getStatus({ quoteId: route.quoteId })
          return ["COMPLETED", "REFUNDED"].includes(now.status) && now
        })
        if (status !== "COMPLETED") continue
        const { amount: paid, minAmountOut } = destination.output[0]!
        expect(paid >= minAmountOut!).to.equal(true)
        if (into !== "native" && to !== from) expect((await balanceOf(to, into)) - before).to.equal(paid)
      }
      expect(await Promise.all(issued.map(supplyOf))).to.deep.equal(supplies)
      const { router, tokens } = devnet.market.alpha
      for (const chain of [alpha, beta]) {
        for (const token of everything) expect(await balanceOf(chain, token, router)).to.equal(0n)
        const wrapped = await supplyOn(chain, "weth")
        expect(await balanceOf(chain, "native", tokens.weth.address)).to.equal(wrapped)
      }
      for (const [chain, vault, token] of vaults) expect(await balanceOf(chain, token, vault)).to.equal(0n)
    })
    await fc.assert(property, runs({ fast: 2, deep: 40 }))
  })
})
