import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import { concat, encodeFunctionData, type Hex, keccak256, parseEther, toHex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { startCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectCause } from "#test/fixtures/output/expectCause.js"
import { createExplainedWorld, type ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { deploy, send } from "#test/fixtures/worlds/messaging/plugs.js"

/**
 * The code of a contract that calls the address in the first 20 bytes of what it is called with, with the other bytes and with all value,
 * and goes on whatever becomes of it.
 */
const swallower = "0x601d80600b6000396000f3601436036014600037600060006014360360003460003560601c5af100" as const

describe("the atlas of messages: the transaction", function () {
  let world: ExplainedWorld
  let start: Hex
  before(async () => {
    world = await createExplainedWorld()
    start = await world.devnet.snapshot()
  })
  beforeEach(async () => {
    await world.devnet.revert(start)
  })
  after(() => world[Symbol.asyncDispose]())

  const alpha = () => world.devnet.chains.alpha
  const beta = () => world.devnet.chains.beta
  const add = () => ({
    address: world.counters.alpha,
    abi: counterArtifact.abi,
    functionName: "add",
    args: [beta().slug, 1n],
  })
  const addData = () => encodeFunctionData({ abi: counterArtifact.abi, functionName: "add", args: [beta().slug, 1n] })
  const explain = (...args: string[]) => world.explain("messaging", args)
  const sendTask = () => [
    "messaging",
    "send",
    world.counters.alpha,
    "add(uint32,uint256)",
    "beta",
    "1",
    "--from",
    "alpha",
  ]
  /** Sends without simulating, so that it can revert. */
  const sendAsIs = async (call: { to: Hex; data?: Hex; value?: bigint; gas?: bigint }): Promise<Hex> => {
    const { walletClient, publicClient } = alpha()
    // The node mines what reverts, and answers with the revert.
    await walletClient.sendTransaction({ gas: 1_000_000n, ...call }).catch(() => undefined)
    const { transactions } = await publicClient.getBlock()
    return transactions.at(-1)!
  }
  const delivered = (...args: string[]) =>
    eventually(async () => (await explain(...args)).document.verdict === "delivered")

  it("transaction-reverted: says the error of the project's contract, and what it means", async () => {
    const hash = await sendAsIs({ to: world.counters.alpha, data: addData(), value: 1n })
    const explained = await explain(hash, "--from", "alpha")
    const { certainty, says, mend } = expectCause(explained, "transaction-reverted")
    expect({ certainty, ...mend }).to.deep.include({ certainty: "certain", command: null })
    expect(says).to.match(/reverted on alpha.*InsufficientFees\(required: \d+, provided: 1\)/)
    expect(mend?.who).to.contain("send again")
    expect(explained.document.verdict).to.equal("failed")
    expect(explained.document.events.map(({ title }) => title)).to.deep.equal(["Reverted"])
  })

  deepIt("transaction-reverted: says that it ran out of gas", async () => {
    const hash = await sendAsIs({ to: world.counters.alpha, data: addData(), value: parseEther("0.1"), gas: 60_000n })
    const { says } = expectCause(await explain(hash, "--from", "alpha"), "transaction-reverted")
    expect(says).to.match(/it used all of its gas|reverted/)
  })

  it("transaction-on-another-chain: names it, and its command explains the message there", async () => {
    const hash = await send(alpha(), add())
    const explained = await explain(hash, "--from", "beta")
    const { certainty, says, mend } = expectCause(explained, "transaction-on-another-chain")
    expect(certainty).to.equal("certain")
    expect(says).to.equal("The transaction is on alpha, and not on beta.")
    await delivered(hash, "--from", "alpha")
    const { code, stdout } = await world.runPrinted(`${mend!.command!} --json`)
    expect(code).to.equal(0)
    expect(JSON.parse(stdout)).to.deep.include({ verdict: "delivered" })
  })

  it("transaction-not-found: says which chains were asked, and its command shows what was sent", async () => {
    const hash = keccak256(toHex("nothing"))
    const { mend, evidence } = expectCause(await explain(hash, "--from", "alpha"), "transaction-not-found")
    expect(evidence.map(({ source }) => source.split(",")[0])).to.deep.equal(["alpha", "beta"])
    // To explain it again would go in a circle.
    expect(mend?.command).to.equal("npx hardhat messaging list --chain alpha")
    expect(await world.runPrinted(mend!.command!)).to.include({ code: 0 })
  })

  it("transaction-pending: is waiting until the transaction is mined, by hand where that is off", async () => {
    const { testClient, walletClient } = alpha()
    await testClient.setAutomine(false)
    try {
      const hash = await walletClient.sendTransaction({
        to: world.counters.alpha,
        data: addData(),
        value: parseEther("0.1"),
        gas: 1_000_000n,
      })
      const explained = await explain(hash, "--from", "alpha")
      const { certainty, mend } = expectCause(explained, "transaction-pending")
      const who = "mine a block on alpha with evm_mine, because its automatic mining is off"
      expect({ certainty, mend }).to.deep.equal({ certainty: "certain", mend: { who, command: null } })
      expect(explained).to.include({ code: 0 })
      await testClient.mine({ blocks: 1 })
      await testClient.setAutomine(true)
      await delivered(hash)
    } finally {
      await testClient.setAutomine(true)
    }
  })

  /** Sends by the task while nothing is mined, and interrupts it as soon as its record has the nonce. */
  const sendAndLeave = async (): Promise<Hex> => {
    const env = { PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ROOT: world.root }
    await using sending = startCommand([...sendTask(), "--yes"], { port: world.port, env })
    const { publicClient } = alpha()
    const hash = await eventually(async () => {
      const { transactions } = await publicClient.getBlock({ blockTag: "pending" })
      return transactions[0]
    })
    sending.interrupt()
    const { code, stderr } = await sending.ended
    expect(code, stderr).to.equal(130)
    expect(stderr).to.contain(hash)
    return hash
  }

  deepIt("transaction-replaced: says by which, and its command explains that one", async () => {
    const { testClient, walletClient, publicClient } = alpha()
    await testClient.setAutomine(false)
    let hash: Hex
    let other: Hex
    try {
      hash = await sendAndLeave()
      const { nonce, maxFeePerGas = 0n, from } = await publicClient.getTransaction({ hash })
      other = await walletClient.sendTransaction({
        account: from,
        ...{ to: world.counters.alpha, data: addData(), value: parseEther("0.1"), gas: 1_000_000n, nonce },
        ...{ maxFeePerGas: maxFeePerGas * 3n, maxPriorityFeePerGas: maxFeePerGas * 2n },
      })
      await testClient.mine({ blocks: 1 })
    } finally {
      await testClient.setAutomine(true)
    }
    const { certainty, says, mend } = expectCause(await explain(hash), "transaction-replaced")
    expect(certainty).to.equal("certain")
    expect(says).to.contain(other)
    await delivered(other)
    const { stdout } = await world.runPrinted(`${mend!.command!} --json`)
    expect(JSON.parse(stdout)).to.deep.include({ verdict: "delivered" })
  })

  deepIt("transaction-dropped: says who submitted it, and that nothing has its nonce", async () => {
    const { testClient } = alpha()
    await testClient.setAutomine(false)
    try {
      const hash = await sendAndLeave()
      await testClient.dropTransaction({ hash })
      const { mend, evidence, certainty } = expectCause(await explain(hash), "transaction-dropped")
      expect(certainty).to.equal("likely")
      expect(evidence.map(({ says }) => says).join(" ")).to.match(
        /submitted it with nonce \d+.*does not know.*is not used/,
      )
      expect(mend).to.deep.include({ command: null })
      expect(mend!.who).to.contain("send again as 0x")
    } finally {
      await testClient.setAutomine(true)
    }
  })

  it("nothing-sent: says where the transaction went, and that no call reached the socket", async () => {
    const toNobody = await sendAsIs({ to: "0x00000000000000000000000000000000000abcde", value: 1n })
    const nobody = expectCause(await explain(toNobody), "nothing-sent")
    expect(nobody.certainty).to.equal("certain")
    expect(nobody.says).to.contain("where there is no code")
    const { abi } = counterArtifact
    const args = [beta().slug, world.counters.beta, alpha().contracts.switchboard] as const
    const data = encodeFunctionData({ abi, functionName: "connect", args })
    const toPlug = await sendAsIs({ to: world.counters.alpha, data })
    const plug = expectCause(await explain(toPlug), "nothing-sent")
    expect(plug).to.deep.include({ certainty: "certain" })
    expect(plug.mend).to.deep.equal({
      who: "call a function that sends, with the right arguments",
      command: null,
    })
  })

  deepIt("only-internal-calls: says which revert was caught inside, decoded", async () => {
    const caller = await deploy(alpha(), { abi: [], bytecode: swallower })
    const { abi } = moodyPlugArtifact
    const zero = `0x${"00".repeat(32)}` as const
    const sendRaw = encodeFunctionData({
      abi,
      functionName: "sendRaw",
      args: [beta().slug, 100_000n, zero, zero, "0xaa"],
    })
    const hash = await sendAsIs({ to: caller, data: concat([world.moody.alpha, sendRaw]), value: 1n })
    const cause = expectCause(await explain(hash), "only-internal-calls")
    expect(cause.certainty).to.equal("certain")
    expect(cause.says).to.match(/sent no message.*InsufficientFees/)
    expect(cause.mend).to.deep.equal({ who: "fix why it reverts, and send again", command: null })
    // A plug that finds the fee too low reverts before it sends.
    const early = await sendAsIs({ to: caller, data: concat([world.counters.alpha, addData()]), value: 1n })
    const likely = expectCause(await explain(early), "only-internal-calls")
    expect(likely.certainty).to.equal("likely")
    expect(likely.says).to.contain("InsufficientFees(required:")
  })

  deepIt("message-of-another-transaction: says which sent it, and its command explains that", async () => {
    const [one, other] = [await send(alpha(), add()), await send(alpha(), add())]
    await delivered(one)
    await delivered(other)
    const { outbound } = world.devnet.messagesFromTx(alpha().slug, other)[0]!
    const { certainty, mend } = expectCause(
      await explain(one, "--message-id", outbound.messageId),
      "message-of-another-transaction",
    )
    expect(certainty).to.equal("certain")
    const { stdout } = await world.runPrinted(`${mend!.command!} --json`)
    const document = JSON.parse(stdout) as { verdict: string; items: { id: string }[] }
    expect(document).to.deep.include({ verdict: "delivered" })
    expect(document.items.map(({ id }) => id)).to.deep.equal([outbound.messageId])
  })

  it("message-not-found: says how far the socket has numbered messages", async () => {
    const id = concat([toHex(alpha().slug, { size: 4 }), world.counters.beta, toHex(999, { size: 8 })])
    const { evidence, mend } = expectCause(await explain(id), "message-not-found")
    expect(evidence[0]?.says).to.contain("number 999")
    expect(mend).to.deep.equal({ who: "give the hash of the transaction that sent it", command: null })
  })

  deepIt("reorged: says what was in the block before, for the transaction and for the message", async () => {
    const { code, stdout, stderr } = await world.run([...sendTask(), "--yes", "--json"])
    expect(code, stderr).to.equal(0)
    const { txHash, messages } = JSON.parse(stdout) as { txHash: Hex; messages: { messageId: Hex }[] }
    await world.devnet.revert(start)
    await alpha().testClient.mine({ blocks: 3 })
    for (const args of [[txHash], [messages[0]!.messageId], [txHash, "--from", "alpha"]]) {
      const { certainty, says, evidence, mend } = expectCause(await explain(...args), "reorged")
      expect(certainty).to.equal("certain")
      expect(says).to.match(/A reorg of alpha took the message back out of block \d+/)
      expect(evidence.map((each) => each.says).join(" ")).to.match(/Block \d+ was 0x\w+, and is 0x\w+ now/)
      expect(mend).to.deep.equal({ who: "send it again", command: null })
    }
  })
})
