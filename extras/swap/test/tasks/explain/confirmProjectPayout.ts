import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { createFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import type { RouteStep } from "#extras/swap/src/following/routeTracker.js"
import { openSwapChains } from "#extras/swap/src/plugin/openSwapChains.js"
import { routeStatusSchema } from "#extras/swap/src/wire/statusSchemas.js"
import { withPayout } from "#extras/swap/tasks/status/followRoute.js"
import { createOneChainWorld } from "#extras/swap/test/fixtures/oneChainWorld.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { systemClock } from "#src/primitives/clock.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { collect } from "#test/fixtures/servers/messagingApi.js"
import { journalEntry, quoteId, statusAt } from "#test/fixtures/wire/swapRoutes.js"

const { signal } = new AbortController()

const step = (state: string): RouteStep => {
  const route = routeStatusSchema.parse(statusAt(state))
  return { kind: "state", quoteId, state: route.status, at: 1_000, inState: 0, route }
}

async function* stepsOf(...states: readonly string[]): AsyncGenerator<RouteStep> {
  await Promise.resolve()
  yield* states.map(step)
}

describe("withPayout", () => {
  it("says once a route is complete, and from then on, what is known of its payout, looking for it once", async () => {
    await using world = await createOneChainWorld()
    const { root } = world.hre.config.paths
    {
      await using opened = openChains(world.hre, { signal })
      const chains = openSwapChains(world.hre.config, opened)
      const folder = path.join(root, ".plugs", "swaps", (await chains.folderOf(41_001)) ?? "")
      await createFileJournal(folder).write(journalEntry())
    }
    const before = world.connections.opened
    const states = ["PENDING", "IN_PROGRESS", "COMPLETED", "COMPLETED"]
    const seen = await collect(withPayout(world.hre, stepsOf(...states), { clock: systemClock, signal }))
    // Nothing reaches beta, so nobody could look.
    const [begun, under, done, again] = states.map(step)
    expect(seen.items).to.deep.equal([
      begun,
      under,
      { ...done, payout: "not looked" },
      { ...again, payout: "not looked" },
    ])
    const { opened, closed } = world.connections
    expect([opened - before, closed]).to.deep.equal([1, opened])
  })

  it("believes no record of a chain that is gone, not even of where the payout would be", async () => {
    await using world = await createOneChainWorld()
    const { request } = journalEntry()
    const swaps = path.join(world.hre.config.paths.root, ".plugs", "swaps")
    const toAlpha = journalEntry({ request: { ...request, destinationChainId: 41_001 } })
    await createFileJournal(path.join(swaps, "41001-gone")).write(toAlpha)
    const clock = createManualClock()
    const seen = await clock.run(collect(withPayout(world.hre, stepsOf("COMPLETED"), { clock, signal })))
    expect(seen).to.deep.equal({ items: [{ ...step("COMPLETED"), payout: "not looked" }], error: undefined })
  })
})
