import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { explainMessage, type ExplainMessageParameters } from "#extras/audit/src/trust/explainMessage.js"
import { devnetStageTimes } from "#src/messaging/explaining/stageTimes.js"
import { createSteppedDevnet, type SteppedDevnet } from "#test/fixtures/worlds/messaging/steppedDevnet.js"
import { countRequests } from "#test/fixtures/worlds/swap/countedClient.js"

describe("explainMessage, with a policy", () => {
  let world: SteppedDevnet
  before(async () => {
    world = await createSteppedDevnet()
  })
  after(() => world[Symbol.asyncDispose]())

  it("names a path that breaks it, and reads nothing more without one", async () => {
    const srcTxHash = await world.add(1n)
    const explain = async (policy?: ExplainMessageParameters["policy"]) => {
      const [src, dst] = [countRequests(world.alpha), countRequests(world.beta)]
      const chainOf = (slug: number) => Promise.resolve([src, dst].find((chain) => chain.slug === slug))
      const { causes } = await explainMessage({
        ...{ src, srcTxHash, chainOf, policy, stageTimes: { ...devnetStageTimes } },
      })
      return { names: causes.map(({ name }) => name), asked: src.requests.length + dst.requests.length }
    }
    const known = { isKnownSwitchboard: () => true }
    const [without, kept, broken] = [
      await explain(),
      await explain({ demands: { leastKeysToForge: 1 }, ...known }),
      await explain({ demands: { leastKeysToForge: 99 }, ...known }),
    ]
    expect(broken.names).to.include("path-below-policy")
    for (const { names } of [without, kept]) expect(names).not.to.include("path-below-policy")
    expect(kept.asked).to.be.above(without.asked)
  })
})
