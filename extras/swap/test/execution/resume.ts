import { expect } from "chai"
import fc from "fast-check"
import { after, before, describe, it } from "mocha"

import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import { type ExecutionState, executionStates } from "#extras/swap/src/execution/executionStates.js"
import { findUnfinished } from "#extras/swap/src/execution/journal/entries.js"
import {
  createExecutionWorld,
  type ExecutionWorld,
  insteadOfWriting,
  signings,
  usdcToEth,
} from "#extras/swap/test/fixtures/executionWorld.js"
import { expectOneSwap } from "#extras/swap/test/fixtures/expectOneSwap.js"
import { Crash, crash, crashAt } from "#test/fixtures/children/crash.js"
import { deepIt, runs, variants } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"

const offTheWay: readonly string[] = ["REVERTED", "REPLACED"]
const states = Object.keys(executionStates).filter((state) => !offTheWay.includes(state)) as ExecutionState[]

/** States that are written of what cannot be taken back. Before the others, a crash is one after the state before. */
const irrevocable: ReadonlySet<ExecutionState> = new Set(["APPROVED", "SENT", "FINISHED"])

describe("executeRoute, after a crash", () => {
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  // The same steps, whatever signs: the schedules below take both.
  for (const signing of variants(signings, 1)) {
    for (const state of states) {
      it(`sends once when it crashed just after writing ${state}, with a ${signing} account`, async () => {
        const trader = await world.trader(signing)
        const offered = await trader.offered(usdcToEth)
        expect(await rejection(executeRoute({ ...offered, onStep: crashAt(state) }))).to.be.instanceOf(Crash)
        await expectOneSwap(trader, offered)
      })

      ;(irrevocable.has(state) ? it : deepIt)(
        `sends once when it crashed just before writing ${state}, with a ${signing} account`,
        async () => {
          const trader = await world.trader(signing)
          const offered = await trader.offered(usdcToEth)
          const journal = insteadOfWriting(offered.journal, state, crash)
          expect(await rejection(executeRoute({ ...offered, journal }))).to.be.instanceOf(Crash)
          await expectOneSwap(trader, offered)
        },
      )
    }
  }

  for (const signing of variants(signings, 1)) {
    it(`signs nothing more when another transaction used the nonce before it was sent, with a ${signing} account`, async () => {
      const trader = await world.trader(signing)
      const offered = await trader.offered(usdcToEth)
      expect(await rejection(executeRoute({ ...offered, onStep: crashAt("SIGNED") }))).to.be.instanceOf(Crash)
      await trader.approve(world.tokenOf("weth"), 1n)
      expect((await failure(executeRoute(offered))).code).to.equal("SUBMISSION_REPLACED")
      expect(await offered.journal.read(offered.route.quoteId)).to.include({ state: "REPLACED" })
      expect(await trader.swaps()).to.equal(0)
    })
  }

  deepIt("sends once and ends, whatever the schedule of crashes", async () => {
    const crashes = fc.array(fc.record({ state: fc.constantFrom(...states), isWritten: fc.boolean() }), {
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...signings), crashes, async (signing, schedule) => {
        const trader = await world.trader(signing)
        const offered = await trader.offered(usdcToEth)
        for (const { state, isWritten } of schedule) {
          const crashing = insteadOfWriting(offered.journal, state, crash)
          const onStep = isWritten ? crashAt(state) : undefined
          const journal = isWritten ? offered.journal : crashing
          // A step that was reached already is not reported again, and then the execution completes.
          const error = await executeRoute({ ...offered, journal, onStep }).then(
            () => undefined,
            (reason: unknown) => reason,
          )
          if (error !== undefined) expect(error).to.be.instanceOf(Crash)
        }
        await expectOneSwap(trader, offered)
      }),
      runs({ fast: 6, deep: 75 }),
    )
  })

  it("is found by its request until it is over", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const { journal, request } = offered
    expect(await findUnfinished(journal, request)).to.equal(undefined)
    expect(await rejection(executeRoute({ ...offered, onStep: crashAt("SENT") }))).to.be.instanceOf(Crash)
    expect(await findUnfinished(journal, { ...request, inputAmount: 1n })).to.equal(undefined)
    const entry = (await findUnfinished(journal, request))!
    expect(entry).to.include({ state: "SENT", quoteId: offered.route.quoteId })
    const { client, walletClient, publicClient } = offered
    const done = await executeRoute({ ...entry, client, walletClient, publicClient, journal })
    expect(done.route.status).to.equal("COMPLETED")
    expect(await findUnfinished(journal, request)).to.equal(undefined)
    expect(await trader.swaps()).to.equal(1)
  })

  it("does not send a transaction that was never sent and has expired since", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    expect(await rejection(executeRoute({ ...offered, onStep: crashAt("SIGNED") }))).to.be.instanceOf(Crash)
    const clock = { ...offered.client.clock, now: () => offered.route.expiresAt * 1_000 }
    const error = await failure(executeRoute({ ...offered, client: { ...offered.client, clock } }))
    expect(error.facts).to.include({ reason: "EXPIRED" })
    expect(await trader.swaps()).to.equal(0)
  })

  it("executes the route that it is given, whatever the journal has of it before a signature", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    expect(await rejection(executeRoute({ ...offered, onStep: crashAt("CHECKED") }))).to.be.instanceOf(Crash)
    const { journal, route } = offered
    const other = await trader.offered({ ...usdcToEth, amount: "20" })
    await journal.write({ ...(await journal.read(route.quoteId))!, route: other.route, leastOut: 1n })
    const done = await executeRoute(offered)
    expect(done.quoteId).to.equal(route.quoteId)
    expect(await trader.swaps()).to.equal(1)
  })

  it("sends nothing of another route than it is given, although the journal has it as signed", async () => {
    const trader = await world.trader("json-rpc")
    const offered = await trader.offered(usdcToEth)
    expect(await rejection(executeRoute({ ...offered, onStep: crashAt("SIGNED") }))).to.be.instanceOf(Crash)
    const { journal, route } = offered
    const entry = (await journal.read(route.quoteId))!
    const { transaction: own } = entry.submission!
    const transaction = { ...own, value: own.value + 1n }
    const changed = { ...route, txData: { ...route.txData, object: transaction } } as typeof route
    await journal.write({ ...entry, route: changed, submission: { ...entry.submission!, transaction } })
    expect((await failure(executeRoute({ ...offered, maxNativeFee: 10n ** 16n }))).code).to.equal("JOURNAL_MISMATCH")
    expect(await trader.swaps()).to.equal(0)
  })

  it("asks before it sends or gives up what is recorded, and takes anything but true for a no", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    expect(await rejection(executeRoute({ ...offered, onStep: crashAt("SIGNED") }))).to.be.instanceOf(Crash)
    const asked: string[] = []
    const confirmRecorded = (_entry: unknown, act: string): Promise<boolean> => {
      asked.push(act)
      return Promise.resolve("yes" as unknown as boolean)
    }
    const clock = { ...offered.client.clock, now: () => offered.route.expiresAt * 1_000 + 1 }
    for (const client of [offered.client, { ...offered.client, clock }]) {
      const error = await failure(executeRoute({ ...offered, client, confirmRecorded }))
      expect(error.facts).to.include({ reason: "NOT_CONFIRMED" })
    }
    expect(asked).to.deep.equal(["send", "use up nonce"])
    expect(await trader.swaps()).to.equal(0)
  })

  it("does not send signed bytes whose gas costs more than the limits of now", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    expect(await rejection(executeRoute({ ...offered, onStep: crashAt("SIGNED") }))).to.be.instanceOf(Crash)
    for (const [limit, code] of [
      [{ maxGasCost: 1n }, "GAS_TOO_EXPENSIVE"],
      [{ maxGasPrice: 1n }, "GAS_PRICE_TOO_HIGH"],
    ] as const) {
      expect((await failure(executeRoute({ ...offered, ...limit }))).code).to.equal(code)
    }
    expect(await trader.swaps()).to.equal(0)
    expect((await executeRoute(offered)).route.status).to.equal("COMPLETED")
  })

  it("refuses to resume with another account", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    await executeRoute(offered)
    const { walletClient } = await world.trader("local")
    expect((await failure(executeRoute({ ...offered, walletClient }))).code).to.equal("JOURNAL_MISMATCH")
  })
})
