import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { HardhatPluginError } from "hardhat/plugins"
import { describe, it } from "mocha"

import { connectChain, sayDevnetIsAway } from "#src/plugin/connection/chains/connectChain.js"
import { systemClock } from "#src/primitives/clock.js"
import { failure } from "#test/fixtures/failure.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import {
  answerJson,
  type Behaviour,
  stallBeforeHeaders,
  startHostileServer,
} from "#test/fixtures/servers/hostileServer.js"

const alpha = { name: "alpha", network: "alpha" }

/** Connects to a node that answers in one way, whose waits are over at once. */
async function connectTo(behaviour: Behaviour, options: { readonly signal?: AbortSignal } = {}) {
  await using server = await startHostileServer(behaviour)
  const networks = JSON.stringify({ alpha: { type: "http", url: `${server.url}/secret-key` } })
  const hre = await createHardhatRuntimeEnvironment(projectConfig({ PLUGS_TEST_NETWORKS: networks }))
  const waits: number[] = []
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    waits.push(ms)
    return systemClock.sleep(ms / 20, signal)
  }
  const error = await failure(connectChain(hre, alpha, { ...options, clock: { ...systemClock, sleep } }))
  return { error, waits, origin: server.url }
}

describe("connectChain", () => {
  it("gives a node ten seconds for its first answer, and not the five minutes of Hardhat", async () => {
    const { error, waits, origin } = await connectTo(stallBeforeHeaders())
    expect(error).to.include({ code: "NODE_UNREACHABLE" })
    expect(error.facts).to.deep.equal({ url: origin, reason: "it took too long" })
    expect(error.message).to.not.contain("secret-key")
    expect(waits).to.deep.equal([10_000])
  })

  it("says at once what else is wrong with a node", async () => {
    const { error } = await connectTo(answerJson({ unexpected: true }))
    expect(error).to.include({ code: "NODE_UNREACHABLE" })
    expect(error.facts).to.include({ reason: "what answers is not a node" })
  })

  it("ends when it is aborted", async () => {
    const { error } = await connectTo(stallBeforeHeaders(), { signal: AbortSignal.abort() })
    expect(error).to.include({ code: "ABORTED" })
  })

  it("lets a script's own connection say that no devnet runs, and nothing of another network", async () => {
    const networks = JSON.stringify({ other: { type: "http", url: "http://127.0.0.1:9/secret-key" } })
    const config = projectConfig({ PLUGS_TEST_PORT: String(await freePort()), PLUGS_TEST_NETWORKS: networks })
    const hre = await createHardhatRuntimeEnvironment(config)
    const ask = async (network: string): Promise<unknown> => {
      const { provider } = await hre.network.create(network)
      return await provider.request({ method: "eth_chainId" }).catch((error: unknown) => error)
    }
    const away = await ask("alpha")
    expect(away).to.be.instanceOf(HardhatPluginError)
    expect((away as Error).message).to.contain("npx hardhat devnet")
    expect(await ask("other")).to.include({ name: "HardhatError" })
    const bug = new Error("a bug")
    expect(await sayDevnetIsAway(hre, "alpha", bug)).to.equal(bug)
    expect(await failure(connectChain(hre, alpha))).to.include({ code: "NODE_UNREACHABLE" })
  })

  it("limits every request to a node that is reached by http, and none of a chain in this process", async () => {
    await using server = await startHostileServer(answerJson({ jsonrpc: "2.0", id: 1, result: "0xa029" }))
    const alphaNode = { type: "http", url: server.url, timeout: 7_000 }
    const networks = JSON.stringify({ alpha: alphaNode, here: { type: "edr-simulated" } })
    // The artifacts of this repository take long to read.
    const env = { PLUGS_TEST_NETWORKS: networks, PLUGS_TEST_ARTIFACTS: "none" }
    const hre = await createHardhatRuntimeEnvironment(projectConfig(env))
    const timeoutOf = async (network: string, timeout?: number): Promise<unknown> => {
      await using connection = await connectChain(hre, { name: network, network }, { timeout })
      return "timeout" in connection.networkConfig ? connection.networkConfig.timeout : "none"
    }
    expect(await timeoutOf("alpha", 1_234)).to.equal(1_234)
    expect(await timeoutOf("alpha")).to.equal(7_000)
    expect(await timeoutOf("here", 1_234)).to.equal("none")
  })
})
