import { expect } from "chai"
import fc from "fast-check"
import { after, before, it } from "mocha"
import type { Hex } from "viem"

import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import { gatewayCounterArtifact } from "#examples/demos/artifacts/GatewayCounter.js"
import { reminderAppGatewayArtifact } from "#examples/demos/artifacts/ReminderAppGateway.js"
import { jobStages, payloadStages } from "#src/devnet/gateway/stages.js"
import type { Stage } from "#src/devnet/index.js"
import { deepDescribe, runs } from "#test/fixtures/depth.js"
import type { AppGateway } from "#test/fixtures/worlds/gateway/gatewayWorld.js"
import { type ActorsWorld, createActorsWorld } from "#test/fixtures/worlds/messaging/actorsWorld.js"

type Move =
  | { readonly do: "add"; readonly amount: bigint }
  | { readonly do: "read" | "step" | "stop" | "start" }
  | { readonly do: "remind" | "travel"; readonly seconds: number }
  | { readonly do: "pause" | "resume"; readonly stage: Stage }

const seconds = fc.integer({ min: 1, max: 600 })
const moves = fc.array(
  fc.oneof<fc.Arbitrary<Move>[]>(
    fc.record({ do: fc.constant("add" as const), amount: fc.bigInt(1n, 1000n) }),
    fc.record({ do: fc.constantFrom("remind" as const, "travel" as const), seconds }),
    fc.record({
      do: fc.constantFrom("pause" as const, "resume" as const),
      stage: fc.constantFrom(...(Object.keys({ ...payloadStages, ...jobStages }) as Stage[])),
    }),
    fc.record({ do: fc.constantFrom("read" as const, "step" as const, "stop" as const, "start" as const) }),
  ),
  { minLength: 5, maxLength: 14 },
)

deepDescribe("the gateway's actors, under any schedule", function () {
  let world: ActorsWorld
  let counters: AppGateway
  let reminders: AppGateway
  let slugs: readonly number[]
  before(async () => {
    world = await createActorsWorld()
    slugs = [world.alpha.slug, world.beta.slug]
    counters = await world.open(counterAppGatewayArtifact)
    reminders = await world.open(reminderAppGatewayArtifact)
    await world.completed(await counters.call("deployContracts", [slugs]))
  })
  after(() => world.devnet.stop())

  const counts = async () => {
    const contractId = await counters.read("counter")
    return await Promise.all(
      [world.alpha, world.beta].map(async ({ slug, publicClient }) =>
        publicClient.readContract({
          address: (await counters.read("getOnChainAddress", [contractId, slug])) as Hex,
          abi: gatewayCounterArtifact.abi,
          functionName: "counter",
        }),
      ),
    )
  }
  const reminderCount = async () => (await reminders.read("reminders")) as bigint
  const travel = async (by: number) => {
    const { testClient } = world.devnet.gateway.chain
    await testClient.increaseTime({ seconds: by })
    await testClient.mine({ blocks: 1 })
  }
  const callbacksSince = async (fromBlock: bigint) => {
    const { address } = counters
    const { abi } = counterAppGatewayArtifact
    const { publicClient } = world.devnet.gateway.chain
    return (await publicClient.getContractEvents({ address, abi, eventName: "CounterRead", fromBlock })).length
  }

  /** Makes a move, and returns the transaction if it made a request. */
  async function make(move: Move): Promise<Hex | undefined> {
    const { relay } = world.devnet
    switch (move.do) {
      case "add":
        return await counters.call("add", [slugs, move.amount])
      case "read":
        return await counters.call("readCounters", [slugs])
      case "remind":
        await reminders.call("remind", ["tea", BigInt(move.seconds)])
        return undefined
      case "travel":
        await travel(move.seconds)
        return undefined
      case "pause":
        relay.pause(move.stage)
        return undefined
      case "resume":
        relay.resume(move.stage)
        return undefined
      case "step":
        await relay.step()
        return undefined
      case "stop":
        await relay.stop()
        return undefined
      case "start":
        relay.start()
        return undefined
    }
  }

  it("execute every payload once, run every callback once, and lose no timeout", async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (schedule) => {
        const before = { counts: await counts(), reminders: await reminderCount() }
        const fromBlock = (await world.devnet.gateway.chain.publicClient.getBlockNumber()) + 1n
        const hashes: Hex[] = []
        for (const move of schedule) {
          const hash = await make(move)
          if (hash !== undefined) hashes.push(hash)
        }
        world.devnet.relay.start()
        world.devnet.relay.resume()
        await travel(601)
        for (const hash of hashes) await world.completed(hash)

        const due = schedule.filter((move) => move.do === "remind").length
        await world.until(async () => (await reminderCount()) >= before.reminders + BigInt(due))
        const added = schedule.reduce((sum, move) => (move.do === "add" ? sum + move.amount : sum), 0n)
        expect(await counts()).to.deep.equal(before.counts.map((count) => count + added))
        expect(await reminderCount()).to.equal(before.reminders + BigInt(due))
        const reads = schedule.filter((move) => move.do === "read").length
        expect(await callbacksSince(fromBlock)).to.equal(reads * slugs.length)
      }),
      runs({ fast: 3, deep: 50 }),
    )
  })
})
