import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { parseAbi, parseEventLogs } from "viem"

import type { Sent } from "#src/testing/index.js"
import { createWorld } from "#src/testing/index.js"
import { deepIt } from "#test/fixtures/depth.js"

const events = parseAbi([
  "event PacketProposed(address indexed transmitter, bytes32 indexed packetId, uint256 proposalCount, bytes32 root, address switchboard)",
  "event ProposalAttested(bytes32 packetId, uint256 proposalCount, bytes32 root, address watcher, uint256 attestationsCount)",
  "event ProposalTripped(bytes32 packetId, uint256 proposalCount)",
  "event ExecutionSuccess(bytes32 msgId)",
  "event CallReverted(uint256 index, bytes revertData)",
])

describe("faults of the relay", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"], watchers: 3 })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  const statusOf = ({ hash }: Sent) => world.devnet.messagesFromTx(world.chains.alpha.slug, hash)[0]?.status

  /** What beta has logged since a block, by the names of events. */
  async function logsOfBeta() {
    const logs = await world.chains.beta.publicClient.getLogs({ fromBlock: 0n })
    return parseEventLogs({ abi: events, logs, strict: false })
  }

  /** Sends, lets the actors work, and checks that the message is delivered after the fault has ended, and only then. */
  async function staysUntilEnd(begin: () => { end: () => Promise<void>; happened: number }, status: string) {
    const { alpha, beta } = await world.loadFixture(counters)
    const fault = begin()
    const sent = await alpha.send.add([beta.slug, 5n])
    await world.deliver()
    expect(statusOf(sent)).to.equal(status)
    expect(fault.happened > 0).to.equal(true)
    await fault.end()
    await expect(Promise.resolve(sent)).to.be.delivered
    expect(await beta.read.counter()).to.equal(5n)
  }

  for (const [part, status] of [
    ["seal", "RECEIVED"],
    ["transmitter", "RECEIVED"],
    ["propose", "SEALED"],
    ["watcher", "PROPOSED"],
    ["verify", "ATTESTED"],
    ["executor", "ATTESTED"],
    ["execute", "EXECUTING"],
  ] as const) {
    // parts.ts has what each part is.
    const test = part === "seal" || part === "executor" ? it : deepIt
    test(`down: ${part} does nothing until it ends`, () => staysUntilEnd(() => world.faults.down(part), status))
  }

  deepIt("down on one chain leaves the others as they are", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    world.faults.down("executor", { chain: "alpha" })
    await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered
    const back = await beta.send.add([alpha.slug, 5n])
    await world.deliver()
    expect(world.devnet.messagesFromTx(beta.slug, back.hash)[0]?.status).to.equal("ATTESTED")
  })

  it("slow: waits for the world's time", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    world.faults.slow("propose", { seconds: 60 })
    const sent = await alpha.send.add([beta.slug, 5n])
    await world.deliver()
    await world.time.increase(59)
    await world.deliver()
    expect(statusOf(sent)).to.equal("SEALED")
    await world.time.increase(1)
    await world.deliver()
    expect(statusOf(sent)).to.equal("EXECUTION_SUCCESS")
  })

  it("missingAttestations: one of three watchers is enough to keep a message", async () => {
    await staysUntilEnd(() => world.faults.missingAttestations({ watchers: 1 }), "PROPOSED")
    const attested = (await logsOfBeta()).filter(({ eventName }) => eventName === "ProposalAttested")
    expect(attested.length).to.equal(3)
  })

  deepIt("missingAttestations: the other watchers have attested on the chain", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    world.faults.missingAttestations({ watchers: 1 })
    await alpha.send.add([beta.slug, 5n])
    await world.deliver()
    expect((await logsOfBeta()).filter(({ eventName }) => eventName === "ProposalAttested").length).to.equal(2)
  })

  deepIt("lateAttestations: waits for the world's time", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    world.faults.lateAttestations({ seconds: 30, watchers: 2 })
    const sent = await alpha.send.add([beta.slug, 5n])
    await world.deliver()
    expect(statusOf(sent)).to.equal("PROPOSED")
    await world.time.increase(30)
    await world.deliver()
    expect(statusOf(sent)).to.equal("EXECUTION_SUCCESS")
  })

  it("doubledAttestations: the chain refuses each second one, and the message is delivered once", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const fault = world.faults.doubledAttestations()
    await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered
    const names = (await logsOfBeta()).map(({ eventName }) => eventName)
    expect(names.filter((name) => name === "ProposalAttested").length).to.equal(3)
    expect(names.filter((name) => name === "CallReverted").length).to.equal(3)
    expect(fault.happened).to.equal(3)
    expect(await beta.read.counter()).to.equal(5n)
  })

  it("forgedProposals: a wrong root is proposed by the real transmitter, and nothing is delivered by it", async () => {
    await staysUntilEnd(() => world.faults.forgedProposals(), "SEALED")
    const proposals = (await logsOfBeta()).flatMap((log) => (log.eventName === "PacketProposed" ? [log.args] : []))
    expect(proposals.map(({ proposalCount }) => proposalCount)).to.deep.equal([0n, 1n])
    expect(proposals[0]?.root).not.to.equal(proposals[1]?.root)
    expect(proposals[0]?.transmitter).to.equal(proposals[1]?.transmitter)
  })

  it("forgedProposals: with an honest one after it, the message is delivered by that one", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    world.faults.forgedProposals({ chain: "beta", thenHonest: true })
    const sent = await alpha.send.add([beta.slug, 5n])
    await expect(Promise.resolve(sent)).to.be.delivered
    const [record] = world.devnet.messagesFromTx(alpha.slug, sent.hash)
    expect(record?.proposal?.proposalCount).to.equal(1n)
  })

  it("misdirectedProposals: the right root is proposed for another switchboard", async () => {
    await staysUntilEnd(() => world.faults.misdirectedProposals(), "SEALED")
    const proposals = (await logsOfBeta()).flatMap((log) => (log.eventName === "PacketProposed" ? [log.args] : []))
    const { optimisticSwitchboard, switchboard } = world.chains.beta.contracts
    expect(proposals.map((proposal) => proposal.switchboard)).to.deep.equal([optimisticSwitchboard, switchboard])
    expect(proposals[0]?.root).to.equal(proposals[1]?.root)
  })

  deepIt("shuffled: delivers in an order by the seed, the same each time", async () => {
    const orderWith = async (seed: number | undefined) => {
      const { alpha, beta } = await world.loadFixture(counters)
      if (seed !== undefined) world.faults.shuffled({ seed })
      const ids: string[] = []
      for (let amount = 1n; amount <= 5n; amount += 1n) {
        ids.push(...(await alpha.send.add([beta.slug, amount])).messageIds)
      }
      await world.deliver()
      expect(await beta.read.counter()).to.equal(15n)
      const tried = (await logsOfBeta()).flatMap((log) =>
        log.eventName === "ExecutionSuccess" ? [log.args.msgId] : [],
      )
      return tried.map((id) => ids.indexOf(id as string)).join("")
    }
    expect(await orderWith(undefined)).to.equal("01234")
    const orders = [await orderWith(1), await orderWith(2), await orderWith(3)]
    expect(new Set(orders).size).to.equal(3)
    expect(await orderWith(1)).to.equal(orders[0])
  })

  it("outOfGas: the execution reverts on the chain, and works once the fault has ended", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const fault = world.faults.outOfGas()
    const sent = await alpha.send.add([beta.slug, 5n])
    await world.deliver()
    expect(statusOf(sent)).to.equal("INBOUND_REVERTING")
    const reverted = (await logsOfBeta()).flatMap((log) => (log.eventName === "CallReverted" ? [log.args] : []))
    expect(reverted.map(({ revertData }) => revertData)).to.deep.equal(["0x"])
    await fault.end()
    await world.time.increase(1)
    await world.deliver()
    expect(statusOf(sent)).to.equal("EXECUTION_SUCCESS")
  })

  it("outOfGas: a call within inbound fails, and what is left is enough for the rest", async () => {
    const { alpha, beta } = await world.deployConnected("Steps", ({ socket, owner }) => [socket, owner])
    world.faults.outOfGas({ percent: 98 })
    await alpha.send.order([beta.slug, 60n])
    await world.deliver()
    expect([await beta.read.acknowledged(), await beta.read.count()]).to.deep.equal([60n, 0n])
  })

  it("outOfGas: inbound gets exactly the gas that was asked for", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    world.faults.outOfGas({ gas: 50_000n })
    await alpha.send.add([beta.slug, 5n])
    await world.deliver()
    const tried = (await logsOfBeta()).find(({ eventName }) => eventName === "ExecutionSuccess")
    const trace = (await world.chains.beta.provider.request({
      method: "debug_traceTransaction",
      params: [tried?.transactionHash, { tracer: "callTracer" }],
    })) as Frame
    const inbound = framesOf(trace).find(({ to }) => to?.toLowerCase() === beta.address.toLowerCase())
    expect(Math.abs(Number(inbound?.gas) - 50_000) < 200).to.equal(true, `inbound got ${Number(inbound?.gas)}`)
  })

  for (const what of ["everything", "path"] as const) {
    it(`trip: ${what} is blocked on the chain until it ends`, async () => {
      const { alpha, beta } = await world.loadFixture(counters)
      const fault = await world.faults.trip("beta", { what })
      const { switchboard } = world.chains.beta.contracts
      const read = (functionName: "isGlobalTipped" | "isPathTripped") =>
        world.chains.beta.publicClient.readContract({
          address: switchboard,
          abi: parseAbi([
            "function isGlobalTipped() view returns (bool)",
            "function isPathTripped(uint32) view returns (bool)",
          ]),
          functionName,
          args: functionName === "isPathTripped" ? [alpha.slug] : [],
        })
      const flag = what === "path" ? "isPathTripped" : "isGlobalTipped"
      expect(await read(flag)).to.equal(true)
      const sent = await alpha.send.add([beta.slug, 5n])
      await world.deliver()
      expect(statusOf(sent)).to.equal("ATTESTED")
      await fault.end()
      expect(await read(flag)).to.equal(false)
      await expect(Promise.resolve(sent)).to.be.delivered
    })
  }

  it("trip: the first proposal of a packet is tripped for good, and the second one delivers", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const fault = await world.faults.trip("beta", { what: "proposals" })
    const sent = await alpha.send.add([beta.slug, 5n])
    await expect(Promise.resolve(sent)).to.be.delivered
    const [record] = world.devnet.messagesFromTx(alpha.slug, sent.hash)
    expect(record?.proposal?.proposalCount).to.equal(1n)
    expect(fault.happened).to.equal(1)
    const tripped = (await logsOfBeta()).filter(({ eventName }) => eventName === "ProposalTripped")
    expect(tripped.length).to.equal(1)
  })
})

type Frame = { readonly to?: string; readonly gas: string; readonly calls?: readonly Frame[] }

function framesOf(frame: Frame): readonly Frame[] {
  return [frame, ...(frame.calls ?? []).flatMap(framesOf)]
}
