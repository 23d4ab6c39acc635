import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { createPublicClient, custom, type PublicClient } from "viem"

import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import {
  createExecutionWorld,
  type ExecutionWorld,
  signings,
  usdcToEth,
} from "#extras/swap/test/fixtures/executionWorld.js"
import { Crash, crashAt } from "#test/fixtures/children/crash.js"
import { variants } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { dearer } from "#test/fixtures/servers/nodes/dearNode.js"

describe("S-11 a node that makes the gas of a swap dear, in scripts", function () {
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  /** A client whose node multiplies every fee by a million from a moment on. */
  function dearNode(isDear: () => boolean = () => true): PublicClient {
    const change = dearer(1_000_000n, ["base fee", "history", "tip"])
    const request = async (call: { method: string }): Promise<unknown> => {
      const result: unknown = await world.alpha.provider.request(call)
      return isDear() ? change(call.method, result) : result
    }
    return createPublicClient({ transport: custom({ request }), pollingInterval: 10 })
  }

  for (const signing of variants(signings, 1)) {
    it(`refuses the approval, and what comes after an approval that was honest, with a ${signing} account`, async () => {
      const trader = await world.trader(signing)
      const offered = await trader.offered(usdcToEth)
      const before = await trader.transactions()
      expect((await failure(executeRoute({ ...offered, publicClient: dearNode() }))).code).to.equal("GAS_TOO_EXPENSIVE")
      expect(await trader.transactions()).to.equal(before)
      let isApproved = false
      const late = await failure(
        executeRoute({
          ...offered,
          publicClient: dearNode(() => isApproved),
          onStep: ({ state }) => {
            isApproved ||= state === "APPROVED"
          },
        }),
      )
      expect(late.code).to.equal("GAS_TOO_EXPENSIVE")
      expect(await trader.transactions()).to.equal(before + 1)
      expect((await executeRoute(offered)).route.status).to.equal("COMPLETED")
    })

    it(`refuses to use up a nonce at any price, with a ${signing} account`, async () => {
      const trader = await world.trader(signing)
      const offered = await trader.offered(usdcToEth)
      expect(await rejection(executeRoute({ ...offered, onStep: crashAt("SIGNED") }))).to.be.instanceOf(Crash)
      const clock = { ...offered.client.clock, now: () => offered.route.expiresAt * 1_000 + 1 }
      const expired = { ...offered, client: { ...offered.client, clock } }
      const before = await trader.transactions()
      const error = await failure(executeRoute({ ...expired, publicClient: dearNode() }))
      expect(error.code).to.equal("GAS_TOO_EXPENSIVE")
      expect(await trader.transactions()).to.equal(before)
      expect((await failure(executeRoute(expired))).code).to.equal("SUBMISSION_REPLACED")
      expect(await trader.transactions()).to.equal(before + 1)
    })
  }
})
