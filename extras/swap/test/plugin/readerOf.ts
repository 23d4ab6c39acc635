import { expect } from "chai"
import { describe, it } from "mocha"

import { readerOf } from "#extras/swap/src/plugin/readerOf.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { createFakeProject } from "#test/fixtures/projects/fakeProject.js"

describe("readerOf", () => {
  const project = createFakeProject({ chains: { alpha: { slug: 41_001, request: () => Promise.resolve("0xa029") } } })

  it("waits ten seconds for a connection, and has one closed that opens later", async () => {
    const clock = createManualClock()
    const [ready, closed] = [Promise.withResolvers<undefined>(), Promise.withResolvers<string>()]
    const create = async (asked: never) => {
      await ready.promise
      const close = async () => {
        closed.resolve("closed")
        await closed.promise
      }
      return { ...(await project.hre.network.create(asked)), close }
    }
    const chains = openChains({ ...project.hre, network: { create } } as never)
    const begun = clock.now()
    expect(await clock.run(readerOf(chains, 41_001, clock))).to.equal(undefined)
    expect(clock.now() - begun).to.equal(10_000)
    await chains[Symbol.asyncDispose]()
    ready.resolve(undefined)
    expect(await closed.promise).to.equal("closed")
  })

  it("leaves no timer behind", async () => {
    const clock = createManualClock()
    await using chains = openChains(project.hre)
    const reader = await readerOf(chains, 41_001, clock)
    expect([await reader?.getChainId(), clock.sleeps, clock.sleepers]).to.deep.equal([41_001, [10_000], 0])
  })
})
