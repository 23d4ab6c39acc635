import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import {
  createExecutionWorld,
  type ExecutionWorld,
  type Offered,
  signings,
  type Trader,
  usdcToEth,
} from "#extras/swap/test/fixtures/executionWorld.js"
import { expectOneSwap } from "#extras/swap/test/fixtures/expectOneSwap.js"
import { type Ending, executeInChild, type ExecutionJob } from "#test/fixtures/children/executeInChild.js"
import { deepDescribe, variants } from "#test/fixtures/depth.js"

describe("S-10 executeRoute, run several times", () => {
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  for (const signing of variants(signings, 1)) {
    it(`lets one of three calls send, with a ${signing} account`, async () => {
      const trader = await world.trader(signing)
      const offered = await trader.offered(usdcToEth)
      const results = await Promise.allSettled([executeRoute(offered), executeRoute(offered), executeRoute(offered)])
      const done = results.filter(({ status }) => status === "fulfilled")
      expect(done.length).to.be.greaterThan(0)
      for (const result of results) {
        if (result.status === "rejected") expect(result.reason).to.include({ code: "ROUTE_BUSY" })
      }
      await expectOneSwap(trader, offered)
    })
  }

  // Each starts a process. A crash at each step is tested in resume.ts without one, and one real kill in the tests of swap execute.
  deepDescribe("killed with kill -9", () => {
    function jobOf(trader: Trader, offered: Offered): ExecutionJob {
      const { folder, route, request, routers } = offered
      const { rpcUrl, chainId } = world.alpha
      const { address, privateKey } = trader
      const rest = { route, request, allowedTargets: [world.router], routers, dies: undefined }
      return { rpcUrl, chainId, swap: world.devnet.swap, privateKey, address, folder, ...rest }
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
        await expectOneSwap(trader, offered)
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
