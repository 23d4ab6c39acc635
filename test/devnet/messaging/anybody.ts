import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, keccak256, numberToHex, zeroAddress } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import type { MessageRecord } from "#src/devnet/index.js"
import { createMessagingClient } from "#src/messaging/index.js"
import { imitatorArtifact } from "#test/fixtures/artifacts/Imitator.js"
import { ownSwitchboardArtifact } from "#test/fixtures/artifacts/OwnSwitchboard.js"
import { deepIt } from "#test/fixtures/depth.js"
import { useForeignWorld } from "#test/fixtures/worlds/messaging/foreignWorld.js"
import { deploy, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { createRelayActors } from "#test/fixtures/worlds/messaging/relayActors.js"

describe("the relay, whatever anybody does on the chains", () => {
  const world = useForeignWorld()
  const {
    watcher,
    write,
    imitator,
    connect,
    connectedImitators,
    sendFrom,
    sentIn,
    idOf,
    statusOf,
    reached,
    add,
    holdsOf,
    ownWorld,
    propose,
  } = world

  it("delivers what a switchboard of the plug's own allows, and waits for one that does not yet", async () => {
    const { source, own, answer } = await ownWorld()
    const waiting = await sendFrom(source)
    await add(3)
    await reached(waiting, "PROPOSED")
    expect(statusOf(waiting)).to.equal("PROPOSED")
    expect(
      world.devnet.messagesFromTx(world.alpha.slug, waiting.outbound.transactionHash)[0]?.proposal?.switchboard,
    ).to.equal(own)

    await answer("YES")
    await reached(waiting, "EXECUTION_SUCCESS")
    const allowed = await sendFrom(source)
    await reached(allowed, "EXECUTION_SUCCESS")
    expect(holdsOf(waiting).map(({ says }) => says)).to.deep.equal([
      "A message stays PROPOSED: its destination plug's inbound switchboard is not the devnet's and does not allow its packet.",
    ])
    expect(holdsOf(allowed)).to.deep.equal([])
    expect(world.unserved.filter((address) => address === own)).to.have.length(1)
  })

  it("proposes nothing for a switchboard of the plug's own that is not the sender's sibling, as deployed transmitters do not", async () => {
    const { destination, own, answer } = await ownWorld()
    await answer("YES")
    const source = await imitator(world.alpha)
    await connect(world.alpha, source, { slug: world.beta.slug, sibling: destination })
    await connect(world.beta, destination, { slug: world.alpha.slug, sibling: source, inbound: own })
    const message = await sendFrom(source)
    await add(2)
    expect(statusOf(message)).to.equal("SEALED")
    expect(holdsOf(message).map(({ says }) => says)).to.deep.equal([
      "A message stays SEALED: its packet is proposed for another switchboard than its destination plug accepts packets of.",
    ])
    await connect(world.beta, destination, { slug: world.alpha.slug, sibling: source })
    await reached(message, "EXECUTION_SUCCESS")
  })

  deepIt("proposes nothing of a switchboard that names no sibling, until it names one", async () => {
    const [source, destination] = [await imitator(world.alpha), await imitator(world.beta)]
    const nameless = await deploy(world.alpha, ownSwitchboardArtifact, [world.alpha.contracts.socket])
    const open = (sibling: Address) =>
      write(world.alpha, nameless, ownSwitchboardArtifact, "open", [world.beta.slug, sibling])
    await open(zeroAddress)
    await connect(world.alpha, source, { slug: world.beta.slug, sibling: destination, outbound: nameless })
    await connect(world.beta, destination, { slug: world.alpha.slug, sibling: source })
    const message = await sendFrom(source)
    await add(2)
    expect(statusOf(message)).to.equal("SEALED")
    expect(holdsOf(message)).to.have.length(1)
  })

  deepIt("takes no answer but true, and delivers the others of the batch", async () => {
    const worlds = await Promise.all(
      (["REVERTS", "EATS_GAS", "NUMBER", "SHORT", "LONG"] as const).map(async (what) => {
        const world = await ownWorld()
        await world.answer(what)
        return world
      }),
    )
    world.devnet.relay.pause()
    const stuck: MessageRecord[] = []
    for (const { source } of worlds) stuck.push(await sendFrom(source))
    world.devnet.relay.resume()
    await add(5)
    for (const record of stuck) await reached(record, "PROPOSED")
    expect(stuck.map(statusOf)).to.deep.equal(stuck.map(() => "PROPOSED"))
    for (const { answer } of worlds) await answer("YES")
    await Promise.all(stuck.map((record) => reached(record, "EXECUTION_SUCCESS")))
  })

  deepIt("loses no attempt when a switchboard changes its mind after the message was verified", async () => {
    const { source, answer } = await ownWorld()
    await answer("YES")
    for (const stage of ["simulate", "execute"] as const) {
      world.devnet.relay.pause(stage)
      const message = await sendFrom(source)
      await reached(message, stage === "simulate" ? "VERIFIED" : "EXECUTING")
      await answer("EATS_GAS")
      world.devnet.relay.resume(stage)
      await add(2)
      while (holdsOf(message).length === 0) await new Promise((resolve) => setImmediate(resolve))
      await answer("YES")
      const { note } = await reached(message, "EXECUTION_SUCCESS")
      expect(note?.attempts).to.equal(0)
      expect(world.watch.statusesOf(idOf(message))).to.not.include("INBOUND_REVERTING")
    }
  })

  it("leaves a message to a chain that the devnet does not have, and says so", async () => {
    const source = await imitator(world.alpha)
    const own = await deploy(world.alpha, ownSwitchboardArtifact, [world.alpha.contracts.socket])
    await write(world.alpha, own, ownSwitchboardArtifact, "open", [5, own])
    await connect(world.alpha, source, { slug: 5, sibling: source, inbound: own, outbound: own })
    const lost = await sendFrom(source, 5)
    await add(3)
    expect(statusOf(lost)).to.equal("RECEIVED")
    expect(holdsOf(lost)).to.have.length(1)
    const client = createMessagingClient(world.devnet.messaging)
    const [answered] = await client.getMessages({
      srcChainSlug: world.alpha.slug,
      srcTxHash: lost.outbound.transactionHash,
    })
    expect(answered).to.deep.include({ status: "RECEIVED", to: { dstChainSlug: 5, destPlug: source } })
  })

  it("waits for a plug that is not connected, or to another plug, and delivers once it is", async () => {
    const [source, destination] = [await imitator(world.alpha), await imitator(world.beta)]
    await connect(world.alpha, source, { slug: world.beta.slug, sibling: destination })
    const message = await sendFrom(source)
    await add()
    expect(statusOf(message)).to.equal("SEALED")

    await connect(world.beta, destination, { slug: world.alpha.slug, sibling: world.counters["alpha"]! })
    await reached(message, "ATTESTED")
    await add()
    expect(statusOf(message)).to.equal("ATTESTED")
    expect(holdsOf(message)).to.have.length(2)

    await connect(world.beta, destination, { slug: world.alpha.slug, sibling: source })
    await reached(message, "EXECUTION_SUCCESS")
    expect(world.watch.statusesOf(idOf(message))).to.not.include("INBOUND_REVERTING")
  })

  deepIt("goes on when a plug changes its switchboard, or disconnects, while its message is under way", async () => {
    const { source, destination, own, answer } = await ownWorld()
    await answer("YES")
    world.devnet.relay.pause("execute")
    const message = await sendFrom(source)
    await reached(message, "EXECUTING")
    await connect(world.beta, destination, { slug: world.alpha.slug, sibling: source })
    world.devnet.relay.resume("execute")
    await add()
    expect(statusOf(message)).to.equal("SEALED")
    await connect(world.beta, destination, { slug: world.alpha.slug, sibling: source, inbound: own })
    const { proposal } = await reached(message, "EXECUTION_SUCCESS")
    expect(proposal).to.include({ switchboard: own, proposalCount: 0n })

    world.devnet.relay.pause("execute")
    const another = await sendFrom(source)
    await reached(another, "EXECUTING")
    await connect(world.beta, destination, { slug: world.alpha.slug, sibling: zeroAddress, inbound: own })
    world.devnet.relay.resume("execute")
    await add()
    await connect(world.beta, destination, { slug: world.alpha.slug, sibling: source, inbound: own })
    await reached(another, "EXECUTION_SUCCESS")
  })

  it("executes with its own proposal, whichever come first", async () => {
    const [source] = await connectedImitators()
    world.devnet.relay.pause("propose")
    const message = await sendFrom(source)
    await reached(message, "SEALED")
    const { packedMessage: root } = message.outbound
    await propose(message, root, world.counters["beta"]!)
    await propose(message, keccak256("0xbad0"), world.beta.contracts.switchboard)
    await propose(message, root, world.beta.contracts.optimisticSwitchboard)
    world.devnet.relay.resume("propose")
    const { proposal } = await reached(message, "EXECUTION_SUCCESS")
    expect(proposal).to.include({ proposalCount: 3n, switchboard: world.beta.contracts.switchboard, root })
  })

  it("executes with any allowed proposal, although its root was attested for another", async () => {
    world.devnet.relay.pause("propose", "attest")
    const hash = await send(world.alpha, {
      address: world.counters["alpha"]!,
      abi: counterArtifact.abi,
      functionName: "add",
      args: [world.beta.slug, 1n],
    })
    const message = await sentIn(hash)
    await reached(message, "SEALED")
    const { packedMessage: root } = message.outbound
    const { switchboard } = world.beta.contracts
    for (let count = 0; count < 2; count += 1) await propose(message, root, switchboard)
    const attestation = { watcher, switchboard, proposalCount: 1n }
    await createRelayActors().attest(world.beta, message.outbound, attestation)
    world.devnet.relay.resume()
    await reached(message, "EXECUTION_SUCCESS")
  })

  it("delivers payloads of any length and gas limit, and gives up what no transaction has gas for, alone", async () => {
    const [source] = await connectedImitators()
    world.devnet.relay.pause()
    const tooMuch = []
    // The first could be executed alone, and does not fit in a transaction with the batcher's own work.
    for (const gas of [15_700_000n, 40_000_000n]) {
      const args = [world.beta.slug, gas, numberToHex(0, { size: 32 }), "0x"]
      const call = { address: source, abi: imitatorArtifact.abi, functionName: "send", args }
      tooMuch.push(await sentIn(await send(world.alpha, call)))
    }
    const long = await sendFrom(source, world.beta.slug, `0x${"ab".repeat(2900)}`)
    const empty = await sendFrom(source, world.beta.slug, "0x")
    world.devnet.relay.resume()
    await Promise.all([reached(long, "EXECUTION_SUCCESS"), reached(empty, "EXECUTION_SUCCESS")])
    for (const message of tooMuch) await reached(message, "EXECUTION_FAILURE")
  })
})
