import { expect } from "chai"
import { describe, it } from "mocha"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { startDevnet } from "#src/devnet/index.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { watchDevnet } from "#test/fixtures/worlds/messaging/watchDevnet.js"

describe("a devnet with a pace", () => {
  it("keeps every message that long in each of its states", async () => {
    const clock = createManualClock()
    await using devnet = await startDevnet({ gateway: false, market: false, pace: 2_000, clock })
    const { alpha, beta } = devnet.chains
    const counters = await deployConnected(devnet, counterArtifact)
    const watch = watchDevnet(devnet)
    await send(alpha, {
      address: counters["alpha"]!,
      abi: counterArtifact.abi,
      functionName: "add",
      args: [beta.slug, 1n],
    })
    await clock.run(watch.reached("EXECUTION_SUCCESS"))
    const times = watch.seen.map(({ since }) => since)
    expect(times.slice(1).map((time, index) => time - times[index]!)).to.deep.equal(Array<number>(6).fill(2_000))
  })

  it("keeps no timer once it is stopped, although a message waits for its next state", async () => {
    let timers = 0
    const set = Promise.withResolvers<undefined>()
    const sleep: Clock["sleep"] = async (ms, signal) => {
      timers += 1
      set.resolve(undefined)
      await systemClock.sleep(ms, signal).finally(() => (timers -= 1))
    }
    const devnet = await startDevnet({ gateway: false, market: false, pace: 60_000, clock: { ...systemClock, sleep } })
    const counters = await deployConnected(devnet, counterArtifact)
    const watch = watchDevnet(devnet)
    const { alpha, beta } = devnet.chains
    const { abi } = counterArtifact
    await send(alpha, { address: counters["alpha"]!, abi, functionName: "add", args: [beta.slug, 1n] })
    await watch.reached("RECEIVED")
    await set.promise
    await devnet.stop()
    await new Promise((resolve) => setImmediate(resolve))
    expect(timers).to.equal(0)
  })
})
