import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"

import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { chainsOnWire, createSwapServer } from "#test/fixtures/servers/swapServer.js"

/** What is written to standard error meanwhile. */
async function errorsOf(work: () => Promise<void>): Promise<string> {
  const write: unknown = Reflect.get(process.stderr, "write")
  let written = ""
  process.stderr.write = (text: string | Uint8Array) => {
    written += String(text)
    return true
  }
  try {
    await work()
  } finally {
    Reflect.set(process.stderr, "write", write)
  }
  return written
}

describe("connection.plugs.swap with an API that answers in part", () => {
  it("gives what is well, and tells a script of the rest, once", async () => {
    await using server = await createSwapServer({ "supported-chains": [[...chainsOnWire(41001), { chainId: "none" }]] })
    const swap = JSON.stringify({ baseUrl: `http://127.0.0.1:${server.port}/swap` })
    const env = { PLUGS_TEST_PORT: String(server.port), PLUGS_TEST_SWAP: swap, PLUGS_TEST_ARTIFACTS: "none" }
    const hre = await createHardhatRuntimeEnvironment(projectConfig(env))
    const connection = await hre.network.create("alpha")
    const told = await errorsOf(async () => {
      const { swap: own } = connection.plugs
      const answers = [await own.getSupportedChains(), await own.getSupportedChains()]
      expect(answers.map((chains) => chains.map(({ chainId }) => chainId))).to.deep.equal([[41001], [41001]])
    })
    expect(told.split("\n").filter((line) => line.includes("chainId"))).to.have.length(1)
    await connection.close()
  })
})
