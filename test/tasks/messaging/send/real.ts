import { readFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, decodeFunctionData, getAddress, type Hex, parseEther } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { type RunningCommand, startCommand, type TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, variants } from "#test/fixtures/depth.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { createRpcDoor, type RpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { becomeSafe, knownSafes } from "#test/fixtures/worlds/messaging/becomeSafe.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { writeArtifact } from "#test/fixtures/worlds/messaging/explainedWorld.js"

describe("hardhat messaging send, on a network that is not local", function () {
  let world: DevnetWorld
  /** The node of alpha at an address that is not the devnet's. */
  let door: RpcDoor
  let project: Awaited<ReturnType<typeof temporaryProject>>
  before(async () => {
    project = await temporaryProject()
    await writeArtifact(project.path, "MoodyPlug", moodyPlugArtifact.abi)
    world = await createDevnetWorld()
    // Nothing but what is sent here is mined.
    world.devnet.relay.pause()
    door = await createRpcDoor(world.devnet.chains["alpha"]!.rpcUrl)
  })
  after(async () => {
    await door[Symbol.asyncDispose]()
    await world.devnet.stop()
    await project[Symbol.asyncDispose]()
  })

  const alpha = () => world.devnet.chains["alpha"]!
  const account = () => alpha().walletClient.account.address
  const nonce = () => alpha().publicClient.getTransactionCount({ address: account() })
  const start = (more: readonly string[] = [], options: TaskCommandOptions = {}, plug = world.counters.alpha) => {
    const call =
      plug === world.moody.alpha ? ["send(uint32,bytes)", "beta", "0x12"] : ["add(uint32,uint256)", "beta", "5"]
    return startCommand(["messaging", "send", plug, ...call, "--from", "alpha", ...more], {
      port: world.port,
      ...options,
      // What is sent to a chain that is not local is remembered for good.
      env: { PLUGS_TEST_ALPHA_URL: door.url, PLUGS_TEST_ROOT: project.path, ...options.env },
    })
  }
  const send = (...args: Parameters<typeof start>) => start(...args).ended

  it("shows what is sent, where to, as whom and what it costs at most, on one screen, and sends nothing after a no", async () => {
    const before = await nonce()
    const asked: string[] = []
    const answer = (question: string) => {
      asked.push(question)
      return "n"
    }
    const { code, stdout, stderr } = await send([], { answer, terminal: { columns: 80 } })
    expect({ code, stdout, asked }).to.deep.equal({ code: 130, stdout: "", asked: ["Send it? "] })
    const shown = stderr.slice(0, stderr.indexOf("Send it?"))
    expect(shown)
      .to.match(/^To be sent on alpha: a call of add\./)
      .and.to.contain(world.counters.alpha)
      .and.to.contain(account())
    for (const fact of [
      `to beta +${world.counters.beta}`,
      "fee +0\\.\\d+ ETH",
      "gas +at most 0\\.\\d+ ETH",
      "in all +at most 0\\.\\d+ ETH",
    ]) {
      expect(shown).to.match(new RegExp(`^ +${fact}`, "m"))
    }
    const lines = shown.split("\n")
    expect(lines.length).to.be.below(24)
    expect(lines.filter((line) => line.length > 80)).to.deep.equal([])
    expect(await nonce()).to.equal(before)
  })

  it("sends after a yes, and with --yes where there is no terminal, and without either nothing", async () => {
    const before = await nonce()
    const refused = await send()
    expect(refused.code).to.equal(1)
    expect(refused.error).to.include({ code: "INVALID_INPUT", argument: "--yes" })
    expect(await nonce()).to.equal(before)
    expect((await send([], { answer: () => "y" })).code).to.equal(0)
    const { code, stderr } = await send(["--yes", "--json"])
    expect(code, stderr).to.equal(0)
    expect(stderr).to.contain("in all").and.to.not.contain("(y/N)")
    expect(await nonce()).to.equal(before + 2)
  })

  it("warns of a destination that could not be looked at, and asks no other question for it", async () => {
    const before = await nonce()
    const asked: string[] = []
    const answer = (question: string) => {
      asked.push(question)
      return "n"
    }
    const env = {
      ...{ PLUGS_TEST_ALPHA_URL: door.url, PLUGS_TEST_ROOT: project.path },
      PLUGS_TEST_NETWORKS: JSON.stringify({ beta: { type: "http", url: "http://127.0.0.1:1" } }),
    }
    const call = ["messaging", "send", world.counters.alpha, "add(uint32,uint256)", "beta", "5", "--from", "alpha"]
    const { code, stderr } = await startCommand(call, { port: world.port, answer, env }).ended
    expect({ code, asked }, stderr).to.deep.equal({ code: 130, asked: ["Send it? "] })
    expect(stderr.match(/warning: the message to beta may not arrive/g)).to.have.length(1)
    expect(stderr).to.not.contain("will not arrive")
    expect(await nonce()).to.equal(before)
  })

  deepIt("takes --yes for no answer about a message that would revert: that is --anyway, or a person", async () => {
    const { walletClient, publicClient } = world.devnet.chains["beta"]!
    const refuseAll = async (isRefused: boolean) => {
      const call = { address: world.moody.beta, abi: moodyPlugArtifact.abi, functionName: "refuseAll" } as const
      const hash = await walletClient.writeContract({ ...call, args: [isRefused] })
      await publicClient.waitForTransactionReceipt({ hash })
    }
    const before = await nonce()
    await refuseAll(true)
    for (const more of variants([["--yes"], ["--yes", "--json"]], 1)) {
      const { code, error } = await send(more, { answer: () => "y" }, world.moody.alpha)
      expect({ code, error: error?.code }).to.deep.equal({ code: 1, error: "WILL_NOT_ARRIVE" })
      expect(error?.facts["beta"]).to.contain("InABadMood(payload: 0x12)")
    }
    expect(await nonce()).to.equal(before)
    const asked: string[] = []
    const answer = (question: string) => {
      asked.push(question)
      return "n"
    }
    const declined = await send([], { answer }, world.moody.alpha)
    expect(declined.code).to.equal(130)
    expect((await send(["--anyway"], { answer }, world.moody.alpha)).code).to.equal(130)
    expect(asked).to.deep.equal(["Send it all the same? ", "Send it? "])
    expect(declined.stderr).to.match(/warning: the message to beta will not arrive as things are/)
    expect((await send(["--yes", "--anyway"], {}, world.moody.alpha)).code).to.equal(0)
    // The devnet itself asks for nothing, and sends.
    const { code, stderr } = await world.run([
      "messaging",
      "send",
      world.moody.alpha,
      "send(uint32,bytes)",
      "beta",
      "0x12",
      "--from",
      "alpha",
    ])
    expect(code, stderr).to.equal(0)
    expect(stderr).to.not.contain("warning")
    const preflight = [
      "messaging",
      "send",
      world.moody.alpha,
      "send(uint32,bytes)",
      "beta",
      "0x12",
      "--from",
      "alpha",
      "--preflight",
    ]
    expect((await world.run(preflight)).error?.code).to.equal("WILL_NOT_ARRIVE")
    await refuseAll(false)
    expect((await world.run(preflight)).code).to.equal(0)
    expect(await nonce()).to.equal(before + 3)
  })

  it("refuses what costs more than --budget with both numbers, fee, value and gas together, and exit code 2", async () => {
    const before = await nonce()
    // Enough for what is attached, and not for the gas.
    const attached = BigInt((JSON.parse((await send(["--yes", "--json"])).stdout) as { attached: string }).attached)
    for (const [budget, says] of [
      ...variants(
        [
          [attached + 1n, /gas at most: 0\.\d+/],
          [attached - 1n, /budget: 0\.\d+/],
        ] as const,
        1,
      ),
    ]) {
      const { code, error, stderr } = await send(["--yes", "--budget", `${budget}wei`])
      expect(code, stderr).to.equal(2)
      expect(stderr)
        .to.match(/in all: .*\(\d+ wei\)\n +budget: /)
        .and.to.contain(`(${budget} wei)`)
        .and.to.match(says)
        .and.to.contain("raise --budget")
      expect(error).to.equal(undefined)
    }
    const json = await send(["--yes", "--json", "--budget", "1wei"])
    expect(JSON.parse(json.stdout)).to.have.nested.property("error.code", "BUDGET_EXCEEDED")
    expect(await nonce()).to.equal(before + 1)
    expect((await send(["--yes", "--budget", "0.9"])).code).to.equal(0)
  })

  deepIt("waits for --confirmations", async () => {
    const seen: string[] = []
    door.rewrite((method, result) => {
      seen.push(method)
      return result
    })
    const before = await nonce()
    await using sending = start(["--yes", "--confirmations", "2"])
    await eventually(() => {
      const sent = Math.max(seen.lastIndexOf("eth_sendTransaction"), seen.lastIndexOf("eth_sendRawTransaction"))
      return Promise.resolve(sent > -1 && seen.lastIndexOf("eth_blockNumber") > sent)
    })
    expect(await nonce()).to.equal(before + 1)
    await alpha().testClient.mine({ blocks: 1 })
    expect((await sending.ended).code).to.equal(0)
    door.release()
    for (const wrong of ["0", "two", "1001"]) {
      expect((await send(["--yes", "--confirmations", wrong])).error).to.include({ argument: "--confirmations" })
    }
  })

  describe("where the transaction is replaced", () => {
    /** Sends another transaction with the nonce of the one that waits, for more gas, and mines it. */
    async function replace(sending: RunningCommand, does: (own: { to: Address; data: Hex; value: bigint }) => object) {
      const { publicClient, walletClient, testClient } = alpha()
      const seen: string[] = []
      door.rewrite((method, result) => {
        seen.push(method)
        return result
      })
      const hash = await eventually(async () => {
        const { transactions } = await publicClient.getBlock({ blockTag: "pending", includeTransactions: true })
        return transactions.find(({ from }) => from.toLowerCase() === account().toLowerCase())?.hash
      })
      // What waits for its receipt has seen it pending, as it is long before a wallet replaces it.
      const isWaitedFor = () => seen.includes("eth_getTransactionReceipt")
      const isSeen = () => seen.lastIndexOf("eth_getTransactionByHash") > seen.indexOf("eth_getTransactionReceipt")
      await eventually(() => Promise.resolve(isWaitedFor() && isSeen()))
      const { nonce: used, maxFeePerGas = 0n, to, input, value, from } = await publicClient.getTransaction({ hash })
      const other = await walletClient.sendTransaction({
        ...{ account: from, nonce: used, gas: 1_000_000n, ...does({ to: to!, data: input, value }) },
        ...{ maxFeePerGas: maxFeePerGas * 3n, maxPriorityFeePerGas: maxFeePerGas * 2n },
      })
      await testClient.mine({ blocks: 1 })
      const ended = await sending.ended
      door.release()
      return { hash, other, ended }
    }

    deepIt("goes on with one that does the same, and says so", async () => {
      await alpha().testClient.setAutomine(false)
      try {
        const { other, ended } = await replace(start(["--yes", "--json"]), (own) => own)
        expect(ended.code, ended.stderr).to.equal(0)
        expect(JSON.parse(ended.stdout)).to.include({ txHash: other })
        expect(ended.stderr).to.match(new RegExp(`submitted 0x[0-9a-f]{64}\n.*replaced by ${other}`))
      } finally {
        await alpha().testClient.setAutomine(true)
      }
    })

    deepIt("ends with 2 where the other one does something else, such as a wallet that cancels it", async () => {
      await alpha().testClient.setAutomine(false)
      try {
        const { hash, other, ended } = await replace(start(["--yes", "--json"]), () => ({ to: account(), value: 0n }))
        expect(ended.code, ended.stderr).to.equal(2)
        const { error } = JSON.parse(ended.stdout) as { error: { code: string; facts: object } }
        expect(error).to.deep.include({
          code: "TRANSACTION_REPLACED",
          facts: { transaction: hash, "replaced by": other },
        })
      } finally {
        await alpha().testClient.setAutomine(true)
      }
    })
  })

  it("writes the call for a Safe with --safe, with its fee, and sends nothing", async () => {
    await using folder = await temporaryFolder()
    const safe = getAddress("0x00000000000000000000000000000000000005af")
    await becomeSafe(alpha(), safe)
    const known = { env: knownSafes() }
    await alpha().testClient.setBalance({ address: safe, value: parseEther("1") })
    const before = await nonce()
    const file = path.join(folder.path, "safe.json")
    // Nobody is asked, because nothing is sent.
    const { code, stdout, stderr } = await send(["--safe", file, "--account", safe, "--json"], known)
    expect(code, stderr).to.equal(0)
    const written = path.join(folder.path, "safe.alpha.json")
    const document = JSON.parse(stdout) as { attached: string; safeFiles: unknown[] }
    expect(document).to.deep.include({ txHash: null, messages: [] })
    expect(document.safeFiles).to.deep.equal([{ file: written, chainName: "alpha", safe, transactions: 1 }])
    const batch = JSON.parse(await readFile(written, "utf8")) as {
      chainId: string
      meta: { createdFromSafeAddress: string; checksum: string }
      transactions: { to: Address; value: string; data: Hex }[]
    }
    expect(batch.chainId).to.equal(String(await alpha().publicClient.getChainId()))
    expect(batch.meta).to.include({ createdFromSafeAddress: safe })
    const [transaction] = batch.transactions
    expect(transaction).to.include({ to: world.counters.alpha, value: document.attached })
    expect(decodeFunctionData({ abi: counterArtifact.abi, data: transaction!.data }).args).to.deep.equal([41002, 5n])
    expect(await nonce()).to.equal(before)

    // What is written is what the Safe sends.
    await alpha().testClient.impersonateAccount({ address: safe })
    const hash = await alpha().walletClient.sendTransaction({
      ...{ account: safe, to: transaction!.to, data: transaction!.data, value: BigInt(transaction!.value) },
    })
    expect((await alpha().publicClient.waitForTransactionReceipt({ hash })).status).to.equal("success")

    for (const wrong of [
      ["--safe", file],
      ["--safe", file, "--account", safe, "--track"],
    ]) {
      const refused = await send(wrong)
      expect(refused.error).to.include({ code: "INVALID_INPUT" })
    }
    const poor = await send(["--safe", file, "--account", safe, "--budget", "1wei"], known)
    expect(poor.code).to.equal(2)
  })
})
