import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, concat, formatEther, type Hex, parseEther, toFunctionSelector, zeroAddress } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { connectPlug, getMinFees } from "#src/messaging/index.js"
import { cheatingPlugArtifact } from "#test/fixtures/artifacts/CheatingPlug.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { variants } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { writeUserArtifact } from "#test/fixtures/projects/userArtifact.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { createRpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

/** The positions in the contract's enum. */
const cheatingTricks = { PaysMost: "2", SendsOnlyWhenSimulated: "10" } as const

describe("hardhat messaging send", function () {
  let world: DevnetWorld
  before(async () => {
    world = await createDevnetWorld()
  })
  after(() => world.devnet.stop())

  const counterOn = async (name: "beta" | "gamma"): Promise<bigint> =>
    world.devnet.chains[name]!.publicClient.readContract({
      address: world.counters[name],
      abi: counterArtifact.abi,
      functionName: "counter",
    })
  const sentSoFar = async (): Promise<number> => {
    const { publicClient, walletClient } = world.devnet.chains["alpha"]!
    return publicClient.getTransactionCount({ address: walletClient.account.address })
  }

  it("sends to a chain by its name, with the fee attached, and follows the message to its end", async () => {
    const args = ["messaging", "send", world.counters.alpha, "add(uint32,uint256)", "beta", "5"]
    const { code, stdout, stderr } = await world.run([...args, "--from", "alpha", "--track"])
    expect(code).to.equal(0)
    expect(stderr).to.match(/^gas: at most 0\.\d+ ETH\nsubmitted 0x[0-9a-f]{64}/)
    expect(stderr).to.match(/EXECUTION_SUCCESS/)
    expect(stdout).to.match(/fee +0\.\d+ \(\d+ wei\)/)
    expect(stdout).to.match(/alpha → beta +EXECUTION_SUCCESS/)
    expect(await counterOn("beta")).to.equal(5n)
  })

  it("sends as the account that is named, and refuses one that the network cannot sign for", async () => {
    const { publicClient } = world.devnet.chains["alpha"]!
    const [, second] = await world.devnet.chains["alpha"]!.walletClient.getAddresses()
    const args = ["messaging", "send", world.counters.alpha, "add(uint32,uint256)", "beta", "1", "--from", "alpha"]
    const { code, stdout, stderr } = await world.run([...args, "--account", second!, "--json"])
    expect(code, stderr).to.equal(0)
    const { txHash } = JSON.parse(stdout) as { txHash: `0x${string}` }
    expect((await publicClient.getTransaction({ hash: txHash })).from).to.equal(second!.toLowerCase())
    const foreign = await world.run([...args, "--account", "0x000000000000000000000000000000000000dEaD"])
    expectGoldenCommand("messaging/send-refused", foreign)
  })

  it("prints one JSON document, in which the margin is above the fee", async () => {
    const args = ["messaging", "send", world.counters.alpha, "addMany(uint32,uint256[])", "gamma", "[1,2]"]
    expectGoldenCommand("messaging/send", await world.run(["--network", "alpha", ...args]))
    const { code, stdout, stderr } = await world.run(["--network", "alpha", ...args, "--margin", "25", "--json"])
    expect(code).to.equal(0)
    expectGoldenCommand("messaging/send", { code, stdout, stderr })
    const sent = JSON.parse(stdout) as { txHash: string; fee: string; attached: string; messages: unknown[] }
    expect(sent.messages).to.have.length(2)
    expect(BigInt(sent.attached)).to.equal((BigInt(sent.fee) * 125n + 99n) / 100n)
  })

  it("attaches the fee and --value, and reports the fee that was paid, in the table as in JSON", async () => {
    const { publicClient } = world.devnet.chains["alpha"]!
    const fee = await getMinFees(publicClient, {
      socket: world.devnet.chains["alpha"]!.contracts.socket,
      plug: world.counters.alpha,
      dstChainSlug: 41002,
      minMsgGasLimit: 100_000n,
      payloadSize: 32,
    })
    // Below the fee, and far above it: neither is taken for the fee.
    for (const value of variants([1_000n, parseEther("0.5")], 1)) {
      const own = ["--value", formatEther(value), "--margin", "0"]
      const args = ["messaging", "send", world.counters.alpha, "add(uint32,uint256)", "beta", "5", "--from", "alpha"]
      const json = await world.run([...args, ...own, "--json"])
      const sent = JSON.parse(json.stdout) as { txHash: Hex; fee: string; value: string; attached: string }
      expect(sent).to.include({ fee: String(fee), value: String(value), attached: String(fee + value) })
      expect((await publicClient.getTransaction({ hash: sent.txHash })).value).to.equal(fee + value)
      const { from, gasUsed, effectiveGasPrice, blockNumber } = await publicClient.getTransactionReceipt({
        hash: sent.txHash,
      })
      const [before, afterwards] = await Promise.all(
        [blockNumber - 1n, blockNumber].map((at) => publicClient.getBalance({ address: from, blockNumber: at })),
      )
      expect(before! - afterwards! - gasUsed * effectiveGasPrice).to.equal(fee)
      const { stdout } = await world.run([...args, ...own])
      for (const amount of [fee, value, fee + value]) expect(stdout).to.contain(`(${amount} wei)`)
      expect(stdout).to.match(/fee +.*\n +value +.*\n +attached/)
    }
    const { stdout: help } = await world.run(["messaging", "send", "--help"])
    expect(help).to.match(/--value /)
  })

  it("refuses a view, and sends it only with --even-without-message", async () => {
    const before = await sentSoFar()
    const args = ["messaging", "send", world.counters.alpha, "counter()", "--from", "alpha"]
    for (const more of [[], ["--value", "0.1"], ["--max-fee", "1"]]) {
      const { code, stdout, stderr } = await world.run([...args, ...more])
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" })
      expect(stderr).to.contain(more[0] === "--value" ? "revert" : "--even-without-message")
    }
    expect(await sentSoFar()).to.equal(before)
    const sent = await world.run([...args, "--even-without-message", "--track"])
    expect(sent.code).to.equal(0)
    expect(await sentSoFar()).to.equal(before + 1)

    const { code, stdout } = await world.run([...args, "--even-without-message", "--track", "--json"])
    expect(code).to.equal(0)
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string })
    expect(events.map(({ event }) => event)).to.deep.equal(["sent", "end"])
  })

  it("prints only JSON lines on standard output while it tracks, until the given state", async () => {
    const args = ["messaging", "send", world.counters.alpha, "add(uint32,uint256)", "beta", "1", "--from", "alpha"]
    const { code, stdout, events } = await world.run([...args, "--track", "--until", "SEALED", "--json"])
    expect(code).to.equal(0)
    expect(events[0]).to.include({ event: "sent" })
    expect(events.at(-1)).to.include({ event: "end", outcome: "success" })
    expect(stdout.trimEnd().split("\n")).to.have.length(events.length)
  })

  it("refuses a call that would send no message, and sends nothing", async () => {
    const before = await sentSoFar()
    const args = ["messaging", "send", world.counters.alpha, "addMany(uint32,uint256[])", "beta", "[]"]
    const { code, error, stdout } = await world.run([...args, "--from", "alpha", "--track"])
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" })
    expect(error?.code).to.equal("NO_MESSAGE")
    expect(await sentSoFar()).to.equal(before)
  })

  it("ends with 1 when there is nothing to follow, because the transaction sent no message", async () => {
    const { code, error } = await world.run([...(await cheat("SendsOnlyWhenSimulated")), "--track"])
    expect(code).to.equal(1)
    expect(error?.code).to.equal("NOTHING_TO_FOLLOW")
  })

  it("refuses a fee above the default or --max-fee with both numbers, and sends nothing", async () => {
    const args = await cheat("PaysMost")
    const before = await sentSoFar()
    for (const [options, limit] of [
      [[], /at most: 0\.000\d+ \(\d+ wei\)/],
      [["--max-fee", "0.01"], /at most: 0\.01 \(10000000000000000 wei\)/],
    ] as const) {
      const { code, stdout, stderr } = await world.run([...args, ...options])
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" })
      expect(stderr).to.match(limit)
      expect(stderr)
        .to.match(/asked for: \d{4}\.\d+ \(\d{22} wei\)/)
        .and.to.contain("--max-fee")
    }
    expect(await sentSoFar()).to.equal(before)
  })

  it("names a revert of the protocol, and sends nothing", async () => {
    const before = await sentSoFar()
    const args = ["messaging", "send", world.counters.alpha, "add(uint32,uint256)", "7", "5", "--from", "alpha"]
    const { code, stdout, stderr } = await world.run(args)
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" })
    expect(stderr).to.match(/NotConnected\(dstChainSlug: 7\)/)
    expect(stderr).to.not.match(/^\s+at /m)
    expect(await sentSoFar()).to.equal(before)
  })

  it("decodes a revert with the user's own contract", async () => {
    const error = { type: "error", name: "OnlyOnSundays", inputs: [{ name: "day", type: "uint8" }] }
    await using artifacts = await writeUserArtifact([error])
    const plug = await deployRefusing(toFunctionSelector("OnlyOnSundays(uint8)"))
    const args = ["messaging", "send", plug, "add(uint32,uint256)", "beta", "5", "--from", "alpha"]
    const { code, stderr } = await world.run(args, { env: { PLUGS_TEST_ARTIFACTS: artifacts.path } })
    expect(code).to.equal(1)
    expect(stderr).to.match(/OnlyOnSundays\(day: 3\)/)
  })

  it("refuses an address without a plug, and sends nothing", async () => {
    const before = await sentSoFar()
    const { walletClient } = world.devnet.chains["alpha"]!
    const args = [
      "messaging",
      "send",
      walletClient.account.address,
      "add(uint32,uint256)",
      "beta",
      "5",
      "--from",
      "alpha",
    ]
    const { code, error } = await world.run(args)
    expect(code).to.equal(1)
    expect(error?.code).to.equal("WRONG_CONTRACT")
    expect(await sentSoFar()).to.equal(before)
  })

  it("says after Ctrl-C what was sent, and the command that tracks it", async () => {
    world.devnet.relay.pause("seal")
    const args = ["messaging", "send", world.counters.alpha, "add(uint32,uint256)", "beta", "1", "--from", "alpha"]
    await using sending = world.start([...args, "--track", "--json"])
    const { txHash } = await sending.event(({ event }) => event === "sent")
    sending.interrupt()
    const { code, stderr } = await sending.ended
    world.devnet.relay.resume()
    expect(code).to.equal(130)
    const command = `messaging track ${String(txHash)} --from alpha`
    expect(stderr)
      .to.contain(`transaction: ${String(txHash)}`)
      .and.to.contain(`npx hardhat ${command}`)
    expect((await world.run(command.split(" "))).code).to.equal(0)
  })

  it("hears Ctrl-C while a node does not answer, and sends nothing", async () => {
    const before = await sentSoFar()
    await using node = await createRpcDoor(world.devnet.chains["alpha"]!.rpcUrl)
    for (const method of ["eth_chainId", "eth_accounts", "eth_call"]) {
      const held = node.holdAt({ method, times: 1, when: "before" })
      // A node at another address than the devnet's is not local.
      const call = [world.counters.alpha, "add(uint32,uint256)", "beta", "1", "--from", "alpha", "--yes"]
      const env = { PLUGS_TEST_ALPHA_URL: node.url }
      // Time stands still, so that nothing but Ctrl-C ends the wait for an answer.
      await using sending = world.start(["messaging", "send", ...call], { env, clock: createManualClock() })
      await held
      sending.interrupt()
      const { code, stderr } = await sending.ended
      expect({ code, stderr }, method).to.deep.equal({ code: 130, stderr: "Interrupted.\n" })
    }
    expect(await sentSoFar()).to.equal(before)
  })

  it("says that no node answers, where, and how to start one", async () => {
    const port = await freePort()
    const args = ["messaging", "send", world.counters.alpha, "add(uint32,uint256)", "beta", "5", "--from", "alpha"]
    const { code, stderr } = await runCommand(args, { port })
    expect(code).to.equal(1)
    expect(stderr).to.contain(`http://127.0.0.1:${port}/rpc/alpha`)
    expect(stderr).to.contain("npx hardhat devnet")
    expect(stderr).to.not.match(/^\s+at /m)
  })

  it("sends nothing with --track when the messaging API refuses the key, and does not print the key", async () => {
    const before = await sentSoFar()
    const args = ["messaging", "send", world.counters.alpha, "add(uint32,uint256)", "beta", "5", "--from", "alpha"]
    const { code, stdout, stderr } = await world.run([...args, "--track"], { env: { PLUGS_TEST_API_KEY: "hunter2" } })
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" })
    expect(stderr)
      .to.match(/refused the API key/)
      .and.to.not.contain("hunter2")
    expect(await sentSoFar()).to.equal(before)
  })

  it("prints only the origin of a node that is not the devnet's, because its path may contain a key", async () => {
    const url = `http://user:hunter2@127.0.0.1:${await freePort()}/v3/hunter2`
    const args = ["messaging", "send", world.counters.alpha, "add(uint32,uint256)", "beta", "5", "--from", "alpha"]
    const { code, error, stdout, stderr } = await world.run(args, { env: { PLUGS_TEST_ALPHA_URL: url } })
    expect(code).to.equal(1)
    expect(error?.code).to.equal("NODE_UNREACHABLE")
    expect(stdout + stderr).to.not.contain("hunter2")
  })

  /** The command line that sends through a plug that cheats. */
  async function cheat(trick: keyof typeof cheatingTricks): Promise<string[]> {
    const { alpha, beta } = world.devnet.chains
    const { walletClient, publicClient, contracts } = alpha!
    const args = [contracts.socket, walletClient.account.address, zeroAddress]
    const plug = await deploy(alpha!, cheatingPlugArtifact, args)
    const connection = { siblingChainSlug: beta!.slug, sibling: plug, switchboard: contracts.switchboard }
    await connectPlug(publicClient, walletClient, { plug, ...connection })
    // Its sibling is no contract.
    const call = [plug, "send(uint32,uint8)", "beta", cheatingTricks[trick], "--from", "alpha"]
    return ["messaging", "send", ...call, "--anyway"]
  }

  /** A contract that names its socket as a plug does, and reverts every other call with an error and the number 3. */
  async function deployRefusing(errorSelector: Hex): Promise<Address> {
    const { walletClient, publicClient, contracts } = world.devnet.chains["alpha"]!
    const runtime = concat([
      ...["0x5f3560e01c63", toFunctionSelector("socket()"), "0x14602157"], // if the selector is socket(), go to 0x21
      ...["0x63", errorSelector, "0x60e01b5f52600360045260245ffd"], // revert with the error and 3
      ...["0x5b73", contracts.socket, "0x5f5260205ff3"], // 0x21: return the socket
    ] as Hex[])
    const size = (runtime.length - 2) / 2
    const copyRuntime = `0x60${size.toString(16).padStart(2, "0")}8060095f395ff3` as const
    const hash = await walletClient.sendTransaction({ data: concat([copyRuntime, runtime]) })
    const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash })
    return contractAddress!
  }
})
