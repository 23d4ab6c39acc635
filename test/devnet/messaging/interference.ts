import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeAbiParameters, encodeEventTopics, type Hex, parseAbiParameters, zeroHash } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { batcherArtifact } from "#src/devnet/artifacts/operators.js"
import { fastSwitchboardArtifact } from "#src/devnet/artifacts/switchboards.js"
import type { DevnetChain, MessageRecord } from "#src/devnet/index.js"
import { batchTransaction } from "#src/devnet/relay/callBatch.js"
import { socketAbi, switchboardAbi } from "#src/messaging/index.js"
import { capacitorAbi } from "#src/messaging/onchain/abi.js"
import { type Trip } from "#src/messaging/onchain/operatorCalls.js"
import { imitatorArtifact } from "#test/fixtures/artifacts/Imitator.js"
import { deepIt } from "#test/fixtures/depth.js"
import { useForeignWorld } from "#test/fixtures/worlds/messaging/foreignWorld.js"
import { send } from "#test/fixtures/worlds/messaging/plugs.js"
import { createRelayActors } from "#test/fixtures/worlds/messaging/relayActors.js"

describe("the relay, when others imitate, trip or revoke", () => {
  const world = useForeignWorld()
  const { transmitter, watcher, deployer, write, connectedImitators, sendFrom, sentIn, statusOf, reached, holdsOf } =
    world

  it("is not deceived by contracts that log the protocol's events", async () => {
    const [source, destination] = await connectedImitators()
    world.devnet.relay.pause()
    const hash = await send(world.alpha, {
      address: source,
      abi: imitatorArtifact.abi,
      functionName: "sendAndImitate",
      args: [world.beta.slug, 100_000n, "0xaa"],
    })
    const message = await sentIn(hash)
    const { packetId, messageId, packedMessage: root } = message.outbound
    expect(BigInt(packetId) & 0xffffn).to.equal(0n)

    const log = (chain: DevnetChain<false>, plug: Address, topics: readonly unknown[], data: Hex) =>
      write(chain, plug, imitatorArtifact, "log", [topics, data])
    const topic = (abi: readonly unknown[], eventName: string, args = {}) => encodeEventTopics({ abi, eventName, args })
    const encode = (types: string, values: readonly unknown[]) =>
      encodeAbiParameters(parseAbiParameters(types) as never, values as never)
    const indexed = { transmitter: transmitter.address, packetId }
    await log(
      world.alpha,
      source,
      topic(socketAbi, "Sealed", indexed),
      encode("uint256, bytes32, bytes", [1n, root, "0x"]),
    )
    await log(
      world.beta,
      destination,
      topic(socketAbi, "PacketProposed", indexed),
      encode("uint256, bytes32, address", [0n, root, world.beta.contracts.switchboard]),
    )
    await log(
      world.beta,
      destination,
      topic(switchboardAbi, "ProposalAttested"),
      encode("bytes32, uint256, bytes32, address, uint256", [packetId, 0n, root, watcher.address, 1n]),
    )
    await log(
      world.beta,
      destination,
      topic(switchboardAbi, "ProposalTripped"),
      encode("bytes32, uint256", [packetId, 0n]),
    )
    await log(world.beta, destination, topic(socketAbi, "ExecutionSuccess"), messageId)
    // Malformed, and large.
    await log(world.alpha, source, topic(capacitorAbi, "MessageAdded"), "0x01")
    await log(world.alpha, source, topic(socketAbi, "MessageOutbound"), `0x${"ff".repeat(20_000)}`)
    await log(world.beta, destination, topic(socketAbi, "ExecutionSuccess"), "0x")
    await world.devnet.relay.step()
    expect(world.watch.statusesOf(messageId)).to.deep.equal(["RECEIVED", "SEALED"])
    world.devnet.relay.resume()
    await reached(message, "EXECUTION_SUCCESS")
  })

  /** Expects that the executor has counted no failure of a message, once it has done all that follows from the execution. */
  async function expectNoFailure({ outbound }: MessageRecord): Promise<void> {
    await world.devnet.relay.stop()
    world.devnet.relay.start()
    const [record] = world.devnet.messagesFromTx(world.alpha.slug, outbound.transactionHash)
    expect(record).to.have.property("status", "EXECUTION_SUCCESS")
    expect(record!.note).to.include({ stage: "executing", attempts: 0 })
  }

  it("counts only what its own batcher says of an execution, although a plug logs the same", async () => {
    const [source, destination] = await connectedImitators()
    world.devnet.relay.pause("execute")
    const first = await sendFrom(source)
    const { abi } = batcherArtifact
    const topics = encodeEventTopics({ abi, eventName: "CallReverted" })
    const data = encodeAbiParameters(parseAbiParameters("uint256, bytes"), [0n, "0xdeadbeef"])
    await write(world.beta, destination, imitatorArtifact, "logOnArrival", [topics, data])
    world.devnet.relay.resume()
    await reached(first, "EXECUTION_SUCCESS")
    await expectNoFailure(first)
  })

  it("counts only the calls that it has sent itself, although a plug has the batcher make another that reverts", async () => {
    const [source, destination] = await connectedImitators()
    world.devnet.relay.pause("simulate")
    const hash = await send(world.alpha, {
      address: source,
      abi: imitatorArtifact.abi,
      functionName: "send",
      args: [world.beta.slug, 300_000n, zeroHash, "0xaa"],
    })
    const first = await sentIn(hash)
    const { batcher, socket } = world.beta.contracts
    const { data } = batchTransaction(batcher, [{ to: socket, data: "0xdeadbeef", gas: 20_000n }])
    await write(world.beta, destination, imitatorArtifact, "callOnArrival", [batcher, data])
    world.devnet.relay.resume()
    await reached(first, "EXECUTION_SUCCESS")
    await expectNoFailure(first)
    const logs = await world.beta.publicClient.getContractEvents({ address: batcher, abi: batcherArtifact.abi })
    expect(logs.at(-1)).to.have.nested.property("args.index", 0n)
  })

  deepIt("waits while anything is tripped, at any moment of a message's way, and goes on by itself", async () => {
    const { switchboard } = world.beta.contracts
    const actors = createRelayActors()
    const trip = (what: Trip) => actors.trip(world.beta, switchboard, what)
    const { slug: srcChainSlug } = world.alpha
    const [source] = await connectedImitators()

    for (const [stage, status] of [
      ["attest", "PROPOSED"],
      ["verify", "ATTESTED"],
      ["simulate", "VERIFIED"],
      ["execute", "EXECUTING"],
    ] as const) {
      for (const [on, off] of [
        [
          { kind: "tripPath", srcChainSlug },
          { kind: "unTripPath", srcChainSlug },
        ],
        [{ kind: "tripGlobal" }, { kind: "unTrip" }],
      ] as const) {
        world.devnet.relay.pause(stage)
        const message = await sendFrom(source)
        await reached(message, status)
        await trip(on)
        world.devnet.relay.resume(stage)
        while (holdsOf(message).length === 0) await new Promise((resolve) => setImmediate(resolve))
        // What is tripped stops nothing that watchers do.
        expect(statusOf(message)).to.equal(stage === "attest" ? "ATTESTED" : status)
        await trip(off)
        const { note } = await reached(message, "EXECUTION_SUCCESS")
        expect(note?.attempts).to.equal(0)
      }
    }

    // A tripped proposal stays tripped, so its packet is proposed again.
    world.devnet.relay.pause("execute")
    const message = await sendFrom(source)
    const { outbound, proposal } = await reached(message, "EXECUTING")
    const { packetId } = outbound
    const { proposalCount } = proposal!
    await trip({ kind: "tripProposal", srcChainSlug, packetId, proposalCount })
    world.devnet.relay.resume()
    const delivered = await reached(message, "EXECUTION_SUCCESS")
    expect(delivered.proposal?.proposalCount).to.equal(proposalCount + 1n)
  })

  it("holds what a revoked actor may not do, and goes on when it may again", async () => {
    await world.beta.testClient.impersonateAccount({ address: deployer.address })
    const set = (functionName: "grantWatcherRole" | "revokeWatcherRole") =>
      write(
        world.beta,
        world.beta.contracts.switchboard,
        fastSwitchboardArtifact,
        functionName,
        [world.alpha.slug, watcher.address],
        deployer.address,
      )
    await set("revokeWatcherRole")
    const before = await world.beta.publicClient.getBlockNumber()
    const hash = await send(world.alpha, {
      address: world.counters["alpha"]!,
      abi: counterArtifact.abi,
      functionName: "add",
      args: [world.beta.slug, 1n],
    })
    const message = await sentIn(hash)
    while (holdsOf(message).length === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(statusOf(message)).to.equal("PROPOSED")
    await set("grantWatcherRole")
    await reached(message, "EXECUTION_SUCCESS")
    // The message's own way, the grant, and few attempts in between.
    expect(Number((await world.beta.publicClient.getBlockNumber()) - before)).to.be.lessThan(16)
    expect(holdsOf(message)).to.have.length(1)
  })
})
