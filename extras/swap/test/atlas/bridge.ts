import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import { getAddress, type Hex } from "viem"

import { liquidityBridgeArtifact, mintBridgeArtifact } from "#extras/swap/src/artifacts/market.js"
import { marketTokenArtifact } from "#extras/swap/src/artifacts/tokens.js"
import { systemClock } from "#src/primitives/clock.js"
import { explainSwap } from "#src/swap/index.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectCause } from "#test/fixtures/output/expectCause.js"
import type { Explained } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import {
  createExplainedSwapWorld,
  type ExplainedSwapWorld,
  overPool,
} from "#test/fixtures/worlds/swap/explainedSwapWorld.js"

describe("the atlas of swaps that a bridge carries", function () {
  let world: ExplainedSwapWorld
  before(async () => {
    world = await createExplainedSwapWorld()
  })
  afterEach(() => world.reset())
  after(() => world[Symbol.asyncDispose]())

  const until = (quoteId: string, ...verdicts: string[]) =>
    eventually(async () => {
      const explained = await world.explain(quoteId)
      return verdicts.includes(explained.document.verdict) && explained
    })
  const untilCause = (quoteId: string, name: string): Promise<Explained> =>
    eventually(async () => {
      const explained = await world.explain(quoteId)
      return explained.document.causes[0]?.name === name && explained
    })
  const bridge = (): Hex => world.devnet.market.alpha.bridges.pool

  /** Leaves a swap that beta cannot deliver, because somebody else has moved its price. */
  const leaveUndeliverable = async (): Promise<Hex> => {
    world.devnet.relay.pause("execute")
    const args = ["700", "USDC", "--from", "alpha", "--to", "beta", "--for", "SPARK", "--provider", "pool,curve"]
    const quoteId = await world.leaveAt("IN_PROGRESS", [...args, "--slippage", "0"])
    const rival = { of: "usdc", into: "spark", from: world.beta, to: world.beta } as const
    await world.send(await world.best({ ...rival, amount: "3000", userAddress: world.beta.accounts[1]! }))
    return quoteId
  }
  /** Takes the ether with which beta's bridge pays for messages back. */
  const takeEther = () => world.beta.testClient.setBalance({ address: getAddress(bridge()), value: 0n })

  deepIt("message-stuck: nobody seals the bridge's message, which is explained itself", async () => {
    world.devnet.relay.pause("seal")
    const quoteId = await world.leaveAt("IN_PROGRESS", overPool("9"))
    await world.pass(world.alpha, 2 * 24 * 3_600)
    await world.pass(world.beta, 2 * 24 * 3_600)
    const explained = await world.explain(quoteId)
    const cause = expectCause(explained, "message-stuck")
    expect(cause.about).to.match(/^0x[0-9a-f]{64}$/)
    expect(cause.evidence[0]?.source).to.match(/^the message's cause not-sealed, /)
    expect(explained.document.items.map(({ id }) => id)).to.deep.equal([quoteId, cause.about])
    expect(explained.document.verdict).to.equal("stuck")
    const { stdout } = await world.run(["messaging", "explain", cause.about!, "--json"])
    const message = JSON.parse(stdout) as { causes: { mend: unknown }[] }
    expect(cause.mend).to.deep.equal(message.causes[0]?.mend)
  })

  deepIt("provider-late: a provider that logs nothing takes many times as long as it said", async () => {
    world.devnet.relay.pause()
    const quoteId = await world.leaveAt("IN_PROGRESS", overPool("8"))
    const late = Date.now() + 24 * 3_600_000
    const explained = await explainSwap({
      id: quoteId,
      client: world.client,
      clock: { ...systemClock, now: () => late },
      chainOf: (chainId) => {
        const { name, publicClient: client } = chainId === world.alpha.chainId ? world.alpha : world.beta
        return Promise.resolve({ chainId, name, client })
      },
    })
    expect(explained.causes.map(({ name }) => name)).to.deep.equal(["provider-late"])
    expect(explained.causes[0]?.mend?.command).to.equal(null)
    world.devnet.relay.resume()
    await until(quoteId, "delivered")
  })

  deepIt("release-due: the slow bridge has held the value for long enough, and nobody releases it", async () => {
    world.devnet.relay.pause("release")
    const quoteId = await world.leaveAt("IN_PROGRESS", overPool("10").with(-1, "press"))
    await world.sitOut(quoteId)
    const early = await until(quoteId, "waiting")
    expect(early.document.causes).to.deep.equal([])
    await world.pass(world.beta, 120)
    const cause = expectCause(await world.explain(quoteId), "release-due")
    expect(cause.mend).to.deep.include({ command: null })
    expect(cause.mend?.who).to.contain(`release(${quoteId}) of ${world.devnet.market.beta.bridges.press} on beta`)
    await world.beta.walletClient.writeContract({
      ...{ address: world.devnet.market.beta.bridges.press, abi: mintBridgeArtifact.abi, functionName: "release" },
      args: [quoteId],
    })
    await until(quoteId, "delivered")
  })

  deepIt("refund-waiting: the pool that pays the refund is too small", async () => {
    const quoteId = await leaveUndeliverable()
    const { pool } = world.devnet.market.alpha.bridges
    const amount = await world.balanceOf(world.alpha, "usdc", pool)
    await emptyPool(amount)
    world.devnet.relay.resume("execute")
    const cause = expectCause(await untilCause(quoteId, "refund-waiting"), "refund-waiting")
    expect(cause.says).to.contain("are missing").and.to.contain("TooLittleOut")
    expect(cause.mend).to.deep.equal({
      who: `the provider fills the pool of ${pool} on alpha`,
      command: null,
      by: "others",
    })
    await world.transfer(world.alpha, "usdc", pool, amount)
    const refunded = expectCause(await untilCause(quoteId, "refunded"), "refunded")
    expect(refunded.certainty).to.equal("certain")
    expect(refunded.mend?.command).to.match(/^npx hardhat swap execute 700 /)
  })

  it("refund-under-way: it is refund-waiting once nobody has paid for the message that brings the value back", async () => {
    world.devnet.relay.pause("claimRefund")
    const quoteId = await leaveUndeliverable()
    await takeEther()
    world.devnet.relay.resume("execute")
    // The provider pays for it at once, as a rule.
    const early = expectCause(await untilCause(quoteId, "refund-under-way"), "refund-under-way")
    expect(early.mend).to.equal(null)
    const { stdout } = await world.run(["swap", "explain", quoteId])
    expect(stdout).to.contain(`npx hardhat swap status ${quoteId} --wait\n`)
    await world.pass(world.beta, 120)
    const cause = expectCause(await world.explain(quoteId), "refund-waiting")
    expect(cause.mend?.who).to.match(/^call claimRefund\(0x\w+\) of 0x\w+ on beta with \d+ wei$/)
    expect(cause.mend?.command).to.equal(null)
    const [, wei] = / with (\d+) wei$/.exec(cause.mend!.who)!
    await world.beta.walletClient.writeContract({
      ...{ address: bridge(), abi: liquidityBridgeArtifact.abi, functionName: "claimRefund" },
      ...{ args: [quoteId], value: BigInt(wei!) },
    })
    await untilCause(quoteId, "refunded")
  })

  deepIt("refunded: and the same swap, begun again, is delivered", async () => {
    const quoteId = await leaveUndeliverable()
    world.devnet.relay.resume("execute")
    const cause = expectCause(await untilCause(quoteId, "refunded"), "refunded")
    const { code, stderr } = await world.mend(cause.mend?.command)
    expect(code, stderr).to.equal(0)
  })

  async function emptyPool(amount: bigint): Promise<void> {
    const { alpha } = world
    const account = bridge()
    await alpha.testClient.setBalance({ address: account, value: 10n ** 20n })
    await alpha.testClient.impersonateAccount({ address: account })
    await alpha.walletClient.writeContract({
      ...{ account, address: world.tokenOf("usdc"), abi: marketTokenArtifact.abi, functionName: "transfer" },
      args: [alpha.walletClient.account.address, amount],
    })
    await alpha.testClient.stopImpersonatingAccount({ address: account })
  }
})
