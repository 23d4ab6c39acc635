import { expect } from "chai"
import fc from "fast-check"
import hre from "hardhat"
import { after, before, it } from "mocha"

import type { Stage } from "#src/devnet/index.js"
import { createWorld } from "#src/testing/index.js"
import { deepDescribe, runs } from "#test/fixtures/depth.js"

type Move =
  | {
      readonly do: "send"
      readonly from: "alpha" | "beta"
      readonly amounts: readonly bigint[]
      readonly isAwaited: boolean
    }
  | { readonly do: "hold" | "release"; readonly stage: Stage }
  | { readonly do: "next"; readonly nth: number }
  | { readonly do: "manual" | "automatic" | "deliver" | "until" | "mine" | "snapshot" }

const stage = fc.constantFrom<Stage[]>("seal", "propose", "attest", "verify", "simulate", "execute")
const move = fc.oneof<fc.Arbitrary<Move>[]>(
  fc.record({
    do: fc.constant("send" as const),
    from: fc.constantFrom("alpha" as const, "beta" as const),
    amounts: fc.array(fc.bigInt(1n, 1000n), { minLength: 1, maxLength: 4 }),
    isAwaited: fc.boolean(),
  }),
  fc.record({ do: fc.constantFrom("hold" as const, "release" as const), stage }),
  fc.record({ do: fc.constant("next" as const), nth: fc.nat(5) }),
  fc.record({
    do: fc.constantFrom(
      "manual" as const,
      "automatic" as const,
      "deliver" as const,
      "until" as const,
      "mine" as const,
      "snapshot" as const,
    ),
  }),
)

deepDescribe("deliver, under any schedule", function () {
  const world = createWorld(hre, { chains: ["alpha", "beta"], watchers: 2 })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  it("leaves nothing that could be delivered, and delivers nothing twice", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 3, maxLength: 12 }), async (moves) => {
        const plugs = await world.loadFixture(counters)
        const underWay: Promise<unknown>[] = []
        const sent = { alpha: 0n, beta: 0n }
        const held = new Set<Stage>()
        for (const step of moves) {
          if (step.do === "send") {
            const other = step.from === "alpha" ? "beta" : "alpha"
            const sending = plugs[step.from].send.addMany([plugs[other].slug, step.amounts])
            sent[other] += step.amounts.reduce((sum, amount) => sum + amount, 0n)
            underWay.push(sending)
            if (step.isAwaited) await sending
          } else if (step.do === "hold" || step.do === "release") {
            world[step.do](step.stage)
            if (step.do === "hold") held.add(step.stage)
            else held.delete(step.stage)
          } else if (step.do === "next") await world.deliverNext({ nth: step.nth })
          else if (step.do === "until") await world.deliver({ until: "ATTESTED" })
          else if (step.do === "mine") await world.chains.beta.testClient.mine({ blocks: 1 })
          else if (step.do === "snapshot") underWay.push(Promise.all([world.deliver(), world.snapshot()]))
          else if (step.do === "deliver") underWay.push(world.deliver())
          else world[step.do]()
        }
        await Promise.all(underWay)
        world.release(...held)
        await world.deliver()
        // Read at once: whoever has delivered everything need not wait.
        expect({ alpha: await plugs.alpha.read.counter(), beta: await plugs.beta.read.counter() }).to.deep.equal(sent)
      }),
      runs({ fast: 6, deep: 75 }),
    )
  })
})
