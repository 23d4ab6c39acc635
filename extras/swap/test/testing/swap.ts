import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import type { Address } from "viem"

import type { SwapRequest } from "#extras/swap/src/testing/WorldSwap.js"
import { createWorld } from "#src/testing/index.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { failureOf, moment } from "#test/testing/assertions/effects/failureOf.js"

describe("world.swap", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"], market: true })
  before(world.start)
  after(world.stop)
  const then = () => world.time.setTo(moment)
  const swap: SwapRequest<"alpha" | "beta"> = {
    ...{ from: "alpha", to: "beta", input: "USDC", output: "WETH", amount: "1000" },
  }
  const user = (): Address => world.chains.alpha.accounts[0]!

  it("swaps, and pays what was offered at least", async () => {
    await world.loadFixture(then)
    const { alpha, beta } = world.devnet.market
    const offer = await world.quote(swap)
    await expect(() => world.swap(offer)).to.changeBalances([
      { chain: "alpha", token: alpha.tokens.usdc, of: user(), by: -1_000_000_000n },
      {
        chain: "beta",
        token: beta.tokens.weth,
        of: user(),
        by: (change) => change >= offer.route.output.minAmountOut!,
      },
    ])
    const sent = await world.swap(swap)
    await expect(sent).to.be.completed
    await expect(sent).not.to.be.refunded
    expect(sent.route).to.deep.include({ from: "alpha", to: "beta" })
    expect(sent.messageIds).to.have.length(1)
    expect(await failureOf(expect(sent).not.to.be.completed)).to.match(
      /^Expected the swap not to be completed, but the route <id> from alpha to beta is COMPLETED \(done\): sent at 2033-05-18 03:33:20 UTC, arrived at 2033-05-18 03:33:20 UTC, paid 0\.\d+ WETH \(\d+ in its smallest unit\) at 2033-05-18 03:33:20 UTC$/,
    )
  })

  it("says which part of a request is missing, with a whole one", async () => {
    const error = await failure(world.swap({ ...swap, amount: undefined as never }))
    expect(error).to.include({ code: "INVALID_INPUT", argument: "swap.amount" })
    expect(error.message).to.contain("it is missing")
  })

  it("is quoted once what is under way has changed the prices", async () => {
    await world.loadFixture(then)
    const request = { ...swap, output: "SPARK", slippage: "5" } as const
    const first = await world.swap({ ...request, amount: "20000" })
    const offer = await world.quote(request)
    await expect(first).to.be.completed
    expect(offer.route.output.amount).to.equal((await world.quote(request)).route.output.amount)
  })

  it("swaps for another account and receiver, by address and in the smallest unit", async () => {
    await world.loadFixture(then)
    const [, account, receiver] = world.chains.alpha.accounts as [Address, Address, Address]
    const request = {
      ...swap,
      input: "ETH",
      output: world.devnet.market.beta.tokens.usdc.address,
      amount: 10n ** 15n,
    } as const
    await expect(() => world.swap({ ...request, account, receiver })).to.changeBalances([
      { chain: "alpha", of: user(), by: 0n },
      { chain: "beta", token: "USDC", of: receiver, by: (change) => change > 2_000_000n },
    ])
  })

  deepIt("is refunded when the price moves on the other chain, and the text says why", async () => {
    await world.loadFixture(then)
    const offer = await world.quote({ ...swap, output: "SPARK", slippage: "0.1" })
    await world.swap({ ...swap, from: "beta", output: "SPARK", amount: "20000", slippage: "5" })
    const sent = await world.swap(offer)
    await expect(sent).to.be.refunded
    await expect(sent).to.be.refundedFor("TooLittleOut")
    await expect(sent).not.to.be.refundedFor("PoolTooSmall")
    const route =
      /the route <id> from alpha to beta is REFUNDED \(failed, funds refunded\): sent at 2033-05-18 03:33:20 UTC, arrived at 2033-05-18 03:33:20 UTC, refused by the destination at 2033-05-18 03:33:20 UTC: TooLittleOut\(amountOut: \d+, minAmountOut: \d+\), refunded 1000 USDC \(1000000000 in its smallest unit\) at 2033-05-18 03:33:20 UTC$/
        .source
    const texts: readonly [string, string][] = [
      [await failureOf(expect(sent).to.be.completed), "Expected the swap to be completed, but "],
      [await failureOf(expect(sent).not.to.be.refunded), "Expected the swap not to be refunded, but "],
      [
        await failureOf(expect(sent).to.be.refundedFor("PoolTooSmall")),
        "Expected the swap to be refunded for PoolTooSmall, but ",
      ],
      [
        await failureOf(expect(sent).to.be.refundedFor("TooLittleOut", [1n, 2n])),
        "Expected the swap to be refunded for TooLittleOut\\(1, 2\\), but ",
      ],
      [
        await failureOf(expect(sent).not.to.be.refundedFor("TooLittleOut")),
        "Expected the swap not to be refunded for TooLittleOut, but ",
      ],
    ]
    for (const [text, beginning] of texts) expect(text).to.match(new RegExp(`^${beginning}${route}`))
  })

  it("waits for a slow bridge until the test passes time", async () => {
    await world.loadFixture(then)
    const sending = world.swap({ ...swap, output: "USDT", includeProvider: ["press"] })
    const row = { chain: "beta", token: "USDT", of: user(), by: -1n } as const
    expect(await failureOf(expect(() => sending).to.changeBalances([row]))).to.match(
      /\nNot completed:\n {2}the route <id> from alpha to beta is IN_PROGRESS/,
    )
    const sent = await sending
    expect(await failureOf(expect(sent).to.be.completed)).to.equal(
      "Expected the swap to be completed, but the route <id> from alpha to beta is IN_PROGRESS (source transaction seen, destination pending): sent at 2033-05-18 03:33:20 UTC, arrived at 2033-05-18 03:33:20 UTC, to be paid at 2033-05-18 03:33:25 UTC: world.time.setTo(2000000005) lets it be",
    )
    expect(await failureOf(expect(sent).to.be.refunded)).to.match(
      /^Expected the swap to be refunded, but the route <id> from alpha to beta is IN_PROGRESS/,
    )
    await world.time.increase(5)
    await expect(sent).to.be.completed
  })

  it("is refused by the checks, and the text says for what", async () => {
    await world.loadFixture(then)
    const refused = () => world.swap({ ...swap, allowedTargets: [] })
    await expect(refused()).to.be.refusedFor("TARGET_NOT_ALLOWED")
    await expect(refused).to.be.refusedFor("TARGET_NOT_ALLOWED")
    await expect(refused()).not.to.be.refusedFor("EXPIRED")
    const offer = await world.quote(swap)
    await world.time.increase(61)
    await expect(world.swap(offer)).to.be.refusedFor("EXPIRED")
    const said = /The route is refused: its transaction goes to an address that is not allowed\./.source
    expect(await failureOf(expect(refused()).to.be.refusedFor("EXPIRED"))).to.match(
      new RegExp(`^Expected the swap to be refused for EXPIRED, but: ${said}`),
    )
    expect(await failureOf(expect(refused()).not.to.be.refusedFor("TARGET_NOT_ALLOWED"))).to.match(
      new RegExp(`^Expected the swap not to be refused for TARGET_NOT_ALLOWED, but: ${said}`),
    )
    expect(await failureOf(expect(world.swap(swap)).to.be.refusedFor("EXPIRED"))).to.equal(
      "Expected the swap to be refused for EXPIRED, but it was sent in <id>.",
    )
  })

  it("is refused by the swap API, and the text says with which words", async () => {
    await world.loadFixture(then)
    const refused = () => world.swap({ ...swap, to: "alpha", output: "USDC" })
    await expect(refused()).to.be.refusedFor("same as inputToken")
    await expect(refused()).to.be.refusedFor(/same as \w+/)
    expect(await failureOf(expect(refused()).to.be.refusedFor("no liquidity"))).to.match(
      /^Expected the swap to be refused for "no liquidity", but: The swap API refused the request\. .*server says: outputToken: same as inputToken, on the same chain/,
    )
    await expect(world.swap({ ...swap, excludeProvider: ["pool", "press"] })).to.be.refusedFor("no route")
  })

  it("says what is wrong with a request", async () => {
    await world.loadFixture(then)
    const texts = await Promise.all(
      [
        { ...swap, to: "gamma" as "beta" },
        { ...swap, input: "USCD" as "USDC" },
        { ...swap, output: user() },
        { ...swap, amount: "ten" },
      ].map((request) => failureOf(world.swap(request))),
    )
    const tokens = Object.values(world.devnet.market.beta.tokens).map(
      ({ symbol, address }) => `${symbol} at ${address}`,
    )
    expect(texts).to.deep.equal([
      'Argument "chain": the world has no chain "gamma". Name one of alpha, beta, or add it: createWorld(hre, { chains: […] }).',
      'Argument "swap.input": "USCD" is none of ETH, USDC, USDT, WETH, SPARK. Give one of these. Did you mean USDC?',
      `Argument "swap.output": the market of beta has no token ${user()}. It has ${tokens.join(", ")}.`,
      'Argument "swap.amount": "ten" is not a decimal number. Write digits with at most one point, such as 12.5, without sign, exponent or separators.',
    ])
    const text = await failureOf(expect(Promise.resolve({ hash: "0x12" })).to.be.refunded)
    expect(text).to.equal(
      'Argument "refunded": it was given no swap. Pass what world.swap returns: expect(world.swap({…})).to.be.refunded.',
    )
  })

  it("says that an assertion was given no reason", async () => {
    const never = Promise.reject(new Error("nothing was to be sent"))
    never.catch(() => undefined)
    const loose = world.assertions as unknown as Record<
      "refusedFor" | "refundedFor",
      (...given: unknown[]) => Promise<void>
    >
    for (const assertion of ["refusedFor", "refundedFor"] as const) {
      for (const reason of [undefined, null, 5, ["EXPIRED"]]) {
        const text = await failureOf(loose[assertion](never, reason))
        expect(text).to.contain(`Argument "${assertion}": it was given no reason.`)
      }
    }
    expect(await failureOf(loose.refusedFor(never, "EXPIRED")), "what fails otherwise").to.equal(
      "nothing was to be sent",
    )
  })

  it("says that a world has no market", async () => {
    await using other = await createWorld(hre).start()
    const withMarket = other as unknown as typeof world
    expect(await failureOf(withMarket.swap(swap))).to.equal(
      'Argument "world.swap": the world has no market. Start it with one: createWorld(hre, { market: true }).',
    )
  })
})
