import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { after, before, describe, it } from "mocha"
import { parseEther, parseGwei } from "viem"

import type { SwapLimits } from "#extras/swap/tasks/arguments/readSwapLimits.js"
import { openSwapRun } from "#extras/swap/tasks/execute/openSwapRun.js"
import type { LeastSubject } from "#extras/swap/tasks/offer/ownLeast.js"
import { createOneChainWorld, unattendedIo } from "#extras/swap/test/fixtures/oneChainWorld.js"
import { devnetSwapRouter } from "#src/devnet/addresses.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { findChain } from "#src/primitives/chains.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { at } from "#test/fixtures/wire/addresses.js"

const named = at(9)
const limits: SwapLimits = {
  ...{ waitOptions: { timeout: 5_000 }, allowed: [named], acceptLoss: 7, minOut: undefined, acceptUndecoded: true },
  ...{ gas: { maxGasPrice: parseGwei("3"), maxGasCost: parseEther("0.1") }, yes: false },
}

describe("what a swap is executed with", () => {
  let hre: HardhatRuntimeEnvironment
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    folder = await temporaryFolder()
    const own = await createHardhatRuntimeEnvironment(
      projectConfig({
        ...{ PLUGS_TEST_PORT: "1", PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ARTIFACTS: "none" },
        // Chains in this process.
        PLUGS_TEST_NETWORKS: JSON.stringify({
          alpha: { type: "edr-simulated", chainId: 41_001 },
          far: { type: "edr-simulated", chainId: 10 },
        }),
        PLUGS_TEST_OWN_CHAINS: JSON.stringify({ far: { slug: 10, network: "far", socket: at(1) } }),
      }),
    )
    const config = { ...own.config, paths: { ...own.config.paths, root: folder.path } }
    hre = { ...own, config, network: own.network, artifacts: own.artifacts }
  })
  after(() => folder[Symbol.asyncDispose]())

  const open = async (name: string, more: Partial<SwapLimits> = {}, pays?: "tx" | "deposit") => {
    const source = findChain(chainsOf(hre.config.plugs), name, "--from")
    const io = { terminal: recordTerminal(), signal: new AbortController().signal, clock: createManualClock() }
    const options = { source, limits: { ...limits, ...more }, ...(pays === undefined ? {} : { pays }) }
    return await openSwapRun(hre, options, io as unknown as TaskIo)
  }

  it("calls what --allow-target names, or pays it as a deposit address, beside what is trusted, within the limits", async () => {
    const shared = { acceptLoss: 7, acceptUndecoded: true, maxGasPrice: parseGwei("3"), maxGasCost: parseEther("0.1") }
    const contracts = (all: readonly string[], deposits: readonly string[]) => ({
      ...{ ...shared, allowedTargets: all, allowedSpenders: all, allowedDeposits: deposits },
    })
    for (const [pays, expected] of [
      [undefined, contracts([devnetSwapRouter, named], [])],
      ["tx", contracts([devnetSwapRouter, named], [])],
      ["deposit", contracts([devnetSwapRouter], [named])],
    ] as const) {
      await using run = await open("alpha", {}, pays)
      const { routers, ...found } = run.limits
      expect(found, pays).to.deep.equal(expected)
      expect(Object.keys(routers ?? {})).to.deep.equal([devnetSwapRouter])
      expect(run.polling).to.include({ timeout: 5_000 })
    }
    await using far = await open("far")
    expect(far.limits).to.deep.include({ ...contracts([named], []), routers: {} })
  })

  it("needs a least output where nobody is asked, unless both chains are the devnet's", async () => {
    const subject = (origin: string, destination: string) =>
      ({
        swapRequest: { origin: { name: origin }, destination: { name: destination } },
        request: { inputAmount: 1n },
        ...{
          input: { address: at(2), symbol: "A", decimals: 6 },
          output: { address: at(3), symbol: "B", decimals: 8 },
        },
      }) as unknown as LeastSubject
    const worthless = [subject("alpha", "beta"), subject("beta", "beta")]
    const others = [subject("alpha", "far"), subject("far", "alpha"), subject("far", "far"), subject("alpha", "gone")]
    await using alone = await open("alpha", { yes: true })
    for (const one of worthless) expect(await alone.leastOf(one)).to.equal(undefined)
    for (const one of others) expect((await failure(alone.leastOf(one))).facts["argument"]).to.equal("--min-out")
    await using asked = await open("alpha")
    await using said = await open("alpha", { yes: true, minOut: "1.5" })
    for (const one of [...worthless, ...others]) {
      expect([await asked.leastOf(one), await said.leastOf(one)]).to.deep.equal([undefined, 150_000_000n])
    }
  })

  it("reads each chain over one connection, and none that no network reaches", async () => {
    await using run = await open("alpha")
    expect(await run.readerOf(41_001)).to.equal(run.publicClient)
    const far = await run.readerOf(10)
    expect(await far?.getChainId()).to.equal(10)
    expect(await run.readerOf(10)).to.equal(far)
    for (const chainId of [41_002, 999]) expect(await run.readerOf(chainId), String(chainId)).to.equal(undefined)
    expect([41_001, 10, 999].map(run.chainName)).to.deep.equal(["alpha", "far", "999"])
  })

  it("says what of the API's answers is malformed when it is asked to, and once", async () => {
    await using world = await createOneChainWorld()
    world.api.chains = [{ chainId: "odd" }]
    const terminal = recordTerminal()
    const io = unattendedIo(new AbortController().signal, terminal)
    const { source } = world.commandOf()
    await using run = await openSwapRun(world.hre, { source, limits }, io)
    await run.client.getSupportedChains()
    expect(terminal.stderr()).to.equal("")
    run.printNotes()
    const said = terminal.stderr()
    expect(said).to.not.equal("")
    run.printNotes()
    expect(terminal.stderr()).to.equal(said)
  })
})
