import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  keccak256,
  numberToHex,
  parseAbiParameters,
  toBytes,
  zeroAddress,
} from "viem"

import { createAccounts } from "../../../src/devnet/chain/accounts.js"
import { batcherArtifact } from "../../../src/devnet/artifacts/Batcher.js"
import { counterArtifact } from "../../../src/devnet/artifacts/Counter.js"
import { fastSwitchboardArtifact } from "../../../src/devnet/artifacts/FastSwitchboard.js"
import { type Devnet, type DevnetChain, type MessageRecord, startDevnet } from "../../../src/devnet/index.js"
import {
  attestDigest,
  capacitorAbi,
  createMessagingClient,
  sealDigest,
  socketAbi,
  switchboardAbi,
} from "../../../src/messaging/index.js"
import { isPlugsError } from "../../../src/primitives/PlugsError.js"
import { imitatorArtifact } from "../../fixtures/artifacts/Imitator.js"
import { ownSwitchboardArtifact } from "../../fixtures/artifacts/OwnSwitchboard.js"
import { deploy, deployConnected, send } from "../../fixtures/worlds/plugs.js"
import { watchDevnet } from "../../fixtures/worlds/watchDevnet.js"

/** What `OwnSwitchboard.sol` can answer. */
const answers = { NO: 0, YES: 1, REVERTS: 2, EATS_GAS: 3, NUMBER: 4, SHORT: 5, LONG: 6 } as const

