import { expect } from "chai"
import hre from "hardhat"
import { after, before, beforeEach, describe, it } from "mocha"
import { encodeAbiParameters, keccak256, parseAbiParameters, toBytes } from "viem"

import { fastSwitchboardArtifact } from "#src/devnet/artifacts/switchboards.js"
import { createAccounts } from "#src/devnet/chain/accounts.js"
import { createWorld, type Sent } from "#src/testing/index.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure, thrown } from "#test/fixtures/failure.js"

describe("delivery by hand", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"], delivery: "manual", watchers: 2 })
  before(world.start)
  after(world.stop)

  const moody = () => world.deployConnected("MoodyPlug", ({ socket, owner }) => [socket, owner])
  let plugs: Awaited<ReturnType<typeof moody>>
  beforeEach(async () => {
    plugs = await world.loadFixture(moody)
  })

  const send = (payload: `0x${string}` = "0xaa"): Promise<Sent> => plugs.alpha.send.send([plugs.beta.slug, payload])
  const stateOf = ({ chain, hash }: Sent) =>
    world.devnet.messagesFromTx(world.chains[chain as "alpha"].slug, hash).map(({ status }) => status)[0]
  const setPath = async (action: "tripPath" | "unTripPath", nonce: bigint) => {
    const { beta, alpha } = world.chains
    const [watcher] = createAccounts().watchers
    const { deployer } = createAccounts()
    const { switchboard } = beta.contracts
    const kind = action === "tripPath" ? "TRIP_PATH" : "UN_TRIP_PATH"
    const types = parseAbiParameters("bytes32, address, uint32, uint32, uint256, bool")
    const values = [keccak256(toBytes(kind)), switchboard, alpha.slug, beta.slug, nonce, action === "tripPath"] as const
    const raw = keccak256(encodeAbiParameters(types, values))
    const call = { address: switchboard, abi: fastSwitchboardArtifact.abi } as const
    const role = keccak256(toBytes("UN_TRIP_ROLE"))
    await beta.testClient.impersonateAccount(deployer)
    const granted = {
      ...call,
      account: deployer.address,
      functionName: "grantRole",
      args: [role, watcher!.address],
    } as const
    await beta.walletClient.writeContract(granted)
    const args = [nonce, alpha.slug, await watcher!.signMessage({ message: { raw } })] as const
    await beta.walletClient.writeContract({ ...call, functionName: action, args })
  }

  it("moves nothing by itself, and everything with deliver", async () => {
    const sent = await send()
    await world.devnet.chains.beta.testClient.mine({ blocks: 3 })
    await world.time.increase(60)
    // The devnet reads what a block has a moment after the block.
    expect(await eventually(() => Promise.resolve(stateOf(sent)))).to.equal("RECEIVED")
    await world.deliver()
    expect(stateOf(sent)).to.equal("EXECUTION_SUCCESS")
    const later = await send("0xbb")
    await world.time.increase(1)
    expect(await eventually(() => Promise.resolve(stateOf(later)))).to.equal("RECEIVED")
  })

  for (const state of ["RECEIVED", "SEALED", "PROPOSED", "ATTESTED", "VERIFIED", "EXECUTING"] as const) {
    const test = state === "SEALED" || state === "VERIFIED" ? it : deepIt
    test(`stops in ${state}, and goes on from there`, async () => {
      const [one, other] = [await send("0xaa"), await send("0xbb")]
      await world.deliver({ until: state })
      expect([stateOf(one), stateOf(other)]).to.deep.equal([state, state])
      await world.deliver({ until: state })
      expect([stateOf(one), stateOf(other)]).to.deep.equal([state, state])
      await world.deliver()
      expect([stateOf(one), stateOf(other)]).to.deep.equal(["EXECUTION_SUCCESS", "EXECUTION_SUCCESS"])
    })
  }

  it("delivers what is given, and only seals what was sent before it", async () => {
    const [first, second, third] = [await send("0x01"), await send("0x02"), await send("0x03")]
    await world.deliver(second)
    expect([first, second, third].map(stateOf)).to.deep.equal(["SEALED", "EXECUTION_SUCCESS", "RECEIVED"])
    await world.deliver(third.messageIds[0]!, { until: "PROPOSED" })
    await world.deliver([first], { until: "ATTESTED" })
    expect([first, second, third].map(stateOf)).to.deep.equal(["ATTESTED", "EXECUTION_SUCCESS", "PROPOSED"])
  })

  it("delivers in the order that is given, and everything else after it", async () => {
    const sent = [await send("0x01"), await send("0x02"), await send("0x03"), await send("0x04")] as const
    const order: string[] = []
    const stop = world.devnet.onMessage(({ status, outbound }) => {
      if (status === "EXECUTION_SUCCESS") order.push(outbound.payload)
    })
    await world.deliver({ order: [sent[2], sent[0]] })
    stop()
    expect(order.slice(0, 2)).to.deep.equal(["0x03", "0x01"])
    expect(order.slice(2).sort()).to.deep.equal(["0x02", "0x04"])
  })

  it("moves one thing by one step, and says which and where", async () => {
    const sent = await send()
    const [id] = sent.messageIds
    const steps: unknown[] = []
    for (let step = await world.deliverNext(); step !== undefined; step = await world.deliverNext()) {
      steps.push([step.stage, step.chain, step.id === id, stateOf(sent)])
    }
    expect(steps).to.deep.equal([
      ["seal", "alpha", true, "SEALED"],
      ["propose", "beta", true, "PROPOSED"],
      ["attest", "beta", true, "ATTESTED"],
      ["verify", "beta", true, "VERIFIED"],
      ["simulate", "beta", true, "EXECUTING"],
      ["execute", "beta", true, "EXECUTION_SUCCESS"],
    ])
  })

  it("moves the one that is asked for, and passes over what cannot move", async () => {
    const [first, second] = [await send("0x01"), await send("0x02")]
    // A chain seals in order, so the second cannot be sealed before the first.
    expect((await world.deliverNext({ nth: 1 }))?.id).to.equal(first.messageIds[0])
    await world.deliverNext(second)
    await world.deliverNext(second)
    expect([first, second].map(stateOf)).to.deep.equal(["SEALED", "PROPOSED"])
    await world.deliverNext({ nth: 99, until: "PROPOSED" })
    expect([first, second].map(stateOf)).to.deep.equal(["PROPOSED", "PROPOSED"])
    expect(await world.deliverNext({ until: "PROPOSED" })).to.equal(undefined)
  })

  it("keeps to stages that are held, until they are released", async () => {
    world.hold("attest")
    const sent = await send()
    await world.deliver()
    expect(stateOf(sent)).to.equal("PROPOSED")
    expect(await world.deliverNext()).to.equal(undefined)
    world.release("attest")
    expect(stateOf(sent)).to.equal("PROPOSED")
    await world.deliver()
    expect(stateOf(sent)).to.equal("EXECUTION_SUCCESS")
  })

  it("tries again what could not be moved before, without a wait", async () => {
    const sent = await send()
    await world.deliver({ until: "EXECUTING" })
    await setPath("tripPath", 0n)
    await world.deliver()
    expect(stateOf(sent)).to.equal("EXECUTING")
    await setPath("unTripPath", 1n)
    await world.deliver()
    expect(stateOf(sent)).to.equal("EXECUTION_SUCCESS")
  })

  it("tries again in the background's place too, which waits for time", async () => {
    world.automatic()
    await setPath("tripPath", 0n)
    const sent = await send()
    await world.deliver()
    expect(stateOf(sent)).to.equal("ATTESTED")
    await setPath("unTripPath", 1n)
    await world.deliver()
    expect(stateOf(sent)).to.equal("EXECUTION_SUCCESS")
  })

  it("ends when all that is left keeps reverting", async () => {
    await plugs.beta.write.refuse(["0xaa", true])
    const [reverting, other] = [await send("0xaa"), await send("0xbb")]
    await world.deliver()
    expect([reverting, other].map(stateOf)).to.deep.equal(["INBOUND_REVERTING", "EXECUTION_SUCCESS"])
    expect(await world.deliverNext()).to.equal(undefined)
  })

  it("says which actor fails, and on which chain, instead of waiting for it", async () => {
    const { testClient, publicClient } = world.chains.beta
    const { address } = createAccounts().transmitter
    const value = await publicClient.getBalance({ address })
    const sent = await send()
    await testClient.setBalance({ address, value: 0n })
    const error = await failure(world.deliver())
    expect(error.toJSON()).to.deep.include({
      code: "ACTOR_FAILED",
      message: `The devnet's actor for "propose" on 41002 failed: the account ${address} has too little native currency on beta.`,
    })
    expect(stateOf(sent)).to.equal("SEALED")
    await testClient.setBalance({ address, value })
    await world.deliver()
    expect(stateOf(sent)).to.equal("EXECUTION_SUCCESS")
  })

  it("refuses what it does not know", async () => {
    const sent = await send()
    const forgotten = send("0xcc")
    expect(await failure(world.deliver(`0x${"12".repeat(32)}`))).to.include({
      code: "INVALID_INPUT",
      argument: "deliver",
    })
    expect((await failure(world.deliver("\u001b[2K" as never))).message).to.not.match(/\p{Cc}/u)
    expect(await failure(world.deliver({ until: "DELIVERED" as never }))).to.include({
      code: "INVALID_INPUT",
      argument: "until",
    })
    expect((await failure(world.deliver({ until: "CONFIRMED" as never }))).code).to.equal("INVALID_INPUT")
    for (const promise of [forgotten, [forgotten], [sent, forgotten]]) {
      const error = await failure(world.deliver(promise as never))
      expect(error).to.include({ code: "INVALID_INPUT", argument: "deliver" })
      expect(error.message).to.contain("a promise has to be awaited first")
    }
    expect((await failure(world.deliver({ untill: "SEALED" } as never))).message).to.equal(
      'Argument "deliver": there is no option untill. Give what send has returned, an id, or a list of these, and then options: { until, order, nth }. Did you mean until?',
    )
    expect(await failure(world.deliver({ order: "first" as never }))).to.include({
      code: "INVALID_INPUT",
      argument: "order",
    })
    expect(await failure(world.deliver(null as never))).to.include({ code: "INVALID_INPUT", argument: "deliver" })
    expect(await failure(world.deliver(5 as never))).to.include({ code: "INVALID_INPUT", argument: "deliver" })
    for (const nth of [-1, 0.5, NaN, "0" as never]) {
      expect(await failure(world.deliver({ nth }))).to.include({ code: "INVALID_INPUT", argument: "nth" })
      expect(await failure(world.deliverNext({ nth }))).to.include({ code: "INVALID_INPUT", argument: "nth" })
    }
    expect(
      thrown(() => {
        world.hold("atest" as never)
      }).message,
    ).to.match(
      /^Argument "stage": "atest" is nothing that the actors do\. Give one of seal, propose, attest, .* Did you mean attest\?$/,
    )
    await forgotten
    expect(stateOf(sent)).to.equal("RECEIVED")
    await world.loadFixture(moody)
    expect(await failure(world.deliver(sent))).to.include({ code: "INVALID_INPUT", argument: "deliver" })
  })

  it("refuses to deliver up to a state that was passed", async () => {
    const sent = await send()
    await world.deliver(sent)
    const error = await failure(world.deliver(sent, { until: "ATTESTED" }))
    expect(error.message).to.equal(
      [
        "A message cannot be delivered up to ATTESTED: it is EXECUTION_SUCCESS already.",
        `  message: ${sent.messageIds[0]}`,
        "  state: EXECUTION_SUCCESS",
        'Take delivery into your hands before the transaction: call world.manual(), or create the world with { delivery: "manual" }.',
      ].join("\n"),
    )
  })

  it("becomes automatic, and by hand again with the first thing that is delivered alone", async () => {
    world.automatic()
    const sent = await send()
    await world.deliver()
    expect(stateOf(sent)).to.equal("EXECUTION_SUCCESS")
    world.manual()
    const [first, second] = [await send("0x01"), await send("0x02")]
    world.automatic()
    world.hold("propose")
    await world.deliver()
    expect([first, second].map(stateOf)).to.deep.equal(["SEALED", "SEALED"])
    await world.deliver(first, { until: "SEALED" })
    world.release()
    await world.time.increase(1)
    expect([first, second].map(stateOf)).to.deep.equal(["SEALED", "SEALED"])
  })
})
