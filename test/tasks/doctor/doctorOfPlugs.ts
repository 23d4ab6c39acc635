import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Address } from "viem"

import { counterArtifact } from "../../../src/devnet/artifacts/Counter.js"
import { plugAbi } from "../../../src/messaging/index.js"
import { examine, runMend } from "../../fixtures/commands/doctor.js"
import { temporaryProject } from "../../fixtures/commands/hardhatCommand.js"
import { deepIt } from "../../fixtures/depth.js"
import { ignitionProject, writeIgnitionFile } from "../../fixtures/projects/ignitionProject.js"
import { startKnownChainNode } from "../../fixtures/servers/nodes/knownChainNode.js"
import { createRpcDoor } from "../../fixtures/servers/nodes/rpcDoor.js"
import { createDevnetWorld, type DevnetWorld } from "../../fixtures/worlds/messaging/devnetWorld.js"
import { deploy } from "../../fixtures/worlds/messaging/plugs.js"

type Name = "alpha" | "beta" | "gamma"

describe("hardhat plugs doctor, of plugs", function () {
  this.timeout(60_000)
  let world: DevnetWorld<true>
  before(async () => {
    world = await createDevnetWorld({ all: true })
  })
  after(() => world.devnet.stop())

  const chainOf = (name: Name) => world.devnet.chains[name]!
  const deployCounter = (name: Name): Promise<Address> => {
    const { contracts, walletClient } = chainOf(name)
    return deploy(chainOf(name), counterArtifact, [contracts.socket, walletClient.account.address])
  }
  const connect = async (
    [from, plug]: readonly [Name, Address],
    [to, sibling]: readonly [Name, Address],
    kind: "switchboard" | "optimisticSwitchboard" = "switchboard",
  ): Promise<void> => {
    const { contracts, walletClient, publicClient } = chainOf(from)
    const args = [chainOf(to).slug, sibling, contracts[kind]] as const
    const hash = await walletClient.writeContract({ address: plug, abi: plugAbi, functionName: "connect", args })
    await publicClient.waitForTransactionReceipt({ hash })
  }
  const both = async (): Promise<readonly [alpha: Address, beta: Address]> => [
    await deployCounter("alpha"),
    // Not the same address on both.
    (await deployCounter("beta"), await deployCounter("beta")),
  ]
  const ask = async (alpha: Address, beta: Address) => {
    const report = await examine([`${alpha}@alpha`, `${beta}@beta`], { port: world.port })
    return { ...report, connection: report.check("connection") }
  }
  /** Expects that it failed, that the commands are what was expected, and that they mend it. */
  const expectMended = async (
    [alpha, beta]: readonly [Address, Address],
    says: RegExp,
    commands: readonly string[],
  ) => {
    const before = await ask(alpha, beta)
    expect(before.code).to.equal(2)
    expect(before.connection).to.include({ status: "failed", subject: "the given plugs: alpha ↔ beta" })
    expect(before.connection.says).to.match(says)
    const command = /: (npx hardhat .*)$/.exec(before.connection.mend!)?.[1]
    expect(command?.split(" && ")).to.deep.equal(commands.map((args) => `npx hardhat messaging connect ${args}`))
    await runMend(before.connection, { port: world.port })
    const after = await ask(alpha, beta)
    expect(after.connection, after.connection.says).to.include({ status: "ok", mend: null })
  }

  it("connected one way gives the command that connects the other way", async () => {
    const plugs = await both()
    const [alpha, beta] = plugs
    await connect(["alpha", alpha], ["beta", beta])
    await expectMended(plugs, /is not connected to a sibling on chain 41001/, [
      `${beta} ${alpha} --from beta --to alpha`,
    ])
  })

  deepIt("connected elsewhere on one side gives the command that connects that side", async () => {
    const plugs = await both()
    const [alpha, beta] = plugs
    await connect(["alpha", alpha], ["beta", beta])
    await connect(["beta", beta], ["alpha", world.counters.alpha])
    await expectMended(plugs, new RegExp(`is connected to ${world.counters.alpha}`), [
      `${beta} ${alpha} --from beta --to alpha`,
    ])
  })

  it("connected with nobody gives both commands", async () => {
    const plugs = await both()
    const [alpha, beta] = plugs
    await expectMended(plugs, /connected to no other chain/, [
      `${alpha} ${beta} --from alpha --to beta`,
      `${beta} ${alpha} --from beta --to alpha`,
    ])
  })

  it("connected with switchboards that do not fit gives the one that fits", async () => {
    const plugs = await both()
    const [alpha, beta] = plugs
    const { optimisticSwitchboard } = chainOf("beta").contracts
    await connect(["alpha", alpha], ["beta", beta], "optimisticSwitchboard")
    await connect(["beta", beta], ["alpha", alpha])
    await expectMended(plugs, /PacketNotProposed/, [
      `${beta} ${alpha} --from beta --to alpha --switchboard ${optimisticSwitchboard}`,
    ])
  })

  it("connected one way with the other kind of switchboard gets the command with that kind", async () => {
    const plugs = await both()
    const [alpha, beta] = plugs
    const { optimisticSwitchboard } = chainOf("beta").contracts
    await connect(["alpha", alpha], ["beta", beta], "optimisticSwitchboard")
    await expectMended(plugs, /is not connected to a sibling/, [
      `${beta} ${alpha} --from beta --to alpha --switchboard ${optimisticSwitchboard}`,
    ])
  })

  it("connected through a node that has no logs gives a warning, because the switchboards were not compared", async () => {
    const [alpha, beta] = await both()
    await connect(["alpha", alpha], ["beta", beta])
    await connect(["beta", beta], ["alpha", alpha])
    await using door = await createRpcDoor(chainOf("alpha").rpcUrl)
    door.refuse("eth_getLogs", { message: "no logs", isPassedOn: false })
    const env = { PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ALPHA_URL: door.url }
    const { code, check } = await examine([`${alpha}@alpha`, `${beta}@beta`], { port: world.port, env })
    expect(check("connection").status, check("connection").says).to.equal("warning")
    expect(code).to.equal(0)
  })

  it("given alone is checked with the sibling that it has", async () => {
    const [alpha, beta] = await both()
    await connect(["alpha", alpha], ["beta", beta])
    const { check } = await examine([`${alpha}@alpha`], { port: world.port })
    expect(check("connection")).to.include({ status: "failed" })
    expect(check("connection").mend).to.contain(`messaging connect ${beta} ${alpha} --from beta --to alpha`)
  })

  it("need not be connected with every other one, but with one", async () => {
    const [alpha, beta] = await both()
    const gamma = await deployCounter("gamma")
    await connect(["alpha", alpha], ["beta", beta])
    await connect(["beta", beta], ["alpha", alpha])
    const plugs = [`${alpha}@alpha`, `${beta}@beta`, `${gamma}@gamma`]
    const { checks } = await examine(plugs, { port: world.port })
    const connections = checks.filter(({ name }) => name === "connection")
    expect(connections.map(({ subject, status }) => `${subject} ${status}`)).to.deep.equal([
      "the given plugs: alpha ↔ beta ok",
      "the given plugs: gamma ↔ alpha failed",
    ])

    await connect(["gamma", gamma], ["alpha", alpha])
    await connect(["alpha", alpha], ["gamma", gamma])
    const hub = await examine(plugs, { port: world.port })
    expect(hub.verdict, hub.stdout).to.equal("ok")
  })

  describe("of a hub on alpha with stations on beta and gamma", () => {
    const deployHub = async () => {
      const [alpha, beta] = await both()
      return { alpha, beta, gamma: await deployCounter("gamma") }
    }
    const named = ({ alpha, beta, gamma }: Record<Name, Address>) => ({
      PLUGS_TEST_CONTRACTS: JSON.stringify({ VoteHub: { alpha }, Station: { beta, gamma } }),
    })
    const connectionsOf = async (env: Record<string, string>) => {
      const { checks } = await examine([], { port: world.port, env })
      return checks.filter(({ name }) => name === "connection")
    }

    it("connects each with the hub and no station with another, by their names alone", async () => {
      const plugs = await deployHub()
      const before = await connectionsOf(named(plugs))
      expect(before.map(({ subject, status }) => `${subject} ${status}`)).to.have.members([
        "VoteHub: alpha ↔ beta failed",
        "Station: beta ↔ alpha failed",
        "Station: gamma ↔ alpha failed",
      ])
      await connect(["beta", plugs.beta], ["alpha", plugs.alpha])
      await connect(["alpha", plugs.alpha], ["beta", plugs.beta])
      const rest = (await connectionsOf(named(plugs))).find(({ status }) => status === "failed")
      expect(rest?.subject).to.equal("Station: gamma ↔ alpha")
      await runMend(rest!, { port: world.port, env: named(plugs) })
      const after = await connectionsOf(named(plugs))
      expect(new Set(after.map(({ status }) => status))).to.deep.equal(new Set(["ok"]))
    })

    it("follows the wiring, of the configuration or of a file at the root", async () => {
      const plugs = await deployHub()
      const votes = { contracts: { alpha: "VoteHub", beta: "Station", gamma: plugs.gamma }, talk: { hub: "alpha" } }
      await using project = await temporaryProject()
      await writeFile(path.join(project.path, "wiring.json"), JSON.stringify({ votes }))
      for (const [env, command] of [
        [{ PLUGS_TEST_WIRING: JSON.stringify({ votes }) }, "npx hardhat messaging wire --apply"],
        [{ PLUGS_TEST_ROOT: project.path }, "npx hardhat messaging wire --apply --file wiring.json"],
      ] as const) {
        const found = await connectionsOf({ ...named(plugs), ...env })
        expect(found.map(({ subject, status }) => `${subject} ${status}`)).to.have.members([
          "votes: alpha ↔ beta failed",
          "votes: alpha ↔ gamma failed",
        ])
        for (const { mend } of found) expect(mend).to.contain(`: ${command}`)
      }
      const env = { ...named(plugs), PLUGS_TEST_ROOT: project.path }
      const wiring = await world.run(["messaging", "wire", "--apply", "--file", "wiring.json", "--yes"], { env })
      expect(wiring.code, wiring.stderr).to.equal(0)
      expect((await connectionsOf(env)).map(({ status }) => status)).to.deep.equal(["ok", "ok"])
    })

    it("says what is wrong with a wiring", async () => {
      const [found] = await connectionsOf({ PLUGS_TEST_WIRING: JSON.stringify({ votes: { contracts: {} } }) })
      expect(found).to.include({ subject: "wiring", status: "failed" })
      expect(found?.says).to.contain("wiring.votes.contracts")
    })
  })

  it("is held to plugs.trust: each breach has failed, and without a policy nothing is read for it", async () => {
    const { alpha, beta } = world.counters
    await using door = await createRpcDoor(chainOf("alpha").rpcUrl)
    let asksOwners = 0
    door.rewrite((_method, result, params) => {
      if (JSON.stringify(params).includes("8da5cb5b")) asksOwners += 1
      return result
    })
    const own = { PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ALPHA_URL: door.url }
    const examineWith = (env: Record<string, string>, plugs = [`${alpha}@alpha`, `${beta}@beta`]) =>
      examine(plugs, { port: world.port, env: { ...own, ...env } })
    const trusts = ({ checks }: Awaited<ReturnType<typeof examine>>) =>
      checks.filter(({ name }) => name === "trust").map(({ status, subject }) => `${subject} ${status}`)

    const without = await examineWith({})
    expect([trusts(without), asksOwners]).to.deep.equal([["plugs.trust skipped"], 0])

    const policy = (trust: object) => ({ PLUGS_TEST_TRUST: JSON.stringify(trust) })
    const kept = await examineWith(policy({ leastSecondsUnwatched: 60 }))
    expect(trusts(kept)).to.deep.equal([`${alpha}@alpha ok`, `${beta}@beta ok`, "plugs.trust ok"])
    expect([kept.verdict, asksOwners > 0]).to.deep.equal(["ok", true])

    const ended = { rule: "NOT_READ", reason: "a test", until: "2026-01-31" }
    const weak = policy({ leastSafeSigners: 2, leastSecondsUnwatched: 86_400, exceptions: [ended] })
    const broken = await examineWith(
      { ...weak, PLUGS_TEST_WIRING: JSON.stringify({ c: { contracts: { alpha, beta } } }) },
      [],
    )
    const subjects = ["c@alpha", "c@beta"].flatMap((plug) => [plug, plug])
    expect(trusts(broken)).to.deep.equal([...subjects, "plugs.trust"].map((subject) => `${subject} failed`))
    const [first] = broken.checks.filter(({ name }) => name === "trust")
    expect([broken.code, first?.says.split(":")[0]]).to.deep.equal([2, "UNWATCHED_TOO_SOON"])
    expect(first?.mend).to.match(/: npx hardhat plugs trust --check$/)
  })

  it("without a contract has failed, and the rest of the application is checked", async () => {
    const PLUGS_TEST_CONTRACTS = JSON.stringify({
      Counter: { ...world.counters, gamma: "0x000000000000000000000000000000000000dEaD" },
    })
    const { code, check, checks } = await examine(["Counter"], { port: world.port, env: { PLUGS_TEST_CONTRACTS } })
    expect(code).to.equal(2)
    expect(check("plug", "Counter@gamma")).to.include({ status: "failed" })
    expect(check("plug", "Counter@gamma").mend).to.be.a("string")
    expect(check("fee", "Counter@gamma").status).to.equal("skipped")
    expect(check("connection", "Counter: alpha ↔ beta").status).to.equal("ok")
    expect(checks.filter(({ name }) => name === "connection")).to.have.length.above(1)
  })

  it("that uses another socket has failed", async () => {
    const { walletClient } = chainOf("alpha")
    const { address } = walletClient.account
    const plug = await deploy(chainOf("alpha"), counterArtifact, [world.counters.alpha, address])
    const { check } = await examine([`${plug}@alpha`], { port: world.port })
    expect(check("plug")).to.include({ status: "failed" })
    expect(check("plug").says).to.contain(`uses the socket ${world.counters.alpha}`)
    // What has no socket at all says so in other words.
    const other = await examine([`${chainOf("alpha").contracts.socket}@alpha`], { port: world.port })
    expect(other.check("plug").status).to.equal("failed")
    expect(other.check("plug").says).to.not.contain("uses the socket")
  })

  it("that Ignition has deployed gives a warning with the file where Ignition's list is damaged", async () => {
    const { alpha: address } = world.counters
    await using project = await ignitionProject([{ chainId: 41001, id: "M#Counter", address }])
    await writeIgnitionFile(project.path, 41002, "deployed_addresses.json", "{")
    const { check } = await examine([], { port: world.port, env: { PLUGS_TEST_ROOT: project.path } })
    const { status, says } = check("plug", "Ignition's deployments")
    expect(status).to.equal("warning")
    expect(says).to.match(/chain-41002.deployed_addresses\.json: /)
    expect(check("plug", "Counter@alpha").status).to.equal("ok")
  })

  it("is not checked, and not taken for no plug, while its chain's socket is not well", async () => {
    await using node = await startKnownChainNode({ chainId: 41001 })
    const env = {
      PLUGS_TEST_CONTRACTS: JSON.stringify({ Counter: { alpha: world.counters.alpha } }),
      PLUGS_TEST_NETWORKS: JSON.stringify({ alpha: { type: "http", url: node.url, chainId: 41001 } }),
    }
    const { check, stdout } = await examine([], { port: world.port, env })
    expect(check("socket", "alpha").status).to.equal("failed")
    expect(check("plug", "Counter@alpha").status).to.equal("skipped")
    expect(check("plug", "Counter@alpha").says).to.contain("socket alpha")
    expect(stdout).to.not.contain("No plug is named")
  })

  it("on a chain whose node is away is skipped, and those of other chains are checked", async () => {
    const PLUGS_TEST_CONTRACTS = JSON.stringify({ Counter: world.counters })
    const PLUGS_TEST_NETWORKS = JSON.stringify({ gamma: { type: "http", url: "http://127.0.0.1:9", chainId: 41003 } })
    const env = { PLUGS_TEST_CONTRACTS, PLUGS_TEST_NETWORKS }
    const { check } = await examine(["Counter"], { port: world.port, env })
    expect(check("plug", "Counter@gamma").status).to.equal("skipped")
    expect(check("connection", "Counter: alpha ↔ beta").status).to.equal("ok")
    expect(check("connection", "Counter: alpha ↔ gamma").status).to.equal("skipped")
  })
})
