import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { after, before, describe, it } from "mocha"

import { pageOptions } from "#extras/page/tasks/openDevnetPage.js"
import type { JourneyEntry } from "#src/devnet/journeyLog.js"
import { devnetOptions, numberChains } from "#src/devnet/options.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { writeUserArtifact } from "#test/fixtures/projects/userArtifact.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("what the page of a devnet asks of a project", () => {
  let artifacts: Awaited<ReturnType<typeof writeUserArtifact>>
  before(async () => {
    artifacts = await writeUserArtifact([])
  })
  after(() => artifacts[Symbol.asyncDispose]())

  /** The page of a project that has configured the port 1, where nothing listens. */
  const open = async (options: { readonly port?: string; readonly optimisticTimeout?: number } = {}) => {
    const contracts = JSON.stringify({ Counter: { alpha: at(1) } })
    const hre = await createHardhatRuntimeEnvironment(
      projectConfig({ PLUGS_TEST_PORT: "1", PLUGS_TEST_CONTRACTS: contracts, PLUGS_TEST_ARTIFACTS: artifacts.path }),
    )
    const io = { clock: createManualClock(), signal: new AbortController().signal }
    return pageOptions({ isReadOnly: false, port: undefined, ...options }, hre, io)
  }

  it("is for the port of the command line, or else of the configuration, and so are its commands", async () => {
    const plug = { slug: 41_001, address: at(1) }
    for (const port of [undefined, "1"]) {
      const { trust } = await open(port === undefined ? {} : { port })
      // Who can forge is not known where nothing could be read.
      expect((await failure(trust(plug, { ...plug, slug: 41_002 }))).code, port).to.equal("PARTLY_READ")
    }
    const { trust } = await open({ port: "9000" })
    const { code, facts, next } = await failure(trust(plug, plug))
    expect(code).to.equal("INVALID_INPUT")
    expect(facts).to.include({ argument: "config.networks.alpha" })
    expect(next).to.contain("9000")
    const { pause, resume, step } = (await open({ port: "9000" })).commands
    expect([pause, resume, step]).to.deep.equal(
      ["pause", "resume", "step"].map((verb) => `npx hardhat devnet ${verb} --port 9000`),
    )
    expect((await open()).commands.pause).to.equal("npx hardhat devnet pause")
  })

  it("calls a contract what the project calls it, or else as it was built, also of late", async () => {
    await artifacts.build("Greeter", "0x6001")
    const { readNames } = await open()
    const nameOf = await readNames()
    expect(await nameOf(41_001, at(1), "0x6001")).to.equal("Counter")
    expect(await nameOf(41_002, at(1), "0x6001")).to.equal("Greeter")
    expect(await nameOf(41_001, at(2), "0x6002")).to.equal(undefined)
    await artifacts.build("Late", "0x6002")
    expect(await (await readNames())(41_001, at(2), "0x6002")).to.equal("Late")
  })

  it("copies a journey with the optimistic timeout of the devnet, unless that is the default", async () => {
    const chains = numberChains(["alpha", "beta"]).map((chain) => {
      return {
        ...chain,
        accounts: [at(3)],
        contracts: { socket: at(4), switchboard: at(5), optimisticSwitchboard: at(6) },
      }
    })
    const opened = {
      devnet: { chains: Object.fromEntries(chains.map((chain) => [chain.name, chain])), paths: [], market: undefined },
      ...{ accounts: { watchers: [{ address: at(7) }] }, gateway: undefined },
    }
    const id = bytes32(1)
    const sent = { kind: "message", id, from: "alpha", to: "beta", status: "RECEIVED", at: 1, revertData: undefined }
    const copy = async (optimisticTimeout?: number) => {
      const { copyAsTest } = await open(optimisticTimeout === undefined ? {} : { optimisticTimeout })
      return await copyAsTest(id, [sent as unknown as JourneyEntry], opened as never)
    }
    expect(await copy(77)).to.contain("optimisticTimeout: 77")
    for (const text of [await copy(), await copy(devnetOptions.optimisticTimeout.default)])
      expect(text).to.contain(id).and.not.contain("optimisticTimeout")
  })
})
