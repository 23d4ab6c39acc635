import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"
import { type Address, getAddress } from "viem"

import type { ExplainedMessage } from "#extras/page/src/PageEvent.js"
import { explainForPage, isRunnable } from "#extras/page/tasks/explainForPage.js"
import type { MessageChange } from "#src/devnet/changes.js"
import { systemClock } from "#src/primitives/clock.js"
import { keepingPlugArtifact } from "#test/fixtures/artifacts/KeepingPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepIt } from "#test/fixtures/depth.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { type ExplainedWorld, writeArtifact } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { useAtlas } from "#test/fixtures/worlds/messaging/useAtlas.js"

describe("the commands that the page runs", () => {
  it("are only commands of Hardhat", () => {
    const commands = [
      "npx hardhat messaging wire",
      null,
      "npx hardhat",
      "npx hardhat-other x",
      "cast send",
      " npx hardhat x",
    ]
    expect(commands.filter((command) => isRunnable({ command }))).to.deep.equal(["npx hardhat messaging wire"])
  })
})

describe("what the page says of a delivery", function () {
  const someone = getAddress(`0x${"a1".repeat(20)}`)
  const { abi } = keepingPlugArtifact
  let world: ExplainedWorld
  useAtlas((opened) => {
    ;({ world } = opened)
  })

  async function explain(change: Pick<MessageChange, "messageId" | "outboundTx">): Promise<ExplainedMessage> {
    const { alpha, beta } = world.devnet.chains
    const config = projectConfig({ PLUGS_TEST_PORT: String(world.port), PLUGS_TEST_CHAINS: "alpha,beta" })
    const hre = await createHardhatRuntimeEnvironment(config, {}, world.root)
    const ends = { srcChainSlug: alpha.slug, dstChainSlug: beta.slug, executionTxHash: null }
    const io = { clock: systemClock, signal: new AbortController().signal }
    return await explainForPage({ ...change, ...ends } as MessageChange, hre, io)
  }

  async function give(plug: Address, amount: bigint) {
    const { alpha, beta } = world.devnet.chains
    const args = [beta.slug, someone, amount]
    const outboundTx = await send(alpha, { address: plug, abi, functionName: "give", args })
    const [known] = await eventually(() => {
      const records = world.devnet.messagesFromTx(alpha.slug, outboundTx)
      return Promise.resolve(records[0]?.status === "EXECUTION_SUCCESS" && records)
    })
    return { messageId: known!.outbound.messageId, outboundTx }
  }

  deepIt("is that a contract holds what it brought, with the call that releases it, until it does not", async () => {
    await writeArtifact(world.root, "KeepingPlug", abi)
    const plugs = await deployConnected(world.devnet, keepingPlugArtifact)
    const { walletClient, publicClient } = world.devnet.chains.beta
    const [kept, paid] = [await give(plugs["alpha"]!, 50n), await give(plugs["alpha"]!, 0n)]
    const { verdict, causes } = await explain(kept)
    expect([verdict, causes.length, causes[0]?.name]).to.deep.equal(["delivered", 1, "kept-back"])
    expect(causes[0]?.says).to.contain(`it logged Kept(to: ${someone}, amount: 45)`)
    expect(causes[0]?.mend?.who).to.match(/^call retry\(to_: 0x[aA]1\w+\) of .* on beta$/)
    expect((await explain(paid)).causes).to.deep.equal([])
    const release = { address: plugs["beta"]!, abi, functionName: "retry", args: [someone] } as const
    await publicClient.waitForTransactionReceipt({ hash: await walletClient.writeContract(release) })
    const released = await explain(kept)
    expect([released.verdict, released.causes]).to.deep.equal(["delivered", []])
  })
})
