import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import {
  type Abi,
  type Address,
  createClient,
  custom,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseEther,
  zeroAddress,
} from "viem"

import { counterArtifact } from "../../../src/devnet/artifacts/Counter.js"
import { socketArtifact } from "../../../src/devnet/artifacts/Socket.js"
import { createAccounts } from "../../../src/devnet/chain/accounts.js"
import { type Devnet, startDevnet } from "../../../src/devnet/index.js"
import { planWiring } from "../../../src/messaging/index.js"
import type { BatchCall } from "../../../src/messaging/judging/Batch.js"
import { type KnownContract, listCalls } from "../../../src/messaging/judging/decodeCalls.js"
import { judgeBatches } from "../../../src/messaging/judging/judgeBatches.js"
import { packMultiSend } from "../../../src/messaging/judging/multiSend.js"
import { executionManagerAbi, plugAbi } from "../../../src/messaging/onchain/abi.js"
import { executorRole } from "../../../src/messaging/onchain/delivery/executors.js"
import type { TrustPolicy } from "../../../src/messaging/trust/checkTrust.js"
import type { Wiring } from "../../../src/messaging/wiring/Wiring.js"
import { systemClock } from "../../../src/primitives/clock.js"
import { overreachingPlugArtifact } from "../../fixtures/artifacts/OverreachingPlug.js"
import { ownedTokenArtifact } from "../../fixtures/artifacts/OwnedToken.js"
import { deepIt, variants } from "../../fixtures/depth.js"
import { deploy } from "../../fixtures/worlds/messaging/plugs.js"

const multiSend: Address = "0x40A2aCCbd92BCA938b02010E17A5b8929b49130D"
const owner = getAddress("0x5afe000000000000000000000000000000005afe")
const thief = getAddress("0xbad0000000000000000000000000000000000bad")
/** Takes every call, and does nothing. */
const silent = getAddress("0x51e0000000000000000000000000000000000051")

/** Code that calls a contract with the data that it is called with. */
function forwardTo(target: Address): Hex {
  // CALLDATACOPY to 0, then CALL with all of it, as much gas as there is and no value.
  return `0x365f5f375f5f365f5f73${target.slice(2)}5af100`
}

/** Code that calls the identity contract while more than 11,900,000 gas are left. */
const burning: Hex = "0x5b5f5f5f5f5f60045af15062b595405a115f57"

