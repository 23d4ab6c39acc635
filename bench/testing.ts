import hre from "hardhat"

import { createWorld } from "../src/testing/index.js"
import { measure, printFigure } from "./measure.js"

/** Measures a world of two chains, and prints each figure beside its bound. */
export async function testingFigures(): Promise<void> {
  await using world = await createWorld(hre, { chains: ["alpha", "beta"] }).start()
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
  await world.loadFixture(counters)

  const load = await measure("load", 100, async () => {
    await world.loadFixture(counters)
  })
  printFigure("a fixture of two chains, brought back", { value: load.p50, unit: "ms", bound: 10, atMost: true })

  const tests = await measure(
    "tests",
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
  printFigure("100 tests of a message each, with a fixture", {
    value: tests.p50 / 1000,
    unit: "s",
    bound: 6,
    atMost: true,
  })
}
