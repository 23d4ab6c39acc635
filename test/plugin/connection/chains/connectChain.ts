import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"

import { connectChain } from "../../../../src/plugin/connection/chains/connectChain.js"
import { systemClock } from "../../../../src/primitives/clock.js"
import { failure } from "../../../fixtures/failure.js"
import { projectConfig } from "../../../fixtures/projects/projectConfig.js"
import {
  answerJson,
  type Behaviour,
  stallBeforeHeaders,
  startHostileServer,
} from "../../../fixtures/servers/hostileServer.js"

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
})