describe("judgeBatches", () => {
  let devnet: Devnet<string, false, false>
  let counters: Record<string, Address>
  let links: Record<string, Address>
  let token: Address
  before(async () => {
    devnet = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false })
    devnet.relay.pause()
    counters = {}
    links = {}
    for (const chain of Object.values(devnet.chains)) {
      const args = [chain.contracts.socket, owner]
      counters[chain.name] = await deploy(chain, counterArtifact, args)
      links[chain.name] = await deploy(chain, overreachingPlugArtifact, args)
      for (const address of [owner, silent, multiSend]) await chain.testClient.setCode({ address, bytecode: "0x00" })
      await chain.testClient.setBalance({ address: owner, value: parseEther("5") })
    }
    token = await deploy(devnet.chains["alpha"]!, ownedTokenArtifact, ["Token", "T", 18, owner, 10n ** 20n])
  })
  after(() => devnet.stop())

  const call = (to: Address, data: Hex = "0x", more: Partial<BatchCall> = {}): BatchCall => ({
    ...{ to, data, value: 0n, operation: 0, ...more },
  })
  const encode = (functionName: string, args: readonly unknown[], abi: Abi = plugAbi): Hex =>
    encodeFunctionData({ abi, functionName, args })
  const slug = (name: string): number => devnet.chains[name]!.slug
  const connect = (sibling = counters["beta"]): BatchCall =>
    call(counters["alpha"]!, encode("connect", [slug("beta"), sibling, devnet.chains["alpha"]!.contracts.switchboard]))
  const handOver = (): BatchCall => call(counters["alpha"]!, encode("transferOwnership", [thief]))

  type Options = {
    readonly from?: Address
    readonly wiring?: Wiring
    readonly policy?: TrustPolicy
    readonly on?: string
    /** What the same account does on another chain afterwards. */
    readonly also?: { readonly chain: string; readonly call: BatchCall }
  }

  /** Judges a batch on alpha, and sets both chains back. */
  async function judge(
    calls: readonly BatchCall[],
    { from = owner, wiring, policy, on = "alpha", also }: Options = {},
  ) {
    const chains = Object.values(devnet.chains)
    const snapshot = await devnet.snapshot()
    const copies = chains.map(({ name, slug: own, contracts, publicClient }) => {
      // The chains of a devnet are set back together.
      const request = async ({ method, params }: { method: string; params: [string] }): Promise<unknown> =>
        method === "evm_snapshot"
          ? await devnet.snapshot()
          : method === "evm_revert"
            ? await devnet.revert(params[0]).then(() => true)
            : await publicClient.request({ method, params } as never)
      const client = createClient({ transport: custom({ request }, { retryCount: 0 }), pollingInterval: 1 })
      return { name, slug: own, socket: contracts.socket, client }
    })
    const planAgain = () =>
      planWiring({
        wiring: wiring ?? { counters: { contracts: counters } },
        chains: Object.fromEntries(
          copies.map(({ name, client, ...copy }) => [name, { ...copy, publicClient: client }]),
        ),
        switchboardOf: (_kind, name) => devnet.chains[name]!.contracts.switchboard,
      })
    const named = new Map<Address | undefined, KnownContract>([
      [counters["alpha"], { name: "Counter", abi: counterArtifact.abi }],
    ])
    named.set(token, { name: "Token", abi: ownedTokenArtifact.abi })
    try {
      const chainOf = (name: string) => ({ name, slug: devnet.chains[name]?.slug ?? 7, chainId: 41001 })
      const next = also === undefined ? [] : [{ chain: chainOf(also.chain), from, calls: [also.call], notes: [] }]
      const judged = await judgeBatches({
        batches: [{ chain: chainOf(on), from, calls, notes: [] }, ...next],
        ...{ copies, plan: await planAgain(), planAgain, otherAbis: [], policy, clock: systemClock },
        contractOf: (_slug, address) => named.get(address) ?? {},
        isKnownSwitchboard: () => true,
      })
      return { ...judged, found: judged.findings.map(({ name, number }) => `${name} ${number ?? "-"}`) }
    } finally {
      await devnet.revert(snapshot)
    }
  }

  it("finds nothing in a batch that does what the wiring says", async () => {
    const { verdict, found, wiring, notJudged, steps } = await judge([connect()])
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
      () => [call(token, encode("approve", [thief, 5n], ownedTokenArtifact.abi))],
      ["APPROVAL 1", "STORAGE 1"],
    ],
    [
      "sends tokens and ether",
      () => [call(token, encode("transfer", [thief, 5n], ownedTokenArtifact.abi)), call(thief, "0x", { value: 7n })],
      ["TOKENS 1", "STORAGE 1", "NATIVE 2"],
    ],
    [
      "packs the call in two calls of MultiSend",
      () => {
        const inner = call(multiSend, packMultiSend([connect(), handOver()]), { operation: 1 })
        return [call(multiSend, packMultiSend([inner]), { operation: 1 })]
      },
      ["OWNER 1.1.2", "STORAGE 1.1.2"],
    ],
    ["runs other code as the Safe", () => [connect(), call(silent, "0x", { operation: 1 })], ["DELEGATECALL 2"]],
    ["calls what nobody knows", () => [call(silent, "0xdeadbeef01")], ["UNDECODED 1", "NO_EFFECT 1"]],
    [
      "moves a balance that is still zero",
      () => [call(token, encode("transfer", [thief, 0n], ownedTokenArtifact.abi))],
      ["TOKENS 1"],
    ],
    [
      "calls a contract that is not known by a selector that is",
      () => [call(silent, encode("transferOwnership", [thief]))],
      ["UNDECODED 1", "NO_EFFECT 1"],
    ],
    ["hides bytes behind arguments", () => [call(counters["alpha"]!, `${connect().data}00`)], ["UNDECODED 1"]],
    ["calls an address without code", () => [call(thief, connect().data)], ["UNDECODED 1", "NO_CODE 1"]],
    ["names another function than it calls", () => [{ ...connect(), claimed: "pause" }], ["MISLEADING 1"]],
  ]
  for (const [what, calls, expected] of variants(attacks, 6)) {
    it(`finds that a batch ${what}`, async () => {
      const { verdict, found } = await judge(calls())
      expect(verdict).to.equal("beyond")
      expect([...new Set(found)].toSorted()).to.deep.equal(expected.toSorted())
    })
  }

  it("keeps what it cannot decode, with its bytes, target and value, and marks a function that is only guessed", async () => {
    const { batches, findings } = await judge([
      call(silent, "0xdeadbeef01", { value: 3n }),
      call(silent, encode("transferOwnership", [thief])),
    ])
    const [unknown, guessed] = listCalls(batches[0]!.calls)
    expect(unknown).to.include({ to: silent, data: "0xdeadbeef01", value: 3n, call: undefined, isKnown: false })
    expect(guessed).to.deep.include({ isKnown: false })
    expect(guessed?.call?.signature).to.equal("transferOwnership(address)")
    expect(findings[0]?.says).to.contain("0xdeadbeef").and.to.contain(silent).and.to.contain("3 wei")
  })

  it("undoes a batch of which a call reverts, and says why", async () => {
    const { found, steps, wiring, findings } = await judge([connect(), connect(), handOver()], { from: thief })
    expect(found).to.deep.equal(["REVERTS 1"])
    expect(findings[0]?.says).to.contain("OwnableUnauthorizedAccount")
    expect(steps.map(({ status }) => status)).to.deep.equal(["reverted", "skipped", "skipped"])
    expect(wiring).to.deep.equal({ done: 0, left: 2 })
    const last = await judge([connect(), call(counters["alpha"]!, "0xdeadbeef")])
    expect(last.steps.map(({ status }) => status)).to.deep.equal(["undone", "reverted"])
    expect(last.wiring.done).to.equal(0)
  })

  it("finds a connection that takes the plug over without a log, whoever sends it", async () => {
    const wiring = { links: { contracts: links, connect: "linkAndSeize" } }
    const { switchboard } = devnet.chains["alpha"]!.contracts
    const args = [slug("beta"), links["beta"], switchboard]
    const data = encode("linkAndSeize", args, overreachingPlugArtifact.abi)
    expect((await judge([call(links["alpha"]!, data)], { wiring })).found).to.deep.equal(["STORAGE 1"])
    // Code that makes the call of its own account: what a Safe makes that another one signs for.
    await devnet.chains["alpha"]!.testClient.setCode({ address: owner, bytecode: forwardTo(links["alpha"]!) })
    const { found } = await judge([call(owner, data)], { wiring, from: thief })
    await devnet.chains["alpha"]!.testClient.setCode({ address: owner, bytecode: "0x00" })
    expect(found).to.deep.equal(["UNDECODED 1", "STORAGE 1"])
  })

  /** Connects both counters as the wiring says. */
  async function connectBoth(): Promise<void> {
    const both = Object.keys(counters)
    for (const [name, sibling] of [both, both.toReversed()] as [string, string][]) {
      const { testClient, publicClient, walletClient, contracts } = devnet.chains[name]!
      await testClient.impersonateAccount({ address: owner })
      const data = encode("connect", [slug(sibling), counters[sibling], contracts.switchboard])
      const hash = await walletClient.sendTransaction({ account: owner, to: counters[name]!, data })
      await publicClient.waitForTransactionReceipt({ hash })
    }
  }

  it("delivers the messages that follow, and finds what they do where they arrive", async () => {
    await connectBoth()
    const data = encode("add", [slug("beta"), 5n], counterArtifact.abi)
    const { found, steps } = await judge([call(counters["alpha"]!, data, { value: 10n ** 17n })])
    expect(found).to.include.members(["MESSAGE 1", "NATIVE 1", "STORAGE message 1"])
    expect(steps.map(({ number, chain, status }) => [number, chain.name, status])).to.deep.equal([
      ["1", "alpha", "applied"],
      ["message 1", "beta", "applied"],
    ])
  })

  it("finds that a connection of the wiring is removed, and nothing in the removal of one that is not in it", async () => {
    await connectBoth()
    const { verdict, found } = await judge([connect(zeroAddress)])
    expect([verdict, found[0]]).to.deep.equal(["beyond", "CONNECTION 1"])
    const wiring = { counters: { contracts: counters, talk: [] } }
    const removed = await judge([connect(zeroAddress)], { wiring })
    expect([removed.verdict, removed.wiring]).to.deep.equal(["as wired", { done: 1, left: 1 }])
    expect((await judge([connect(thief)], { wiring })).found[0]).to.equal("CONNECTION 1")
  })

  deepIt(
    "says of a message that it waits where its plug is not connected, and that it fails where inbound reverts",
    async () => {
      await connectBoth()
      const { switchboard } = devnet.chains["beta"]!.contracts
      const send = call(counters["alpha"]!, encode("add", [slug("beta"), 5n], counterArtifact.abi), {
        value: 10n ** 17n,
      })
      const cut = {
        chain: "beta",
        call: call(counters["beta"]!, encode("connect", [slug("alpha"), thief, switchboard])),
      }
      const { steps } = await judge([send], { also: cut })
      expect(steps.at(-1)).to.include({ number: "message 1", status: "skipped" })
      const overflow = call(counters["alpha"]!, encode("add", [slug("beta"), 2n ** 256n - 1n], counterArtifact.abi), {
        value: 10n ** 17n,
      })
      const both = await judge([overflow, overflow])
      expect(both.steps.at(-1)).to.include({ number: "message 2", status: "reverted" })
      expect(both.found).to.include("MESSAGE message 2")
    },
  )

  it("finds that fewer keys suffice to forge than before, and the rule of the policy that this breaks", async () => {
    await connectBoth()
    const { contracts, publicClient } = devnet.chains["beta"]!
    const socket = { address: contracts.socket, abi: socketArtifact.abi } as const
    const manager = await publicClient.readContract({ ...socket, functionName: "executionManager__" })
    const managed = { address: manager, abi: executionManagerAbi } as const
    const from = await publicClient.readContract({ ...managed, functionName: "owner" })
    const args = [executorRole, createAccounts(1).transmitter.address]
    const grant = call(manager, encode("grantRole", args, executionManagerAbi))
    const judged = await judge([grant], { from, on: "beta", policy: { leastKeysToForge: 2 } })
    expect([...new Set(judged.found)]).to.deep.equal(["ROLE 1", "STORAGE 1", "TRUST -", "POLICY -"])
    expect(judged.findings.some(({ name, says }) => name === "TRUST" && says.includes("FORGE_BY_TIMEOUT"))).to.equal(
      true,
    )
    expect((await judge([grant], { from, on: "beta" })).found).to.not.include("POLICY -")
  })

  deepIt("does not trace a call for minutes that makes others without end", async () => {
    const { testClient } = devnet.chains["alpha"]!
    await testClient.setCode({ address: silent, bytecode: burning })
    const { steps, notJudged } = await judge([call(silent, "0xdeadbeef")])
    await testClient.setCode({ address: silent, bytecode: "0x00" })
    expect(steps[0]).to.include({ status: "unread" })
    expect(notJudged.map(({ name }) => name)).to.deep.equal(["1"])
  })

  it("does not take a batch for judged whose chain has no copy", async () => {
    const { verdict, notJudged, steps, batches } = await judge([connect()], { on: "gamma" })
    expect([verdict, steps, notJudged.length]).to.deep.equal(["unknown", [], 1])
    expect(batches[0]?.hashes).to.have.property("why")
  })
})
