import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import { erc20Abi, type Hex } from "viem"

import { tokenAbi } from "../../../src/onchain/tokens.js"
import { damageEntry } from "../../fixtures/wire/journalEntries.js"
import {
  createExplainedSwapWorld,
  type ExplainedSwapWorld,
  overPool,
} from "../../fixtures/worlds/swap/explainedSwapWorld.js"

describe("hardhat swap revoke", function () {
  this.timeout(60_000)
  let world: ExplainedSwapWorld
  before(async () => {
    world = await createExplainedSwapWorld()
  })
  afterEach(() => world.reset())
  after(() => world[Symbol.asyncDispose]())

  const stranger = "0x00000000000000000000000000000000000000f7"
  const allowanceOf = (spender: Hex): Promise<bigint> =>
    world.alpha.publicClient.readContract({
      ...{ address: world.tokenOf("usdc"), abi: erc20Abi, functionName: "allowance" },
      args: [world.user, spender],
    })
  const approve = async (spender: Hex, amount: bigint): Promise<void> => {
    const hash = await world.alpha.walletClient.writeContract({
      ...{ address: world.tokenOf("usdc"), abi: tokenAbi, functionName: "approve", args: [spender, amount] },
    })
    await world.alpha.publicClient.waitForTransactionReceipt({ hash })
  }
  /** Leaves the allowance of a swap that failed after it had approved. */
  const leaveAllowance = async (amount: string): Promise<Hex> => {
    const router = world.devnet.market.alpha.router
    const code = (await world.alpha.publicClient.getCode({ address: router }))!
    const held = world.door.holdAt({ method: "eth_sendTransaction", times: 2, when: "before" })
    const executing = world.start(["swap", "execute", ...overPool(amount), "--yes", "--json"])
    await held
    executing.ended.catch(() => undefined)
    await world.abandon()
    world.door.release()
    // It was signed. Given up, it needs its allowance no more.
    await world.alpha.testClient.setCode({ address: router, bytecode: "0x60006000fd" })
    await world.run(["swap", "resume", "--yes"])
    await world.alpha.testClient.setCode({ address: router, bytecode: code })
    expect(await allowanceOf(router)).to.not.equal(0n)
    return router
  }

  it("finds what swaps have left behind, shows it, asks, and revokes it", async () => {
    const router = await leaveAllowance("50")
    const declined = await world.run(["swap", "revoke"], { answer: () => "n" })
    expect(declined.code).to.equal(130)
    expect(declined.stderr).to.contain(`${router} may take 50 USDC (50000000 in its smallest unit)`)
    expect(declined.stderr).to.contain("Nothing was sent.")
    expect(await allowanceOf(router)).to.equal(50_000_000n)
    const { code, stdout, stderr } = await world.run(["swap", "revoke"], { answer: () => "y" })
    expect(code, stderr).to.equal(0)
    expect(stdout).to.match(/^Revoked on alpha in 0x[0-9a-f]{64}: 0x\w+ may take nothing more\.$/m)
    expect(await allowanceOf(router)).to.equal(0n)
  })

  it("does nothing, and succeeds, if there is nothing to revoke", async () => {
    const before = await world.alpha.publicClient.getTransactionCount({ address: world.user })
    for (const args of [
      [],
      ["--network", "alpha"],
      ["--network", "alpha", "--token", world.tokenOf("usdc"), "--spender", stranger],
    ]) {
      const { code, stdout } = await world.run(["swap", "revoke", ...args])
      expect(code).to.equal(0)
      expect(stdout).to.contain("There is nothing to revoke.")
    }
    const { events } = await world.run(["swap", "revoke", "--json"])
    expect(events).to.deep.equal([{ schemaVersion: 1, event: "end", outcome: "success", count: 0 }])
    expect(await world.alpha.publicClient.getTransactionCount({ address: world.user })).to.equal(before)
  })

  it("revokes one that is named, whoever approved it, and leaves others", async () => {
    const router = await leaveAllowance("51")
    await approve(stranger, 7n)
    const named = ["--token", world.tokenOf("usdc"), "--spender", stranger]
    const { code, events } = await world.run(["swap", "revoke", ...named, "--network", "alpha", "--yes", "--json"])
    expect(code).to.equal(0)
    const facts = { chain: "alpha", account: world.user, token: world.tokenOf("usdc"), spender: stranger, amount: "7" }
    expect(events.map(({ event }) => event)).to.deep.equal(["allowance", "revoked", "end"])
    expect(events[0]).to.include(facts)
    expect(events[1]).to.include(facts)
    expect(await allowanceOf(stranger)).to.equal(0n)
    expect(await allowanceOf(router)).to.equal(51_000_000n)
    const filtered = await world.run(["swap", "revoke", "--spender", stranger, "--yes"])
    expect(filtered.stdout).to.contain("There is nothing to revoke.")
  })

  it("sends nothing without consent, or for what cannot be read", async () => {
    await leaveAllowance("52")
    const before = await world.alpha.publicClient.getTransactionCount({ address: world.user })
    const unasked = await world.run(["swap", "revoke"])
    expect(unasked.code).to.equal(1)
    expect(unasked.stderr).to.contain("--yes")
    const noChain = await world.run([
      "swap",
      "revoke",
      "--token",
      world.tokenOf("usdc"),
      "--spender",
      stranger,
      "--yes",
    ])
    expect(noChain.code).to.equal(1)
    expect(noChain.stderr).to.contain("Add --network with one of alpha, beta.")
    expect(noChain.stderr).to.not.contain("--from")
    const noToken = ["--token", stranger, "--spender", stranger, "--network", "alpha", "--yes"]
    const refused = await world.run(["swap", "revoke", ...noToken])
    expect(refused.code).to.equal(1)
    expect(refused.stderr).to.contain("There is no token")
    expect(await world.alpha.publicClient.getTransactionCount({ address: world.user })).to.equal(before)
  })

  it("says that a journal is damaged instead of finding nothing", async () => {
    const quoteId = await world.leaveUnsent(overPool("54"))
    await damageEntry(world.root(), quoteId)
    const { code, stderr, stdout } = await world.run(["swap", "revoke", "--yes"])
    expect(code).to.equal(1)
    expect(stderr).to.contain("A file that records what was sent cannot be read.").and.contain(`${quoteId}.json`)
    expect(stdout).to.equal("")
    const named = ["--token", world.tokenOf("usdc"), "--spender", world.devnet.market.alpha.router]
    expect((await world.run(["swap", "revoke", ...named, "--network", "alpha", "--yes"])).code).to.equal(0)
  })

  it("leaves the allowance alone that a swap which goes on needs", async () => {
    await world.leaveUnsent(overPool("53"))
    const { stdout } = await world.run(["swap", "revoke", "--yes"])
    expect(stdout).to.contain("There is nothing to revoke.")
  })
})
