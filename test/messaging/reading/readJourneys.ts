import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import type { Address, Client, Hex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { createAccounts } from "#src/devnet/chain/accounts.js"
import { RetiredChainError } from "#src/messaging/deployments/deploymentErrors.js"
import { openChainView } from "#src/messaging/reading/ChainView.js"
import type { Arrival, Journey } from "#src/messaging/reading/Journey.js"
import { readJourneys, readUnsentJourneys } from "#src/messaging/reading/readJourneys.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { ownSwitchboardArtifact } from "#test/fixtures/artifacts/OwnSwitchboard.js"
import { deepIt } from "#test/fixtures/depth.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"
import { createRelayActors } from "#test/fixtures/worlds/messaging/relayActors.js"
import { createSteppedDevnet, type SteppedDevnet } from "#test/fixtures/worlds/messaging/steppedDevnet.js"
import { type CountedChain, countRequests, type NodeLimits } from "#test/fixtures/worlds/swap/countedClient.js"

let world: SteppedDevnet
let start: Hex

async function read(
  srcTxHash: Hex,
  limits: { alpha?: NodeLimits; beta?: NodeLimits } = {},
): Promise<{ journeys: readonly Journey[]; alpha: CountedChain; beta: CountedChain }> {
  const [alpha, beta] = [countRequests(world.alpha, limits.alpha), countRequests(world.beta, limits.beta)]
  const chainOf = (slug: number) => Promise.resolve(slug === beta.slug ? beta : undefined)
  return { journeys: await readJourneys({ src: alpha, srcTxHash, chainOf }), alpha, beta }
}

async function readOne(srcTxHash: Hex, limits?: { alpha?: NodeLimits; beta?: NodeLimits }): Promise<Journey> {
  const { journeys } = await read(srcTxHash, limits)
  return journeys[0]!
}

function arrivalOf({ arrival }: Journey): Arrival {
  if ("problem" in arrival) throw new Error(arrival.problem)
  return arrival
}

async function step(times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) await world.devnet.relay.step()
}

/** Proposes a root for the packet of a journey, as the transmitter does. */
async function propose({ message }: Journey, root: Hex, switchboard: Address): Promise<void> {
  const sent = { ...message, packetId: message.packetId! }
  await createRelayActors().propose(world.devnet.chains.beta, sent, { root, switchboard })
}

async function connectBeta(switchboard: Address): Promise<void> {
  const { walletClient, publicClient } = world.beta
  const { abi } = counterArtifact
  const args = [world.alpha.slug, world.counters["alpha"]!, switchboard] as const
  const hash = await walletClient.writeContract({
    address: world.counters["beta"]!,
    abi,
    functionName: "connect",
    args,
  })
  await publicClient.waitForTransactionReceipt({ hash })
}

