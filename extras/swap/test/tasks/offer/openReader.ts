import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { before, describe, it } from "mocha"

import { openReader } from "#extras/swap/tasks/offer/openReader.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"

type Network = HardhatRuntimeEnvironment["network"]

describe("openReader", () => {
  let own: HardhatRuntimeEnvironment
  before(async () => {
    own = await createHardhatRuntimeEnvironment(
      projectConfig({
        ...{ PLUGS_TEST_PORT: "1", PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ARTIFACTS: "none" },
        // Chains in this process.
        PLUGS_TEST_NETWORKS: JSON.stringify({ alpha: { type: "edr-simulated", chainId: 41_001 } }),
      }),
    )
  })

  /** The project. Whichever chain it connects to when it is ready is its alpha. What opens and closes is written down. */
  function project(ready: Promise<unknown> = Promise.resolve()) {
    const log: string[] = []
    const closed = Promise.withResolvers<undefined>()
    const create = async ({ network: asked }: { readonly network: string }) => {
      await ready
      const connection = await own.network.create({ network: "alpha" })
      log.push(`${asked} opened`)
      const close = connection.close.bind(connection)
      connection.close = async () => {
        log.push(`${asked} closed`)
        closed.resolve(undefined)
        await close()
      }
      return connection
    }
    const network = Object.assign(Object.create(own.network) as Network, { create })
    const hre = Object.assign(Object.create(own) as HardhatRuntimeEnvironment, { network })
    return { hre, log, closed: closed.promise }
  }

  it("reads the chain of an id, and is closed with it", async () => {
    const { hre, log } = project()
    {
      await using reader = await openReader(hre, 41_001)
      expect(await reader.client?.getChainId()).to.equal(41_001)
      expect(log).to.deep.equal(["alpha opened"])
    }
    expect(log).to.deep.equal(["alpha opened", "alpha closed"])
  })

  it("has no client where no network has the chain, or the network has another one", async () => {
    const { hre, log } = project()
    for (const [chainId, seen] of [
      [10, []],
      [41_002, ["beta opened", "beta closed"]],
    ] as const) {
      {
        await using reader = await openReader(hre, chainId)
        expect(reader.client, String(chainId)).to.equal(undefined)
      }
      expect(log).to.deep.equal(seen)
    }
  })

  it("waits ten seconds for a connection, and closes one that opens later", async () => {
    const clock = createManualClock()
    const begun = clock.now()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const { hre, log, closed } = project(promise)
    const reader = await clock.run(openReader(hre, 41_001, clock))
    expect([reader.client, clock.now() - begun, log]).to.deep.equal([undefined, 10_000, []])
    resolve(undefined)
    await closed
    await reader[Symbol.asyncDispose]()
    expect(log).to.deep.equal(["alpha opened", "alpha closed"])
  })

  it("leaves no timer behind", async () => {
    const clock = createManualClock()
    await using reader = await openReader(project().hre, 41_001, clock)
    expect([reader.client === undefined, clock.sleeps, clock.sleepers]).to.deep.equal([false, [10_000], 0])
  })
})
