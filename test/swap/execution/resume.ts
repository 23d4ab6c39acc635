import { expect } from "chai"
import fc from "fast-check"
import { after, before, describe, it } from "mocha"

import { executeRoute } from "../../../src/swap/execution/executeRoute.js"
import { type ExecutionState, executionStates } from "../../../src/swap/execution/executionStates.js"
import { findUnfinished } from "../../../src/swap/execution/journal/findUnfinished.js"
import {
  afterWriting,
  createExecutionWorld,
  type ExecutionWorld,
  insteadOfWriting,
  type Offered,
  type Signing,
  type Trader,
} from "../../fixtures/worlds/executionWorld.js"
import { type Ending, executeInChild, type ExecutionJob } from "../../fixtures/executeInChild.js"
import { eventually } from "../../fixtures/eventually.js"
import { failure } from "../../fixtures/failure.js"
import { rejection } from "../../fixtures/servers/messagingApi.js"

const usdcToEth = { amount: "10", of: "usdc", into: "weth", includeProvider: ["pool"] } as const
const states = Object.keys(executionStates).filter((state) => state !== "REVERTED") as ExecutionState[]
const signings: readonly Signing[] = ["local", "json-rpc"]

class Crash extends Error {}
const crash = (): never => {
  throw new Crash("the process died")
}

