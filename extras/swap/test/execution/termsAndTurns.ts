import { setImmediate } from "node:timers/promises"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { createWalletClient, custom, type Hex, parseUnits } from "viem"
import { privateKeyToAccount } from "viem/accounts"

import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import type { ExecutionStep } from "#extras/swap/src/execution/executionStates.js"
import {
  createExecutionWorld,
  type ExecutionWorld,
  insteadOfWriting,
  type Offered,
  signings,
  usdcToEth,
} from "#extras/swap/test/fixtures/executionWorld.js"
import { openUserFolder } from "#src/primitives/files/openUserFolder.js"
import { takeFileLock } from "#src/primitives/files/takeFileLock.js"
import { Crash, crash, crashAt } from "#test/fixtures/children/crash.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { variants } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { laggingNode } from "#test/fixtures/worlds/minesWhenAwaited.js"

describe("executeRoute, among other swaps and after a long wait", () => {
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  const withClock = (offered: Offered, clock: object): Offered => ({
    ...offered,
    client: { ...offered.client, clock: { ...offered.client.clock, ...clock } },
  })

  for (const signing of variants(signings, 1)) {
    it(`S-10 sends two swaps of one account at once under nonces of their own, with a ${signing} account`, async () => {
      const trader = await world.trader(signing)
      // Each has a journal of its own, as in two projects.
      const offers = [await trader.offered(usdcToEth), await trader.offered({ ...usdcToEth, amount: "20" })]
      const done = await Promise.all(offers.map((offered) => executeRoute(offered)))
      for (const { route } of done) expect(route.status).to.equal("COMPLETED")
      expect(await trader.swaps()).to.equal(2)
      expect(await trader.transactions()).to.equal(4)
      expect(await trader.allowance(world.tokenOf("usdc"))).to.equal(0n)
    })
  }

  it("queues behind a swap of the journal that this node does not count yet", async () => {
    const trader = await world.trader("local")
    const { testClient, publicClient } = world.alpha
    await trader.approve(world.tokenOf("usdc"), parseUnits("100", 6))
    const offered = await trader.offered(usdcToEth)
    await testClient.setAutomine(false)
    let nonces: (number | undefined)[]
    try {
      expect(await rejection(executeRoute({ ...offered, onStep: crashAt("SENT") }))).to.be.instanceOf(Crash)
      const behind = await laggingNode(publicClient)
      const second = await trader.offered({ ...usdcToEth, amount: "20" })
      const { journal } = offered
      const crashing = crashAt("SIGNED")
      const work = executeRoute({ ...second, journal, publicClient: behind, onStep: crashing })
      expect(await rejection(work)).to.be.instanceOf(Crash)
      nonces = (await journal.list()).map(({ submission }) => submission?.nonce)
    } finally {
      await testClient.setAutomine(true)
      await testClient.mine({ blocks: 1 })
    }
    expect(nonces.sort()).to.deep.equal([1, 2])
  })

  it("says who keeps sending from the account, and which file to delete", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const folder = await openUserFolder()
    const held = await takeFileLock(folder, `${world.alpha.chainId}-${trader.address.toLowerCase()}`)
    if (!("release" in held)) throw new Error("it is held by nobody else")
    try {
      const manual = createManualClock()
      const sleeping = withClock(offered, { now: () => manual.now(), sleep: (ms: number) => manual.advance(ms * 100) })
      const error = await failure(executeRoute({ ...sleeping, route: { ...offered.route, expiresAt: 9e9 } }))
      expect(error.code).to.equal("ACCOUNT_BUSY")
      expect(error.facts["file"]).to.contain(folder)
    } finally {
      await held.release()
    }
    expect(await trader.transactions()).to.equal(0)
  })

  it("S-12 asks the wallet's chain again after an approval", async () => {
    const trader = await world.trader("json-rpc")
    const offered = await trader.offered(usdcToEth)
    let chainId = world.alpha.chainId
    const request = async (call: { method: string; params?: unknown }): Promise<unknown> =>
      call.method === "eth_chainId"
        ? `0x${chainId.toString(16)}`
        : await world.alpha.publicClient.request(call as never)
    const { account } = trader.walletClient
    const walletClient = createWalletClient({ account, transport: custom({ request }, { retryCount: 0 }) })
    const onStep = ({ state }: ExecutionStep): void => {
      if (state === "APPROVING") chainId = world.beta.chainId
    }
    const error = await failure(executeRoute({ ...offered, walletClient, onStep }))
    expect(error.facts).to.include({ reason: "WRONG_CHAIN" })
    expect(await trader.swaps()).to.equal(0)
  })

  it("refuses a quote that expired while the machine slept, by the wall clock", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const asleep = withClock(offered, { wallTime: () => offered.route.expiresAt * 1_000 + 1 })
    expect((await failure(executeRoute(asleep))).facts).to.include({ reason: "EXPIRED" })
    expect(await trader.transactions()).to.equal(0)
  })

  it("checks the expiry again after the approvals, and before it sends what it signed", async () => {
    for (const state of ["APPROVING", "APPROVED"]) {
      const trader = await world.trader("local")
      const offered = await trader.offered(usdcToEth)
      let wall = 0
      const onStep = (step: ExecutionStep): void => {
        if (step.state === state) wall = offered.route.expiresAt * 1_000 + 1
      }
      const slept = withClock(offered, { wallTime: () => wall })
      expect((await failure(executeRoute({ ...slept, onStep }))).facts).to.include({ reason: "EXPIRED" })
      expect(await trader.swaps()).to.equal(0)
      expect((await offered.journal.read(offered.route.quoteId))?.submission).to.equal(undefined)
    }
  })

  it("sends nothing that it signed when the quote expired while its wallet signed", async () => {
    const trader = await world.trader("local")
    await trader.approve(world.tokenOf("usdc"), parseUnits("10", 6))
    const offered = await trader.offered(usdcToEth)
    let wall = 0
    const signer = privateKeyToAccount(trader.privateKey!)
    const signTransaction: typeof signer.signTransaction = async (...transaction) => {
      wall = offered.route.expiresAt * 1_000 + 1
      return await signer.signTransaction(...transaction)
    }
    const walletClient = { ...trader.walletClient, account: { ...signer, signTransaction } }
    const slow = withClock({ ...offered, walletClient }, { wallTime: () => wall })
    expect((await failure(executeRoute(slow))).facts).to.include({ reason: "EXPIRED" })
    expect(wall > 0).to.equal(true)
    expect(await trader.swaps()).to.equal(0)
    expect(await offered.journal.read(offered.route.quoteId))
      .to.include({ state: "APPROVED" })
      .and.not.have.property("submission")
  })

  it("does not give up what it signed where the node cannot say whether it works, and tells of no allowance then", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    expect(await rejection(executeRoute({ ...offered, onStep: crashAt("SIGNED") }))).to.be.instanceOf(Crash)
    const { publicClient } = offered
    const asked: string[] = []
    const request = async (call: { method: string }): Promise<unknown> => {
      if (call.method !== "eth_call") return await publicClient.request(call as never)
      asked.push(call.method)
      throw new Error("overloaded")
    }
    const states: string[] = []
    const onStep = ({ state }: ExecutionStep): number => states.push(state)
    const tired = { ...publicClient, request } as typeof publicClient
    expect((await failure(executeRoute({ ...offered, publicClient: tired, onStep }))).code).to.equal("NODE_FAILED")
    expect(asked.length > 0).to.equal(true)
    expect(states).to.deep.equal([])
    expect(await offered.journal.read(offered.route.quoteId)).to.include({ state: "SIGNED" })
    expect((await executeRoute(offered)).route.status).to.equal("COMPLETED")
    expect(await trader.transactions()).to.equal(2)
  })

  it("compares a second route of the same quote with what was asked first", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const journal = insteadOfWriting(offered.journal, "APPROVED", crash)
    expect(await rejection(executeRoute({ ...offered, journal, maxNativeFee: 10n ** 16n }))).to.be.instanceOf(Crash)
    const more = { ...offered.request, inputAmount: 2n * (offered.request.inputAmount ?? 0n) }
    const other = await failure(executeRoute({ ...offered, quote: undefined, request: more }))
    expect(other.code).to.equal("JOURNAL_MISMATCH")

    expect(await trader.swaps()).to.equal(0)
    expect((await executeRoute(offered)).route.status).to.equal("COMPLETED")
  })

  it("does not pass the end of one swap for that of another whose quote has the same id", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    await executeRoute(offered)
    const next = await trader.offered({ ...usdcToEth, amount: "20" })
    const route = { ...next.route, quoteId: offered.route.quoteId }
    const error = await failure(executeRoute({ ...next, route, journal: offered.journal }))
    expect(error.code).to.equal("JOURNAL_MISMATCH")
  })

  it("reports the allowance that a failed swap leaves behind, with the call that revokes it", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const steps: ExecutionStep[] = []
    let wall = 0
    const onStep = async (step: ExecutionStep): Promise<void> => {
      if (step.state === "APPROVING") wall = offered.route.expiresAt * 1_000 + 1
      // The failure waits until the last step was taken.
      await setImmediate()
      steps.push(step)
    }
    await failure(executeRoute({ ...withClock(offered, { wallTime: () => wall }), onStep }))
    const left = steps.at(-1)
    expect(left).to.include({ state: "ALLOWANCE_LEFT", token: world.tokenOf("usdc"), spender: world.router })
    expect(left).to.include({ amount: await trader.allowance(world.tokenOf("usdc")) })
    const { revoke } = left as unknown as { revoke: { to: Hex; data: Hex } }
    const { account, chain } = trader.walletClient
    await trader.walletClient.sendTransaction({ account: account!, chain, ...revoke })
    expect(await trader.allowance(world.tokenOf("usdc"))).to.equal(0n)
  })

  it("reports no allowance where the swap used it, or nothing was approved", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const states: string[] = []
    const onStep = ({ state }: ExecutionStep): number => states.push(state)
    await failure(
      executeRoute({ ...offered, route: { ...offered.route, expiresAt: Math.floor(Date.now() / 1_000) - 1 }, onStep }),
    )
    await executeRoute({ ...offered, onStep })
    expect(states).to.not.include("ALLOWANCE_LEFT")
  })
})
