import { expect } from "chai"
import { describe } from "mocha"

import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import type { PayloadRecord } from "#src/devnet/index.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { deepIt } from "#test/fixtures/depth.js"
import { createActorsWorld } from "#test/fixtures/worlds/messaging/actorsWorld.js"

describe("a gateway with a pace", () => {
  deepIt("keeps every payload that long in each of its states", async () => {
    const clock = createManualClock()
    await using world = await createActorsWorld({ pace: 2_000, clock })
    const counters = await clock.run(world.open(counterAppGatewayArtifact))
    const seen: PayloadRecord[] = []
    world.devnet.gateway.onPayload((payload) => seen.push(payload))
    await clock.run(world.completed(await counters.call("deployContracts", [[world.alpha.slug]])))
    const times = seen.filter(({ callType }) => callType === "DEPLOY").map(({ since }) => since)
    expect(times.slice(1).map((time, index) => time - times[index]!)).to.deep.equal(Array<number>(6).fill(2_000))
  })
})
