import { mkdir, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import { encodeAbiParameters, encodeFunctionData, erc20Abi, type Hex, maxUint256, toFunctionSelector } from "viem"

import { tokenAbi } from "#src/onchain/tokens.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { createRewritingApi } from "#test/fixtures/servers/rewritingApi.js"
import {
  createExplainedSwapWorld,
  type ExplainedSwapWorld,
  overPool,
} from "#test/fixtures/worlds/swap/explainedSwapWorld.js"

describe("hardhat swap revoke", function () {
  let world: ExplainedSwapWorld
  before(async () => {
    world = await createExplainedSwapWorld()
  })
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

  const nothing = [{ schemaVersion: 1, event: "end", outcome: "success", count: 0 }]

  /** What was given to the node to sign or to send from now on, by a node that lies. */
  function watchSigned(lie: (method: string, call: string, result: unknown) => unknown = (_m, _c, result) => result): {
    readonly signed: unknown[]
  } {
    const signed: unknown[] = []
    world.door.rewrite((method, result, [first]) => {
      if (method.startsWith("eth_send")) signed.push(first)
      const { data = "0x" } = (first ?? {}) as { data?: string }
      return lie(method, method === "eth_call" ? data.slice(0, 10) : "", result)
    })
    return { signed }
  }
  /** The only transaction that revokes an allowance. */
  const expectRevoking = (signed: readonly unknown[], spender: Hex): void => {
    expect(signed).to.have.length(1)
    const { to, data, value, from } = signed[0] as Readonly<Record<string, string | undefined>>
    expect({ to: to?.toLowerCase(), data, value: BigInt(value ?? 0), from: from?.toLowerCase() }).to.deep.equal({
      to: world.tokenOf("usdc").toLowerCase(),
      data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, 0n] }),
      value: 0n,
      from: world.user.toLowerCase(),
    })
  }
  const shown = (spender: Hex): RegExp =>
    new RegExp(`${spender} may take [^\n]* of ${world.tokenOf("usdc")} from ${world.user}\\.`)

  describe("after a swap that failed", () => {
    let router: Hex
    let left: Hex
    before(async () => {
      router = await leaveAllowance("50")
      left = await world.devnet.snapshot()
    })
    afterEach(async () => {
      world.door.release()
      await world.devnet.revert(left)
    })
    after(() => world.reset())

    it("finds what swaps have left behind, shows it, asks, and revokes it", async () => {
      const elsewhere = await world.run(["swap", "revoke", "--network", "beta", "--json"])
      expect(elsewhere.events, "another chain is not read").to.deep.equal(nothing)
      const declined = await world.run(["swap", "revoke"], { answer: () => "n" })
      expectGoldenCommand("swap/revoke-declined", declined)
      expect(await allowanceOf(router)).to.equal(50_000_000n)
      const { code, stdout, stderr } = await world.run(["swap", "revoke"], { answer: () => "y" })
      expectGoldenCommand("swap/revoke", { code, stdout, stderr })
      expect(await allowanceOf(router)).to.equal(0n)
    })

    it("revokes one that is named, whoever approved it, and leaves others", async () => {
      await approve(stranger, 7n)
      const named = ["--token", world.tokenOf("usdc"), "--spender", stranger]
      const revoked = await world.run(["swap", "revoke", ...named, "--network", "alpha", "--yes", "--json"])
      expect(revoked.code).to.equal(0)
      expectGoldenCommand("swap/revoke", revoked)
      expect(await allowanceOf(stranger)).to.equal(0n)
      expect(await allowanceOf(router)).to.equal(50_000_000n)
      const filtered = await world.run(["swap", "revoke", "--spender", stranger, "--yes", "--json"])
      expect(filtered.events).to.deep.equal(nothing)
    })

    it("sends nothing without consent, or for what cannot be read", async () => {
      const before = await world.alpha.publicClient.getTransactionCount({ address: world.user })
      const unasked = await world.run(["swap", "revoke"])
      expectGoldenCommand("swap/revoke-not-asked", unasked)
      expect(unasked.error).to.include({ code: "INVALID_INPUT", argument: "--yes" })
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
      expect(noChain.error).to.include({ code: "INVALID_INPUT", argument: "--network" })
      expect(noChain.error?.next).to.contain("alpha, beta").and.not.contain("--from")
      const noToken = ["--token", stranger, "--spender", stranger, "--network", "alpha", "--yes"]
      const refused = await world.run(["swap", "revoke", ...noToken])
      expect(refused.code).to.equal(1)
      expect(refused.error?.code).to.equal("WRONG_CONTRACT")
      expect(await world.alpha.publicClient.getTransactionCount({ address: world.user })).to.equal(before)
    })

    it("asks a swap API that lies nothing, and revokes what the journal has", async () => {
      let asked = 0
      await using api = await createRewritingApi(world.devnet.url, (_path, text) => {
        asked += 1
        return text.replaceAll(router, stranger).replaceAll(router.toLowerCase(), stranger)
      })
      const { signed } = watchSigned()
      const { baseUrl, apiKey } = world.devnet.swap
      const swap = { apiKey, baseUrl: `${api.url}${new URL(baseUrl).pathname}` }
      const env = { PLUGS_TEST_SWAP: JSON.stringify(swap) }
      const { code, stderr } = await world.run(["swap", "revoke"], { env, answer: () => "y" })
      expect(code, stderr).to.equal(0)
      expect(stderr).to.match(shown(router))
      expectRevoking(signed, router)
      expect(asked).to.equal(0)
      expect(await allowanceOf(router)).to.equal(0n)
    })
  })

  describe("of any project", () => {
    afterEach(() => world.reset())

    it("does nothing, and succeeds, if there is nothing to revoke", async () => {
      const before = await world.alpha.publicClient.getTransactionCount({ address: world.user })
      for (const args of [
        [],
        ["--network", "alpha"],
        ["--network", "alpha", "--token", world.tokenOf("usdc"), "--spender", stranger],
      ]) {
        const { code, events } = await world.run(["swap", "revoke", ...args, "--json"])
        expect(code).to.equal(0)
        expect(events).to.deep.equal(nothing)
      }
      expect((await world.run(["swap", "revoke"])).stdout).to.equal("There is nothing to revoke.\n")
      expect(await world.alpha.publicClient.getTransactionCount({ address: world.user })).to.equal(before)
    })

    it("says that a journal is damaged instead of finding nothing", async () => {
      const quoteId = `0x${"54".repeat(32)}`
      const folder = path.join(world.root(), ".plugs", "swaps", "41001")
      await mkdir(folder, { recursive: true })
      await writeFile(path.join(folder, `${quoteId}.json`), "{broken")
      const { code, error, stdout } = await world.run(["swap", "revoke", "--yes"])
      expect(code).to.equal(1)
      expect(error?.code).to.equal("JOURNAL_FOREIGN")
      expect(error?.facts["file"]).to.contain(`${quoteId}.json`)
      expect(stdout).to.equal("")
      const named = ["--token", world.tokenOf("usdc"), "--spender", world.devnet.market.alpha.router]
      expect((await world.run(["swap", "revoke", ...named, "--network", "alpha", "--yes"])).code).to.equal(0)
    })

    deepIt("leaves the allowance alone that a swap which goes on needs", async () => {
      await world.leaveUnsent(overPool("53"))
      expect((await world.run(["swap", "revoke", "--yes", "--json"])).events).to.deep.equal(nothing)
    })

    it("signs no more than what it has shown for a node that lies about the token and the allowance", async () => {
      const selector = (name: keyof typeof signatures) => toFunctionSelector(signatures[name])
      const signatures = {
        symbol: "symbol()",
        decimals: "decimals()",
        allowance: "allowance(address,address)",
      } as const
      const word = (value: bigint) => encodeAbiParameters([{ type: "uint256" }], [value])
      const saying =
        (name: keyof typeof signatures, answer: Hex) => (_method: string, call: string, result: unknown) =>
          call === selector(name) ? answer : result
      const lies = [
        { lie: saying("symbol", encodeAbiParameters([{ type: "string" }], ["USDC of 0x01\n"])), code: 0, isSent: true },
        { lie: saying("decimals", word(0n)), code: 0, isSent: true },
        { lie: saying("allowance", word(maxUint256)), code: 1, isSent: true },
        { lie: saying("allowance", word(0n)), code: 0, isSent: false },
        { lie: undefined, code: 0, isSent: true },
      ]
      const args = ["swap", "revoke", "--network", "alpha", "--token", world.tokenOf("usdc"), "--spender", stranger]
      for (const [index, { lie, code, isSent }] of lies.entries()) {
        await approve(stranger, 7n)
        const { signed } = watchSigned(lie)
        const ended = await world.run(args, { answer: () => "y" })
        world.door.release()
        expect(ended.code, `${index} ${ended.stderr}`).to.equal(code)
        if (!isSent) expect(signed, `${index}`).to.deep.equal([])
        else {
          expect(ended.stderr).to.match(shown(stranger))
          expectRevoking(signed, stranger)
        }
        expect(await allowanceOf(stranger)).to.equal(isSent ? 0n : 7n)
      }
    })

    it("signs nothing for a node that says it is another chain than the configuration does", async () => {
      await approve(stranger, 7n)
      const { chainId } = world.alpha
      const PLUGS_TEST_NETWORKS = JSON.stringify({ alpha: { type: "http", url: world.door.url, chainId } })
      const args = ["swap", "revoke", "--network", "alpha", "--token", world.tokenOf("usdc"), "--spender", stranger]
      const revoke = () => world.run(args, { env: { PLUGS_TEST_NETWORKS }, answer: () => "y" })
      const { signed } = watchSigned((method, _call, result) => (method === "eth_chainId" ? "0x1" : result))
      // Hardhat itself refuses it.
      expect(await rejection(revoke())).to.match(/HHE708: .*chain id "41001".*id "1"/)
      expect(signed).to.deep.equal([])
      world.door.release()
      expect((await revoke()).code).to.equal(0)
      expect(await allowanceOf(stranger)).to.equal(0n)
    })
  })
})
