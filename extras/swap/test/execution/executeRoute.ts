import { setImmediate } from "node:timers/promises"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { maxUint256, parseUnits } from "viem"

import { swapRouterArtifact } from "#extras/swap/src/artifacts/market.js"
import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import type { ExecutionStep } from "#extras/swap/src/execution/executionStates.js"
import { findUnfinished } from "#extras/swap/src/execution/journal/entries.js"
import type { QuoteRoute, TxData } from "#extras/swap/src/types.js"
import {
  afterWriting,
  createExecutionWorld,
  type ExecutionWorld,
  type Offered,
  usdcToEth,
} from "#extras/swap/test/fixtures/executionWorld.js"
import { failure } from "#test/fixtures/failure.js"
import { minesWhenAwaited } from "#test/fixtures/worlds/minesWhenAwaited.js"

/** Executes a route, and returns the states that were reported. */
async function statesOf(offered: Offered): Promise<string[]> {
  const states: string[] = []
  await executeRoute({ ...offered, onStep: ({ state }) => states.push(state) })
  return states.filter((state) => state !== "FOLLOWING")
}

/** Returns the same route with another transaction. */
function sending(route: QuoteRoute, change: Record<string, unknown>): QuoteRoute {
  const { kind, object } = route.txData as TxData & { object: object }
  return { ...route, txData: { kind, object: { ...object, ...change } } }
}

