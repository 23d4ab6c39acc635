import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import {
  type Address,
  concat,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  parseEther,
  toBytes,
  toHex,
  zeroAddress,
  zeroHash,
} from "viem"

import { fastSwitchboardArtifact } from "#src/devnet/artifacts/switchboards.js"
import { createAccounts } from "#src/devnet/chain/accounts.js"
import type { MessageRecord } from "#src/devnet/index.js"
import type { MessageCauseName, WillNotArriveError } from "#src/messaging/index.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { ownSwitchboardArtifact } from "#test/fixtures/artifacts/OwnSwitchboard.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { createRpcDoor, type RpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { cloneOf } from "#test/fixtures/worlds/contractCode.js"
import type { AtlasMessages } from "#test/fixtures/worlds/messaging/atlasMessages.js"
import type { ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"
import { createRelayActors } from "#test/fixtures/worlds/messaging/relayActors.js"
import { useAtlas } from "#test/fixtures/worlds/messaging/useAtlas.js"

const { abi } = moodyPlugArtifact
const nobody: Address = "0x000000000000000000000000000000000000dEaD"

/** Code that fails an assertion, loops without end, and reverts where gas has a price. */
const asserts: Hex = concat(["0x7f", pad("0x4e487b71", { dir: "right", size: 32 }), "0x5f52600160045260245ffd"])
const loops: Hex = "0x5b5f56"
const revertsAtPrice: Hex = "0x3a600557005b5f5ffd"

/** What can be there before a message is sent is refused there, where each of the atlas's other tests explains it afterwards. */
describe("the atlas of causes: before a message is paid for, on a network that is not local", function () {
  const actors = createRelayActors()
  const { deployer, executor } = createAccounts()
  let world: ExplainedWorld
  let atlas: AtlasMessages
  /** The node of alpha at an address that is not the devnet's. */
  let door: RpcDoor
  useAtlas((opened) => {
    ;({ world, atlas } = opened)
  })
  before(async () => {
    door = await createRpcDoor(atlas.alpha.rpcUrl)
  })
  after(() => door[Symbol.asyncDispose]())

  const artifacts = fileURLToPath(new URL("../../../../artifacts", import.meta.url))
  let knowsSources: boolean
  beforeEach(() => {
    knowsSources = false
  })

  /** Calls a plug on alpha where nobody is asked. */
  const send = (plug: Address, call: readonly string[], more: readonly string[] = []): Promise<EndedCommand> =>
    world.run(["messaging", "send", plug, ...call, "--from", "alpha", "--yes", ...more], {
      // Reading all contracts of this repository takes longer than all else.
      env: { PLUGS_TEST_ALPHA_URL: door.url, ...(knowsSources && { PLUGS_TEST_ARTIFACTS: artifacts }) },
    })
  const add = (plug: Address) => () => send(plug, ["add(uint32,uint256)", "beta", "1"])
  const sendMoody = ({ gas = 100_000n, value = 0n, payload = "0x12", plug = world.moody.alpha } = {}) => {
    const params = value === 0n ? zeroHash : pad(toHex((1n << 248n) | value), { size: 32 })
    const signature = "sendRaw(uint32,uint256,bytes32,bytes32,bytes)"
    // What a message carries counts towards the fee.
    return send(
      plug,
      [signature, "beta", String(gas), params, zeroHash, payload],
      value === 0n ? [] : ["--max-fee", "1"],
    )
  }
  const nonce = () => {
    const { publicClient, walletClient } = atlas.alpha
    return publicClient.getTransactionCount({ address: walletClient.account.address })
  }

  /** Expects that nothing is sent, for this cause alone, and returns what is said about it. */
  async function expectRefused(sending: () => Promise<EndedCommand>, name: MessageCauseName): Promise<string> {
    const before = await nonce()
    const { code, error, stderr } = await sending()
    expect({ code, error: error?.code }, stderr).to.deep.equal({ code: 1, error: "WILL_NOT_ARRIVE" })
    const certain = (error as WillNotArriveError).obstacles.filter(({ isCertain }) => isCertain)
    expect(certain.map((obstacle) => obstacle.name)).to.deep.equal([name])
    expect(error?.facts["beta"]).to.equal(certain[0]?.says)
    expect(await nonce(), "nothing was paid").to.equal(before)
    return error?.facts["beta"] ?? ""
  }

  /** Expects that a message is sent without a warning, and returns it. */
  async function expectSent(sending: () => Promise<EndedCommand>): Promise<MessageRecord["outbound"]> {
    const { code, stdout, stderr } = await sending()
    expect(code, stderr).to.equal(0)
    expect(stderr).to.not.contain("warning")
    const hash = /transaction +(0x[0-9a-f]{64})/.exec(stdout)?.[1] as Hex
    const known = await eventually(() => Promise.resolve(world.devnet.messagesFromTx(atlas.alpha.slug, hash)[0]))
    return known.outbound
  }

  async function expectDelivered(sending: () => Promise<EndedCommand>): Promise<void> {
    await atlas.reached(await expectSent(sending), "EXECUTION_SUCCESS")
  }

  async function write(
    { walletClient, publicClient }: AtlasMessages["beta"],
    call: { address: Address; abi: readonly unknown[]; functionName: string; args: readonly unknown[] },
  ): Promise<void> {
    await publicClient.waitForTransactionReceipt({ hash: await walletClient.writeContract(call) })
  }
  const refuseAll = (isRefused: boolean) =>
    write(atlas.beta, { address: world.moody.beta, abi, functionName: "refuseAll", args: [isRefused] })
  const setCode = (bytecode: Hex) => atlas.beta.testClient.setCode({ address: world.moody.beta, bytecode })

  it("not-connected-on-source: the simulation reverts, until the plug is connected", async () => {
    const { alpha, beta } = atlas
    const plug = await atlas.newCounter(alpha)
    const before = await nonce()
    const { code, error } = await add(plug)()
    expect({ code, error: error?.code }).to.deep.equal({ code: 1, error: "CALL_REVERTED" })
    expect(error?.message).to.contain(`NotConnected(dstChainSlug: ${beta.slug})`)
    expect(await nonce()).to.equal(before)
    const destination = await atlas.newCounter(beta)
    await atlas.connect(beta, destination, { slug: alpha.slug, sibling: plug })
    await atlas.connect(alpha, plug, { slug: beta.slug, sibling: destination })
    await expectDelivered(add(plug))
  })

  deepIt("transaction-reverted: the simulation does, and the place of the error is named", async () => {
    knowsSources = true
    const { code, error } = await send(atlas.alpha.contracts.socket, ["outbound(uint32)", "beta"])
    expect({ code, error: error?.code }).to.deep.equal({ code: 1, error: "WRONG_CONTRACT" })
    const { alpha } = atlas
    const greedy = await deploy(alpha, moodyPlugArtifact, [alpha.contracts.socket, alpha.walletClient.account.address])
    const reverted = await send(greedy, ["send(uint32,bytes)", "beta", "0x12"])
    expect(reverted.error?.facts["error of"]).to.contain("Plug.sol")
    await expectDelivered(() => send(world.moody.alpha, ["send(uint32,bytes)", "beta", "0x12"]))
  })

  deepIt("not-connected: with the command that connects the destination plug", async () => {
    const { alpha, beta } = atlas
    const [plug, destination] = [await atlas.newCounter(alpha), await atlas.newCounter(beta)]
    await atlas.connect(alpha, plug, { slug: beta.slug, sibling: destination })
    await expectRefused(add(plug), "not-connected")
    const { error } = await add(plug)()
    await atlas.mend(/npx hardhat messaging connect [^;]*/.exec(error?.facts["fix for beta"] ?? "")?.[0])
    await expectDelivered(add(plug))
  })

  deepIt("other-sibling: the destination plug is connected to another plug", async () => {
    const { alpha, beta } = atlas
    const [plug, destination] = [await atlas.newCounter(alpha), await atlas.newCounter(beta)]
    await atlas.connect(alpha, plug, { slug: beta.slug, sibling: destination })
    await atlas.connect(beta, destination, { slug: alpha.slug, sibling: world.counters.alpha })
    expect(await expectRefused(add(plug), "other-sibling")).to.contain(world.counters.alpha)
    await atlas.connect(beta, destination, { slug: alpha.slug, sibling: plug })
    await expectDelivered(add(plug))
  })

  deepIt("switchboards-do-not-fit: a fast one and an optimistic one", async () => {
    const { alpha, beta } = atlas
    const ends = { slug: alpha.slug, sibling: world.counters.alpha }
    await atlas.connect(beta, world.counters.beta, { ...ends, switchboard: beta.contracts.optimisticSwitchboard })
    await expectRefused(add(world.counters.alpha), "switchboards-do-not-fit")
    await atlas.connect(beta, world.counters.beta, ends)
    await expectDelivered(add(world.counters.alpha))

    const { switchboard } = await ownFastOnAlpha(zeroAddress)
    await atlas.connect(alpha, world.counters.alpha, { slug: beta.slug, sibling: world.counters.beta, switchboard })
    expect(await expectRefused(add(world.counters.alpha), "switchboards-do-not-fit")).to.contain(
      "has no sibling on beta",
    )
  })

  deepIt("optimistic-timeout: is no reason not to send", async () => {
    const { alpha, beta } = atlas
    for (const [chain, plug, slug, sibling] of [
      [alpha, world.counters.alpha, beta.slug, world.counters.beta],
      [beta, world.counters.beta, alpha.slug, world.counters.alpha],
    ] as const) {
      await atlas.connect(chain, plug, { slug, sibling, switchboard: chain.contracts.optimisticSwitchboard })
    }
    await expectSent(add(world.counters.alpha))
  })

  deepIt("destination-without-code: nothing is there, or a proxy without an implementation", async () => {
    const { alpha, beta } = atlas
    const plug = await atlas.newCounter(alpha)
    await atlas.connect(alpha, plug, { slug: beta.slug, sibling: nobody })
    await expectRefused(add(plug), "destination-without-code")

    const own = await beta.publicClient.getCode({ address: world.moody.beta })
    await setCode(cloneOf(pad("0xdead", { size: 20 })))
    await expectRefused(sendMoody, "destination-without-code")
    await setCode(own!)
    await expectDelivered(sendMoody)
  })

  deepIt("inbound-reverts: says the error and the line of source code", async () => {
    knowsSources = true
    await refuseAll(true)
    const source = await readFile(new URL("../../../../contracts/fixtures/MoodyPlug.sol", import.meta.url), "utf8")
    const line = source.slice(0, source.indexOf("revert InABadMood")).split("\n").length
    expect(await expectRefused(sendMoody, "inbound-reverts")).to.equal(
      `inbound of the plug ${world.moody.beta} on beta reverts at contracts/fixtures/MoodyPlug.sol:${String(line)}: InABadMood(payload: 0x12).`,
    )
    await refuseAll(false)
    await expectDelivered(sendMoody)
  })

  deepIt("inbound-reverts: by the message's own payload alone", async () => {
    await write(atlas.beta, { address: world.moody.beta, abi, functionName: "refuse", args: ["0x12", true] })
    await expectRefused(sendMoody, "inbound-reverts")
    await expectDelivered(() => sendMoody({ payload: "0x13" }))
  })

  deepIt("inbound-reverts: a failed assertion", async () => {
    const own = await atlas.beta.publicClient.getCode({ address: world.moody.beta })
    await setCode(asserts)
    expect(await expectRefused(sendMoody, "inbound-reverts")).to.match(/assert|Panic/i)
    await setCode(own!)
    await expectDelivered(sendMoody)
  })

  deepIt("inbound-reverts: only at the price of gas that an executor pays", async () => {
    const own = await atlas.beta.publicClient.getCode({ address: world.moody.beta })
    await setCode(revertsAtPrice)
    expect(await expectRefused(sendMoody, "inbound-reverts")).to.contain("at the present price of gas")
    await setCode(own!)
    await expectDelivered(sendMoody)
  })

  deepIt("inbound-needs-more-gas: than the message gives it, or than any", async () => {
    const payload: Hex = `0x${"ab".repeat(200)}`
    const says = await expectRefused(() => sendMoody({ gas: 30_000n, payload }), "inbound-needs-more-gas")
    expect(says).to.match(/needs about \d+,\d+ gas, and the message gives it 30,000\.$/)
    await expectDelivered(() => sendMoody({ gas: 300_000n, payload }))
    await setCode(loops)
    await expectRefused(sendMoody, "inbound-needs-more-gas")
  })

  deepIt("gas-limit-too-high: no transaction of beta may have so much", async () => {
    await expectRefused(() => sendMoody({ gas: 40_000_000n }), "gas-limit-too-high")
    await expectDelivered(() => sendMoody({ gas: 1_000_000n }))
  })

  deepIt("execution-refused: the execution manager of beta takes no message", async () => {
    const { testClient, publicClient, contracts } = atlas.beta
    const address = contracts.executionManager
    const own = await publicClient.getCode({ address })
    await testClient.setCode({ address, bytecode: "0x5f5ffd" })
    await expectRefused(sendMoody, "execution-refused")
    await testClient.setCode({ address, bytecode: own! })
    await expectDelivered(sendMoody)
  })

  deepIt("path-tripped: and everything-tripped, until it is undone", async () => {
    const { alpha, beta } = atlas
    const { switchboard } = beta.contracts
    await actors.trip(beta, switchboard, { kind: "tripPath", srcChainSlug: alpha.slug })
    await expectRefused(add(world.counters.alpha), "path-tripped")
    await actors.trip(beta, switchboard, { kind: "unTripPath", srcChainSlug: alpha.slug })
    await actors.trip(beta, switchboard, { kind: "tripGlobal" })
    await expectRefused(add(world.counters.alpha), "everything-tripped")
    await actors.trip(beta, switchboard, { kind: "unTrip" })
    await expectDelivered(add(world.counters.alpha))
  })

  deepIt("own-switchboard: a fast one without watchers, until it has one", async () => {
    const { fast } = await connectThroughOwnFast({ initialPacketCount: 0n })
    await expectRefused(add(world.counters.alpha), "own-switchboard")
    await grantWatcher(fast.beta)
    await expectSent(add(world.counters.alpha))
  })

  deepIt("below-initial-packet: the first packets are not accepted", async () => {
    const { fast } = await connectThroughOwnFast({ initialPacketCount: 1n })
    await grantWatcher(fast.beta)
    expect(await expectRefused(add(world.counters.alpha), "below-initial-packet")).to.contain("this is packet 0")
    // It is lost, and the next one is not.
    expect((await send(world.counters.alpha, ["add(uint32,uint256)", "beta", "1"], ["--anyway"])).code).to.equal(0)
    await expectSent(add(world.counters.alpha))
  })

  deepIt("switchboard-fails: one of somebody's own reverts, or there is none", async () => {
    const { alpha, beta } = atlas
    const own = await deploy(beta, ownSwitchboardArtifact, [beta.contracts.socket])
    const { switchboard } = await ownFastOnAlpha(own)
    const open = { address: own, abi: ownSwitchboardArtifact.abi }
    await write(beta, { ...open, functionName: "open", args: [alpha.slug, switchboard] })
    await write(beta, { ...open, functionName: "answer", args: [2] })
    await atlas.connect(alpha, world.counters.alpha, { slug: beta.slug, sibling: world.counters.beta, switchboard })
    const ends = { slug: alpha.slug, sibling: world.counters.alpha, switchboard: own }
    await atlas.connect(beta, world.counters.beta, ends)
    await expectRefused(add(world.counters.alpha), "switchboard-fails")
    const bytecode = await beta.publicClient.getCode({ address: own })
    await beta.testClient.setCode({ address: own, bytecode: "0x" })
    await expectRefused(add(world.counters.alpha), "switchboard-fails")
    await beta.testClient.setCode({ address: own, bytecode: bytecode! })
    await write(beta, { ...open, functionName: "answer", args: [1] })
    await expectSent(add(world.counters.alpha))
  })

  deepIt("message-id-used: beta has executed another message with the next id", async () => {
    const { alpha } = atlas
    const snapshot = await alpha.testClient.snapshot()
    await expectDelivered(() => sendMoody({ payload: "0x01" }))
    await alpha.testClient.revert({ id: snapshot })
    await expectRefused(() => sendMoody({ payload: "0x02" }), "message-id-used")
    // The next one has an id of its own.
    expect((await send(world.moody.alpha, ["send(uint32,bytes)", "beta", "0x03"], ["--anyway"])).code).to.equal(0)
    await expectDelivered(() => sendMoody({ payload: "0x04" }))
  })

  deepIt(
    "value-missing: and executor-without-role, what another executor may do is a warning, and the message is sent",
    async () => {
      const { beta } = atlas
      await expectDelivered(() => sendMoody({ value: 1_000n }))
      await beta.testClient.setBalance({ address: executor.address, value: parseEther("0.0002") })
      const short = await sendMoody({ value: parseEther("0.0005") })
      expect(short.code, short.stderr).to.equal(0)
      expect(short.stderr).to.match(/warning: the message to beta may not arrive\. .*the executor 0x\w+ has 0\.0002/)
      await beta.testClient.setBalance({ address: executor.address, value: parseEther("1") })
      const role = { address: beta.contracts.executionManager, functionName: "revokeRole" }
      await actors.asOwner(beta, {
        ...role,
        abi: parseAbi(["function revokeRole(bytes32 role, address account)"]),
        args: [keccak256(toBytes("EXECUTOR_ROLE")), executor.address],
      })
      const without = await sendMoody()
      expect(without.code, without.stderr).to.equal(0)
      expect(without.stderr).to.match(/warning: the message to beta may not arrive\. .*has no EXECUTOR_ROLE/)
    },
  )

  deepIt("chain-not-read: a destination that does not answer is a warning, and the message is sent", async () => {
    const networks = { beta: { type: "http", url: "http://127.0.0.1:9", chainId: atlas.beta.slug } }
    const env = { PLUGS_TEST_ALPHA_URL: door.url, PLUGS_TEST_NETWORKS: JSON.stringify(networks) }
    const args = ["messaging", "send", world.counters.alpha, "add(uint32,uint256)", "beta", "1", "--from", "alpha"]
    const { code, stderr } = await world.run([...args, "--yes"], { env })
    expect(code, stderr).to.equal(0)
    expect(stderr).to.match(/warning: the message to beta may not arrive\. Chain 41002.* could not be read/)

    door.refuse("eth_getLogs", { message: "no logs here", isPassedOn: false })
    const blind = await add(world.counters.alpha)()
    door.release()
    expect(blind.code, blind.stderr).to.equal(0)
    expect(blind.stderr).to.match(/warning: the message to beta may not arrive\. Whether the switchboard .* fits/)
  })

  deepIt(
    "of several messages of a call, the second is only doubted: the first may change what inbound does",
    async () => {
      const args = ["addMany(uint32,uint256[])", "beta", "[1,2]"]
      await expectSent(() => send(world.counters.alpha, args))
      const own = await atlas.beta.publicClient.getCode({ address: world.counters.beta })
      await atlas.beta.testClient.setCode({ address: world.counters.beta, bytecode: "0x5f5ffd" })
      const { error } = await send(world.counters.alpha, args)
      const { obstacles } = error as WillNotArriveError
      expect(obstacles.map(({ name, isCertain }) => [name, isCertain])).to.deep.equal([
        ["inbound-reverts", true],
        ["inbound-reverts", false],
      ])
      await atlas.beta.testClient.setCode({ address: world.counters.beta, bytecode: own! })
    },
  )

  /** A fast switchboard on alpha whose sibling on beta is another one than the devnet's. */
  async function ownFastOnAlpha(sibling: Address, initialPacketCount = 0n) {
    return { switchboard: await openFast(atlas.alpha, { slug: atlas.beta.slug, sibling, initialPacketCount }) }
  }

  async function deployFast(chain: AtlasMessages["beta"]): Promise<Address> {
    return await deploy(chain, fastSwitchboardArtifact, [deployer.address, chain.contracts.socket, 0n, []])
  }

  async function openFast(
    chain: AtlasMessages["beta"],
    path: { slug: number; sibling: Address; initialPacketCount: bigint; address?: Address },
  ): Promise<Address> {
    const { slug, sibling, initialPacketCount, address = await deployFast(chain) } = path
    const call = { address, abi: fastSwitchboardArtifact.abi }
    const governance = keccak256(toBytes("GOVERNANCE_ROLE"))
    await actors.asOwner(chain, { ...call, functionName: "grantRole", args: [governance, deployer.address] })
    const args = [slug, 1n, 1n, initialPacketCount, sibling]
    await actors.asOwner(chain, { ...call, functionName: "registerSiblingSlug", args })
    return address
  }

  /** Connects the counters through a pair of fast switchboards that nobody watches. */
  async function connectThroughOwnFast({ initialPacketCount }: { initialPacketCount: bigint }) {
    const { alpha, beta } = atlas
    const onBeta = await deployFast(beta)
    const onAlpha = await openFast(alpha, { slug: beta.slug, sibling: onBeta, initialPacketCount: 0n })
    await openFast(beta, { slug: alpha.slug, sibling: onAlpha, initialPacketCount, address: onBeta })
    const { counters } = world
    await atlas.connect(alpha, counters.alpha, { slug: beta.slug, sibling: counters.beta, switchboard: onAlpha })
    await atlas.connect(beta, counters.beta, { slug: alpha.slug, sibling: counters.alpha, switchboard: onBeta })
    return { fast: { alpha: onAlpha, beta: onBeta } }
  }

  async function grantWatcher(address: Address): Promise<void> {
    const args = [atlas.alpha.slug, actors.watchers[0]!.address]
    const { abi: own } = fastSwitchboardArtifact
    await actors.asOwner(atlas.beta, { address, abi: own, functionName: "grantWatcherRole", args })
  }
})
