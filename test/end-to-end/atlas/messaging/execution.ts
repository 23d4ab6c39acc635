import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, keccak256, pad, parseAbi, parseEther, toBytes, toHex, zeroHash } from "viem"

import { createAccounts } from "#src/devnet/chain/accounts.js"
import type { MessageRecord } from "#src/devnet/index.js"
import { explainMessage } from "#src/messaging/explaining/explainMessage.js"
import { deployedStageTimes } from "#src/messaging/explaining/stageTimes.js"
import { adviseNext } from "#tasks/explain/output/adviseNext.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { pingPongArtifact } from "#test/fixtures/artifacts/PingPong.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createLaterClock } from "#test/fixtures/clocks/laterClock.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectCause } from "#test/fixtures/output/expectCause.js"
import { cloneOf } from "#test/fixtures/worlds/contractCode.js"
import { type AtlasMessages, later } from "#test/fixtures/worlds/messaging/atlasMessages.js"
import type { ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deploy, deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"
import { createRelayActors } from "#test/fixtures/worlds/messaging/relayActors.js"
import { useAtlas } from "#test/fixtures/worlds/messaging/useAtlas.js"

const { abi } = moodyPlugArtifact

describe("the atlas of causes: the execution of messages", function () {
  let world: ExplainedWorld
  let atlas: AtlasMessages
  useAtlas((opened) => {
    ;({ world, atlas } = opened)
  })

  type Sent = MessageRecord["outbound"]

  /** Sends a message to the moody plug on beta. */
  async function sendMoody(options: { gas?: bigint; value?: bigint; payload?: Hex; plug?: Address } = {}) {
    const { gas = 100_000n, value = 0n, payload = "0x12", plug = world.moody.alpha } = options
    const { alpha, beta } = atlas
    const params = value === 0n ? zeroHash : pad(toHex((1n << 248n) | value), { size: 32 })
    const hash = await alpha.walletClient.writeContract({
      ...{ address: plug, abi, functionName: "sendRaw", value: parseEther(gas > 1_000_000n ? "20" : "0.1") },
      args: [beta.slug, gas, params, zeroHash, payload],
    })
    await alpha.publicClient.waitForTransactionReceipt({ hash })
    const [known] = await eventually(() => {
      const records = world.devnet.messagesFromTx(alpha.slug, hash)
      return Promise.resolve(records.length > 0 && records)
    })
    return known!.outbound
  }

  async function refuseAll(isRefused: boolean): Promise<void> {
    const { walletClient, publicClient } = atlas.beta
    const call = { address: world.moody.beta, abi, functionName: "refuseAll", args: [isRefused] } as const
    await publicClient.waitForTransactionReceipt({ hash: await walletClient.writeContract(call) })
  }

  /** Runs the printed command where nobody can answer. */
  async function mend(command: string | null | undefined): Promise<void> {
    expect(command).to.be.a("string")
    const { code, stdout, stderr } = await world.runPrinted(command ?? "", { answer: () => "y" })
    expect(code, `${command}\n${stdout}\n${stderr}`).to.equal(0)
    expect(stdout).to.contain("Executed")
  }

  const retryOf = ({ transactionHash, messageId }: Sent): string =>
    `npx hardhat messaging retry ${transactionHash} --from alpha --message-id ${messageId}`

  it("inbound-reverts: the plug refuses the message, which is tried again", async () => {
    const { alpha, beta } = atlas
    await refuseAll(true)
    world.devnet.relay.pause("simulate")
    const message = await sendMoody()
    await atlas.reached(message, "VERIFIED")

    const explained = await atlas.explain(message)
    const cause = expectCause(explained, "inbound-reverts")
    expect(explained.document.verdict).to.equal("stuck")
    expect(cause.says).to.equal(`inbound of the plug ${world.moody.beta} on beta reverts: InABadMood(payload: 0x12).`)
    expect(cause.evidence[0]!.source).to.match(/^simulation on beta, block \d+$/)
    // Only the owner of the plug can mend it.
    const owner = beta.walletClient.account.address
    expect(cause.mend).to.deep.equal({
      who: `the owner ${owner} of the plug on beta makes inbound accept this message`,
      command: null,
      by: "others",
    })
    expect(alpha.walletClient.account.address).to.equal(owner)
    await refuseAll(false)
    world.devnet.relay.resume()
    await atlas.expectDelivered(message)
  })

  deepIt("inbound-reverts: says the line of the plug's source code, where the project has built it", async () => {
    await refuseAll(true)
    world.devnet.relay.pause("simulate")
    const message = await sendMoody()
    await atlas.reached(message, "VERIFIED")

    const env = { PLUGS_TEST_ARTIFACTS: fileURLToPath(new URL("../../../../artifacts", import.meta.url)) }
    const cause = expectCause(await atlas.explain(message, { env }), "inbound-reverts")
    const source = await readFile(new URL("../../../../contracts/fixtures/MoodyPlug.sol", import.meta.url), "utf8")
    const line = source.slice(0, source.indexOf("revert InABadMood")).split("\n").length
    expect(cause.says).to.contain(
      ` reverts at contracts/fixtures/MoodyPlug.sol:${String(line)}: InABadMood(payload: 0x12).`,
    )
  })

  deepIt(
    "inbound-reverts: still after the executor has given up, and then only executing it again is missing",
    async () => {
      await refuseAll(true)
      const message = await sendMoody()
      await atlas.reached(message, "EXECUTION_FAILURE")
      const explained = await atlas.explain(message)
      expectCause(explained, "inbound-reverts")
      // As long as inbound reverts, a retry would refuse.
      expect(explained.document.causes[1]).to.deep.include({
        name: "given-up",
        mend: { who: "once the cause above is fixed, execute the message again", command: null },
      })

      await refuseAll(false)
      const cause = expectCause(await atlas.explain(message), "given-up")
      expect(cause).to.include({ certainty: "certain" })
      await mend(cause.mend?.command)
      await atlas.expectDelivered(message)
    },
  )

  deepIt("inbound-needs-more-gas: says how much, and a retry with that much delivers it", async () => {
    const payload: Hex = `0x${"ab".repeat(200)}`
    const message = await sendMoody({ gas: 30_000n, payload })
    await atlas.reached(message, "EXECUTION_FAILURE")

    const cause = expectCause(await atlas.explain(message), "inbound-needs-more-gas")
    expect(cause.says).to.match(/needs about \d+,\d+ gas, and the message gives it 30,000\.$/)
    expect(cause.mend?.who).to.equal("execute the message again")
    expect(cause.mend?.command).to.match(/ --gas-limit \d+000$/)
    await mend(cause.mend?.command)
    await atlas.expectDelivered(message)
  })

  it("value-missing: says how much, and an account that has it delivers the message", async () => {
    const { beta } = atlas
    const { executor } = createAccounts()
    const value = parseEther("0.0005")
    world.devnet.relay.pause("simulate")
    const message = await sendMoody({ value })
    await atlas.reached(message, "VERIFIED")
    await beta.testClient.setBalance({ address: executor.address, value: parseEther("0.0002") })

    const cause = expectCause(await atlas.explain(message), "value-missing")
    expect(cause.says).to.equal(
      `The message carries 0.0005 native tokens, and the executor ${executor.address} has 0.0002 on beta: 0.0003 are missing.`,
    )
    expect(cause.mend).to.deep.equal({
      who: "execute the message again",
      command: retryOf(message),
    })
    await mend(cause.mend?.command)
    await atlas.expectDelivered(message)
    const received = { address: world.moody.beta, abi, functionName: "receivedValue" } as const
    expect(await beta.publicClient.readContract(received)).to.equal(value)
  })

  deepIt("destination-without-code: nothing is at the address that the message goes to", async () => {
    const { alpha, beta } = atlas
    const plug = await deploy(alpha, moodyPlugArtifact, [alpha.contracts.socket, alpha.walletClient.account.address])
    const nobody: Address = "0x000000000000000000000000000000000000dEaD"
    await atlas.connect(alpha, plug, { slug: beta.slug, sibling: nobody })
    const message = await sendMoody({ plug })
    await atlas.reached(message, "SEALED")

    const cause = expectCause(await atlas.explain(message), "destination-without-code")
    expect(cause.says).to.equal(`There is no contract at ${nobody} on beta, so nothing can be delivered there.`)
    expect(cause.mend).to.deep.equal({
      who: `connect the plug ${plug} on alpha to the right plug on beta, and send again`,
      command: null,
    })
  })

  deepIt("execution-refused: the execution manager takes no message", async () => {
    const { beta } = atlas
    world.devnet.relay.pause("simulate")
    const message = await sendMoody()
    await atlas.reached(message, "VERIFIED")
    await beta.testClient.setCode({ address: beta.contracts.executionManager, bytecode: "0x5f5ffd" })

    const cause = expectCause(await atlas.explain(message), "execution-refused")
    expect(cause.mend).to.deep.equal({
      who: `the owner of the socket ${beta.contracts.socket} on beta sets an execution manager that accepts them`,
      command: null,
      by: "others",
    })
  })

  it("execution-refused: the hasher of the socket gives other hashes, and the plug is not blamed", async () => {
    const { beta } = atlas
    world.devnet.relay.pause("simulate")
    const message = await sendMoody()
    await atlas.reached(message, "VERIFIED")
    const { socket } = beta.contracts
    const read = { address: socket, abi: parseAbi(["function hasher__() view returns (address)"]) }
    const address = await beta.publicClient.readContract({ ...read, functionName: "hasher__" })
    const bytecode = (await beta.publicClient.getCode({ address }))!
    // Answers every call with 7.
    await beta.testClient.setCode({ address, bytecode: "0x60075f5260205ff3" })

    const explained = await atlas.explain(message, later)
    expect(expectCause(explained, "execution-refused").says).to.contain("hashes the message otherwise")
    expect(explained.document.causes.map(({ name }) => name)).to.not.include("inbound-reverts")
    await beta.testClient.setCode({ address, bytecode })
    world.devnet.relay.resume()
    await atlas.expectDelivered(message)
  })

  it("not-executed: a plug that replies inside inbound is sound", async () => {
    const { alpha, beta } = atlas
    const plugs = await deployConnected(world.devnet, pingPongArtifact)
    await beta.testClient.setBalance({ address: plugs["beta"]!, value: parseEther("1") })
    world.devnet.relay.pause("simulate")
    const ping = {
      address: plugs["alpha"]!,
      abi: pingPongArtifact.abi,
      functionName: "ping",
      args: [beta.slug],
    } as const
    const hash = await alpha.walletClient.writeContract({ ...ping, value: parseEther("0.1") })
    const [sent] = await eventually(() => {
      const records = world.devnet.messagesFromTx(alpha.slug, hash)
      return Promise.resolve(records.length > 0 && records)
    })
    await atlas.reached(sent!.outbound, "VERIFIED")
    const { document } = await atlas.explain(sent!.outbound, later)
    expect(document.causes.map(({ name }) => name)).to.deep.equal(["not-executed"])
    expect(document.causes[0]?.evidence.at(-1)?.says).to.contain("although inbound would succeed now")
    world.devnet.relay.resume()
    await atlas.expectDelivered(sent!.outbound)
  })

  it("given-up: inbound succeeds by now, and a retry delivers it", async () => {
    await refuseAll(true)
    const message = await sendMoody()
    await atlas.reached(message, "EXECUTION_FAILURE")
    await refuseAll(false)

    const cause = expectCause(await atlas.explain(message), "given-up")
    expect(cause.says).to.equal("The executor has given up the message, although inbound would succeed now.")
    expect(cause.mend).to.deep.equal({ who: "execute the message again", command: retryOf(message) })
    await mend(cause.mend?.command)
    await atlas.expectDelivered(message)
  })

  deepIt("given-up: on an optimistic switchboard, though no block was mined since the proposal", async () => {
    const { alpha, beta } = atlas
    for (const [chain, plug, slug, sibling] of [
      [alpha, world.moody.alpha, beta.slug, world.moody.beta],
      [beta, world.moody.beta, alpha.slug, world.moody.alpha],
    ] as const) {
      const switchboard = chain.contracts.optimisticSwitchboard
      await atlas.connect(chain, plug, { slug, sibling, switchboard })
    }
    await refuseAll(true)
    const message = await sendMoody()
    await atlas.reached(message, "PROPOSED")
    const { number } = await beta.publicClient.getBlock()
    await beta.testClient.increaseTime({ seconds: 6 })
    await atlas.reached(message, "EXECUTION_FAILURE")
    expect((await beta.publicClient.getBlock()).number).to.equal(number)

    const explained = await atlas.explain(message)
    expectCause(explained, "inbound-reverts")
    expect(explained.document.verdict).to.equal("stuck")
    await refuseAll(false)
    await mend(expectCause(await atlas.explain(message), "given-up").mend?.command)
    await atlas.expectDelivered(message)
  })

  deepIt("executor-without-role: nothing is said to succeed that the socket refuses", async () => {
    const { beta } = atlas
    const { executor } = createAccounts()
    const address = beta.contracts.executionManager
    const abi = parseAbi(["function revokeRole(bytes32 role, address account)"])
    const args = [keccak256(toBytes("EXECUTOR_ROLE")), executor.address] as const
    await createRelayActors(1).asOwner(beta, { address, abi, functionName: "revokeRole", args })
    const message = await sendMoody()
    await atlas.reached(message, "EXECUTION_FAILURE")

    const cause = expectCause(await atlas.explain(message), "executor-without-role")
    expect(cause.says).to.contain(executor.address).and.to.contain(address)
    await mend(cause.mend?.command)
    await atlas.expectDelivered(message)
  })

  deepIt("actor-without-funds: the executor cannot pay for the gas", async () => {
    const { beta } = atlas
    const { executor } = createAccounts()
    world.devnet.relay.pause("simulate")
    const message = await sendMoody()
    await atlas.reached(message, "VERIFIED")
    await beta.testClient.setBalance({ address: executor.address, value: 0n })

    const cause = expectCause(await atlas.explain(message), "actor-without-funds")
    expect(cause.says).to.contain(`The executor ${executor.address} has 0 native tokens on beta`)
    await mend(cause.mend?.command)
    await atlas.expectDelivered(message)
  })

  deepIt("inbound-reverts: only at the price of gas that an executor pays", async () => {
    const { beta } = atlas
    world.devnet.relay.pause("simulate")
    const message = await sendMoody()
    await atlas.reached(message, "VERIFIED")
    const bytecode = await beta.publicClient.getCode({ address: world.moody.beta })
    // Reverts where tx.gasprice is above 0.
    await beta.testClient.setCode({ address: world.moody.beta, bytecode: "0x3a600557005b5f5ffd" })

    const explained = await atlas.explain(message, later)
    expect(expectCause(explained, "inbound-reverts").says).to.contain("at the present price of gas")
    expect(JSON.stringify(explained.document)).to.not.contain("would succeed")
    await beta.testClient.setCode({ address: world.moody.beta, bytecode: bytecode! })
    world.devnet.relay.resume()
    await atlas.expectDelivered(message)
  })

  deepIt("actor-failed: the devnet says why its actor does not execute, and the empty account is named", async () => {
    const { beta } = atlas
    const { executor } = createAccounts()
    await beta.testClient.setBalance({ address: executor.address, value: 0n })
    const message = await sendMoody()
    await atlas.reached(message, "EXECUTING")
    const inSeconds = await atlas.inSeconds()
    const isFirst = async () => (await atlas.explain(message, inSeconds)).document.causes[0]?.name === "actor-failed"
    await eventually(isFirst)

    const cause = expectCause(await atlas.explain(message, inSeconds), "actor-failed")
    expect(cause.says).to.contain(`the account ${executor.address} has too little native currency on beta`)
    await beta.testClient.setBalance({ address: executor.address, value: parseEther("1") })
    await atlas.expectDelivered(message)
  })

  deepIt("actor-failed: a base fee that the executor cannot pay is named, and no minute is waited for", async () => {
    const { beta } = atlas
    world.devnet.relay.pause("execute")
    const message = await sendMoody()
    await atlas.reached(message, "EXECUTING")
    await beta.testClient.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 24n })
    world.devnet.relay.resume()
    const inSeconds = await atlas.inSeconds()
    const isFirst = async () => (await atlas.explain(message, inSeconds)).document.causes[0]?.name === "actor-failed"
    await eventually(isFirst)

    const cause = expectCause(await atlas.explain(message, inSeconds), "actor-failed")
    expect(cause.mend?.who).to.contain("hardhat_setNextBlockBaseFeePerGas")
    await beta.testClient.setNextBlockBaseFeePerGas({ baseFeePerGas: 1_000_000_000n })
    await atlas.expectDelivered(message)
  })

  deepIt("slow-stage: it is not said that nothing has to be done, long before it is called stuck", async () => {
    world.devnet.relay.pause("simulate")
    const message = await sendMoody()
    await atlas.reached(message, "VERIFIED")
    const chains = [atlas.alpha, atlas.beta].map(({ publicClient: client, slug, name, contracts: { socket } }) => {
      return { client, slug, name, socket }
    })
    const explained = await explainMessage({
      src: chains[0]!,
      srcTxHash: message.transactionHash,
      chainOf: (slug) => Promise.resolve(chains.find((chain) => chain.slug === slug)),
      stageTimes: deployedStageTimes,
      clock: createLaterClock(700_000),
    })
    expect(explained.verdict).to.equal("waiting")
    expect(explained.causes.map(({ name }) => name)).to.deep.equal(["slow-stage"])
    expect(adviseNext(explained, { again: "look", follow: "follow" }).says).to.not.contain("Nothing has to be done")
    world.devnet.relay.resume()
    await atlas.expectDelivered(message)
  })

  deepIt("gas-limit-too-high: no transaction of beta may have so much gas", async () => {
    const message = await sendMoody({ gas: 40_000_000n })
    await atlas.reached(message, "EXECUTION_FAILURE")
    const explained = await atlas.explain(message)
    const cause = expectCause(explained, "gas-limit-too-high")
    expect(explained.document.verdict).to.equal("failed")
    expect(cause.mend).to.deep.equal({ who: "send the message again from alpha with less gas", command: null })
  })

  deepIt("inbound-reverts: nobody can mend a plug whose ownership was renounced", async () => {
    const { beta } = atlas
    await refuseAll(true)
    world.devnet.relay.pause("simulate")
    const message = await sendMoody()
    await atlas.reached(message, "VERIFIED")
    // `owner()` of the plug is in its first slot.
    const before = await beta.publicClient.getStorageAt({ address: world.moody.beta, slot: zeroHash })
    await beta.testClient.setStorageAt({ address: world.moody.beta, index: 0, value: zeroHash })
    const cause = expectCause(await atlas.explain(message), "inbound-reverts")
    expect(cause.mend?.who).to.match(
      /^nobody can mend it, because the ownership of the plug 0x\w{40} on beta was renounced$/,
    )
    await beta.testClient.setStorageAt({ address: world.moody.beta, index: 0, value: before! })
  })

  deepIt(
    "destination-without-code: what counts as delivered to a proxy without an implementation has a warning",
    async () => {
      const { beta } = atlas
      const message = await sendMoody()
      await atlas.reached(message, "EXECUTION_SUCCESS")
      await beta.testClient.setCode({ address: world.moody.beta, bytecode: cloneOf(pad("0xdead", { size: 20 })) })
      const explained = await atlas.explain(message)
      expect(explained.document.verdict).to.equal("delivered")
      expect(expectCause(explained, "destination-without-code").certainty).to.equal("likely")
    },
  )

  deepIt("not-executed: nobody executes it for longer than that takes", async () => {
    world.devnet.relay.pause("simulate")
    const message = await sendMoody()
    await atlas.reached(message, "VERIFIED")
    expect((await atlas.explain(message)).document).to.deep.include({ verdict: "waiting", causes: [] })

    const cause = expectCause(await atlas.explain(message, later), "not-executed")
    expect(cause.certainty).to.equal("likely")
    expect(cause.says).to.contain("nothing but the paused devnet stops it")
    expect(cause.mend?.command).to.equal(`npx hardhat devnet resume --port ${world.port}`)
    await atlas.mend(cause.mend?.command)
    await atlas.expectDelivered(message)
  })

  it("already-executed: it is delivered, says where, and has no cause", async () => {
    const message = await sendMoody()
    await atlas.reached(message, "EXECUTION_SUCCESS")
    const { code, document } = await atlas.explain(message)
    expect(code).to.equal(0)
    expect(document).to.deep.include({ verdict: "delivered", causes: [] })
    const executed = document.events.find(({ title }) => title === "Executed")
    expect(executed?.place).to.equal("beta")
    expect(executed?.txHash).to.match(/^0x[0-9a-f]{64}$/)
  })

  deepIt("message-id-used: beta has executed another message with the id", async () => {
    const { alpha } = atlas
    const snapshot = await alpha.testClient.snapshot()
    const first = await sendMoody({ payload: "0x01" })
    await atlas.reached(first, "EXECUTION_SUCCESS")
    // The source chain alone loses the message, and gives its id to another one.
    await alpha.testClient.revert({ id: snapshot })
    const message = await sendMoody({ payload: "0x02" })
    expect(message.messageId).to.equal(first.messageId)
    await atlas.reached(message, "EXECUTION_FAILURE")

    const explained = await atlas.explain(message)
    const cause = expectCause(explained, "message-id-used")
    expect(explained.document.verdict).to.equal("failed")
    expect(cause.mend).to.deep.equal({ who: "send the message again from alpha", command: null })
  })
})