describe("executeRoute", () => {
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  for (const signing of ["local", "json-rpc"] as const) {
    it(`approves exactly, sends once and follows to the end, with a ${signing} account`, async () => {
      const trader = await world.trader(signing)
      const offered = await trader.offered(usdcToEth)
      const before = await world.balanceOf(world.beta, "weth", trader.address)
      const steps: ExecutionStep[] = []
      // Each step waits until the one before was taken.
      const onStep = async (step: ExecutionStep): Promise<void> => {
        await setImmediate()
        steps.push(step)
      }
      const done = await executeRoute({ ...offered, onStep })
      expect(done.route.status).to.equal("COMPLETED")
      expect(done.quoteId).to.equal(offered.route.quoteId)
      expect(done.route.origin.txHash).to.equal(done.hash)
      expect(done.approvals).to.have.length(1)
      expect(await trader.swaps()).to.equal(1)
      expect(await trader.transactions()).to.equal(2)
      expect(await trader.allowance(world.tokenOf("usdc"))).to.equal(0n)
      expect(await world.balanceOf(world.beta, "weth", trader.address)).to.equal(before + offered.route.output.amount)
      const reported = steps.map(({ state }) => state).filter((state) => state !== "FOLLOWING")
      expect(reported).to.deep.equal(["CHECKED", "APPROVING", "APPROVED", "SIGNED", "SENT", "MINED", "FINISHED"])
      const signed = steps.find((step) => step.state === "SIGNED")
      expect(signed).to.include({ nonce: 1, hash: signing === "local" ? done.hash : undefined })
      expect(await offered.journal.read(done.quoteId)).to.include({ state: "FINISHED", outcome: "COMPLETED" })
    })
  }

  it("waits for each of its transactions on a chain that mines none before", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    await using slow = await minesWhenAwaited(world.alpha)
    // The devnet's own actors seal the bridge's message on this chain.
    const onStep = ({ state }: ExecutionStep): void => {
      if (state === "MINED") void slow[Symbol.asyncDispose]()
    }
    const done = await executeRoute({ ...offered, publicClient: slow.publicClient, onStep })
    expect(done.route.status).to.equal("COMPLETED")
    expect(await trader.transactions()).to.equal(2)
  })

  it("ends with what a step is refused with, while it follows too, and goes on from there", async () => {
    const offered = await (await world.trader("local")).offered(usdcToEth)
    const refusal = new Error("cannot be shown")
    const onStep = async ({ state }: ExecutionStep): Promise<void> => {
      await setImmediate()
      if (state === "FOLLOWING") throw refusal
    }
    expect(await executeRoute({ ...offered, onStep }).catch((error: unknown) => error)).to.equal(refusal)
    expect((await offered.journal.read(offered.route.quoteId))?.state).to.equal("MINED")
    expect((await executeRoute(offered)).route.status).to.equal("COMPLETED")
  })

  it("returns the same end again, and sends nothing, once it is over", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const first = await executeRoute(offered)
    const again = await executeRoute(offered)
    expect(again).to.deep.include({ hash: first.hash, quoteId: first.quoteId, approvals: first.approvals })
    expect(await trader.transactions()).to.equal(2)
  })

  it("sends nothing, not even an approval, while the account owns less than the API asks for gas", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const [alpha] = await world.client.getSupportedChains()
    const { minNativeCurrencyForGas } = alpha!.currency
    expect(minNativeCurrencyForGas).to.equal(10n ** 16n)
    const { value } = (offered.route.txData as { object: { value: bigint } }).object
    const needed = value + 10n ** 16n
    await world.alpha.testClient.setBalance({ address: trader.address, value: needed - 1n })
    const error = await failure(executeRoute({ ...offered, minNativeCurrencyForGas }))
    expect(error).to.include({ code: "INSUFFICIENT_BALANCE" })
    expect(error.message).to.contain(String(10n ** 16n))
    expect(await trader.transactions()).to.equal(0)
    await world.alpha.testClient.setBalance({ address: trader.address, value: needed })
    expect((await executeRoute({ ...offered, minNativeCurrencyForGas })).route.status).to.equal("COMPLETED")
  })

  it("approves nothing when the allowance is enough", async () => {
    const trader = await world.trader("local")
    await trader.approve(world.tokenOf("usdc"), parseUnits("10", 6))
    const offered = await trader.offered(usdcToEth)
    expect(await statesOf(offered)).to.not.include("APPROVING")
    expect(await trader.transactions()).to.equal(2)
  })

  it("resets the allowance of a token that requires it, and approves no more than is swapped", async () => {
    const trader = await world.trader("local")
    await trader.approve(world.tokenOf("usdt"), 1n)
    const offered = await trader.offered({ ...usdcToEth, of: "usdt" })
    const { approvals } = await executeRoute(offered)
    expect(approvals).to.have.length(2)
    expect(await trader.allowance(world.tokenOf("usdt"))).to.equal(0n)
  })

  it("swaps native currency without an approval, and pays a bridge's message", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered({ ...usdcToEth, amount: "1", of: "native", into: "usdc" })
    expect(await statesOf(offered)).to.deep.equal(["CHECKED", "APPROVED", "SIGNED", "SENT", "MINED", "FINISHED"])
    expect(await trader.transactions()).to.equal(1)
  })

  it("explains why the simulation reverted, and sends nothing", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const bridge = sending(offered.route, { value: 0n })
    const errorAbis = [swapRouterArtifact.abi]
    const error = await failure(executeRoute({ ...offered, route: bridge, errorAbis }))
    expect(error.code).to.equal("CALL_REVERTED")
    expect(await trader.swaps()).to.equal(0)
    expect((await offered.journal.read(offered.route.quoteId))?.state).to.equal("APPROVED")
    // Nothing was signed, so it can be tried again with what is right. It attaches more than what was agreed to.
    expect(await failure(executeRoute(offered))).to.include({ reason: "CALL_CHANGED" })
    expect((await executeRoute({ ...offered, confirmCall: () => Promise.resolve(true) })).route.status).to.equal(
      "COMPLETED",
    )
    expect(await trader.swaps()).to.equal(1)
  })

  it("refuses what only the chain can show, before anything is signed", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const stranger = "0x00000000000000000000000000000000DeaDBeef"
    const toNobody = { ...sending(offered.route, { to: stranger }), approval: null }
    const empty = await failure(
      executeRoute({ ...offered, route: toNobody, allowedTargets: [stranger], acceptUndecoded: true }),
    )
    expect(empty.facts["reason"]).to.equal("NO_CONTRACT")
    const other = await trader.offered(usdcToEth)
    const elsewhere = await failure(executeRoute({ ...other, publicClient: world.beta.publicClient }))
    expect(elsewhere.facts["reason"]).to.equal("WRONG_CHAIN")
    const third = await trader.offered(usdcToEth)
    const wallet = (await world.trader("local")).walletClient
    const stolen = await failure(executeRoute({ ...third, walletClient: wallet }))
    expect(stolen.facts["reason"]).to.equal("WRONG_USER")
    expect(await trader.transactions()).to.equal(0)
  })

  it("ends at once on its signal, and can be resumed", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    for (const [state, sent] of [
      ["APPROVED", 0],
      ["SENT", 1],
    ] as const) {
      const stop = new AbortController()
      const onStep = (step: ExecutionStep): void => {
        if (step.state === state) stop.abort()
      }
      expect((await failure(executeRoute({ ...offered, signal: stop.signal, onStep }))).code).to.equal("ABORTED")
      expect(await trader.swaps()).to.equal(sent)
    }
    expect((await executeRoute(offered)).route.status).to.equal("COMPLETED")
    expect(await trader.swaps()).to.equal(1)
  })

  it("sends nothing from an account that owns too little", async () => {
    const trader = await world.trader("local")
    const dear = await trader.offered({ ...usdcToEth, amount: "2000" })
    const short = await failure(executeRoute(dear))
    expect(short.code).to.equal("INSUFFICIENT_TOKENS")
    expect(short.facts).to.include({ needed: "2000 USDC (2000000000 in its smallest unit)" })
    const native = await trader.offered({ ...usdcToEth, amount: "101", of: "native", into: "usdc" })
    expect((await failure(executeRoute(native))).code).to.equal("INSUFFICIENT_BALANCE")
    expect(await trader.transactions()).to.equal(0)
  })

  it("signs nothing for any malicious route", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const { route } = offered
    const approval = route.approval!
    const bad: readonly QuoteRoute[] = [
      { ...route, approval: { ...approval, amount: maxUint256 } },
      { ...route, approval: { ...approval, spenderAddress: world.tokenOf("weth") } },
      { ...route, approval: { ...approval, tokenAddress: world.tokenOf("usdt") } },
      sending(route, { chainId: 1 }),
      sending(route, { value: 10n ** 18n }),
      sending(route, { to: world.tokenOf("usdc") }),
      sending(route, { data: `0x${"00".repeat(40_000)}` }),
      { ...route, expiresAt: Math.floor(Date.now() / 1_000) - 1 },
    ]
    for (const malicious of bad) {
      expect((await failure(executeRoute({ ...offered, route: malicious }))).code).to.equal("ROUTE_REFUSED")
    }
    expect(await trader.transactions()).to.equal(0)
    expect(await offered.journal.list()).to.deep.equal([])
  })

  it("reports a refund, and records it", async () => {
    const trader = await world.trader("local")
    const { beta } = world
    const offered = await trader.offered({ ...usdcToEth, into: "spark", slippage: "0.1", includeProvider: ["pool"] })
    const rival = await world.best({ amount: "20000", of: "usdc", into: "spark", from: beta, to: beta })
    await world.send(rival)
    const error = await failure(executeRoute(offered))
    expect(error.code).to.equal("ROUTE_REFUNDED")
    expect(await offered.journal.read(offered.route.quoteId)).to.include({ state: "FINISHED", outcome: "REFUNDED" })
    expect(await findUnfinished(offered.journal, offered.request)).to.equal(undefined)
  })

  it("reports a transaction that reverts after its simulation succeeded, and never sends it again", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    // The quote expires on the chain between the simulation and the block.
    const late = afterWriting(offered.journal, "SIGNED", () => world.pass(world.alpha, 100_000))
    const errorAbis = [swapRouterArtifact.abi]
    const error = await failure(executeRoute({ ...offered, journal: late, errorAbis }))
    expect(error.code).to.equal("TRANSACTION_REVERTED")
    expect(error.facts["reason"]).to.match(/DeadlinePassed/)
    expect((await offered.journal.read(offered.route.quoteId))?.state).to.equal("REVERTED")
    expect((await failure(executeRoute({ ...offered, errorAbis }))).facts["reason"]).to.match(/DeadlinePassed/)
    for (const answer of [() => Promise.reject(new Error("overloaded")), () => Promise.resolve("0x")]) {
      const { publicClient } = offered
      const request = async (call: { method: string }): Promise<unknown> =>
        call.method === "eth_call" ? await answer() : await publicClient.request(call as never)
      const silent = { ...publicClient, request } as typeof publicClient
      const { code, facts } = await failure(executeRoute({ ...offered, publicClient: silent }))
      expect([code, facts["reason"]]).to.deep.equal(["TRANSACTION_REVERTED", undefined])
    }
    expect(await trader.swaps()).to.equal(1)
    expect(await findUnfinished(offered.journal, offered.request), "it is over").to.equal(undefined)
  })
})
