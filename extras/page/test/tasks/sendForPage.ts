import { resolve } from "node:path"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { sendForPage } from "#extras/page/tasks/sendForPage.js"
import { startDevnet } from "#src/devnet/index.js"
import { wordsOf } from "#src/primitives/commands/commandLine.js"
import { failure } from "#test/fixtures/failure.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"

describe("the form of the page that sends", () => {
  it("offers the plug's functions, says the fee and sends nothing, and sends what it said", async () => {
    await using devnet = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false })
    const port = Number(new URL(devnet.url).port)
    const env = { PLUGS_TEST_PORT: String(port), PLUGS_TEST_CHAINS: "alpha,beta" }
    const config = projectConfig({ ...env, PLUGS_TEST_ARTIFACTS: resolve("artifacts") })
    const hre = await createHardhatRuntimeEnvironment(config)
    const { alpha: plug = "0x" } = await deployConnected(devnet, counterArtifact)
    const { publicClient, walletClient, slug } = devnet.chains.alpha
    const sent = () => publicClient.getTransactionCount({ address: walletClient.account.address })
    const before = await sent()

    const { functions } = await sendForPage({ slug, plug }, hre, port)
    expect(functions).to.include("add(uint32 dstChainSlug, uint256 amount)").and.not.include("inbound(uint32, bytes)")
    const form = { slug, plug, signature: "add(uint32 dstChainSlug, uint256 amount)", args: "beta 5" }
    const { says, command = "" } = await sendForPage(form, hre, port)
    expect(says).to.match(/^The fee is 0\.\d+ ETH; 0\.\d+ ETH is attached/)
    expect(wordsOf(command).slice(2)).to.deep.equal([
      "messaging",
      "send",
      plug,
      form.signature,
      "beta",
      "5",
      "--from",
      "alpha",
    ])
    expect(await failure(sendForPage({ ...form, args: "bta 5" }, hre, port))).to.have.property("code", "INVALID_INPUT")
    expect(await sent()).to.equal(before)

    await sendForPage({ ...form, isSent: true }, hre, port)
    expect(await sent()).to.equal(before + 1)
  })
})
