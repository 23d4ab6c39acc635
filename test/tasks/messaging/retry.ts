import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import { type Hex, numberToHex, parseEther, zeroHash } from "viem"

import { counterArtifact } from "../../../src/devnet/artifacts/Counter.js"
import type { MessageRecord } from "../../../src/devnet/index.js"
import type { MessageStatus } from "../../../src/messaging/index.js"
import { moodyPlugArtifact } from "../../fixtures/artifacts/MoodyPlug.js"
import { eventually } from "../../fixtures/clocks/eventually.js"
import type { TaskCommandOptions } from "../../fixtures/commands/taskCommand.js"
import { createExplainedWorld, type ExplainedWorld } from "../../fixtures/worlds/messaging/explainedWorld.js"
import { send } from "../../fixtures/worlds/messaging/plugs.js"

const { abi } = moodyPlugArtifact

describe("hardhat messaging retry", function () {
  this.timeout(60_000)
  let world: ExplainedWorld
  let start: Hex
  /** A message that was given up, of which `inbound` would succeed by now. */
  let given: MessageRecord["outbound"]
  before(async () => {
    world = await createExplainedWorld()
    await refuseAll(true)
    given = await reached(await sendMoody("send", ["0x12"]), "EXECUTION_FAILURE")
    await refuseAll(false)
    start = await world.devnet.snapshot()
  })
  beforeEach(async () => {
    world.devnet.relay.resume()
    await world.devnet.revert(start)
  })
  after(() => world[Symbol.asyncDispose]())

  async function refuseAll(isRefused: boolean): Promise<void> {
    const { walletClient, publicClient } = world.devnet.chains.beta
    const call = { address: world.moody.beta, abi, functionName: "refuseAll", args: [isRefused] } as const
    await publicClient.waitForTransactionReceipt({ hash: await walletClient.writeContract(call) })
  }

  async function sendMoody(functionName: "send" | "sendRaw", args: readonly unknown[]): Promise<Hex> {
    const { alpha, beta } = world.devnet.chains
    const call = { address: world.moody.alpha, abi, functionName, args: [beta.slug, ...args] }
    const hash = await alpha.walletClient.writeContract({ ...call, value: parseEther("0.1") } as never)
    await alpha.publicClient.waitForTransactionReceipt({ hash })
    return hash
  }

  async function reached(hash: Hex, status: MessageStatus): Promise<MessageRecord["outbound"]> {
    const found = await eventually(() => {
      const [record] = world.devnet.messagesFromTx(world.devnet.chains.alpha.slug, hash)
      return Promise.resolve(record?.status === status && record)
    })
    return found.outbound
  }

  const retry = (id: string, options: readonly string[] = [], own?: TaskCommandOptions) =>
    world.run(["messaging", "retry", id, "--from", "alpha", ...options], own)

  it("executes a message that was given up, and says where it was executed when it is asked again", async () => {
    const { code, stdout, stderr } = await retry(given.transactionHash, ["--yes", "--json"])
    expect(code).to.equal(0)
    const document = JSON.parse(stdout) as Record<string, unknown>
    expect(document).to.include({ status: "executed", right: "devnet", messageId: given.messageId, value: "0" })
    expect(document["to"]).to.include({ name: "beta" })
    expect(stderr).to.contain("gas")
    await reached(given.transactionHash, "EXECUTION_SUCCESS")

    const again = await retry(given.transactionHash, ["--json"])
    expect(again.code).to.equal(0)
    expect(JSON.parse(again.stdout)).to.include({ status: "executed before", txHash: document["txHash"] })
  })

  it("finds the message by its id alone", async () => {
    const { code, stdout } = await world.run(["messaging", "retry", given.messageId, "--yes"])
    expect(code).to.equal(0)
    expect(stdout).to.contain(`Executed ${given.messageId} on beta.`)
  })

  it("takes the last that a task sent if nothing is given", async () => {
    const args = [world.moody.alpha, "send(uint32,bytes)", "beta", "0x34", "--from", "alpha", "--track"]
    const sent = await world.run(["messaging", "send", ...args])
    expect(sent.code, sent.stderr).to.equal(0)
    const { code, stdout, stderr } = await world.run(["messaging", "retry", "--json"])
    expect(code, stderr).to.equal(0)
    expect(JSON.parse(stdout)).to.include({ status: "executed before" })
  })

  it("sends nothing with --dry-run, without a terminal to ask at, or after a no", async () => {
    const { walletClient, publicClient } = world.devnet.chains.beta
    const sent = () => publicClient.getTransactionCount({ address: walletClient.account.address })
    const before = await sent()
    const dry = await retry(given.transactionHash, ["--dry-run", "--json"])
    expect(dry.code).to.equal(0)
    expect(JSON.parse(dry.stdout)).to.include({ status: "not sent", txHash: null, right: "devnet" })
    const unasked = await retry(given.transactionHash)
    expect(unasked.code).to.equal(1)
    expect(unasked.stderr).to.contain("--yes")
    const declined = await retry(given.transactionHash, [], { answer: () => "no" })
    expect(declined.code).to.equal(130)
    expect(await sent()).to.equal(before)
    await reached(given.transactionHash, "EXECUTION_FAILURE")
  })

  it("pays no higher gas price than --max-gas-price, in gwei", async () => {
    const { code, stderr } = await retry(given.transactionHash, ["--yes", "--max-gas-price", "0.000001"])
    expect(code).to.equal(1)
    expect(stderr).to.contain("at most: 0.000001 gwei").and.to.contain("raise --max-gas-price")
    await reached(given.transactionHash, "EXECUTION_FAILURE")
    expect((await retry(given.transactionHash, ["--yes", "--max-gas-price", "900"])).code).to.equal(0)
  })

  it("refuses while inbound reverts, and says how to fix that", async () => {
    await refuseAll(true)
    const { code, error, stderr } = await retry(given.transactionHash, ["--yes"])
    expect(code).to.equal(1)
    expect(error?.code).to.equal("MESSAGE_NOT_EXECUTABLE")
    expect(stderr)
      .to.contain("InABadMood(payload: 0x12)")
      .and.to.match(/inbound-reverts: [^]* Fix: the owner 0x\w+/)
  })

  it("refuses what needs more gas, with the command that gives it that", async () => {
    const hash = await sendMoody("sendRaw", [30_000n, zeroHash, zeroHash, `0x${"ab".repeat(200)}`])
    await reached(hash, "EXECUTION_FAILURE")
    const refused = await retry(hash, ["--yes"])
    expect(refused.code).to.equal(1)
    const [command] = /npx hardhat messaging retry .* --gas-limit \d+/.exec(refused.stderr) ?? []
    expect(command).to.be.a("string")
    expect((await world.runPrinted(`${command!} --yes`)).code).to.equal(0)
    const tooLow = await retry(hash, ["--yes", "--gas-limit", "29999"])
    // It was executed by then.
    expect(tooLow.code).to.equal(1)
    expect(tooLow.error).to.include({ code: "INVALID_INPUT", argument: "gasLimit" })
    expect(tooLow.error?.message).to.contain("--gas-limit").and.to.contain("30000")
  })

  it("pays the value of a message by itself on the devnet alone, and elsewhere only up to --max-value", async () => {
    const { beta } = world.devnet.chains
    await refuseAll(true)
    const executionParams = numberToHex((1n << 248n) | parseEther("0.0005"), { size: 32 })
    const hash = await sendMoody("sendRaw", [100_000n, executionParams, zeroHash, "0x56"])
    await reached(hash, "EXECUTION_FAILURE")
    await refuseAll(false)
    const sent = () => beta.publicClient.getTransactionCount({ address: beta.walletClient.account.address })
    const before = await sent()
    // The same node, at an address that is not the devnet's by the configuration.
    const { slug, contracts, rpcUrl } = beta
    const env = {
      PLUGS_TEST_CHAINS: "alpha,other",
      PLUGS_TEST_OWN_CHAINS: JSON.stringify({ beta: { slug, network: "beta", socket: contracts.socket } }),
      PLUGS_TEST_NETWORKS: JSON.stringify({ beta: { type: "http", url: rpcUrl } }),
    }
    for (const tooLittle of [[], ["--max-value", "0.0004"]]) {
      const refused = await retry(hash, ["--yes", ...tooLittle], { env })
      expect(refused.code, refused.stderr).to.equal(1)
      expect(refused.stderr)
        .to.contain("#retry_value_too_high")
        .and.to.contain("asked: 0.0005")
        .and.to.contain(`at most: ${tooLittle[1] ?? "0"}\n`)
    }
    expect(await sent()).to.equal(before)
    const allowed = await retry(hash, ["--dry-run", "--max-value", "0.0005", "--json"], { env })
    expect(allowed.code, allowed.stderr).to.equal(0)
    expect(JSON.parse(allowed.stdout)).to.include({ value: "500000000000000" })
    const { code, stdout, stderr } = await retry(hash, ["--yes", "--json"])
    expect(code, stderr).to.equal(0)
    expect(JSON.parse(stdout)).to.include({ status: "executed", value: "500000000000000" })
  })

  it("refuses what is under way, and says where it is", async () => {
    world.devnet.relay.pause("propose")
    const hash = await sendMoody("send", ["0x34"])
    await reached(hash, "SEALED")
    const { code, error } = await retry(hash, ["--yes"])
    expect(code).to.equal(1)
    expect(error?.code).to.equal("MESSAGE_NOT_EXECUTABLE")
    expect(error?.message).to.contain("SEALED")
  })

  it("wants to know which of several messages, and what is no message at all", async () => {
    const { alpha, beta } = world.devnet.chains
    const many = await send(alpha, {
      ...{ address: world.counters.alpha, abi: counterArtifact.abi },
      ...{ functionName: "addMany", args: [beta.slug, [1n, 2n]] },
    })
    const several = await retry(many, ["--yes"])
    expect(several.code).to.equal(1)
    expect(several.error).to.include({ code: "INVALID_INPUT", argument: "--message-id" })
    const other = await retry(many, ["--yes", "--message-id", given.messageId])
    expect(other.error).to.include({ code: "INVALID_INPUT", argument: "id" })
    const unknown = await retry(`0x${"12".repeat(32)}`, ["--yes"])
    expect(unknown.code).to.equal(1)
    expect(unknown.stderr).to.contain("not mined")
  })
})
