import type { Measure } from "../measuring/Measure.ts"
import { repeat } from "../measuring/repeat.ts"
import { createSwapWorld } from "#test/fixtures/worlds/swap/swapWorld.js"

/** Measures a quote of the swap API through the client, and a swap from its quote to its completion on another chain. */
export const measure: Measure = async () => {
  await using world = await createSwapWorld()
  const request = { amount: "10", of: "usdc", into: "weth", slippage: "5", includeProvider: "pool" } as const

  const quote = await repeat(100, async () => {
    await world.quote(request)
  })

  const swap = await repeat(40, async () => {
    const route = await world.best(request)
    await world.send(route)
    const { status } = await world.reaches(route.quoteId)
    if (status !== "COMPLETED") throw new Error(`a swap ended as ${status}`)
  })
  return { quote, swap }
}
