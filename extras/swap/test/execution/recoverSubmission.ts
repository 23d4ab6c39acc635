import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { createPublicClient, createWalletClient, custom, type Hex, numberToHex } from "viem"

import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import type { EvmTransaction } from "#extras/swap/src/types.js"
import {
  afterWriting,
  createExecutionWorld,
  type ExecutionWorld,
  insteadOfWriting,
  type Offered,
  signings,
  type Trader,
  usdcToEth,
} from "#extras/swap/test/fixtures/executionWorld.js"
import { expectOneSwap } from "#extras/swap/test/fixtures/expectOneSwap.js"
import { Crash, crash, crashAt } from "#test/fixtures/children/crash.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { failure } from "#test/fixtures/failure.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"

describe("S-10 executeRoute, when its transaction is somewhere between the wallet and a block", () => {
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  for (const signing of signings) {
    it(`finds a transaction that is pending and not mined yet, with a ${signing} account`, async () => {
      const trader = await world.trader(signing)
      const offered = await trader.offered(usdcToEth)
      const { testClient } = world.alpha
      await trader.approve(world.tokenOf("usdc"), 10_000_000n)
      await testClient.setAutomine(false)
      try {
        const journal = insteadOfWriting(offered.journal, "SENT", crash)
        expect(await rejection(executeRoute({ ...offered, journal }))).to.be.instanceOf(Crash)
        const mines = (step: { state: string }): void => {
          if (step.state === "SENT") void testClient.setAutomine(true).then(() => testClient.mine({ blocks: 1 }))
        }
        expect((await executeRoute({ ...offered, onStep: mines })).route.status).to.equal("COMPLETED")
      } finally {
        await testClient.setAutomine(true)
      }
      expect(await trader.swaps()).to.equal(1)
    })

    it(`finds its transaction after the account has sent others, with a ${signing} account`, async () => {
      const trader = await world.trader(signing)
      const offered = await trader.offered(usdcToEth)
      const journal = insteadOfWriting(offered.journal, "SENT", crash)
      expect(await rejection(executeRoute({ ...offered, journal }))).to.be.instanceOf(Crash)
      for (let more = 0; more < 3; more += 1) await trader.approve(world.tokenOf("weth"), BigInt(more))
      await expectOneSwap(trader, offered)
    })
  }

  it("finds its transaction under another nonce, if the wallet chose it", async () => {
    const trader = await world.trader("json-rpc")
    const offered = await trader.offered(usdcToEth)
    const { walletClient } = offered
    // As wallets do that choose nonces themselves.
    const request = async (call: { method: string; params?: unknown }): Promise<unknown> => {
      const [transaction, ...others] = (call.params ?? []) as object[]
      if (call.method !== "eth_sendTransaction") return await walletClient.request(call as never)
      return await walletClient.request({ ...call, params: [{ ...transaction, nonce: undefined }, ...others] } as never)
    }
    const journal = afterWriting(offered.journal, "SIGNED", () => trader.approve(world.tokenOf("weth"), 1n))
    const crashing = insteadOfWriting(journal, "SENT", crash)
    const counting = { ...walletClient, request } as typeof walletClient
    expect(await rejection(executeRoute({ ...offered, walletClient: counting, journal: crashing }))).to.be.instanceOf(
      Crash,
    )
    expect(await trader.swaps()).to.equal(1)
    await expectOneSwap(trader, offered)
  })

  it("queues behind the pending transactions of the account, and replaces none of them", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const { testClient } = world.alpha
    await trader.approve(world.tokenOf("usdc"), 10_000_000n)
    await testClient.setAutomine(false)
    try {
      const waiting = trader.approve(world.tokenOf("weth"), 1n)
      await eventually(async () => (await world.alpha.publicClient.getBlock({ blockTag: "pending" })).transactions[0])
      const mines = (step: { state: string }): void => {
        if (step.state === "SENT") void testClient.setAutomine(true).then(() => testClient.mine({ blocks: 1 }))
      }
      expect((await executeRoute({ ...offered, onStep: mines })).route.status).to.equal("COMPLETED")
      await waiting
    } finally {
      await testClient.setAutomine(true)
    }
    expect(await trader.transactions()).to.equal(3)
  })

  it("goes by what it has sent itself where the node is one block behind, for each approval and for the swap", async () => {
    const trader = await world.trader("local")
    await trader.approve(world.tokenOf("usdt"), 1n)
    const offered = await trader.offered({ ...usdcToEth, of: "usdt" })
    await world.alpha.testClient.mine({ blocks: 1 })
    const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
      const given = [...((params ?? []) as unknown[])]
      const readsState = ["eth_call", "eth_estimateGas", "eth_simulateV1", "debug_traceCall", "eth_getTransactionCount"]
      if (readsState.includes(method) && ["latest", "pending", undefined].includes(given[1] as string | undefined)) {
        given[1] = numberToHex((await world.alpha.publicClient.getBlockNumber({ cacheTime: 0 })) - 1n)
      }
      return await offered.publicClient.request({ method, params: given } as never)
    }
    const { chain, pollingInterval } = offered.publicClient
    const node = { chain, pollingInterval, transport: custom({ request }, { retryCount: 0 }) }
    const walletClient = createWalletClient({ ...node, account: trader.walletClient.account! })
    const result = await executeRoute({ ...offered, publicClient: createPublicClient(node), walletClient })
    expect(result.route.status).to.equal("COMPLETED")
    expect(result.approvals).to.have.length(2)
    expect(await trader.transactions()).to.equal(4)
    expect(await trader.swaps()).to.equal(1)
  })

  it("S-28 sends nothing when the node cannot tell whether the transaction was sent", async () => {
    const trader = await world.trader("json-rpc")
    const offered = await trader.offered(usdcToEth)
    const journal = insteadOfWriting(offered.journal, "SENT", crash)
    expect(await rejection(executeRoute({ ...offered, journal }))).to.be.instanceOf(Crash)
    const { publicClient } = offered
    const request = async (call: { method: string }): Promise<unknown> => {
      if (call.method === "eth_getTransactionCount") throw new Error("missing trie node")
      return await publicClient.request(call as never)
    }
    const forgetful = { ...publicClient, request } as typeof publicClient
    const error = await failure(executeRoute({ ...offered, publicClient: forgetful }))
    expect(error.code).to.equal("SUBMISSION_UNCLEAR")
    expect(await trader.swaps()).to.equal(1)
    await expectOneSwap(trader, offered)
  })

  it("reports that another transaction was mined in its place", async () => {
    const trader = await world.trader("json-rpc")
    const offered = await trader.offered(usdcToEth)
    const { testClient } = world.alpha
    await trader.approve(world.tokenOf("usdc"), 10_000_000n)
    await testClient.setAutomine(false)
    try {
      expect(await rejection(executeRoute({ ...offered, onStep: crashAt("SENT") }))).to.be.instanceOf(Crash)
      const { submission } = (await offered.journal.read(offered.route.quoteId))!
      await testClient.dropTransaction({ hash: submission!.hash! })
    } finally {
      await testClient.setAutomine(true)
    }
    await trader.approve(world.tokenOf("weth"), 1n)
    expect((await failure(executeRoute(offered))).code).to.equal("SUBMISSION_REPLACED")
    expect(await trader.swaps()).to.equal(0)
  })

  it("sends the very same bytes again when the node lost them", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const { testClient } = world.alpha
    await trader.approve(world.tokenOf("usdc"), 10_000_000n)
    await testClient.setAutomine(false)
    let hash: string | undefined
    try {
      expect(await rejection(executeRoute({ ...offered, onStep: crashAt("SENT") }))).to.be.instanceOf(Crash)
      const { submission } = (await offered.journal.read(offered.route.quoteId))!
      hash = submission!.hash
      await testClient.dropTransaction({ hash: submission!.hash! })
    } finally {
      await testClient.setAutomine(true)
    }
    expect((await executeRoute(offered)).hash).to.equal(hash)
    expect(await trader.swaps()).to.equal(1)
  })

  describe("replaced by a wallet before it was mined", () => {
    /** Sends a swap, drops it before it is mined, and lets the wallet send another transaction with its nonce. */
    async function replacedBy(
      change: (transaction: EvmTransaction) => Partial<EvmTransaction>,
    ): Promise<{ trader: Trader; offered: Offered; hash: Hex }> {
      const trader = await world.trader("json-rpc")
      const offered = await trader.offered(usdcToEth)
      const { testClient, publicClient } = world.alpha
      await trader.approve(world.tokenOf("usdc"), 10_000_000n)
      await testClient.setAutomine(false)
      try {
        expect(await rejection(executeRoute({ ...offered, onStep: crashAt("SENT") }))).to.be.instanceOf(Crash)
        const { submission } = (await offered.journal.read(offered.route.quoteId))!
        await testClient.dropTransaction({ hash: submission!.hash! })
        const { account, chain } = trader.walletClient
        const { chainId, ...transaction } = submission!.transaction
        const changed = { ...transaction, ...change({ chainId, ...transaction }), gas: 2_000_000n }
        const { nonce } = submission!
        const hash = await trader.walletClient.sendTransaction({ account: account!, chain, nonce, ...changed })
        await testClient.setAutomine(true)
        await testClient.mine({ blocks: 1 })
        await publicClient.waitForTransactionReceipt({ hash })
        return { trader, offered, hash }
      } finally {
        await testClient.setAutomine(true)
      }
    }

    it("follows the same call under its new hash, as of a wallet that speeds it up", async () => {
      const { trader, offered, hash } = await replacedBy(() => ({}))
      const done = await executeRoute(offered)
      expect(done.hash).to.equal(hash)
      expect(done.route.status).to.equal("COMPLETED")
      expect(await trader.swaps()).to.equal(1)
    })

    it("does not take a call with another value for its own", async () => {
      const { offered, hash } = await replacedBy(({ value }) => ({ value: value + 1n }))
      const error = await failure(executeRoute(offered))
      expect(error.code).to.equal("SUBMISSION_REPLACED")
      expect(error.facts).to.include({ "replaced by": hash })
    })
  })
})
