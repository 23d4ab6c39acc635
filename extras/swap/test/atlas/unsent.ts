import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import { type Address, erc20Abi, getAddress, type Hex, keccak256, parseUnits, toHex } from "viem"

import { executionManagerArtifact } from "#src/devnet/artifacts/messaging.js"
import { tokenAbi } from "#src/onchain/tokens.js"
import { systemClock } from "#src/primitives/clock.js"
import { explainSwap } from "#src/swap/index.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectCause } from "#test/fixtures/output/expectCause.js"
import { createRewritingApi } from "#test/fixtures/servers/rewritingApi.js"
import {
  createExplainedSwapWorld,
  type ExplainedSwapWorld,
  overPool,
} from "#test/fixtures/worlds/swap/explainedSwapWorld.js"

describe("the atlas of swaps that were not sent", function () {
  let world: ExplainedSwapWorld
  before(async () => {
    world = await createExplainedSwapWorld({ PLUGS_TEST_LOCAL: "alpha" })
  })
  afterEach(() => world.reset())
  after(() => world[Symbol.asyncDispose]())

  const router = (): Hex => world.devnet.market.alpha.router
  const later = { ...systemClock, wallTime: () => Date.now() + 3_600_000 }
  const direct = () => ({ env: { PLUGS_TEST_ALPHA_URL: world.alpha.rpcUrl } })
  /** As the router, so that the account's nonce is left alone. */
  const takeAllowance = async (amount: bigint): Promise<void> => {
    const { testClient, walletClient, publicClient, accounts } = world.alpha
    await testClient.impersonateAccount({ address: router() })
    await testClient.setBalance({ address: router(), value: 10n ** 18n })
    const hash = await walletClient.writeContract({
      ...{ account: router(), address: world.tokenOf("usdc"), abi: erc20Abi },
      ...{ functionName: "transferFrom", args: [world.user, accounts[3]!, amount] },
    })
    await publicClient.waitForTransactionReceipt({ hash })
    await testClient.stopImpersonatingAccount({ address: router() })
  }
  const expectSwapped = async (before: bigint, amount: string): Promise<void> => {
    expect(before - (await world.balanceOf(world.alpha, "usdc"))).to.equal(parseUnits(amount, 6))
  }

  deepIt("not-sent: it was signed, and nothing stops it", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    const quoteId = await world.leaveUnsent(overPool("11"))
    const cause = expectCause(await world.explain(quoteId), "not-sent")
    expect(cause.mend?.command).to.equal(`npx hardhat swap resume ${quoteId}`)
    const { code, stderr } = await world.mend(cause.mend?.command)
    expect(code, stderr).to.equal(0)
    await expectSwapped(before, "11")
    const { document } = await world.explain(quoteId)
    expect(document).to.include({ verdict: "delivered" })
    expect(document.causes).to.deep.equal([])
  })

  deepIt("not-sent: the approval was never sent", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    const quoteId = await world.leaveUnsent(overPool("11"), "approval")
    const cause = expectCause(await world.explain(quoteId), "not-sent")
    const { code, stderr } = await world.mend(cause.mend?.command)
    expect(code, stderr).to.equal(0)
    await expectSwapped(before, "11")
  })

  deepIt("allowance-missing: the contract has taken a part of it for something else", async () => {
    const quoteId = await world.leaveUnsent(overPool("12"))
    await takeAllowance(7_000_000n)
    const before = await world.balanceOf(world.alpha, "usdc")
    const cause = expectCause(await world.explain(quoteId), "allowance-missing")
    expect(cause.says).to.contain("7 USDC are missing")
    const { code, stderr } = await world.mend(cause.mend?.command)
    expect(code, stderr).to.equal(0)
    await expectSwapped(before, "12")
  })

  deepIt("balance-missing: the tokens are elsewhere by now", async () => {
    const quoteId = await world.leaveUnsent(overPool("13"), "approval")
    const owned = await world.balanceOf(world.alpha, "usdc")
    await world.transfer(world.alpha, "usdc", world.alpha.accounts[3]!, owned - 2_000_000n)
    const cause = expectCause(await world.explain(quoteId), "balance-missing")
    expect(cause.says).to.contain("11 USDC are missing")
    expect(cause.mend).to.deep.include({ command: null })
    expect(cause.mend?.who).to.contain(world.user)
    const hash = await world.alpha.walletClient.writeContract({
      ...{ account: world.alpha.accounts[3]!, address: world.tokenOf("usdc"), abi: tokenAbi },
      ...{ functionName: "transfer", args: [world.user, 11_000_000n] },
    })
    await world.alpha.publicClient.waitForTransactionReceipt({ hash })
    const again = expectCause(await world.explain(quoteId), "not-sent")
    expect((await world.mend(again.mend?.command)).code).to.equal(0)
  })

  deepIt("fee-risen: the message of the bridge costs more than the transaction attaches", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    const quoteId = await world.leaveUnsent(overPool("14"))
    await raiseFee(10n ** 15n)
    const cause = expectCause(await world.explain(quoteId), "fee-risen")
    expect(cause.says).to.match(/0\.00\d+ of the native currency more/)
    const { code, stderr } = await world.mend(cause.mend?.command)
    expect(code, stderr).to.equal(0)
    await expectSwapped(before, "14")
  })

  deepIt("price-moved: a new quote gives less than was accepted", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    const onCurve = ["15", "USDC", "--from", "alpha", "--for", "SPARK", "--provider", "curve", "--slippage", "1"]
    const quoteId = await world.leaveUnsent(onCurve)
    const rival = { of: "usdc", into: "spark", to: world.alpha, userAddress: world.alpha.accounts[1] } as const
    await world.send(await world.best({ ...rival, amount: "3000", includeProvider: ["curve"] }))
    const cause = expectCause(await world.explain(quoteId), "price-moved")
    expect(cause.says).to.match(/[1-9][\d.]* % less than the [\d.]+ SPARK/)
    const { code, stderr } = await world.mend(cause.mend?.command)
    expect(code, stderr).to.equal(0)
    await expectSwapped(before, "15")
  })

  deepIt("quote-expired: nothing was signed before the quote expired", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    const quoteId = await world.leaveUnsent(overPool("16"), "approval")
    const cause = expectCause(await world.explain(quoteId, { clock: later }), "quote-expired")
    const { code, stderr } = await world.mend(cause.mend?.command)
    expect(code, stderr).to.equal(0)
    await expectSwapped(before, "16")
  })

  deepIt("quote-expired: its transaction was about to be sent", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    const quoteId = await world.leaveUnsent(overPool("17"))
    const cause = expectCause(await world.explain(quoteId, { clock: later }), "quote-expired")
    expect(cause.mend?.command).to.match(/^npx hardhat swap execute 17 /)
    const { code, stderr } = await world.mend(cause.mend?.command)
    expect(code, stderr).to.equal(0)
    await expectSwapped(before, "17")
    expectCause(await world.explain(quoteId, { clock: later }), "transaction-replaced")
  })

  deepIt("transaction-replaced: it was about to be sent, and its nonce was used for something else", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    const quoteId = await world.leaveUnsent(overPool("23"))
    await world.transfer(world.alpha, "native", world.user, 0n)
    const cause = expectCause(await world.explain(quoteId), "transaction-replaced")
    const { code, stderr } = await world.mend(cause.mend?.command)
    expect(code, stderr).to.equal(0)
    await expectSwapped(before, "23")
  })

  deepIt("call-reverts: the route's contract refuses", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    const quoteId = await world.leaveUnsent(overPool("18"))
    const code = await world.alpha.publicClient.getCode({ address: router() })
    await world.alpha.testClient.setCode({ address: router(), bytecode: "0x60006000fd" })
    const cause = expectCause(await world.explain(quoteId), "call-reverts")
    await world.alpha.testClient.setCode({ address: router(), bytecode: code! })
    expect((await world.mend(cause.mend?.command)).code).to.equal(0)
    await expectSwapped(before, "18")
  })

  it("journal-held: another process is about to send it", async () => {
    const held = world.door.holdAt({ method: "eth_sendTransaction", times: 2, when: "before" })
    const executing = world.start(["swap", "execute", ...overPool("19"), "--yes", "--json"])
    const { quoteId } = await executing.event(({ status }) => status === "SIGNED")
    await held
    // The door answers nobody any more.
    const cause = expectCause(await world.explain(quoteId as Hex, direct()), "journal-held")
    expect(cause.mend).to.deep.include({ command: null })
    expect(cause.mend?.who).to.match(new RegExp(`^process ${process.pid} on `))
    executing.ended.catch(() => undefined)
    await world.abandon()
    expectCause(await world.explain(quoteId as Hex, direct()), "not-sent")
  })

  deepIt("deposit-unpaid: nobody has paid the deposit", async () => {
    const refund = "0x00000000000000000000000000000000000000F7"
    const args = overPool("20", "--user-ops", "deposit", "--refund-address", refund)
    await using opening = world.start(["swap", "execute", ...args, "--json"])
    const { quoteId } = await opening.event(({ event }) => event === "deposit")
    opening.interrupt()
    await opening.ended
    const cause = expectCause(await world.explain(quoteId as Hex), "deposit-unpaid")
    expect(cause.says).to.contain("20 USDC")
    const { code, stderr } = await world.mend(cause.mend?.command)
    expect(code, stderr).to.equal(0)
    expect((await world.explain(quoteId as Hex)).document.verdict).to.equal("delivered")
  })

  describe("a deposit that the API does not see", () => {
    const refund = getAddress("0x00000000000000000000000000000000000000F7")
    let quoteId: string
    let address: Address
    beforeEach(async () => {
      const args = overPool("20", "--user-ops", "deposit", "--refund-address", refund)
      await using opening = world.start(["swap", "execute", ...args, "--json"])
      const opened = await opening.event(({ event }) => event === "deposit")
      quoteId = opened["quoteId"] as string
      address = (opened["deposit"] as { readonly depositAddress: Address }).depositAddress
      opening.interrupt()
      await opening.ended
    })
    const pay = (amount: string) => world.transfer(world.alpha, "usdc", address, parseUnits(amount, 6))
    const explain = async () => {
      await using api = await createRewritingApi(world.devnet.swap.baseUrl, (url, text) => {
        if (!url.includes("/status")) return text
        return text.replace(/"status":"\w+"/, '"status":"PENDING"').replaceAll(/"txHash":"0x\w+"/g, '"txHash":null')
      })
      return await world.explain(quoteId, { env: { PLUGS_TEST_SWAP: JSON.stringify({ baseUrl: api.url }) } })
    }

    deepIt("deposit-not-taken: it was paid by two transactions, with a surplus, and not to be paid again", async () => {
      world.devnet.relay.pause()
      await pay("5")
      expect(expectCause(await explain(), "deposit-unpaid").says).to.contain("Only 5 USDC of 20 USDC has arrived")
      await pay("16")
      const { says, mend } = expectCause(await explain(), "deposit-not-taken")
      expect(says).to.contain("21 USDC has arrived").and.to.contain("1 USDC more than was asked for by 2 transactions")
      expect(mend?.command).to.equal(null)
      world.devnet.relay.resume()
    })

    deepIt("deposit-returned: the market pays back what is too little", async () => {
      await pay("5")
      const explained = await eventually(async () => {
        const now = await explain()
        return now.document.causes[0]?.name === "deposit-returned" && now
      })
      const { says } = expectCause(explained, "deposit-returned")
      expect(says.toLowerCase()).to.contain(
        `5 usdc of what was paid to ${address} on alpha was sent back to ${refund}`.toLowerCase(),
      )
    })
  })

  it("quote-unknown: nobody knows the id", async () => {
    const cause = expectCause(await world.explain(keccak256(toHex("nothing"))), "quote-unknown")
    expect(cause.mend).to.deep.include({ command: null })
  })

  it("chain-not-read: the time is over before the chain of the transaction was asked", async () => {
    const { publicClient } = world.alpha
    const { verdict, causes } = await explainSwap({
      id: keccak256(toHex("nothing")),
      client: world.client,
      chainOf: (chainId) => Promise.resolve({ chainId, name: "alpha", client: publicClient }),
      findChainOf: () => Promise.resolve({ chainId: 41001, name: "alpha", client: publicClient }),
      timeout: 0,
    })
    expect(verdict).to.equal("unknown")
    expect(causes.map(({ name }) => name)).to.deep.equal(["api-silent", "chain-not-read"])
    expect(causes[1]?.evidence).to.deep.equal([{ source: "alpha", says: "It was not asked for eth_getBlockByNumber." }])
  })

  deepIt("chain-restarted: the local chain that it was recorded on is gone", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    const hash = `0x${"a".repeat(64)}`
    world.door.rewrite((method, result, [block]) =>
      method === "eth_getBlockByNumber" && block === "0x0" ? { ...(result as object), hash } : result,
    )
    const quoteId = await world.leaveUnsent(overPool("21"))
    const cause = expectCause(await world.explain(quoteId), "chain-restarted")
    const { code, stderr } = await world.mend(cause.mend?.command)
    expect(code, stderr).to.equal(0)
    await expectSwapped(before, "21")
  })

  deepIt("sending-unclear: the node cannot tell", async () => {
    const quoteId = await world.leaveUnsent(overPool("22"))
    world.door.refuse("eth_getTransactionCount", { message: "no archive", isPassedOn: false })
    const cause = expectCause(await world.explain(quoteId), "sending-unclear")
    expect(cause.mend).to.deep.include({ command: null })
    world.door.release()
    expectCause(await world.explain(quoteId), "not-sent")
  })

  async function raiseFee(fee: bigint): Promise<void> {
    const { alpha, beta } = world
    const { transmitManager, executionManager } = alpha.contracts
    const account = getAddress(transmitManager)
    await alpha.testClient.impersonateAccount({ address: account })
    await alpha.testClient.setBalance({ address: account, value: 10n ** 18n })
    const hash = await alpha.walletClient.writeContract({
      account,
      address: executionManager,
      abi: executionManagerArtifact.abi,
      functionName: "setTransmissionMinFees",
      args: [beta.slug, fee],
    })
    await alpha.publicClient.waitForTransactionReceipt({ hash })
    await alpha.testClient.stopImpersonatingAccount({ address: account })
  }
})
