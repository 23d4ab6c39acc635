import { expect } from "chai"
import hre from "hardhat"

import { createMessagingClient, sendThroughPlug, waitForMessage } from "#src/messaging/index.js"
import { createWorld } from "#src/testing/index.js"

it("sends through a plug, and waits for the message", async () => {
  await using world = await createWorld(hre).start()
  const { alpha, beta } = await world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
  const { publicClient, walletClient, contracts } = world.chains.alpha

  const { hash, fee, attached, messages } = await sendThroughPlug(publicClient, walletClient, {
    socket: contracts.socket,
    plug: alpha.address,
    signature: "add(uint32,uint256)",
    args: [beta.slug, 5n],
  })
  expect(messages).to.have.length(1)
  expect(attached).to.equal((fee * 110n) / 100n) // the rest is refunded

  const client = createMessagingClient(world.devnet.messaging)
  const message = await waitForMessage(client, { srcChainSlug: alpha.slug, srcTxHash: hash, timeout: 60_000 })
  expect(message.status).to.equal("EXECUTION_SUCCESS")
  expect(await beta.read.counter()).to.equal(5n)
})