describe("readJourneys", () => {
  before(async () => {
    world = await createSteppedDevnet()
    start = await world.devnet.snapshot()
  })
  after(() => world[Symbol.asyncDispose]())
  afterEach(() => world.devnet.revert(start))

  it("has what was sent, and the packet that is sealed next", async () => {
    await world.add(1n)
    const journey = await readOne(await world.add(2n))
    const { timestamp } = await world.alpha.publicClient.getBlock()
    expect(journey.sent).to.deep.include({ timestamp, blockNumber: journey.srcHead.number })
    expect(journey).to.deep.include({ sealed: false, nextToSeal: 0n, unread: [] })
    expect(journey.srcConfig.siblingPlug).to.equal(world.counters["beta"])
    const { proposals, executed, code, switchboard } = arrivalOf(journey)
    expect({ proposals, executed, code }).to.deep.equal({
      ...{ proposals: [], executed: false, code: { hasCode: true, receives: true, sends: true } },
    })
    expect(switchboard).to.deep.equal({
      address: world.beta.contracts.switchboard,
      isTripped: false,
      isPathTripped: false,
      totalWatchers: 1n,
      timeoutInSeconds: 7200n,
      initialPacketCount: 0n,
      isContract: true,
    })
  })

  it("has where and when each stage was done", async () => {
    const hash = await world.add(1n)
    await step(2)
    const proposed = await readOne(hash)
    expect(proposed.sealed).to.have.property("timestamp").that.is.a("bigint")
    expect(arrivalOf(proposed).proposals).to.have.length(1)
    const { number: block, timestamp } = await world.beta.publicClient.getBlock()
    expect(arrivalOf(proposed).proposals[0]).to.deep.include({
      proposalCount: 0n,
      isForPlug: true,
      isRootOfMessage: true,
      proposedAt: timestamp,
      isAllowed: false,
      isTripped: false,
      isRootValid: false,
      attestations: 0n,
      attested: [],
    })
    expect(arrivalOf(proposed).proposals[0]!.mined).to.deep.include({ blockNumber: block, timestamp })
    await step(1)
    const [attested] = arrivalOf(await readOne(hash)).proposals
    expect(attested).to.deep.include({ isAllowed: true, isRootValid: true, attestations: 1n })
    expect(attested!.attested.map(({ watcher }) => watcher)).to.deep.equal([createAccounts().watchers[0]!.address])
    await step(3)
    const delivered = arrivalOf(await readOne(hash))
    const last = await world.beta.publicClient.getBlock()
    expect(delivered.executed).to.deep.include({ blockNumber: last.number, timestamp: last.timestamp })
    expect(delivered.proposals[0]!.attested).to.have.length(1)
  })

  it("sees proposals for another switchboard and of another root, and asks no switchboard about them", async () => {
    const hash = await world.add(1n)
    const journey = await readOne(hash)
    const { switchboard, optimisticSwitchboard } = world.beta.contracts
    await propose(journey, bytes32(9), switchboard)
    await propose(journey, journey.message.packedMessage, optimisticSwitchboard)
    const { proposals, proposalCount } = arrivalOf(await readOne(hash))
    expect(proposalCount).to.equal(2n)
    expect(
      proposals.map(({ isForPlug, isRootOfMessage, isAllowed }) => [isForPlug, isRootOfMessage, isAllowed]),
    ).to.deep.equal([
      [true, false, null],
      [false, true, null],
    ])
  })

  deepIt("survives any switchboard", async () => {
    const own = await deploy(world.beta, ownSwitchboardArtifact, [world.beta.contracts.socket])
    const write = async (functionName: "open" | "answer", args: readonly unknown[]) => {
      const call = { address: own, abi: ownSwitchboardArtifact.abi, functionName, args } as never
      const hash = await world.beta.walletClient.writeContract(call)
      await world.beta.publicClient.waitForTransactionReceipt({ hash })
    }
    await write("open", [world.alpha.slug, world.alpha.contracts.switchboard])
    await connectBeta(own)
    const hash = await world.add(1n)
    const journey = await readOne(hash)
    await propose(journey, journey.message.packedMessage, own)
    const expected = [false, true, null, null, null, null, null]
    for (const [answer, isAllowed] of expected.entries()) {
      await write("answer", [answer])
      const { switchboard, proposals } = arrivalOf(await readOne(hash))
      expect(proposals[0], `answer ${String(answer)}`).to.deep.include({
        isAllowed,
        attestations: null,
        isRootValid: null,
      })
      expect(switchboard).to.deep.include({ isTripped: null, totalWatchers: null, isContract: true })
    }
  })

  it("has no switchboard of a plug that is connected to nobody", async () => {
    const { walletClient, publicClient } = world.alpha
    const owner = walletClient.account.address
    const nobody = await deploy(world.beta, counterArtifact, [world.beta.contracts.socket, owner])
    const { abi } = counterArtifact
    const args = [world.beta.slug, nobody, world.alpha.contracts.switchboard] as const
    const call = { address: world.counters["alpha"]!, abi, functionName: "connect", args } as const
    await publicClient.waitForTransactionReceipt({ hash: await walletClient.writeContract(call) })
    expect(arrivalOf(await readOne(await world.add(1n))).switchboard).to.equal(null)
  })

  it("says what a node does not tell, and still knows how far the message has come", async () => {
    const hash = await world.add(1n)
    await step(3)
    const none = { blocksOfLogs: 0n }
    const journey = await readOne(hash, { alpha: none, beta: none })
    expect(journey.sealed).to.equal(true)
    const { proposals } = arrivalOf(journey)
    expect(proposals).to.have.length(1)
    expect(proposals[0]).to.deep.include({ isAllowed: true, attestations: 1n, mined: null, attested: [] })
    expect(journey.unread.map(({ chain }) => chain)).to.deep.equal(["alpha", "beta", "beta"])
    expect(journey.unread[0]?.what).to.equal(`where packet ${journey.message.packetId} was sealed`)
    await step(3)
    expect(arrivalOf(await readOne(hash, { beta: none })).executed).to.equal(true)
  })

  it("finds everything at a node that gives logs of few blocks at once", async () => {
    const hash = await world.add(1n)
    await step(6)
    await world.beta.testClient.mine({ blocks: 2_500 })
    const { journeys, beta } = await read(hash, { beta: { blocksOfLogs: 500n } })
    expect(journeys[0]!.unread).to.deep.equal([])
    expect(arrivalOf(journeys[0]!).executed).to.have.property("transactionHash")
    expect(beta.requests.length).to.be.lessThan(40)
  })

  it("says why a destination cannot be read, and reads the source", async () => {
    const hash = await world.add(1n)
    const down = { refuse: () => new Error("down at http://node.example/key") }
    const journey = await readOne(hash, { beta: down })
    expect(journey).to.deep.include({ sealed: false })
    expect(journey.arrival)
      .to.have.property("problem")
      .that.matches(/beta/)
      .and.does.not.match(/example/)
  })

  it("takes a chain that cannot be opened for one that cannot be read", async () => {
    const srcTxHash = await world.add(1n)
    const refused = new InvalidInputError({ argument: "beta", problem: "there is no network", fix: "Add one." })
    const src = countRequests(world.alpha)
    const retired = new RetiredChainError({ name: "beta", slug: world.beta.slug })
    for (const [error, says, isRetired] of [
      [refused, /no network/, false],
      [retired, /beta/, true],
    ] as const) {
      const [unopened] = await readJourneys({ src, srcTxHash, chainOf: () => Promise.reject(error) })
      expect(unopened!.arrival).to.include({ isRetired })
      expect(unopened!.arrival).to.have.property("problem").that.matches(says).and.does.not.match(/\.$/)
    }
    const [unknown] = await readJourneys({ src, srcTxHash, chainOf: () => Promise.resolve(undefined) })
    expect(unknown!.arrival)
      .to.have.property("problem")
      .that.matches(/no node that answers is known/)
  })

  it("says of a destination without a socket that there is none, and hides no bug", async () => {
    const srcTxHash = await world.add(1n)
    const [src, beta] = [countRequests(world.alpha), countRequests(world.beta)]
    const nowhere = { ...beta, socket: at(0x99) }
    const [lost] = await readJourneys({ src, srcTxHash, chainOf: () => Promise.resolve(nowhere) })
    expect(lost?.arrival).to.deep.equal({ problem: `there is no socket at ${at(0x99)} on beta` })
    const bug = new TypeError("no function")
    for (const chainOf of [
      () => Promise.reject(bug),
      () => Promise.resolve({ ...beta, client: { ...beta.client, request: () => Promise.reject(bug) } as Client }),
    ]) {
      const error: unknown = await readJourneys({ src, srcTxHash, chainOf }).catch((thrown: unknown) => thrown)
      expect(error).to.equal(bug)
    }
  })

  it("reads messages that are not sent as if they were sent now, once for all that goes to one chain", async () => {
    const srcTxHash = await world.add(1n)
    const sent = await readOne(srcTxHash)
    await step(6)
    const [src, beta] = [countRequests(world.alpha), countRequests(world.beta)]
    let opened = 0
    const chainOf = () => Promise.resolve(((opened += 1), beta))
    const messages = [
      { ...sent.message, messageId: bytes32(7) },
      { ...sent.message, messageId: bytes32(8) },
    ]
    const journeys = await readUnsentJourneys(messages, { src, chainOf })
    const { number: blockNumber, timestamp } = await world.alpha.publicClient.getBlock()
    for (const [index, journey] of journeys.entries()) {
      expect(journey).to.deep.include({
        ...{ message: messages[index], isUnsent: true, sealed: null, nextToSeal: null, unread: [] },
        ...{ sent: { blockNumber, timestamp, transactionHash: bytes32(0) } },
      })
      const { proposals, executed } = arrivalOf(journey)
      expect([executed, proposals.map(({ isForPlug, isRootOfMessage }) => [isForPlug, isRootOfMessage])]).to.deep.equal(
        [...[false, [[true, true]]]],
      )
    }
    expect([journeys.length, opened]).to.deep.equal([2, 1])
    const down = countRequests(world.alpha, { refuse: () => new Error("down") })
    const error: unknown = await readUnsentJourneys(messages, { src: down, chainOf }).catch((thrown: unknown) => thrown)
    expect(error).to.include({ code: "NODE_FAILED" })
    expect(error).to.have.property("message").that.contains("alpha")
  })

  it("fails with the name of the source where its node does so after the transaction was read", async () => {
    const srcTxHash = await world.add(1n)
    const { message } = await readOne(srcTxHash)
    const refuse: NodeLimits["refuse"] = ({ method }) => (method === "eth_call" ? new Error("down") : undefined)
    const src = countRequests(world.alpha, { refuse })
    const chainOf = () => Promise.resolve(undefined)
    for (const reading of [
      () => readJourneys({ src, srcTxHash, chainOf }),
      () => readUnsentJourneys([message], { src, chainOf }),
    ]) {
      const error: unknown = await reading().catch((thrown: unknown) => thrown)
      expect(error).to.include({ code: "NODE_FAILED" }).and.to.have.property("message").that.contains("alpha")
    }
  })

  it("fails if the node of the source fails, and has no message of a transaction that is not mined", async () => {
    expect((await read(bytes32(7))).journeys).to.deep.equal([])
    const error: unknown = await read(await world.add(1n), { alpha: { refuse: () => new Error("down") } }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).to.include({ code: "NODE_FAILED" })
  })

  it("makes few requests for a message, all in one block of each chain", async () => {
    const hash = await world.add(1n)
    await step(3)
    const { alpha, beta } = await read(hash)
    expect(alpha.requests.length + beta.requests.length).to.be.at.most(27)
    for (const chain of [alpha, beta]) {
      const blocks = chain.requests.filter(({ method }) => method === "eth_call").map(({ params }) => params[1])
      expect(new Set(blocks).size).to.equal(1)
    }
  })

  it("reads what several messages need once", async () => {
    const one = await read(await world.add(1n))
    const five = await read(await world.add(1n, 2n, 3n, 4n, 5n))
    expect(five.journeys).to.have.length(5)
    const count = ({ alpha, beta }: typeof one) => alpha.requests.length + beta.requests.length
    // Each further message has a packet and an execution of its own, and nothing else.
    expect(count(five) - count(one)).to.equal(4 * 2)
  })

  it("has one message alone where it is asked for that, in the block that is given", async () => {
    const view = await openChainView({ ...world.alpha, ...world.alpha.contracts, client: world.alpha.publicClient })
    const srcTxHash = await world.add(1n, 2n)
    const src = countRequests(world.alpha)
    const chainOf = () => Promise.resolve(undefined)
    const all = await readJourneys({ src, srcTxHash, chainOf })
    const messageId = all[1]!.message.messageId.toUpperCase().replace("0X", "0x") as Hex
    const [one, ...others] = await readJourneys({ src, srcTxHash, messageId, chainOf, view })
    expect([one?.message.messageId, others]).to.deep.equal([all[1]!.message.messageId, []])
    expect([one?.srcHead, all[1]!.srcHead.number]).to.deep.equal([view.head, view.head.number + 1n])
  })
})
