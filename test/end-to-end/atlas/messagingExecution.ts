import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import { type Address, type Hex, pad, parseEther, toHex, zeroHash } from "viem"

import { createAccounts } from "../../../src/devnet/chain/accounts.js"
import type { MessageRecord } from "../../../src/devnet/index.js"
import { moodyPlugArtifact } from "../../fixtures/artifacts/MoodyPlug.js"
import { eventually } from "../../fixtures/clocks/eventually.js"
import { expectCause } from "../../fixtures/output/expectCause.js"
import { type AtlasMessages, createAtlasMessages, later } from "../../fixtures/worlds/messaging/atlasMessages.js"
import { createExplainedWorld, type ExplainedWorld } from "../../fixtures/worlds/messaging/explainedWorld.js"
import { deploy } from "../../fixtures/worlds/messaging/plugs.js"

const { abi } = moodyPlugArtifact

describe("the atlas of causes: the execution of messages", function () {
  this.timeout(60_000)
  let world: ExplainedWorld
  let atlas: AtlasMessages
  let start: Hex
  before(async () => {
    world = await createExplainedWorld()
    atlas = createAtlasMessages(world)
    start = await world.devnet.snapshot()
  })
  afterEach(async () => {
    world.devnet.relay.resume()
    await world.devnet.revert(start)
  })
  after(() => world[Symbol.asyncDispose]())

  type Sent = MessageRecord["outbound"]

  /** Sends a message to the moody plug on beta. */
  async function sendMoody(options: { gas?: bigint; value?: bigint; payload?: Hex; plug?: Address } = {}) {
    const { gas = 100_000n, value = 0n, payload = "0x12", plug = world.moody.alpha } = options
    const { alpha, beta } = atlas
    const params = value === 0n ? zeroHash : pad(toHex((1n << 248n) | value), { size: 32 })
    const hash = await alpha.walletClient.writeContract({
      ...{ address: plug, abi, functionName: "sendRaw", value: parseEther("0.1") },
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

  /** Runs the printed command as a person at a terminal does who answers yes. */
  async function mend(command: string | null | undefined): Promise<void> {
    expect(command).to.be.a("string")
    const { code, stdout, stderr } = await world.runPrinted(command ?? "", { answer: () => "yes" })
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

  it("inbound-reverts: says the line of the plug's source code, where the project has built it", async () => {
    await refuseAll(true)
    world.devnet.relay.pause("simulate")
    const message = await sendMoody()
    await atlas.reached(message, "VERIFIED")

    const env = { PLUGS_TEST_ARTIFACTS: fileURLToPath(new URL("../../../artifacts", import.meta.url)) }
    const cause = expectCause(await atlas.explain(message, { env }), "inbound-reverts")
    const source = await readFile(new URL("../../../contracts/fixtures/MoodyPlug.sol", import.meta.url), "utf8")
    const line = source.slice(0, source.indexOf("revert InABadMood")).split("\n").length
    expect(cause.says).to.contain(
      ` reverts at contracts/fixtures/MoodyPlug.sol:${String(line)}: InABadMood(payload: 0x12).`,
    )
  })

  it("inbound-reverts: still after the executor has given up, and then only executing it again is missing", async () => {
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
  })

  it("inbound-needs-more-gas: says how much, and a retry with that much delivers it", async () => {
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
      command: `${retryOf(message)} --max-value 0.0005`,
    })
    await mend(cause.mend?.command)
    await atlas.expectDelivered(message)
    const received = { address: world.moody.beta, abi, functionName: "receivedValue" } as const
    expect(await beta.publicClient.readContract(received)).to.equal(value)
  })

  it("destination-without-code: nothing is at the address that the message goes to", async () => {
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

  it("execution-refused: the execution manager takes no message", async () => {
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

  it("not-executed: nobody executes it for longer than that takes", async () => {
    world.devnet.relay.pause("simulate")
    const message = await sendMoody()
    await atlas.reached(message, "VERIFIED")
    expect((await atlas.explain(message)).document).to.deep.include({ verdict: "waiting", causes: [] })

    const cause = expectCause(await atlas.explain(message, later), "not-executed")
    expect(cause.certainty).to.equal("likely")
    await mend(cause.mend?.command)
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

  it("message-id-used: beta has executed another message with the id", async () => {
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
