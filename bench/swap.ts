import { createSwapWorld } from "../test/fixtures/worlds/swapWorld.js"
import { measure, printFigure } from "./measure.js"

/** Measures the swap API on local chains, and prints each figure beside its bound. */
export async function swapFigures(): Promise<void> {
  await using world = await createSwapWorld()
  const request = { amount: "10", of: "usdc", into: "weth", slippage: "5", includeProvider: "pool" } as const

  const quotes = await measure("quote", 100, async () => {
    await world.quote(request)
  })
  printFigure("quote of a cross-chain swap, client included", {
    value: quotes.p50,
    unit: "ms",
    bound: 15,
    atMost: true,
  })

  const swaps = await measure("swap", 40, async () => {
    const route = await world.best(request)
    await world.send(route)
    const { status } = await world.reaches(route.quoteId)
    if (status !== "COMPLETED") throw new Error(`a swap ended as ${status}`)
  })
  printFigure("quote to completed, another chain", { value: swaps.p50, unit: "ms", bound: 150, atMost: true })
}