describe("the relay, whatever anybody does on the chains", () => {
  const { transmitter, watchers, deployer } = createAccounts()
  const [watcher] = watchers as [(typeof watchers)[number]]
  let devnet: Devnet<"alpha" | "beta", false, false>
  let alpha: DevnetChain<false>
  let beta: DevnetChain<false>
  let counters: Record<string, Address>
  let watch: ReturnType<typeof watchDevnet>
  let start: Hex
  let held: { readonly message: string; readonly says: string }[] = []
  const errors: unknown[] = []
  before(async () => {
    devnet = await startDevnet({
      chains: ["alpha", "beta"],
      gateway: false,
      market: false,
      executionRetries: { attempts: 3, delay: 1 },
    })
    ;({ alpha, beta } = devnet.chains)
    counters = await deployConnected(devnet, counterArtifact)
    devnet.onError((error) => {
      if (isPlugsError(error) && error.code === "MESSAGE_HELD") {
        held.push({ message: String(error.facts["message"]), says: error.shortMessage })
      } else errors.push(error)
    })
    start = await devnet.snapshot()
    watch = watchDevnet(devnet)
  })
  afterEach(async () => {
    watch.stop()
    devnet.relay.resume()
    await devnet.revert(start)
    held = []
    watch = watchDevnet(devnet)
    expect(errors.splice(0)).to.deep.equal([])
  })
  after(() => devnet.stop())

  const write = async (
    chain: DevnetChain<false>,
    address: Address,
    { abi }: { abi: readonly unknown[] },
    functionName: string,
    args: readonly unknown[],
    account?: Address,
  ): Promise<Hex> => {
    const call = { address, abi, functionName, args, ...(account === undefined ? {} : { account }) } as never
    const hash = await chain.walletClient.writeContract(call)
    await chain.publicClient.waitForTransactionReceipt({ hash })
    return hash
  }
  const socketOf = (chain: DevnetChain<false>) => chain.contracts.socket
  const imitator = (chain: DevnetChain<false>) => deploy(chain, imitatorArtifact, [socketOf(chain)])
  const connect = (
    chain: DevnetChain<false>,
    plug: Address,
    { slug, sibling, inbound, outbound }: { slug: number; sibling: Address; inbound?: Address; outbound?: Address },
  ) =>
    write(chain, plug, imitatorArtifact, "connect", [
      slug,
      sibling,
      inbound ?? chain.contracts.switchboard,
      outbound ?? chain.contracts.switchboard,
    ])
  /** Sends from alpha, and returns the message once the devnet knows it. */
  const sendFrom = async (plug: Address, slug: number = beta.slug, payload: Hex = "0xaa"): Promise<MessageRecord> => {
    const args = [slug, 100_000n, numberToHex(0, { size: 32 }), payload]
    const hash = await send(alpha, { address: plug, abi: imitatorArtifact.abi, functionName: "send", args })
    return await sentIn(hash)
  }
  const sentIn = async (hash: Hex): Promise<MessageRecord> => {
    for (;;) {
      const [record] = devnet.messagesFromTx(alpha.slug, hash)
      if (record !== undefined) return record
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const idOf = ({ outbound }: MessageRecord) => outbound.messageId
  const statusOf = (record: MessageRecord) => watch.statusesOf(idOf(record)).at(-1)
  const reached = async (record: MessageRecord, status: MessageRecord["status"]): Promise<MessageRecord> => {
    for (let count = 1; ; count += 1) {
      const found = (await watch.reached(status, count)).find((other) => idOf(other) === idOf(record))
      if (found !== undefined) return found
    }
  }
  const add = async (count = 1): Promise<void> => {
    const { abi } = counterArtifact
    const args = [beta.slug, Array.from({ length: count }, () => 1n)]
    const hash = await send(alpha, { address: counters["alpha"]!, abi, functionName: "addMany", args })
    for (let known = 0; known < count;) {
      known = devnet.messagesFromTx(alpha.slug, hash).filter(({ status }) => status === "EXECUTION_SUCCESS").length
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const holdsOf = (record: MessageRecord) => held.filter(({ message }) => message === idOf(record))
  /** Two plugs that are connected through alpha's fast switchboard, and through one of their own on beta. */
  const ownWorld = async () => {
    const [source, destination] = [await imitator(alpha), await imitator(beta)]
    const own = await deploy(beta, ownSwitchboardArtifact, [socketOf(beta)])
    await write(beta, own, ownSwitchboardArtifact, "open", [alpha.slug, alpha.contracts.switchboard])
    await connect(alpha, source, { slug: beta.slug, sibling: destination })
    await connect(beta, destination, { slug: alpha.slug, sibling: source, inbound: own })
    const answer = (what: keyof typeof answers) => write(beta, own, ownSwitchboardArtifact, "answer", [answers[what]])
    return { source, destination, own, answer }
  }
  const propose = async ({ outbound }: MessageRecord, root: Hex, switchboard: Address) => {
    const { packetId } = outbound
    const raw = sealDigest({ dstChainSlug: beta.slug, packetId, root })
    const signature = await transmitter.signMessage({ message: { raw } })
    await write(beta, socketOf(beta), { abi: socketAbi }, "proposeForSwitchboard", [
      packetId,
      root,
      switchboard,
      signature,
    ])
  }

  it("delivers what a switchboard of the plug's own allows, and waits for one that does not yet", async () => {
    const { source, own, answer } = await ownWorld()
    const waiting = await sendFrom(source)
    await add(3)
    await reached(waiting, "PROPOSED")
    expect(statusOf(waiting)).to.equal("PROPOSED")
    expect(devnet.messagesFromTx(alpha.slug, waiting.outbound.transactionHash)[0]?.proposal?.switchboard).to.equal(own)

    await answer("YES")
    await reached(waiting, "EXECUTION_SUCCESS")
    const allowed = await sendFrom(source)
    await reached(allowed, "EXECUTION_SUCCESS")
    expect(holdsOf(waiting).map(({ says }) => says)).to.deep.equal([
      "A message stays PROPOSED: its destination plug's inbound switchboard is none of the devnet's, and does not allow its packet.",
    ])
    expect(holdsOf(allowed)).to.deep.equal([])
  })

  it("takes no answer but true, and delivers the others of the batch", async () => {
    const worlds = await Promise.all(
      (["REVERTS", "EATS_GAS", "NUMBER", "SHORT", "LONG"] as const).map(async (what) => {
        const world = await ownWorld()
        await world.answer(what)
        return world
      }),
    )
    devnet.relay.pause()
    const stuck: MessageRecord[] = []
    for (const { source } of worlds) stuck.push(await sendFrom(source))
    devnet.relay.resume()
    await add(5)
    for (const record of stuck) await reached(record, "PROPOSED")
    expect(stuck.map(statusOf)).to.deep.equal(stuck.map(() => "PROPOSED"))
    for (const { answer } of worlds) await answer("YES")
    await Promise.all(stuck.map((record) => reached(record, "EXECUTION_SUCCESS")))
  })

  it("loses no attempt when a switchboard changes its mind after the message was verified", async () => {
    const { source, answer } = await ownWorld()
    await answer("YES")
    for (const stage of ["simulate", "execute"] as const) {
      devnet.relay.pause(stage)
      const message = await sendFrom(source)
      await reached(message, stage === "simulate" ? "VERIFIED" : "EXECUTING")
      await answer("EATS_GAS")
      devnet.relay.resume(stage)
      await add(2)
      while (holdsOf(message).length === 0) await new Promise((resolve) => setImmediate(resolve))
      await answer("YES")
      const { note } = await reached(message, "EXECUTION_SUCCESS")
      expect(note?.attempts).to.equal(0)
      expect(watch.statusesOf(idOf(message))).to.not.include("INBOUND_REVERTING")
    }
  })

  it("leaves a message to a chain that the devnet does not have, and says so", async () => {
    const source = await imitator(alpha)
    const own = await deploy(alpha, ownSwitchboardArtifact, [socketOf(alpha)])
    await write(alpha, own, ownSwitchboardArtifact, "open", [5, own])
    await connect(alpha, source, { slug: 5, sibling: source, inbound: own, outbound: own })
    const lost = await sendFrom(source, 5)
    await add(3)
    expect(statusOf(lost)).to.equal("RECEIVED")
    expect(holdsOf(lost)).to.have.length(1)
    const client = createMessagingClient(devnet.messaging)
    const [answered] = await client.getMessages({
      srcChainSlug: alpha.slug,
      srcTxHash: lost.outbound.transactionHash,
    })
    expect(answered).to.deep.include({ status: "RECEIVED", to: { dstChainSlug: 5, destPlug: source } })
  })

  it("waits for a plug that is not connected, or to another plug, and delivers once it is", async () => {
    const [source, destination] = [await imitator(alpha), await imitator(beta)]
    await connect(alpha, source, { slug: beta.slug, sibling: destination })
    const message = await sendFrom(source)
    await add()
    expect(statusOf(message)).to.equal("SEALED")

    await connect(beta, destination, { slug: alpha.slug, sibling: counters["alpha"]! })
    await reached(message, "ATTESTED")
    await add()
    expect(statusOf(message)).to.equal("ATTESTED")
    expect(holdsOf(message)).to.have.length(2)

    await connect(beta, destination, { slug: alpha.slug, sibling: source })
    await reached(message, "EXECUTION_SUCCESS")
    expect(watch.statusesOf(idOf(message))).to.not.include("INBOUND_REVERTING")
  })

  it("goes on when a plug changes its switchboard, or disconnects, while its message is under way", async () => {
    const { source, destination, own, answer } = await ownWorld()
    await connect(beta, destination, { slug: alpha.slug, sibling: source })
    devnet.relay.pause("execute")
    const message = await sendFrom(source)
    await reached(message, "EXECUTING")
    await connect(beta, destination, { slug: alpha.slug, sibling: source, inbound: own })
    await answer("YES")
    devnet.relay.resume("execute")
    const { proposal } = await reached(message, "EXECUTION_SUCCESS")
    expect(proposal).to.include({ switchboard: own, proposalCount: 1n })

    devnet.relay.pause("execute")
    const another = await sendFrom(source)
    await reached(another, "EXECUTING")
    await connect(beta, destination, { slug: alpha.slug, sibling: zeroAddress, inbound: own })
    devnet.relay.resume("execute")
    await add()
    await connect(beta, destination, { slug: alpha.slug, sibling: source, inbound: own })
    await reached(another, "EXECUTION_SUCCESS")
  })

  it("executes with its own proposal, whichever come first", async () => {
    const [source, destination] = [await imitator(alpha), await imitator(beta)]
    await connect(alpha, source, { slug: beta.slug, sibling: destination })
    await connect(beta, destination, { slug: alpha.slug, sibling: source })
    devnet.relay.pause("propose")
    const message = await sendFrom(source)
    await reached(message, "SEALED")
    const { packedMessage: root } = message.outbound
    await propose(message, root, counters["beta"]!)
    await propose(message, keccak256("0xbad0"), beta.contracts.switchboard)
    await propose(message, root, beta.contracts.optimisticSwitchboard)
    devnet.relay.resume("propose")
    const { proposal } = await reached(message, "EXECUTION_SUCCESS")
    expect(proposal).to.include({ proposalCount: 3n, switchboard: beta.contracts.switchboard, root })
  })

  it("executes with any allowed proposal, although its root was attested for another", async () => {
    devnet.relay.pause("propose", "attest")
    const hash = await send(alpha, {
      address: counters["alpha"]!,
      abi: counterArtifact.abi,
      functionName: "add",
      args: [beta.slug, 1n],
    })
    const message = await sentIn(hash)
    await reached(message, "SEALED")
    const { packedMessage: root, packetId } = message.outbound
    const { switchboard } = beta.contracts
    for (let count = 0; count < 2; count += 1) await propose(message, root, switchboard)
    const raw = attestDigest({ switchboard, dstChainSlug: beta.slug, packetId, proposalCount: 1n, root })
    const signature = await watcher.signMessage({ message: { raw } })
    await write(beta, switchboard, fastSwitchboardArtifact, "attest", [packetId, 1n, root, signature])
    devnet.relay.resume()
    await reached(message, "EXECUTION_SUCCESS")
  })

  it("is not deceived by contracts that log the protocol's events", async () => {
    const [source, destination] = [await imitator(alpha), await imitator(beta)]
    await connect(alpha, source, { slug: beta.slug, sibling: destination })
    await connect(beta, destination, { slug: alpha.slug, sibling: source })
    devnet.relay.pause()
    const hash = await send(alpha, {
      address: source,
      abi: imitatorArtifact.abi,
      functionName: "sendAndImitate",
      args: [beta.slug, 100_000n, "0xaa"],
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
    await log(alpha, source, topic(socketAbi, "Sealed", indexed), encode("uint256, bytes32, bytes", [1n, root, "0x"]))
    await log(
      beta,
      destination,
      topic(socketAbi, "PacketProposed", indexed),
      encode("uint256, bytes32, address", [0n, root, beta.contracts.switchboard]),
    )
    await log(
      beta,
      destination,
      topic(switchboardAbi, "ProposalAttested"),
      encode("bytes32, uint256, bytes32, address, uint256", [packetId, 0n, root, watcher.address, 1n]),
    )
    await log(beta, destination, topic(switchboardAbi, "ProposalTripped"), encode("bytes32, uint256", [packetId, 0n]))
    await log(beta, destination, topic(socketAbi, "ExecutionSuccess"), messageId)
    // Malformed, and large.
    await log(alpha, source, topic(capacitorAbi, "MessageAdded"), "0x01")
    await log(alpha, source, topic(socketAbi, "MessageOutbound"), `0x${"ff".repeat(20_000)}`)
    await log(beta, destination, topic(socketAbi, "ExecutionSuccess"), "0x")
    await devnet.relay.step()
    expect(watch.statusesOf(messageId)).to.deep.equal(["RECEIVED", "SEALED"])
    devnet.relay.resume()
    await reached(message, "EXECUTION_SUCCESS")
  })

  it("counts only what its own batcher says of an execution, although a plug logs the same", async () => {
    const [source, destination] = [await imitator(alpha), await imitator(beta)]
    await connect(alpha, source, { slug: beta.slug, sibling: destination })
    await connect(beta, destination, { slug: alpha.slug, sibling: source })
    devnet.relay.pause("execute")
    const first = await sendFrom(source)
    const { abi } = batcherArtifact
    const topics = encodeEventTopics({ abi, eventName: "ExecutionTried", args: { msgId: idOf(first) } })
    const data = encodeAbiParameters(parseAbiParameters("bool, bytes"), [false, "0xdeadbeef"])
    await write(beta, destination, imitatorArtifact, "logOnArrival", [topics, data])
    devnet.relay.resume()
    const { note } = await reached(first, "EXECUTION_SUCCESS")
    expect(note).to.include({ stage: "executing", attempts: 0 })
  })

  it("delivers payloads of any length and gas limit, and gives up what no block has gas for, alone", async () => {
    const [source, destination] = [await imitator(alpha), await imitator(beta)]
    await connect(alpha, source, { slug: beta.slug, sibling: destination })
    await connect(beta, destination, { slug: alpha.slug, sibling: source })
    devnet.relay.pause()
    const args = [beta.slug, 40_000_000n, numberToHex(0, { size: 32 }), "0x"]
    const call = { address: source, abi: imitatorArtifact.abi, functionName: "send", args }
    const tooMuch = await sentIn(await send(alpha, call))
    const long = await sendFrom(source, beta.slug, `0x${"ab".repeat(2900)}`)
    const empty = await sendFrom(source, beta.slug, "0x")
    devnet.relay.resume()
    await Promise.all([reached(long, "EXECUTION_SUCCESS"), reached(empty, "EXECUTION_SUCCESS")])
    await reached(tooMuch, "EXECUTION_FAILURE")
  })

  it("waits while anything is tripped, at any moment of a message's way, and goes on by itself", async () => {
    const { switchboard } = beta.contracts
    const nonces = new Map<string, bigint>()
    /** Signs and calls a trip, or what undoes it. */
    const trip = async (
      signer: (typeof watchers)[number],
      functionName: "tripGlobal" | "tripPath" | "tripProposal" | "unTrip" | "unTripPath",
      { types, of, args }: { types: string; of: (nonce: bigint) => readonly unknown[]; args: readonly unknown[] },
    ) => {
      const nonce = nonces.get(signer.address) ?? 0n
      nonces.set(signer.address, nonce + 1n)
      const raw = keccak256(encodeAbiParameters(parseAbiParameters(types), of(nonce) as never))
      const signature = await signer.signMessage({ message: { raw } })
      await write(beta, switchboard, fastSwitchboardArtifact, functionName, [nonce, ...args, signature])
    }
    const name = (text: string) => keccak256(toBytes(text))
    const path = "bytes32, address, uint32, uint32, uint256, bool"
    const global = "bytes32, address, uint32, uint256, bool"
    const tripPath = () =>
      trip(watcher, "tripPath", {
        types: path,
        of: (nonce) => [name("TRIP_PATH"), switchboard, alpha.slug, beta.slug, nonce, true],
        args: [alpha.slug],
      })
    const unTripPath = () =>
      trip(deployer, "unTripPath", {
        types: path,
        of: (nonce) => [name("UN_TRIP_PATH"), switchboard, alpha.slug, beta.slug, nonce, false],
        args: [alpha.slug],
      })
    const tripGlobal = () =>
      trip(deployer, "tripGlobal", {
        types: global,
        of: (nonce) => [name("TRIP_GLOBAL"), switchboard, beta.slug, nonce, true],
        args: [],
      })
    const unTrip = () =>
      trip(deployer, "unTrip", {
        types: global,
        of: (nonce) => [name("UN_TRIP_GLOBAL"), switchboard, beta.slug, nonce, false],
        args: [],
      })
    const [source, destination] = [await imitator(alpha), await imitator(beta)]
    await connect(alpha, source, { slug: beta.slug, sibling: destination })
    await connect(beta, destination, { slug: alpha.slug, sibling: source })

    for (const [stage, status] of [
      ["attest", "PROPOSED"],
      ["verify", "ATTESTED"],
      ["simulate", "VERIFIED"],
      ["execute", "EXECUTING"],
    ] as const) {
      for (const [on, off] of [
        [tripPath, unTripPath],
        [tripGlobal, unTrip],
      ] as const) {
        devnet.relay.pause(stage)
        const message = await sendFrom(source)
        await reached(message, status)
        await on()
        devnet.relay.resume(stage)
        while (holdsOf(message).length === 0) await new Promise((resolve) => setImmediate(resolve))
        expect(statusOf(message)).to.equal(status)
        await off()
        const { note } = await reached(message, "EXECUTION_SUCCESS")
        expect(note?.attempts).to.equal(0)
      }
    }

    // A tripped proposal stays tripped, so its packet is proposed again.
    devnet.relay.pause("execute")
    const message = await sendFrom(source)
    const { outbound, proposal } = await reached(message, "EXECUTING")
    const [packetId, count] = [outbound.packetId, proposal!.proposalCount]
    await trip(watcher, "tripProposal", {
      types: "bytes32, address, uint32, uint32, uint256, bytes32, uint256",
      of: (nonce) => [name("TRIP_PROPOSAL"), switchboard, alpha.slug, beta.slug, nonce, packetId, count],
      args: [packetId, count],
    })
    devnet.relay.resume()
    const delivered = await reached(message, "EXECUTION_SUCCESS")
    expect(delivered.proposal?.proposalCount).to.equal(count + 1n)
  })

  it("holds what a revoked actor may not do, and goes on when it may again", async () => {
    await beta.testClient.impersonateAccount({ address: deployer.address })
    const set = (functionName: "grantWatcherRole" | "revokeWatcherRole") =>
      write(
        beta,
        beta.contracts.switchboard,
        fastSwitchboardArtifact,
        functionName,
        [alpha.slug, watcher.address],
        deployer.address,
      )
    await set("revokeWatcherRole")
    const before = await beta.publicClient.getBlockNumber()
    const hash = await send(alpha, {
      address: counters["alpha"]!,
      abi: counterArtifact.abi,
      functionName: "add",
      args: [beta.slug, 1n],
    })
    const message = await sentIn(hash)
    while (holdsOf(message).length === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(statusOf(message)).to.equal("PROPOSED")
    await set("grantWatcherRole")
    await reached(message, "EXECUTION_SUCCESS")
    // The message's own way, the grant, and few attempts in between.
    expect(Number((await beta.publicClient.getBlockNumber()) - before)).to.be.lessThan(8)
    expect(holdsOf(message)).to.have.length(1)
  })
})
