import { expect } from "chai"
import hre from "hardhat"
import { describe, it } from "mocha"
import { type Abi, type Address, type Hex, pad } from "viem"

import { implementationSlot } from "#src/onchain/readFunction.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectCause } from "#test/fixtures/output/expectCause.js"
import { cloneOf } from "#test/fixtures/worlds/contractCode.js"
import { type AtlasMessages, later } from "#test/fixtures/worlds/messaging/atlasMessages.js"
import type { ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"
import { useAtlas } from "#test/fixtures/worlds/messaging/useAtlas.js"

describe("the atlas of causes: plugs that changed after the message was sent", function () {
  let world: ExplainedWorld
  let atlas: AtlasMessages
  useAtlas((opened) => {
    ;({ world, atlas } = opened)
  })

  const artifact = async (name: string) => (await hre.artifacts.readArtifact(name)) as { abi: Abi; bytecode: Hex }

  deepIt("destination-without-code: and inbound-reverts of a proxy are mended by an upgrade", async () => {
    const { alpha, beta } = atlas
    const { socket } = beta.contracts
    const implementation = await deploy(beta, await artifact("ReceivingImplementation"), [socket])
    const without = await deploy(beta, await artifact("SendingImplementation"), [socket])
    const proxy = await deploy(beta, await artifact("ERC1967Proxied"), [implementation])
    const plug = await atlas.newCounter(alpha)
    await atlas.connect(alpha, plug, { slug: beta.slug, sibling: proxy })
    await atlas.connect(beta, proxy, { slug: alpha.slug, sibling: plug })
    world.devnet.relay.pause("simulate")
    const message = await atlas.send(plug)
    await atlas.reached(message, "VERIFIED")
    const upgrade = (to: Address) =>
      beta.testClient.setStorageAt({ address: proxy, index: implementationSlot, value: pad(to, { size: 32 }) })

    const nobody: Address = "0x000000000000000000000000000000000000dEaD"
    await upgrade(nobody)
    const gone = expectCause(await atlas.explain(message), "destination-without-code")
    expect(gone.says.toLowerCase()).to.contain(
      `is a proxy, and there is no contract at its implementation ${nobody.toLowerCase()}`,
    )
    expect(gone.mend?.who).to.contain(`upgrade the proxy ${proxy}`)
    await upgrade(without)
    const deaf = expectCause(await atlas.explain(message), "inbound-reverts")
    expect(deaf.mend?.who).to.contain(`upgrade the proxy ${proxy}`)
    await upgrade(implementation)
    world.devnet.relay.resume()
    await atlas.expectDelivered(message)
  })

  it("not-connected: a clone that was never initialized has no owner who has renounced it", async () => {
    const { alpha, beta } = atlas
    const clone: Address = "0x0000000000000000000000000000000000000C10"
    await beta.testClient.setCode({ address: clone, bytecode: cloneOf(world.moody.beta) })
    world.know("beta", clone)
    const plug = await atlas.newCounter(alpha)
    await atlas.connect(alpha, plug, { slug: beta.slug, sibling: clone })
    const message = await atlas.send(plug)
    await atlas.reached(message, "SEALED")

    const { mend } = expectCause(await atlas.explain(message, later), "not-connected")
    expect(mend?.who).to.contain("an account that can initialize or upgrade the plug").and.to.not.contain("renounced")
  })

  it("not-connected: the sender is connected to a new plug by now, and the old one is not connected again", async () => {
    const { alpha, beta } = atlas
    const [plug, old, fresh] = [
      await atlas.newCounter(alpha),
      await atlas.newCounter(beta),
      await atlas.newCounter(beta),
    ]
    await atlas.connect(alpha, plug, { slug: beta.slug, sibling: old })
    await atlas.connect(beta, fresh, { slug: alpha.slug, sibling: plug })
    const message = await atlas.send(plug)
    await atlas.reached(message, "SEALED")
    await atlas.connect(alpha, plug, { slug: beta.slug, sibling: fresh })

    const { mend } = expectCause(await atlas.explain(message, later), "not-connected")
    expect(mend?.command).to.equal(null)
    expect(mend?.who)
      .to.match(/^send it again, because /)
      .and.to.contain(`is connected to ${fresh} on beta by now`)
    await atlas.expectDelivered(await atlas.send(plug))
  })

  it("other-sibling: says that another plug loses its connection, if there is one", async () => {
    const { alpha, beta } = atlas
    world.devnet.relay.pause("propose")
    const message = await atlas.send()
    await atlas.reached(message, "SEALED")
    const plug = await atlas.newCounter(alpha)
    await atlas.connect(beta, world.counters.beta, { slug: alpha.slug, sibling: plug })
    const explain = async () =>
      (await atlas.explain(message)).document.causes.find(({ name }) => name === "other-sibling")
    const ends = `which ends its connection with ${plug}`
    expect((await explain())?.mend?.who).to.not.contain(ends)

    await atlas.connect(alpha, plug, { slug: beta.slug, sibling: world.counters.beta })
    expect((await explain())?.mend?.who).to.contain(ends)
  })

  it("switchboards-do-not-fit: the API is not behind, which does not count another switchboard's proposal either", async () => {
    const { alpha, beta } = atlas
    world.devnet.relay.pause("simulate")
    const message = await atlas.send()
    await atlas.reached(message, "VERIFIED")
    const switchboard = beta.contracts.optimisticSwitchboard
    const ends = { slug: alpha.slug, sibling: world.counters.alpha }
    await atlas.connect(beta, world.counters.beta, { ...ends, switchboard })

    const explained = await atlas.explain(message, later)
    expectCause(explained, "switchboards-do-not-fit")
    expect(explained.document.causes.map(({ name }) => name)).to.not.include("api-behind")
    await atlas.connect(beta, world.counters.beta, ends)
    world.devnet.relay.resume()
    await atlas.expectDelivered(message)
  })
})
