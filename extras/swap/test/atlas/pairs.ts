import { expect } from "chai"
import { after, afterEach, before, it } from "mocha"
import { erc20Abi, type Hex, maxUint256 } from "viem"

import { type SwapCauseName, swapCauses } from "#extras/swap/src/explaining/swapCauses.js"
import { systemClock } from "#src/primitives/clock.js"
import { createShortPauses } from "#test/fixtures/clocks/shortPauses.js"
import type { TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { maxRequests } from "#test/fixtures/output/expectCause.js"
import {
  createExplainedSwapWorld,
  type ExplainedSwapWorld,
  overPool,
} from "#test/fixtures/worlds/swap/explainedSwapWorld.js"

type Ill = "expired" | "no balance" | "no allowance" | "no API" | "not sealed"

type Pair = {
  readonly ills: readonly Ill[]
  /** The causes that are found, in their order. */
  readonly names: readonly SwapCauseName[]
  /** Whether the command of the first cause swaps at once. */
  readonly isMended?: boolean
}

const pairs: readonly Pair[] = [
  { ills: ["expired", "no allowance"], names: ["quote-expired", "allowance-missing"], isMended: true },
  { ills: ["expired", "no balance"], names: ["quote-expired", "balance-missing"] },
  { ills: ["no balance", "no allowance"], names: ["balance-missing", "allowance-missing"] },
  { ills: ["no allowance", "no API"], names: ["allowance-missing", "api-silent"], isMended: true },
  { ills: ["no balance", "no API"], names: ["balance-missing", "api-silent"] },
  { ills: ["not sealed", "no API"], names: ["message-stuck", "api-silent"] },
]

deepDescribe("the atlas of swaps: two causes at once", function () {
  let world: ExplainedSwapWorld
  before(async () => {
    world = await createExplainedSwapWorld()
  })
  afterEach(() => world.reset())
  after(() => world[Symbol.asyncDispose]())

  /** Moves the user's USDC by an allowance, so that the account's nonce is left alone. */
  const take = async (spender: Hex, amount: bigint): Promise<void> => {
    const { testClient, walletClient, publicClient, accounts } = world.alpha
    await testClient.impersonateAccount({ address: spender })
    await testClient.setBalance({ address: spender, value: 10n ** 18n })
    const hash = await walletClient.writeContract({
      ...{ account: spender, address: world.tokenOf("usdc"), abi: erc20Abi },
      ...{ functionName: "transferFrom", args: [world.user, accounts[3]!, amount] },
    })
    await publicClient.waitForTransactionReceipt({ hash })
    await testClient.stopImpersonatingAccount({ address: spender })
  }
  const friend = (): Hex => world.alpha.accounts[3]!
  const allowFriend = async (): Promise<void> => {
    const { walletClient, publicClient } = world.alpha
    const hash = await walletClient.writeContract({
      ...{ account: world.user, address: world.tokenOf("usdc"), abi: erc20Abi },
      ...{ functionName: "approve", args: [friend(), maxUint256] },
    })
    await publicClient.waitForTransactionReceipt({ hash })
  }

  const leave = async (ills: readonly Ill[]): Promise<Hex> => {
    if (!ills.includes("not sealed")) return await world.leaveUnsent(overPool("12"))
    world.devnet.relay.pause("seal")
    const quoteId = await world.leaveAt("IN_PROGRESS", overPool("9"))
    for (const chain of [world.alpha, world.beta]) await world.pass(chain, 2 * 24 * 3_600)
    return quoteId
  }

  const optionsFor = (ills: readonly Ill[]): TaskCommandOptions => {
    if (ills.includes("expired")) return { clock: { ...systemClock, wallTime: () => Date.now() + 3_600_000 } }
    const env = { PLUGS_TEST_SWAP: JSON.stringify({ baseUrl: "http://127.0.0.1:9" }) }
    return ills.includes("no API") ? { env, clock: createShortPauses() } : {}
  }

  for (const { ills, names, isMended = false } of pairs) {
    it(`${ills.join(" and ")}: finds ${names.join(" and ")}`, async () => {
      if (ills.includes("no balance")) await allowFriend()
      const quoteId = await leave(ills)
      if (ills.includes("no allowance")) await take(world.devnet.market.alpha.router, 7_000_000n)
      if (ills.includes("no balance")) {
        await take(friend(), (await world.balanceOf(world.alpha, "usdc")) - 1_000_000n)
      }
      const { document, requests } = await world.explain(quoteId, optionsFor(ills))
      const seen = JSON.stringify(document.causes, undefined, 2)
      expect(
        document.causes.map(({ name }) => name),
        seen,
      ).to.deep.equal(names)
      expect(document.verdict).to.equal(swapCauses[names[0]!].verdict)
      expect(requests).to.be.within(1, maxRequests)
      if (!isMended) return
      const { code, stderr } = await world.mend(document.causes[0]?.mend?.command)
      expect(code, stderr).to.equal(0)
    })
  }
})
