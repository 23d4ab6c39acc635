import { readFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import { type Address, getAddress, type Hex, zeroAddress } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { getPlugConfig } from "#src/messaging/index.js"
import { foreignPlugArtifact } from "#test/fixtures/artifacts/ForeignPlug.js"
import { runCommand, type TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, variants } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { createRpcDoor, type RpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { becomeSafe, knownSafes } from "#test/fixtures/worlds/messaging/becomeSafe.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

const sibling = "0x000000000000000000000000000000000000dEaD"

describe("hardhat messaging connect", function () {
  let world: DevnetWorld
  let foreign: Address
  before(async () => {
    world = await createDevnetWorld()
    const { alpha, beta } = world.devnet.chains
    for (const chain of [alpha!, beta!]) {
      foreign = await deploy(chain, foreignPlugArtifact, [chain.contracts.socket, chain.walletClient.account.address])
    }
  })
  after(() => world.devnet.stop())

  const task = (plug: Address, ...options: string[]) =>
    world.run(["messaging", "connect", plug, sibling, "--from", "alpha", "--to", "beta", ...options])
  const siblingOf = async (plug: Address) => {
    const { publicClient, contracts } = world.devnet.chains["alpha"]!
    return (await getPlugConfig(publicClient, { socket: contracts.socket, plug, siblingChainSlug: 41002 })).siblingPlug
  }

  it("takes a kind of switchboard, and refuses one that does not lead to the sibling", async () => {
    const { publicClient, walletClient, contracts } = world.devnet.chains["alpha"]!
    const plug = await deploy(world.devnet.chains["alpha"]!, counterArtifact, [
      contracts.socket,
      walletClient.account.address,
    ])
    const connected = await task(plug, "--switchboard", "optimistic", "--json")
    expect(JSON.parse(connected.stdout)).to.include({
      ...{ switchboard: contracts.optimisticSwitchboard, switchboardKind: "OPTIMISTIC" },
    })
    const found = await getPlugConfig(publicClient, { socket: contracts.socket, plug, siblingChainSlug: 41002 })
    expect(found.inboundSwitchboard).to.equal(contracts.optimisticSwitchboard)
    const bridge = await task(plug, "--switchboard", "NATIVE_BRIDGE")
    expectGoldenCommand("messaging/connect", connected)
    expectGoldenCommand("messaging/connect-refused", bridge)
    expectGoldenCommand("messaging/connect-refused", await task(plug, "--switchboard", "NATIVE_BRIDGE", "--json"))
  })

  it("connects a plug with the devnet's switchboard, and sends nothing the second time", async () => {
    const { socket } = world.devnet.chains["alpha"]!.contracts
    const owner = world.devnet.chains["alpha"]!.walletClient.account.address
    const plug = await deploy(world.devnet.chains["alpha"]!, counterArtifact, [socket, owner])
    expectGoldenCommand("messaging/connect", await task(plug))
    expect(await siblingOf(plug)).to.equal(sibling)
    expectGoldenCommand("messaging/connect-again", await task(plug))
  })

  it("connects a plug of another shape by the function that is named, and prints JSON", async () => {
    const { code, stdout } = await task(foreign, "--function", "linkTo(uint32,address,address)", "--json")
    expect(code).to.equal(0)
    const document = JSON.parse(stdout) as { txHash: string; dstPlug: string }
    expect(document).to.include({ dstPlug: sibling })
    expect(document.txHash).to.match(/^0x[0-9a-f]{64}$/)
    expect(await siblingOf(foreign)).to.equal(sibling)
  })

  deepIt("sends through such a plug, and says that the margin went to the socket", async () => {
    const fn = ["--function", "linkTo"]
    for (const [from, to] of [
      ["alpha", "beta"],
      ["beta", "alpha"],
    ] as const) {
      const args = ["messaging", "connect", foreign, foreign, "--from", from, "--to", to, ...fn]
      expect((await world.run(args)).code).to.equal(0)
    }
    const args = ["messaging", "send", foreign, "post(uint32,bytes)", "beta", "0x12", "--from", "alpha", "--track"]
    const { code, stdout } = await world.run(args)
    expect(code).to.equal(0)
    expect(stdout)
      .to.match(/attached /)
      .and.to.contain("EXECUTION_SUCCESS")
  })

  deepIt("connects a plug whose function takes no slug, and refuses another chain than the plug's own", async () => {
    const { contracts, publicClient, walletClient } = world.devnet.chains["alpha"]!
    const own = () =>
      deploy(world.devnet.chains["alpha"]!, foreignPlugArtifact, [contracts.socket, walletClient.account.address])
    const ways = [
      ["--function", "join(address sibling, address switchboard)"],
      ["--function", "pair(address,uint256,address)", "--args", "switchboard,41002,sibling"],
      ["--function", "join(address,address)", "--args", "sibling, switchboard"],
    ]
    for (const way of variants(ways, 2)) {
      const plug = await own()
      const { code, stderr } = await task(plug, ...way)
      expect(code, stderr).to.equal(0)
      const found = await getPlugConfig(publicClient, { socket: contracts.socket, plug, siblingChainSlug: 41002 })
      expect(found).to.deep.include({ siblingPlug: sibling, inboundSwitchboard: contracts.switchboard })
    }
    const plug = await own()
    const args = ["messaging", "connect", plug, world.counters.gamma, "--from", "alpha", "--to", "gamma"]
    const other = await world.run([...args, "--function", "join(address,address)", "--json"])
    expect(other.code).to.equal(1)
    expect(JSON.parse(other.stdout)).to.have.nested.property("error.code", "NOT_ONLY_A_CONNECTION")
    expect(await siblingOf(plug)).to.match(/^0x0+$/)
  })

  it("names what is wrong with the function, and connects nothing", async () => {
    const nonsense = await task(foreign, "--function", "linkTo(bytes)")
    expect(nonsense.code).to.equal(1)
    expect(nonsense.error).to.include({ code: "INVALID_INPUT", argument: "args" })
    const { contracts, walletClient } = world.devnet.chains["alpha"]!
    const args = [contracts.socket, walletClient.account.address]
    const unconnected = await deploy(world.devnet.chains["alpha"]!, foreignPlugArtifact, args)
    const other = await task(unconnected, "--function", "connect")
    expect(other.code).to.equal(1)
    expect(other.error?.code).to.equal("CALL_REVERTED")
    const pretended = await task(unconnected, "--function", "pretendTo", "--json")
    expect(pretended.code).to.equal(1)
    expect(JSON.parse(pretended.stdout)).to.have.nested.property("error.code", "NOT_ONLY_A_CONNECTION")
  })

  it("says after Ctrl-C what was sent, and a command that sends nothing twice", async () => {
    const alpha = world.devnet.chains["alpha"]!
    const owner = alpha.walletClient.account.address
    const plug = await deploy(alpha, counterArtifact, [alpha.contracts.socket, owner])
    await using node = await createRpcDoor(alpha.rpcUrl)
    const held = node.holdAt({ method: "eth_getTransactionReceipt", times: 1, when: "before" })
    const args = ["messaging", "connect", plug, sibling, "--from", "alpha", "--to", "beta"]
    await using connecting = world.start([...args, "--yes"], { env: { PLUGS_TEST_ALPHA_URL: node.url } })
    expect(await Promise.race([held, connecting.ended])).to.equal(undefined)
    connecting.interrupt()
    const { code, stderr } = await connecting.ended
    expect(code).to.equal(130)
    expect(stderr).to.match(/transaction: 0x[0-9a-f]{64}\n/)
    expect(stderr.trimEnd().split("\n").at(-1)).to.match(new RegExp(`npx hardhat ${args.join(" ")}$`))
    expect((await world.run(args)).stdout).to.contain("already")
  })

  describe("on a network that is not local", () => {
    let door: RpcDoor
    let plug: Address
    before(async () => {
      door = await createRpcDoor(world.devnet.chains["alpha"]!.rpcUrl)
    })
    beforeEach(async () => {
      const { contracts, walletClient } = world.devnet.chains["alpha"]!
      plug = await deploy(world.devnet.chains["alpha"]!, counterArtifact, [
        contracts.socket,
        walletClient.account.address,
      ])
    })
    after(() => door[Symbol.asyncDispose]())

    const real = (verb: "connect" | "disconnect", more: readonly string[] = [], options: TaskCommandOptions = {}) => {
      const ends = verb === "connect" ? [plug, world.counters.beta] : [plug]
      // The name of a chain alone does not make it the devnet's, whose switchboard is the default.
      const switchboard =
        verb === "connect" ? ["--switchboard", world.devnet.chains["alpha"]!.contracts.switchboard] : []
      return runCommand(["messaging", verb, ...ends, "--from", "alpha", "--to", "beta", ...switchboard, ...more], {
        port: world.port,
        ...options,
        env: { PLUGS_TEST_ALPHA_URL: door.url, ...options.env },
      })
    }

    it("shows which plugs, as whom and what the gas costs, on one screen, and sends nothing after a no", async () => {
      const asked: string[] = []
      const answer = (question: string) => {
        asked.push(question)
        return "n"
      }
      const { code, stderr } = await real("connect", [], { answer, terminal: { columns: 80 } })
      expect({ code, asked }).to.deep.equal({ code: 130, asked: ["Send it? "] })
      for (const text of [plug, world.counters.beta, world.devnet.chains["alpha"]!.walletClient.account.address]) {
        expect(stderr).to.contain(text)
      }
      expect(stderr).to.match(/gas +at most 0\.\d+ ETH/)
      expect(stderr.split("\n").filter((line) => line.length > 80)).to.deep.equal([])
      expect(await siblingOf(plug)).to.equal(zeroAddress)
      expect((await real("connect", [], { answer: () => "y" })).code).to.equal(0)
      expect(await siblingOf(plug)).to.equal(world.counters.beta)
      expect((await real("disconnect", [], { answer })).code).to.equal(130)
      expect(await siblingOf(plug)).to.equal(world.counters.beta)
      const done = await real("disconnect", ["--yes", "--json"])
      expect(done.code, done.stderr).to.equal(0)
      const { txHash, dstPlug } = JSON.parse(done.stdout) as { txHash: Hex; dstPlug: Address }
      const { to } = await world.devnet.chains["alpha"]!.publicClient.getTransaction({ hash: txHash })
      expect([to?.toLowerCase(), dstPlug]).to.deep.equal([plug.toLowerCase(), world.counters.beta])
      expect(await siblingOf(plug)).to.equal(zeroAddress)
    })

    it("needs --yes without a terminal, unless nothing is to be sent", async () => {
      const refused = await real("connect")
      expect(refused.error).to.include({ code: "INVALID_INPUT", argument: "--yes" })
      expect(await siblingOf(plug)).to.equal(zeroAddress)
      expect((await real("connect", ["--yes", "--confirmations", "1"])).code).to.equal(0)
      const again = await real("connect", ["--json"])
      expect(again.code, again.stderr).to.equal(0)
      expect(JSON.parse(again.stdout)).to.include({ txHash: null, switchboardKind: "FAST" })
    })

    it("writes the call for the Safe that owns the plug, and sends nothing", async () => {
      await using folder = await temporaryFolder()
      const file = path.join(folder.path, "safe.json")
      const safe = getAddress("0x00000000000000000000000000000000000005af")
      const { contracts, publicClient, testClient, walletClient } = world.devnet.chains["alpha"]!
      plug = await deploy(world.devnet.chains["alpha"]!, counterArtifact, [contracts.socket, safe])
      await becomeSafe(world.devnet.chains["alpha"]!, safe)
      const known = { env: knownSafes() }
      const { code, stdout, stderr } = await real("connect", ["--safe", file, "--json"], known)
      expect(code, stderr).to.equal(0)
      const written = path.join(folder.path, "safe.alpha.json")
      const document = JSON.parse(stdout) as { safeFiles: unknown }
      expect(document.safeFiles).to.deep.equal([{ file: written, chainName: "alpha", safe, transactions: 1 }])
      const other = path.join(folder.path, "other.json")
      expect((await real("connect", ["--safe", other], known)).stdout).to.equal(
        `Wrote ${path.join(folder.path, "other.alpha.json")}: 1 transaction for ${safe}.\n`,
      )
      const batch = JSON.parse(await readFile(written, "utf8")) as {
        meta: { createdFromSafeAddress: string }
        transactions: readonly [{ to: Address; value: string; data: Hex }]
      }
      expect(batch.meta).to.include({ createdFromSafeAddress: safe })
      const [{ to, value, data }] = batch.transactions
      expect({ to, value }).to.deep.equal({ to: plug, value: "0" })
      expect(await siblingOf(plug)).to.equal(zeroAddress)

      await testClient.setBalance({ address: safe, value: 10n ** 18n })
      await testClient.impersonateAccount({ address: safe })
      const hash = await walletClient.sendTransaction({ account: safe, to, data })
      await publicClient.waitForTransactionReceipt({ hash })
      expect(await siblingOf(plug)).to.equal(world.counters.beta)
      expect((await real("connect", ["--safe", file])).stdout).to.contain("already")

      for (const [name, more] of [
        ["off", []],
        ["json", ["--json"]],
      ] as const) {
        const ended = await real("disconnect", ["--safe", path.join(folder.path, `${name}.json`), ...more], known)
        const taken = path.join(folder.path, `${name}.alpha.json`)
        expect([ended.code, ended.stdout.includes(taken)], ended.stderr).to.deep.equal([0, true])
        const { transactions } = JSON.parse(await readFile(taken, "utf8")) as typeof batch
        expect(transactions.map((call) => [call.to, call.value])).to.deep.equal([[plug, "0"]])
      }
      expect(await siblingOf(plug)).to.equal(world.counters.beta)
      const contradicting = await real("connect", ["--safe", file, "--confirmations", "2"])
      expect(contradicting.error).to.include({ argument: "--confirmations" })
    })
  })

  describe("and disconnect", () => {
    const deployCounter = () => {
      const { contracts, walletClient } = world.devnet.chains["alpha"]!
      return deploy(world.devnet.chains["alpha"]!, counterArtifact, [contracts.socket, walletClient.account.address])
    }
    const disconnect = (plug: Address, ...options: string[]) =>
      world.run(["messaging", "disconnect", plug, "--from", "alpha", "--to", "beta", ...options])

    it("disconnects a plug, and sends nothing for one that is not connected", async () => {
      const plug = await deployCounter()
      expect((await task(plug)).code).to.equal(0)
      const { code, stdout, stderr } = await disconnect(plug)
      expect(code, stderr).to.equal(0)
      expect(stdout).to.contain(sibling)
      expect(await siblingOf(plug)).to.equal(zeroAddress)
      const again = await disconnect(plug, "--json")
      expect(JSON.parse(again.stdout)).to.include({ txHash: null, dstPlug: zeroAddress })
      const shown = await disconnect(plug)
      expect([shown.code, shown.stderr]).to.deep.equal([0, ""])
      expect(shown.stdout).to.contain("Nothing was sent.")
    })

    deepIt("disconnects a plug of another shape by its own function", async () => {
      const signature = "linkTo(uint32,address,address)"
      const plug = await deploy(world.devnet.chains["alpha"]!, foreignPlugArtifact, [
        world.devnet.chains["alpha"]!.contracts.socket,
        world.devnet.chains["alpha"]!.walletClient.account.address,
      ])
      expect((await task(plug, "--function", signature)).code).to.equal(0)
      const { code, stderr } = await disconnect(plug, "--function", signature)
      expect(code, stderr).to.equal(0)
      expect(await siblingOf(plug)).to.equal(zeroAddress)
    })

    it("names it where somebody connects to the zero address, and sends nothing", async () => {
      const plug = await deployCounter()
      await task(plug)
      const args = ["messaging", "connect", plug, zeroAddress, "--from", "alpha", "--to", "beta"]
      const { code, stderr } = await world.run(args)
      expect(code).to.equal(1)
      expect(stderr).to.contain(`npx hardhat messaging disconnect ${plug} --from alpha --to beta`)
      expect(await siblingOf(plug)).to.equal(sibling)
    })

    deepIt("warns of a sibling without a contract, and asks at a terminal", async () => {
      const plug = await deployCounter()
      const args = ["messaging", "connect", plug, sibling, "--from", "alpha", "--to", "beta"]
      const asked: string[] = []
      const answer = (question: string): string => {
        asked.push(question)
        return "n"
      }
      const { code, stderr } = await runCommand(args, { port: world.port, answer })
      expect(code).to.equal(130)
      expect(asked).to.deep.equal(["Connect to it all the same? "])
      expect(stderr).to.contain(sibling)
      expect(await siblingOf(plug)).to.equal(zeroAddress)
      expect((await runCommand([...args, "--yes"], { port: world.port, answer })).code).to.equal(0)
      expect(asked).to.have.length(1)
      expect(await siblingOf(plug)).to.equal(sibling)
      const there = ["messaging", "connect", await deployCounter(), world.counters.beta, ...args.slice(4)]
      expect((await runCommand(there, { port: world.port, answer })).code).to.equal(0)
      expect(asked).to.have.length(1)
    })
  })
})
