import { expect } from "chai"
import fc from "fast-check"
import { after, before, it } from "mocha"
import type { Address } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, type DevnetChain, type Stage, startDevnet } from "#src/devnet/index.js"
import { messageStates } from "#src/messaging/index.js"
import { deepDescribe, runs } from "#test/fixtures/depth.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { watchDevnet } from "#test/fixtures/worlds/messaging/watchDevnet.js"

type Move =
  | { readonly do: "send"; readonly amounts: readonly bigint[] }
  | { readonly do: "pause" | "resume"; readonly stage: Stage }
  | { readonly do: "step" | "stop" | "start" }

const stage = fc.constantFrom<Stage[]>("seal", "propose", "attest", "verify", "simulate", "execute")
const moves = fc.array(
  fc.oneof<fc.Arbitrary<Move>[]>(
    fc.record({
      do: fc.constant("send" as const),
      amounts: fc.array(fc.bigInt(1n, 1000n), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ do: fc.constantFrom("pause" as const, "resume" as const), stage }),
    fc.record({ do: fc.constantFrom("step" as const, "stop" as const, "start" as const) }),
  ),
  { minLength: 5, maxLength: 15 },
)

deepDescribe("the relay, under any schedule", function () {
  let devnet: Devnet<"alpha" | "beta", false, false>
  let alpha: DevnetChain<false>
  let beta: DevnetChain<false>
  let counters: Record<string, Address>
  before(async () => {
    devnet = await startDevnet({ gateway: false, market: false })
    ;({ alpha, beta } = devnet.chains)
    counters = await deployConnected(devnet, counterArtifact)
  })
  after(() => devnet.stop())

  const { abi } = counterArtifact
  const counter = () => beta.publicClient.readContract({ address: counters["beta"]!, abi, functionName: "counter" })

  async function make(move: Move): Promise<void> {
    const { relay } = devnet
    switch (move.do) {
      case "send": {
        const args = [beta.slug, move.amounts]
        await send(alpha, { address: counters["alpha"]!, abi, functionName: "addMany", args })
        return
      }
      case "pause":
        relay.pause(move.stage)
        return
      case "resume":
        relay.resume(move.stage)
        return
      case "step":
        await relay.step()
        return
      case "stop":
        await relay.stop()
        return
      case "start":
        relay.start()
        return
    }
  }

  it("delivers every message once, and never moves one backwards", async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (schedule) => {
        const before = await counter()
        const watch = watchDevnet(devnet)
        for (const move of schedule) await make(move)
        devnet.relay.start()
        devnet.relay.resume()

        const sent = schedule.flatMap((move) => (move.do === "send" ? move.amounts : []))
        const delivered = await watch.reached("EXECUTION_SUCCESS", sent.length)
        watch.stop()
        expect((await counter()) - before).to.equal(sent.reduce((sum, amount) => sum + amount, 0n))
        for (const { outbound } of delivered) {
          const steps = watch.statusesOf(outbound.messageId).map((status) => messageStates[status].step)
          expect(steps).to.deep.equal([...new Set(steps)].sort((a, b) => a - b))
        }
      }),
      runs({ fast: 5, deep: 75 }),
    )
  })
})
