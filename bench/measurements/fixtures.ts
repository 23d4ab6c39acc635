import hre from "hardhat"

import type { Measure } from "../measuring/Measure.ts"
import { repeat } from "../measuring/repeat.ts"
import { createWorld } from "#src/testing/index.js"

/** Measures how long a world of two chains takes to go back to a fixture, and a hundred tests of a message each that do so. */
export const measure: Measure = async () => {
  await using world = await createWorld(hre, { chains: ["alpha", "beta"] }).start()
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
  await world.loadFixture(counters)

  const load = await repeat(100, async () => {
    await world.loadFixture(counters)
  })

  const tests = await repeat(
    3,
    async () => {
      for (let count = 0; count < 100; count += 1) {
        const { alpha, beta } = await world.loadFixture(counters)
        await alpha.send.add([beta.slug, 5n])
        await world.deliver()
        if ((await beta.read.counter()) !== 5n) throw new Error("a message was not delivered once")
      }
    },
    { warmupIterations: 1 },
  )
  return { load, tests: { value: tests.value / 1000, cpu: tests.cpu } }
}
