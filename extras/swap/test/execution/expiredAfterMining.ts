import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import type { SwapClient } from "#extras/swap/src/createSwapClient.js"
import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import { findUnfinished } from "#extras/swap/src/execution/journal/entries.js"
import { createExecutionWorld, type ExecutionWorld, usdcToEth } from "#extras/swap/test/fixtures/executionWorld.js"
import { expectOneSwap } from "#extras/swap/test/fixtures/expectOneSwap.js"
import { failure } from "#test/fixtures/failure.js"

describe("executeRoute, when the API calls a route expired whose transaction is mined", () => {
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  /** The same client, but every route is EXPIRED, and its transaction was never seen. */
  function lying(client: SwapClient): SwapClient {
    return {
      ...client,
      async getStatus(parameters) {
        const route = await client.getStatus(parameters)
        return { ...route, status: "EXPIRED", origin: { ...route.origin, status: "PENDING", txHash: null } }
      },
    }
  }

  it("follows it to the deadline, keeps it unfinished, and completes it once the API is right", async () => {
    const trader = await world.trader("local")
    const offered = await trader.offered(usdcToEth)
    const error = await failure(executeRoute({ ...offered, client: lying(offered.client), timeout: 60 }))
    expect(error.code).to.equal("DEADLINE_PASSED")
    expect(await offered.journal.read(offered.route.quoteId)).to.include({ state: "MINED" })
    expect(await findUnfinished(offered.journal, offered.request)).to.include({ quoteId: offered.route.quoteId })
    await expectOneSwap(trader, offered)
  })
})
