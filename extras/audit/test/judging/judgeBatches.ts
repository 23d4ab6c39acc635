import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { getContractAddress, type Hex, zeroAddress } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import type { BatchCall } from "#extras/audit/src/judging/Batch.js"
import { packMultiSend } from "#extras/audit/src/judging/carriers.js"
import { listCalls } from "#extras/audit/src/judging/decodeCalls.js"
import {
  callOf,
  encodeCall,
  type JudgedWorld,
  multiSend,
  silent,
  startJudgedWorld,
  thief,
} from "#extras/audit/test/fixtures/judgedWorld.js"
import { socketArtifact } from "#src/devnet/artifacts/messaging.js"
import { createAccounts } from "#src/devnet/chain/accounts.js"
import { executionManagerAbi } from "#src/messaging/onchain/abi.js"
import { executorRole } from "#src/messaging/onchain/delivery/executors.js"
import { ownedTokenArtifact } from "#test/fixtures/artifacts/OwnedToken.js"
import { deepIt, variants } from "#test/fixtures/depth.js"

/** Code that calls the identity contract while more than 11,900,000 gas are left. */
const burning: Hex = "0x5b5f5f5f5f5f60045af15062b595405a115f57"

describe("S-20 judgeBatches", () => {
  let world: JudgedWorld
  before(async () => void (world = await startJudgedWorld()))
  after(() => world.devnet.stop())

  const connect = (sibling = world.counters["beta"]): BatchCall => {
    const { counters, devnet, slug } = world
    const args = [slug("beta"), sibling, devnet.chains["alpha"]!.contracts.switchboard]
    return callOf(counters["alpha"]!, encodeCall("connect", args))
  }
  const handOver = (): BatchCall => callOf(world.counters["alpha"]!, encodeCall("transferOwnership", [thief]))

  it("finds nothing in a batch that does what the wiring says", async () => {
    const { verdict, found, wiring, notJudged, steps } = await world.judge([connect()])
    expect({ verdict, found, wiring, notJudged }).to.deep.equal({
      ...{ verdict: "as wired", found: [], wiring: { done: 1, left: 1 }, notJudged: [] },
    })
    expect(steps.map(({ status }) => status)).to.deep.equal(["applied"])
  })

  const attacks: readonly (readonly [what: string, calls: () => BatchCall[], found: readonly string[]])[] = [
    ["hands a plug over", () => [connect(), handOver()], ["OWNER 2", "STORAGE 2"]],
    ["connects another sibling", () => [connect(thief)], ["CONNECTION 1", "STORAGE 1"]],
    [
      "connects another sibling for a moment",
      () => [connect(thief), connect()],
      ["CONNECTION 1", "CONNECTION 2", "STORAGE 1", "STORAGE 2"],
    ],
    [
      "lets somebody spend tokens",
      () => [callOf(world.token, encodeCall("approve", [thief, 5n], ownedTokenArtifact.abi))],
      ["APPROVAL 1", "STORAGE 1"],
    ],
    [
      "sends tokens and ether",
      () => [
        callOf(world.token, encodeCall("transfer", [thief, 5n], ownedTokenArtifact.abi)),
        callOf(thief, "0x", { value: 7n }),
      ],
      ["TOKENS 1", "STORAGE 1", "NATIVE 2"],
    ],
    [
      "packs the call in two calls of MultiSend",
      () => {
        const inner = callOf(multiSend, packMultiSend([connect(), handOver()]), { operation: 1 })
        return [callOf(multiSend, packMultiSend([inner]), { operation: 1 })]
      },
      ["OWNER 1.1.2", "STORAGE 1.1.2"],
    ],
    ["runs other code as the Safe", () => [connect(), callOf(silent, "0x", { operation: 1 })], ["DELEGATECALL 2"]],
    ["calls what nobody knows", () => [callOf(silent, "0xdeadbeef01")], ["UNDECODED 1", "NO_EFFECT 1"]],
    [
      "moves a balance that is still zero",
      () => [callOf(world.token, encodeCall("transfer", [thief, 0n], ownedTokenArtifact.abi))],
      ["TOKENS 1"],
    ],
    [
      "calls a contract that is not known by a selector that is",
      () => [callOf(silent, encodeCall("transferOwnership", [thief]))],
      ["UNDECODED 1", "NO_EFFECT 1"],
    ],
    ["hides bytes behind arguments", () => [callOf(world.counters["alpha"]!, `${connect().data}00`)], ["UNDECODED 1"]],
    ["calls an address without code", () => [callOf(thief, connect().data)], ["UNDECODED 1", "NO_CODE 1"]],
    ["names another function than it calls", () => [{ ...connect(), claimed: "pause" }], ["MISLEADING 1"]],
  ]
  for (const [what, calls, expected] of variants(attacks, 6)) {
    it(`finds that a batch ${what}`, async () => {
      const { verdict, found } = await world.judge(calls())
      expect(verdict).to.equal("beyond")
      expect([...new Set(found)].toSorted()).to.deep.equal(expected.toSorted())
    })
  }

  it("keeps what it cannot decode, with its bytes, target and value, and marks a function that is only guessed", async () => {
    const { batches, findings } = await world.judge([
      callOf(silent, "0xdeadbeef01", { value: 3n }),
      callOf(silent, encodeCall("transferOwnership", [thief])),
    ])
    const [unknown, guessed] = listCalls(batches[0]!.calls)
    expect(unknown).to.include({ to: silent, data: "0xdeadbeef01", value: 3n, call: undefined, isKnown: false })
    expect(guessed).to.deep.include({ isKnown: false })
    expect(guessed?.call?.signature).to.equal("transferOwnership(address)")
    expect(findings[0]?.says).to.contain("0xdeadbeef").and.to.contain(silent).and.to.contain("3 wei")
  })

  it("creates what a broadcast creates, for the calls after it, and says where it comes to be at another address", async () => {
    // It returns code that stops.
    const creation = { creates: true, data: "0x6001600c60003960016000f300" } as const
    const nonce = await world.devnet.chains["alpha"]!.publicClient.getTransactionCount({ address: thief })
    const to = getContractAddress({ from: thief, nonce: BigInt(nonce) })
    const made = await world.judge([callOf(to, creation.data, creation), callOf(to, "0x12345678")], { from: thief })
    expect(made.steps.map(({ status, hasCode }) => [status, hasCode])).to.deep.equal([
      ["applied", true],
      ["applied", true],
    ])
    expect(made.found).to.contain("UNDECODED 1").and.to.not.contain("NO_CODE 2")
    const elsewhere = await world.judge([callOf(silent, creation.data, creation)], { from: thief })
    expect(elsewhere.notJudged.map(({ why }) => why).join()).to.contain(to)
  })

  it("undoes a batch of which a call reverts, and says why", async () => {
    const { found, steps, wiring, findings } = await world.judge([connect(), connect(), handOver()], { from: thief })
    expect(found).to.deep.equal(["REVERTS 1"])
    expect(findings[0]?.says).to.contain("OwnableUnauthorizedAccount")
    expect(steps.map(({ status }) => status)).to.deep.equal(["reverted", "skipped", "skipped"])
    expect(wiring).to.deep.equal({ done: 0, left: 2 })
    const last = await world.judge([connect(), callOf(world.counters["alpha"]!, "0xdeadbeef")])
    expect(last.steps.map(({ status }) => status)).to.deep.equal(["undone", "reverted"])
    expect(last.wiring.done).to.equal(0)
  })

  it("delivers the messages that follow, and finds what they do where they arrive", async () => {
    await world.connectBoth()
    const data = encodeCall("add", [world.slug("beta"), 5n], counterArtifact.abi)
    const { found, steps } = await world.judge([callOf(world.counters["alpha"]!, data, { value: 10n ** 17n })])
    expect(found).to.include.members(["MESSAGE 1", "NATIVE 1", "STORAGE message 1"])
    expect(steps.map(({ number, chain, status }) => [number, chain.name, status])).to.deep.equal([
      ["1", "alpha", "applied"],
      ["message 1", "beta", "applied"],
    ])
  })

  it("finds that a connection of the wiring is removed, and nothing in the removal of one that is not in it", async () => {
    await world.connectBoth()
    const { verdict, found } = await world.judge([connect(zeroAddress)])
    expect([verdict, found[0]]).to.deep.equal(["beyond", "CONNECTION 1"])
    const wiring = { counters: { contracts: world.counters, talk: [] } }
    const removed = await world.judge([connect(zeroAddress)], { wiring })
    expect([removed.verdict, removed.wiring]).to.deep.equal(["as wired", { done: 1, left: 1 }])
    expect((await world.judge([connect(thief)], { wiring })).found[0]).to.equal("CONNECTION 1")
  })

  deepIt(
    "says of a message that it waits where its plug is not connected, and that it fails where inbound reverts",
    async () => {
      await world.connectBoth()
      const { switchboard } = world.devnet.chains["beta"]!.contracts
      const send = callOf(world.counters["alpha"]!, encodeCall("add", [world.slug("beta"), 5n], counterArtifact.abi), {
        value: 10n ** 17n,
      })
      const cut = {
        chain: "beta",
        call: callOf(world.counters["beta"]!, encodeCall("connect", [world.slug("alpha"), thief, switchboard])),
      }
      const { steps } = await world.judge([send], { also: cut })
      expect(steps.at(-1)).to.include({ number: "message 1", status: "skipped" })
      const overflow = callOf(
        world.counters["alpha"]!,
        encodeCall("add", [world.slug("beta"), 2n ** 256n - 1n], counterArtifact.abi),
        {
          value: 10n ** 17n,
        },
      )
      const both = await world.judge([overflow, overflow])
      expect(both.steps.at(-1)).to.include({ number: "message 2", status: "reverted" })
      expect(both.found).to.include("MESSAGE message 2")
    },
  )

  it("finds that fewer keys suffice to forge than before, and the rule of the policy that this breaks", async () => {
    await world.connectBoth()
    const { contracts, publicClient } = world.devnet.chains["beta"]!
    const socket = { address: contracts.socket, abi: socketArtifact.abi } as const
    const manager = await publicClient.readContract({ ...socket, functionName: "executionManager__" })
    const managed = { address: manager, abi: executionManagerAbi } as const
    const from = await publicClient.readContract({ ...managed, functionName: "owner" })
    const args = [executorRole, createAccounts(1).transmitter.address]
    const grant = callOf(manager, encodeCall("grantRole", args, executionManagerAbi))
    const judged = await world.judge([grant], { from, on: "beta", policy: { leastKeysToForge: 2 } })
    expect([...new Set(judged.found)]).to.deep.equal(["ROLE 1", "STORAGE 1", "TRUST -", "POLICY -"])
    expect(judged.findings.some(({ name, says }) => name === "TRUST" && says.includes("FORGE_BY_TIMEOUT"))).to.equal(
      true,
    )
    expect((await world.judge([grant], { from, on: "beta" })).found).to.not.include("POLICY -")
  })

  deepIt("does not trace a call for minutes that makes others without end", async () => {
    const { testClient } = world.devnet.chains["alpha"]!
    await testClient.setCode({ address: silent, bytecode: burning })
    const { steps, notJudged } = await world.judge([callOf(silent, "0xdeadbeef")])
    await testClient.setCode({ address: silent, bytecode: "0x00" })
    expect(steps[0]).to.include({ status: "unread" })
    expect(notJudged.map(({ name }) => name)).to.deep.equal(["1"])
  })

  it("does not take a batch for judged whose chain has no copy", async () => {
    const { verdict, notJudged, steps, batches } = await world.judge([connect()], { on: "gamma" })
    expect([verdict, steps, notJudged.length]).to.deep.equal(["unknown", [], 1])
    expect(batches[0]?.hashes).to.have.property("why")
  })
})
