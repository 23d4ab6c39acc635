import { expect } from "chai"
import fc from "fast-check"
import { after, afterEach, before, it } from "mocha"

import { swapCauses } from "#extras/swap/src/explaining/swapCauses.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import { systemClock } from "#src/primitives/clock.js"
import { deepDescribe, runs } from "#test/fixtures/depth.js"
import {
  createExplainedSwapWorld,
  type ExplainedSwapWorld,
  overPool,
} from "#test/fixtures/worlds/swap/explainedSwapWorld.js"

const stages = ["seal", "propose", "attest", "execute", "release"] as const

deepDescribe("a swap that is fine", function () {
  let world: ExplainedSwapWorld
  before(async () => {
    world = await createExplainedSwapWorld()
  })
  afterEach(() => world.reset())
  after(() => world[Symbol.asyncDispose]())

  /** Expects that nobody is told to do anything. */
  const expectHealthy = ({ verdict, causes }: Explanation): void => {
    const seen = JSON.stringify(causes, undefined, 2)
    expect(verdict, seen).to.be.oneOf(["waiting", "delivered"])
    for (const { name } of causes) {
      expect(swapCauses[name as keyof typeof swapCauses].verdict, seen).to.equal("waiting")
    }
  }

  it("is never called ill, whatever the moment", async () => {
    const moments = fc.array(fc.constantFrom(...stages), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("pool", "press", "desk"), moments, async (provider, held) => {
        const across = overPool("10").with(-1, provider)
        const onAlpha = ["10", "USDC", "--from", "alpha", "--for", "WETH", "--provider", "desk"]
        await using executing = world.start([
          ...["swap", "execute", ...(provider === "desk" ? onAlpha : across), "--yes", "--json"],
        ])
        world.devnet.relay.pause(...stages)
        // For however long a busy machine holds a stage, it is held for no time.
        const moment = systemClock.now()
        const clock = { ...systemClock, now: () => moment, wallTime: () => moment }
        const { quoteId } = await executing.event(({ event }) => event === "execution")
        // From its first step on, while one stage after the other goes on.
        for (const stage of held) {
          expectHealthy((await world.explain(quoteId as string, { clock })).document)
          world.devnet.relay.resume(stage)
        }
        world.devnet.relay.resume()
        expectHealthy((await world.explain(quoteId as string)).document)
        if (provider === "press") await world.sitOut(quoteId as string)
        const { code, stderr } = await executing.ended
        expect(code, stderr).to.equal(0)
        const { document } = await world.explain(quoteId as string)
        expect(document).to.include({ verdict: "delivered" })
        expect(document.causes).to.deep.equal([])
      }),
      // What failed leaves a swap behind, with which no other run can begin.
      { ...runs({ fast: 1, deep: 40 }), endOnFailure: true },
    )
  })
})
