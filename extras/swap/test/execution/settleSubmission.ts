import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { createWalletClient, custom } from "viem"

import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import { settleExecution } from "#extras/swap/src/execution/settleSubmission.js"
import {
  createExecutionWorld,
  type ExecutionWorld,
  type Offered,
  signings,
  type Trader,
  usdcToEth,
} from "#extras/swap/test/fixtures/executionWorld.js"
import { Crash, crashAt } from "#test/fixtures/children/crash.js"
import { variants } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { minesWhenAwaited } from "#test/fixtures/worlds/minesWhenAwaited.js"

/** The same, but at a time when the quote has expired. */
function whenExpired(offered: Offered): Offered {
  const clock = { ...offered.client.clock, now: () => offered.route.expiresAt * 1_000 + 1 }
  return { ...offered, client: { ...offered.client, clock } }
}

describe("executeRoute, when its transaction can no longer do its work", () => {
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  /** Executes until the transaction is in the journal, and not sent. */
  async function signedOnly(trader: Trader): Promise<Offered> {
    const offered = await trader.offered(usdcToEth)
    expect(await rejection(executeRoute({ ...offered, onStep: crashAt("SIGNED") }))).to.be.instanceOf(Crash)
    return offered
  }

  for (const signing of variants(signings, 1)) {
    it(`uses up the nonce of what was signed, never sent, and has expired, with a ${signing} account`, async () => {
      const trader = await world.trader(signing)
      const offered = await signedOnly(trader)
      const { submission } = (await offered.journal.read(offered.route.quoteId))!
      const error = await failure(executeRoute(whenExpired(offered)))
      expect(error.code).to.equal("SUBMISSION_REPLACED")
      expect(error.facts).to.include({ nonce: String(submission!.nonce), reason: "EXPIRED" })
      const hash = error.facts["replaced by"] as `0x${string}`
      const payment = await world.alpha.publicClient.getTransaction({ hash })
      expect(payment).to.include({ nonce: submission!.nonce, value: 0n, input: "0x" })
      expect(payment.to?.toLowerCase()).to.equal(trader.address.toLowerCase())
      // The bytes that were left behind are worth nothing now.
      if (submission!.raw !== undefined) {
        const sent = world.alpha.publicClient.sendRawTransaction({ serializedTransaction: submission!.raw })
        expect(await rejection(sent)).to.be.instanceOf(Error)
      }
      expect(await offered.journal.read(offered.route.quoteId)).to.include({ state: "REPLACED", replacedBy: hash })
      // It ends the same way again, and sends nothing more.
      expect((await failure(executeRoute(offered))).code).to.equal("SUBMISSION_REPLACED")
      expect(await trader.transactions()).to.equal(2)
      expect(await trader.swaps()).to.equal(0)
    })

    it(`uses the nonce up before it takes another quote, with a ${signing} account`, async () => {
      const trader = await world.trader(signing)
      const offered = await signedOnly(trader)
      const { submission } = (await offered.journal.read(offered.route.quoteId))!
      const route = { ...offered.route, expiresAt: Math.floor(Date.now() / 1_000) - 1 }
      await offered.journal.write({ ...(await offered.journal.read(route.quoteId))!, route })
      const done = await executeRoute({ ...offered, route, requote: true })
      expect(done.quoteId).to.not.equal(route.quoteId)
      expect(done.route.status).to.equal("COMPLETED")
      const swap = await world.alpha.publicClient.getTransaction({ hash: done.hash })
      expect(swap.nonce).to.be.greaterThan(submission!.nonce)
      expect(await trader.swaps()).to.equal(1)
    })
  }

  it("calls a swap over only once the payment that uses up its nonce is mined", async () => {
    const trader = await world.trader("local")
    const offered = await signedOnly(trader)
    await using slow = await minesWhenAwaited(world.alpha)
    const error = await failure(executeRoute({ ...whenExpired(offered), publicClient: slow.publicClient }))
    expect(error.code).to.equal("SUBMISSION_REPLACED")
    expect(await trader.transactions()).to.equal(2)
  })

  it("swaps nothing anew in place of what was sent, although its quote has expired and may be replaced", async () => {
    const trader = await world.trader("local")
    await trader.approve(world.tokenOf("usdc"), 10_000_000n)
    const offered = await trader.offered(usdcToEth)
    const { testClient } = world.alpha
    await testClient.setAutomine(false)
    try {
      expect(await rejection(executeRoute({ ...offered, onStep: crashAt("SENT") }))).to.be.instanceOf(Crash)
      const { submission } = (await offered.journal.read(offered.route.quoteId))!
      await testClient.dropTransaction({ hash: submission!.hash! })
    } finally {
      await testClient.setAutomine(true)
    }
    const error = await failure(executeRoute({ ...whenExpired(offered), requote: true }))
    expect(error.facts).to.include({ reason: "EXPIRED" })
    expect(await offered.journal.read(offered.route.quoteId)).to.include({ state: "REPLACED" })
    expect(await trader.swaps()).to.equal(0)
  })

  it("gives up what was signed, never sent, and reverts now", async () => {
    const trader = await world.trader("local")
    const offered = await signedOnly(trader)
    const { publicClient } = offered
    const request = async (call: { method: string; params?: unknown }): Promise<unknown> => {
      const [{ to }] = (call.params ?? [{}]) as [{ to?: string }]
      if (call.method !== "eth_call" || to?.toLowerCase() !== world.router.toLowerCase()) {
        return await publicClient.request(call as never)
      }
      throw Object.assign(new Error("execution reverted"), { code: 3, data: "0x" })
    }
    const reverting = { ...publicClient, request } as typeof publicClient
    const error = await failure(executeRoute({ ...offered, publicClient: reverting }))
    expect(error.facts).to.include({ reason: "CALL_REVERTED" })
    expect(await offered.journal.read(offered.route.quoteId)).to.include({ state: "REPLACED" })
    expect(await trader.swaps()).to.equal(0)
  })

  it("settles nothing that can still go on", async () => {
    const trader = await world.trader("local")
    const offered = await signedOnly(trader)
    expect(await settleExecution(offered)).to.include({ state: "SIGNED" })
    expect(await trader.swaps()).to.equal(0)
    expect((await executeRoute(offered)).route.status).to.equal("COMPLETED")
    expect(await settleExecution(offered)).to.include({ state: "FINISHED" })
  })

  it("follows what was mined after all while its nonce was used up", async () => {
    const trader = await world.trader("local")
    const offered = await signedOnly(trader)
    const { submission } = (await offered.journal.read(offered.route.quoteId))!
    const { publicClient } = world.alpha
    // Somebody else sends the bytes just before the payment.
    const request = async (call: { method: string }): Promise<unknown> => {
      if (call.method === "eth_sendRawTransaction") {
        await publicClient.sendRawTransaction({ serializedTransaction: submission!.raw! }).catch(() => undefined)
      }
      return await publicClient.request(call as never)
    }
    const { account, chain } = trader.walletClient
    const walletClient = createWalletClient({ account, chain, transport: custom({ request }, { retryCount: 0 }) })
    const first = await failure(executeRoute({ ...whenExpired(offered), walletClient }))
    expect(first.code).to.equal("NOT_SUBMITTED")
    const done = await executeRoute(offered)
    expect(done.hash).to.equal(submission!.hash)
    expect(await trader.swaps()).to.equal(1)
  })

  it("uses up nothing on another chain", async () => {
    const trader = await world.trader("local")
    const offered = await signedOnly(trader)
    const elsewhere = { ...whenExpired(offered), publicClient: world.beta.publicClient }
    expect((await failure(executeRoute(elsewhere))).facts).to.include({ reason: "WRONG_CHAIN" })
    expect(await offered.journal.read(offered.route.quoteId)).to.include({ state: "SIGNED" })
  })
})
