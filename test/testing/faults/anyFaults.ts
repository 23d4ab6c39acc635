import "#src/testing/chai/index.js"

import { expect } from "chai"
import fc from "fast-check"
import hre from "hardhat"
import { after, before, it } from "mocha"

import { createWorld, type FaultData } from "#src/testing/index.js"
import { deepDescribe, isDeep } from "#test/fixtures/depth.js"

const chain = fc.constantFrom("alpha" as const, "beta" as const)
const percent = fc.integer({ min: 1, max: 100 })

/** Faults after which every message can still be delivered. */
const anyFault = fc.oneof(
  fc.record({
    fault: fc.constant("reorg"),
    chain,
    blocks: fc.integer({ min: 1, max: 4 }),
    at: fc.constantFrom("RECEIVED", "SEALED", "PROPOSED", "ATTESTED", "EXECUTING", "EXECUTION_SUCCESS"),
  }),
  fc.record({ fault: fc.constant("shuffled"), seed: fc.nat(1_000) }),
  fc.record({ fault: fc.constant("doubledAttestations") }),
  fc.record({ fault: fc.constantFrom("forgedProposals", "misdirectedProposals"), thenHonest: fc.constant(true) }),
  fc.record({ fault: fc.constant("trip"), chain, what: fc.constant("proposals") }),
  fc.record({ fault: fc.constantFrom("risingFees", "risingGasPrice"), chain, percent }),
) as fc.Arbitrary<FaultData<"alpha" | "beta">>

deepDescribe("any faults together", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"], watchers: 2 })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  it("leave every message delivered once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyFault, { maxLength: 4 }), async (faults) => {
        const { alpha, beta } = await world.loadFixture(counters)
        for (const fault of faults) await world.faults.apply(fault)
        const attached = 10n ** 16n
        await expect(alpha.send.add([beta.slug, 1n], { attached })).to.be.delivered.once
        await expect(alpha.send.add([beta.slug, 2n], { attached })).to.be.delivered.once
        expect(await beta.read.counter()).to.equal(3n)
      }),
      { numRuns: isDeep ? 200 : 8, seed: 13 },
    )
  })
})
