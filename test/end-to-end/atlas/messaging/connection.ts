import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, concat, encodeFunctionData, getAddress, type Hex, zeroAddress } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { plugAbi } from "#src/messaging/index.js"
import { imitatorArtifact } from "#test/fixtures/artifacts/Imitator.js"
import { ownSwitchboardArtifact } from "#test/fixtures/artifacts/OwnSwitchboard.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectCause } from "#test/fixtures/output/expectCause.js"
import { type AtlasMessages, later } from "#test/fixtures/worlds/messaging/atlasMessages.js"
import { becomeSafe, knownSafes } from "#test/fixtures/worlds/messaging/becomeSafe.js"
import type { ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"
import { createRelayActors } from "#test/fixtures/worlds/messaging/relayActors.js"
import { useAtlas } from "#test/fixtures/worlds/messaging/useAtlas.js"

/** A contract that calls the address in its first 20 bytes of calldata with all that follows, as a multisig does for its owners. */
const forwarderCode: Hex = "0x601436038060145f375f5f915f5f5f3560601c5af1601b575f5ffd5b00"

describe("the atlas of causes: how two plugs are connected", function () {
  const actors = createRelayActors()
  let world: ExplainedWorld
  let atlas: AtlasMessages
  useAtlas((opened) => {
    ;({ world, atlas } = opened)
  })

  /** A plug on each chain, of which only the one on alpha is connected. */
  async function halfConnected() {
    const { alpha, beta } = atlas
    const [source, destination] = [await atlas.newCounter(alpha), await atlas.newCounter(beta)]
    await atlas.connect(alpha, source, { slug: beta.slug, sibling: destination })
    return { source, destination }
  }

  /** Mines a transaction of a counter on alpha that reverts. */
  async function sendReverting(source: Address): Promise<Hex> {
    const { alpha, beta } = atlas
    const args = [beta.slug, 1n] as const
    const data = encodeFunctionData({ abi: counterArtifact.abi, functionName: "add", args })
    // With a limit, wallets send it without estimating its gas.
    const sent = alpha.walletClient.sendTransaction({ to: source, data, value: 10n ** 16n, gas: 500_000n })
    await sent.catch(() => undefined)
    const { transactions } = await alpha.publicClient.getBlock()
    return transactions[0]!
  }

  it("not-connected-on-source: the transaction reverts, and the plug that names its plug is found", async () => {
    const { alpha, beta } = atlas
    const [source, destination] = [await atlas.newCounter(alpha), await atlas.newCounter(beta)]
    const { optimisticSwitchboard: switchboard } = alpha.contracts
    await atlas.connect(beta, destination, { slug: alpha.slug, sibling: source, switchboard })
    const hash = await sendReverting(source)

    const explained = await world.explain("messaging", [hash, "--from", "alpha"])
    const cause = expectCause(explained, "not-connected-on-source")
    expect(explained.document.verdict).to.equal("failed")
    expect(cause.evidence[0]?.says).to.contain(`NotConnected(dstChainSlug: ${beta.slug})`)
    expect(cause.mend?.command).to.contain(
      `${source} ${destination} --from alpha --to beta --switchboard ${switchboard}`,
    )
    await atlas.mend(cause.mend?.command)
    const again = await world.explain("messaging", [hash, "--from", "alpha"])
    expect(expectCause(again, "not-connected-on-source").mend?.who).to.equal("send again")
    const message = await atlas.send(source)
    await atlas.reached(message, "PROPOSED")
    await beta.testClient.increaseTime({ seconds: 60 })
    await beta.testClient.mine({ blocks: 1 })
    await atlas.expectDelivered(message)
  })

  it("not-yours: a plug that the project does not know has sent it to one that it does", async () => {
    const { alpha, beta } = atlas
    const { socket } = alpha.contracts
    const stranger = await deploy(alpha, counterArtifact, [socket, alpha.walletClient.account.address])
    await atlas.connect(alpha, stranger, { slug: beta.slug, sibling: world.counters.beta })
    const message = await atlas.send(stranger)
    await atlas.reached(message, "SEALED")
    const explained = await atlas.explain(message, later)
    expect(explained.document.verdict).to.equal("waiting")
    expect(expectCause(explained, "not-yours").mend).to.include({ command: null })
  })

  it("not-connected: the destination plug was never connected", async () => {
    const { beta } = atlas
    const { source, destination } = await halfConnected()
    const message = await atlas.send(source)
    await atlas.reached(message, "SEALED")

    const cause = expectCause(await atlas.explain(message, later), "not-connected")
    expect(cause.certainty).to.equal("certain")
    expect(cause.says).to.equal(
      `The plug ${destination} on beta is not connected to a plug on alpha, so it gets no message from ${source}.`,
    )
    expect(cause.mend?.who).to.equal(`the owner ${beta.walletClient.account.address} of the plug on beta connects it`)
    await atlas.mend(cause.mend?.command)
    await atlas.expectDelivered(message)
  })

  deepIt("not-connected: the owner is a contract, which makes the call that is printed", async () => {
    const { alpha, beta } = atlas
    const source = await atlas.newCounter(alpha)
    const owner: Address = getAddress(`0x${"ac".repeat(20)}`)
    await beta.testClient.setCode({ address: owner, bytecode: forwarderCode })
    const destination = await deploy(beta, counterArtifact, [beta.contracts.socket, owner])
    await atlas.connect(alpha, source, { slug: beta.slug, sibling: destination })
    const message = await atlas.send(source)
    await atlas.reached(message, "SEALED")

    const explained = await atlas.explain(message, later)
    const { who, command } = expectCause(explained, "not-connected").mend!
    const data = encodeFunctionData({
      ...{ abi: plugAbi, functionName: "connect" },
      args: [alpha.slug, source, beta.contracts.switchboard],
    })
    expect(who).to.equal(
      `the owner ${owner} of the plug on beta calls connect(${alpha.slug}, ${source}, ${beta.contracts.switchboard}) of ${destination}, as it is a contract. The data of the call: ${data}`,
    )
    expect(command).to.equal(null)
    expect(explained.code).to.equal(2)
    // As people read it, too.
    const { stdout } = await world.run(["messaging", "explain", message.transactionHash, "--from", "alpha"], later)
    expect(stdout.replaceAll(/\s/g, "")).to.contain(data)

    const hash = await beta.walletClient.sendTransaction({ to: owner, data: concat([destination, data]) })
    await beta.publicClient.waitForTransactionReceipt({ hash })
    await atlas.expectDelivered(message)
  })

  deepIt("not-connected: the owner is a Safe, for which the printed command writes a file", async () => {
    const { alpha, beta } = atlas
    const source = await atlas.newCounter(alpha)
    const owner: Address = getAddress(`0x${"5a".repeat(20)}`)
    await becomeSafe(beta, owner)
    const destination = await deploy(beta, counterArtifact, [beta.contracts.socket, owner])
    world.know("beta", destination)
    await atlas.connect(alpha, source, { slug: beta.slug, sibling: destination })
    const message = await atlas.send(source)
    await atlas.reached(message, "SEALED")

    const [cause] = (await atlas.explain(message, { ...later, env: knownSafes() })).document.causes
    expect(cause?.name).to.equal("not-connected")
    expect(cause?.mend?.command).to.match(/^npx hardhat messaging connect .* --safe connection\.beta\.json$/)
  })

  deepIt("not-connected: an owner that has lent its account the code of a contract signs for itself", async () => {
    const { beta } = atlas
    const { source, destination } = await halfConnected()
    const { address } = beta.walletClient.account
    await beta.testClient.setCode({ address, bytecode: `0xef0100${destination.slice(2)}` })
    const message = await atlas.send(source)
    await atlas.reached(message, "SEALED")
    const cause = expectCause(await atlas.explain(message, later), "not-connected")
    expect(cause.mend?.command).to.match(/^npx hardhat messaging connect /)
  })

  deepIt("not-connected: the destination plug was disconnected after its packet was attested", async () => {
    const { alpha, beta } = atlas
    world.devnet.relay.pause("simulate")
    const message = await atlas.send()
    await atlas.reached(message, "VERIFIED")
    await atlas.connect(beta, world.counters.beta, { slug: alpha.slug, sibling: zeroAddress })

    const cause = expectCause(await atlas.explain(message), "not-connected")
    expect(cause.says).to.contain("no longer connected to a plug on alpha")
    await atlas.mend(cause.mend?.command)
    world.devnet.relay.resume()
    await atlas.expectDelivered(message)
  })

  deepIt("not-connected: the command connects through the switchboard that the sender's one works with", async () => {
    const { alpha, beta } = atlas
    const [source, destination] = [await atlas.newCounter(alpha), await atlas.newCounter(beta)]
    const switchboard = alpha.contracts.optimisticSwitchboard
    await atlas.connect(alpha, source, { slug: beta.slug, sibling: destination, switchboard })
    const message = await atlas.send(source)
    // That the sender is connected anew changes nothing for a message that was sent.
    await atlas.connect(alpha, source, { slug: beta.slug, sibling: destination })

    const cause = expectCause(await atlas.explain(message), "not-connected")
    expect(cause.mend?.command).to.contain(`--switchboard ${beta.contracts.optimisticSwitchboard}`)
    await atlas.mend(cause.mend?.command)
    await atlas.reached(message, "PROPOSED")
    await beta.testClient.increaseTime({ seconds: 60 })
    await beta.testClient.mine({ blocks: 1 })
    await atlas.expectDelivered(message)
  })

  deepIt(
    "not-connected: a plug with a function of its own that connects has no command, and the sentence says so",
    async () => {
      const { alpha, beta } = atlas
      const [source, destination] = [
        await atlas.newCounter(alpha),
        await deploy(beta, imitatorArtifact, [beta.contracts.socket]),
      ]
      await atlas.connect(alpha, source, { slug: beta.slug, sibling: destination })
      const message = await atlas.send(source)

      const cause = expectCause(await atlas.explain(message), "not-connected")
      expect(cause.mend?.command).to.equal(null)
      expect(cause.mend?.who).to.match(
        /^the operator of the plug on beta connects it by the function of the plug 0x\w+ that calls connect/,
      )
      const { switchboard } = beta.contracts
      const hash = await beta.walletClient.writeContract({
        address: destination,
        abi: imitatorArtifact.abi,
        functionName: "connect",
        args: [alpha.slug, source, switchboard, switchboard],
      })
      await beta.publicClient.waitForTransactionReceipt({ hash })
      await atlas.expectDelivered(message)
    },
  )

  deepIt("other-sibling: the destination plug is connected to another plug than the sender", async () => {
    const { alpha, beta } = atlas
    const { source, destination } = await halfConnected()
    await atlas.connect(beta, destination, { slug: alpha.slug, sibling: world.counters.alpha })
    const message = await atlas.send(source)
    await atlas.reached(message, "ATTESTED")

    const cause = expectCause(await atlas.explain(message), "other-sibling")
    expect(cause.says).to.equal(
      `The plug ${destination} on beta is connected to ${world.counters.alpha} on alpha, not to ${source}, which sent the message.`,
    )
    await atlas.mend(cause.mend?.command)
    await atlas.expectDelivered(message)
  })

  deepIt("does not stop a message: the sender was disconnected after it was sent", async () => {
    const { alpha, beta } = atlas
    world.devnet.relay.pause("propose")
    const message = await atlas.send()
    await atlas.connect(alpha, world.counters.alpha, { slug: beta.slug, sibling: zeroAddress })
    const { document } = await atlas.explain(message)
    expect(document.verdict).to.equal("waiting")
    expect(document.causes).to.deep.equal([])
    world.devnet.relay.resume()
    await atlas.expectDelivered(message)
  })

  deepIt(
    "switchboards-do-not-fit: the packet was proposed for the sibling of the sender's switchboard, and the plug uses another",
    async () => {
      const { alpha, beta } = atlas
      const { switchboard, optimisticSwitchboard } = beta.contracts
      world.devnet.relay.pause("propose")
      await atlas.connect(beta, world.counters.beta, {
        slug: alpha.slug,
        sibling: world.counters.alpha,
        switchboard: optimisticSwitchboard,
      })
      const message = await atlas.send()
      await atlas.reached(message, "SEALED")
      // As the transmitter of a deployed system does. The devnet's proposes for the switchboard that the plug uses.
      await actors.propose(beta, message, { root: message.packedMessage, switchboard })

      const cause = expectCause(await atlas.explain(message), "switchboards-do-not-fit")
      expect(cause.says)
        .to.contain(`sends to ${switchboard} on beta`)
        .and.to.contain(`accepts packets of ${optimisticSwitchboard} only`)
      expect(cause.mend?.command).to.contain(`--switchboard ${switchboard}`)
      await atlas.mend(cause.mend?.command)
      await atlas.expectDelivered(message)
    },
  )

  deepIt("own-switchboard: the plug uses a switchboard that accepts no packet", async () => {
    const { alpha, beta } = atlas
    const { source, destination } = await halfConnected()
    const own = await deploy(beta, ownSwitchboardArtifact, [beta.contracts.socket])
    const open = { address: own, abi: ownSwitchboardArtifact.abi, functionName: "open" } as const
    const hash = await beta.walletClient.writeContract({ ...open, args: [alpha.slug, alpha.contracts.switchboard] })
    await beta.publicClient.waitForTransactionReceipt({ hash })
    await atlas.connect(beta, destination, { slug: alpha.slug, sibling: source, switchboard: own })
    const message = await atlas.send(source)
    await actors.propose(beta, message, { root: message.packedMessage, switchboard: own })
    await atlas.reached(message, "PROPOSED")

    const { document } = await atlas.explain(message)
    expect(document.verdict).to.equal("waiting")
    const cause = expectCause(await atlas.explain(message, later), "own-switchboard")
    expect(cause.says).to.contain(`at the switchboard ${own}`).and.to.contain("is neither a fast nor an optimistic one")
    await atlas.mend(cause.mend?.command)
    await atlas.expectDelivered(message)
  })
})