describe("executeRoute, after a crash", () => {
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  async function completes(trader: Trader, offered: Offered): Promise<void> {
    const { route } = await executeRoute(offered)
    expect(route.status).to.equal("COMPLETED")
    expect(await trader.swaps()).to.equal(1)
    expect(await trader.allowance(world.tokenOf("usdc"))).to.equal(0n)
  }

  for (const signing of signings) {
    for (const state of states) {
      it(`sends once when it crashed just after writing ${state}, with a ${signing} account`, async () => {
        const trader = await world.trader(signing)
        const offered = await trader.offered(usdcToEth)
        const onStep = (step: { state: string }): void => {
          if (step.state === state) crash()
        }
        expect(await rejection(executeRoute({ ...offered, onStep }))).to.be.instanceOf(Crash)
        await completes(trader, offered)
      })

      it(`sends once when it crashed just before writing ${state}, with a ${signing} account`, async () => {
        const trader = await world.trader(signing)
        const offered = await trader.offered(usdcToEth)
        const journal = insteadOfWriting(offered.journal, state, crash)
        expect(await rejection(executeRoute({ ...offered, journal }))).to.be.instanceOf(Crash)
        await completes(trader, offered)
      })
    }
  }

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

    it(`signs again when another transaction used the nonce before it was sent, with a ${signing} account`, async () => {
      const trader = await world.trader(signing)
      const offered = await trader.offered(usdcToEth)
      const onStep = (step: { state: string }): void => {
        if (step.state === "SIGNED") crash()
      }
      expect(await rejection(executeRoute({ ...offered, onStep }))).to.be.instanceOf(Crash)
      await trader.approve(world.tokenOf("weth"), 1n)
      await completes(trader, offered)
    })

    it(`finds its transaction after the account has sent others, with a ${signing} account`, async () => {
      const trader = await world.trader(signing)
      const offered = await trader.offered(usdcToEth)
      const journal = insteadOfWriting(offered.journal, "SENT", crash)
      expect(await rejection(executeRoute({ ...offered, journal }))).to.be.instanceOf(Crash)
      for (let more = 0; more < 3; more += 1) await trader.approve(world.tokenOf("weth"), BigInt(more))
      await completes(trader, offered)
    })
  }

  it("sends once and ends, whatever the schedule of crashes", async () => {
    const crashes = fc.array(fc.record({ state: fc.constantFrom(...states), isWritten: fc.boolean() }), {
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...signings), crashes, async (signing, schedule) => {
        const trader = await world.trader(signing)
        const offered = await trader.offered(usdcToEth)
        for (const { state, isWritten } of schedule) {
          const crashing = insteadOfWriting(offered.journal, state, crash)
          const onStep = (step: { state: string }): void => {
            if (isWritten && step.state === state) crash()
          }
          const journal = isWritten ? offered.journal : crashing
          // A step that was reached already is not reported again, and then the execution completes.
          const error = await executeRoute({ ...offered, journal, onStep }).then(
            () => undefined,
            (reason: unknown) => reason,
          )
          if (error !== undefined) expect(error).to.be.instanceOf(Crash)
        }
        await completes(trader, offered)
      }),
      { numRuns: 15 },
    )
  })

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
    await completes(trader, offered)
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

  it("sends nothing when the node cannot tell whether the transaction was sent", async () => {
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
    await completes(trader, offered)
  })

  it("reports that another transaction was mined in its place", async () => {
    const trader = await world.trader("json-rpc")
    const offered = await trader.offered(usdcToEth)
    const { testClient } = world.alpha
    await trader.approve(world.tokenOf("usdc"), 10_000_000n)
    await testClient.setAutomine(false)
    try {
      const onStep = (step: { state: string }): void => {
        if (step.state === "SENT") crash()
      }
      expect(await rejection(executeRoute({ ...offered, onStep }))).to.be.instanceOf(Crash)
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
      const onStep = (step: { state: string }): void => {
        if (step.state === "SENT") crash()
      }
      expect(await rejection(executeRoute({ ...offered, onStep }))).to.be.instanceOf(Crash)
      const { submission } = (await offered.journal.read(offered.route.quoteId))!
      hash = submission!.hash
      await testClient.dropTransaction({ hash: submission!.hash! })
    } finally {
      await testClient.setAutomine(true)
    }
    expect((await executeRoute(offered)).hash).to.equal(hash)
    expect(await trader.swaps()).to.equal(1)
  })

  it("is found by its request until it is over", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const { journal, request } = offered
    expect(await findUnfinished(journal, request)).to.equal(undefined)
    const onStep = (step: { state: string }): void => {
      if (step.state === "SENT") crash()
    }
    expect(await rejection(executeRoute({ ...offered, onStep }))).to.be.instanceOf(Crash)
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
    const onStep = (step: { state: string }): void => {
      if (step.state === "SIGNED") crash()
    }
    expect(await rejection(executeRoute({ ...offered, onStep }))).to.be.instanceOf(Crash)
    const clock = { ...offered.client.clock, now: () => offered.route.expiresAt * 1_000 }
    const error = await failure(executeRoute({ ...offered, client: { ...offered.client, clock } }))
    expect(error.facts).to.include({ reason: "EXPIRED" })
    expect(await trader.swaps()).to.equal(0)
  })

  for (const signing of signings) {
    it(`lets one of three calls send, with a ${signing} account`, async () => {
      const trader = await world.trader(signing)
      const offered = await trader.offered(usdcToEth)
      const results = await Promise.allSettled([executeRoute(offered), executeRoute(offered), executeRoute(offered)])
      const done = results.filter(({ status }) => status === "fulfilled")
      expect(done.length).to.be.greaterThan(0)
      for (const result of results) {
        if (result.status === "rejected") expect(result.reason).to.include({ code: "ROUTE_BUSY" })
      }
      await completes(trader, offered)
    })
  }

  it("refuses to resume with another account", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    await executeRoute(offered)
    const { walletClient } = await world.trader("local")
    expect((await failure(executeRoute({ ...offered, walletClient }))).code).to.equal("JOURNAL_MISMATCH")
  })

  describe("killed with kill -9", () => {
    function jobOf(trader: Trader, offered: Offered): ExecutionJob {
      const { folder, route, request } = offered
      const { rpcUrl, chainId } = world.alpha
      const { address, privateKey } = trader
      return { rpcUrl, chainId, swap: world.devnet.swap, privateKey, address, folder, route, request, dies: undefined }
    }

    const deaths = [
      { reported: "CHECKED" },
      { reported: "APPROVING" },
      { reported: "SIGNED" },
      { unwritten: "SENT" },
      { reported: "SENT" },
      { reported: "MINED" },
    ] as const
    const cases = deaths.map((dies, index) => ({
      dies,
      when: "reported" in dies ? `at ${dies.reported}` : `before it wrote ${dies.unwritten}`,
      // Each with one way of signing: the crashes above try both at every step.
      signing: signings[index % 2]!,
    }))
    type Killed = { trader: Trader; offered: Offered; ending: Ending }
    let killed: Killed[]
    // A process takes a second to start, so they start side by side. Each has an account and a journal of its own.
    before(async () => {
      killed = await Promise.all(
        cases.map(async ({ dies, signing }) => {
          const trader = await world.trader(signing)
          const offered = await trader.offered(usdcToEth)
          return { trader, offered, ending: await executeInChild({ ...jobOf(trader, offered), dies }) }
        }),
      )
    })

    for (const [index, { when, signing }] of cases.entries()) {
      it(`sends once and ends, killed ${when} with a ${signing} account`, async () => {
        const { trader, offered, ending } = killed[index]!
        expect(ending).to.deep.equal({ signal: "SIGKILL", output: "" })
        await completes(trader, offered)
      })
    }

    it("lets one of two processes send", async () => {
      const trader = await world.trader("json-rpc")
      const job = jobOf(trader, await trader.offered(usdcToEth))
      const endings = await Promise.all([executeInChild(job), executeInChild(job)])
      for (const { output } of endings) expect(output).to.match(/^COMPLETED 0x|RouteBusyError/)
      expect(endings.some(({ output }) => output.startsWith("COMPLETED"))).to.equal(true)
      expect(await trader.swaps()).to.equal(1)
    })
  })
})
