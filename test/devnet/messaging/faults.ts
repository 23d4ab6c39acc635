import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, type Hex, keccak256 } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { fastSwitchboardArtifact } from "#src/devnet/artifacts/switchboards.js"
import { type Devnet, type DevnetChain, startDevnet } from "#src/devnet/index.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { createRelayActors } from "#test/fixtures/worlds/messaging/relayActors.js"
import { watchDevnet } from "#test/fixtures/worlds/messaging/watchDevnet.js"

describe("the devnet, when something goes wrong", () => {
  const actors = createRelayActors()
  let devnet: Devnet<string, false, false>
  let alpha: DevnetChain<false>
  let beta: DevnetChain<false>
  let counters: Record<string, Address>
  before(async () => {
    devnet = await startDevnet({ gateway: false, market: false })
    alpha = devnet.chains["alpha"]!
    beta = devnet.chains["beta"]!
    counters = await deployConnected(devnet, counterArtifact)
  })
  after(() => devnet.stop())

  const add = () =>
    send(alpha, { address: counters["alpha"]!, abi: counterArtifact.abi, functionName: "add", args: [beta.slug, 1n] })
  const counter = () =>
    beta.publicClient.readContract({ address: counters["beta"]!, abi: counterArtifact.abi, functionName: "counter" })
  it("does not attest a packet that was proposed with another root than it was sealed with, and proposes its own", async () => {
    const watch = watchDevnet(devnet)
    const before = await counter()
    devnet.relay.pause("propose")
    await add()
    const [sealed] = await watch.reached("SEALED")
    const forged = keccak256("0xbad0")
    await actors.propose(beta, sealed!.outbound, { root: forged, switchboard: beta.contracts.switchboard })

    devnet.relay.resume()
    const [delivered] = await watch.reached("EXECUTION_SUCCESS")
    expect(delivered!.proposal).to.include({ proposalCount: 1n, root: delivered!.outbound.packedMessage })
    const { switchboard } = beta.contracts
    const { abi } = fastSwitchboardArtifact
    const attested = (root: Hex) =>
      beta.publicClient.readContract({ address: switchboard, abi, functionName: "attestations", args: [root] })
    expect([await attested(forged), await attested(delivered!.outbound.packedMessage)]).to.deep.equal([0n, 1n])
    expect(await counter()).to.equal(before + 1n)
    watch.stop()
  })

  it("holds messages of a tripped path, and delivers them when it is untripped", async () => {
    const { switchboard } = beta.contracts
    await actors.trip(beta, switchboard, { kind: "tripPath", srcChainSlug: alpha.slug })
    const watch = watchDevnet(devnet)
    await add()
    const [held] = await watch.reached("ATTESTED")
    devnet.relay.pause()
    await devnet.relay.step()
    expect(watch.statusesOf(held!.outbound.messageId).at(-1)).to.equal("ATTESTED")

    await actors.trip(beta, switchboard, { kind: "unTripPath", srcChainSlug: alpha.slug })
    devnet.relay.resume()
    const [delivered] = await watch.reached("EXECUTION_SUCCESS")
    expect(delivered!.outbound.messageId).to.equal(held!.outbound.messageId)
    watch.stop()
  })

  it("forgets messages that a reorg undid, and delivers those sent afterwards", async () => {
    devnet.relay.pause()
    const watch = watchDevnet(devnet)
    const snapshot = await alpha.testClient.snapshot()
    const undone = await add()
    await watch.reached("RECEIVED")
    expect(devnet.messagesFromTx(alpha.slug, undone)).to.have.length(1)

    await alpha.testClient.revert({ id: snapshot })
    // A different transaction, so that the new history differs from the old one.
    await alpha.walletClient.sendTransaction({ to: alpha.accounts[1]!, value: 1n })
    const kept = await add()
    await watch.reached("RECEIVED", 1)
    devnet.relay.resume()
    await watch.reached("EXECUTION_SUCCESS")
    expect(devnet.messagesFromTx(alpha.slug, undone)).to.deep.equal([])
    expect(devnet.messagesFromTx(alpha.slug, kept).map(({ status }) => status)).to.deep.equal(["EXECUTION_SUCCESS"])
    watch.stop()
  })

  it("forgets a message at once when a snapshot takes it away, before any new block", async () => {
    devnet.relay.pause()
    const watch = watchDevnet(devnet)
    const snapshot = await alpha.testClient.snapshot()
    const undone = await add()
    await watch.reached("RECEIVED")
    await alpha.testClient.revert({ id: snapshot })
    await devnet.relay.step()
    expect(devnet.messagesFromTx(alpha.slug, undone)).to.deep.equal([])
    watch.stop()
    devnet.relay.resume()
  })

  it("starts again with a message that is sent again after both chains forgot it", async () => {
    devnet.relay.pause("execute")
    const watch = watchDevnet(devnet)
    const chains = [alpha, beta]
    const snapshots = await Promise.all(chains.map(({ testClient }) => testClient.snapshot()))
    await add()
    const [first] = await watch.reached("EXECUTING")
    watch.stop()
    devnet.relay.pause()
    for (const [index, { testClient }] of chains.entries()) await testClient.revert({ id: snapshots[index]! })
    await devnet.relay.step()

    const again = watchDevnet(devnet)
    await add()
    devnet.relay.resume()
    const [second] = await again.reached("EXECUTION_SUCCESS")
    expect(second!.outbound.messageId).to.equal(first!.outbound.messageId)
    expect(again.statusesOf(second!.outbound.messageId).slice(0, 2)).to.deep.equal(["RECEIVED", "SEALED"])
    again.stop()
  })

  it("sends again what a chain dropped before mining it", async () => {
    const watch = watchDevnet(devnet)
    const troubles: unknown[] = []
    const dropped = new Promise<void>((resolve) => {
      devnet.onError((error) => {
        troubles.push(error)
        resolve()
      })
    })
    devnet.relay.pause("seal")
    const hash = await add()
    await watch.reached("RECEIVED")
    await alpha.testClient.setAutomine(false)
    const snapshot = await alpha.testClient.snapshot()
    devnet.relay.resume("seal")
    const waiting = async () => (await alpha.publicClient.getBlock({ blockTag: "pending" })).transactions.length
    while ((await waiting()) === 0) await new Promise((resolve) => setImmediate(resolve))

    await alpha.testClient.revert({ id: snapshot })
    await dropped
    await alpha.testClient.setAutomine(true)
    const [delivered] = await watch.reached("EXECUTION_SUCCESS")
    expect(delivered!.outbound.transactionHash).to.equal(hash)
    expect(troubles.map((error) => String((error as Error).cause)).join()).to.match(/which the chain dropped/)
    watch.stop()
  })

  it("delivers although a listener throws, and reports the error", async () => {
    const troubles: unknown[] = []
    const stopHearing = devnet.onError((error) => troubles.push(error))
    const mistake = new Error("the listener's own")
    const stopThrowing = devnet.onMessage(() => {
      throw mistake
    })
    const watch = watchDevnet(devnet)
    const hash = await add()
    const [delivered] = await watch.reached("EXECUTION_SUCCESS")
    stopThrowing()
    stopHearing()
    expect(watch.statusesOf(delivered!.outbound.messageId)).to.not.include("INBOUND_REVERTING")
    expect(devnet.messagesFromTx(alpha.slug, hash)).to.have.length(1)
    expect(new Set(troubles)).to.deep.equal(new Set([mistake]))
    watch.stop()
  })
})
