import hre from "hardhat"

import type { Measure } from "../measuring/Measure.ts"
import { repeat } from "../measuring/repeat.ts"
import { createWorld } from "#src/testing/index.js"

const runs = 100

/** Measures how many schedules `explore` tries a second, for a scenario that sends two messages and holds under all of them. */
export const measure: Measure = async () => {
  await using world = await createWorld(hre, { chains: ["alpha", "beta"] }).start()
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
  const { alpha, beta } = await world.loadFixture(counters)
  const scenario = async (): Promise<void> => {
    await alpha.send.add([beta.slug, 2n])
    await alpha.send.add([beta.slug, 3n])
  }
  const invariant = async (): Promise<boolean> => (await beta.read.counter()) === 5n
  const { value, cpu } = await repeat(
    3,
    async () => {
      await world.explore({ runs, seed: 1 }, scenario, invariant)
    },
    { warmupIterations: 1 },
  )
  return { rate: { value: (runs * 1000) / value, cpu } }
}
