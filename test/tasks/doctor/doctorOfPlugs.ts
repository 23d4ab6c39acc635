import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { after, before, describe, it } from "mocha"
import type { Address } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { plugAbi } from "#src/messaging/index.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { systemClock } from "#src/primitives/clock.js"
import { checkGroup, checkPlug } from "#tasks/doctor/plugs.js"
import type { DoctorChain } from "#tasks/doctor/subjects/DoctorChain.js"
import { createDoctorPlug } from "#tasks/doctor/subjects/DoctorPlug.js"
import { checkPaths } from "#tasks/doctor/trust.js"
import { examine, runMend } from "#test/fixtures/commands/doctor.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { deepIt, isDeep, variants } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { ignitionProject, writeIgnitionFile } from "#test/fixtures/projects/ignitionProject.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { startKnownChainNode } from "#test/fixtures/servers/nodes/knownChainNode.js"
import { createRpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

type Name = "alpha" | "beta" | "gamma"

describe("hardhat plugs doctor, of plugs", function () {
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
  /** The chains as the doctor knows them, over their own nodes. */
  const chains = (): DoctorChain[] =>
    (["alpha", "beta", "gamma"] as const).map((name) => {
      const { slug, chainId, contracts, publicClient: client } = chainOf(name)
      const known = { name, slug, network: name, chainId, socket: contracts.socket, isDevnet: true, isLocal: true }
      return {
        ...known,
        open: () => Promise.resolve({ client }),
        switchboardsTo: () => Promise.resolve([]),
      } as unknown as DoctorChain
    })
  type Given = Partial<Record<Name, Address>>
  /** What is found of the connections of applications, as `subject status`, with what it says and the commands that mend it. */
  const findIn = async (
    applications: Readonly<Record<string, Given>>,
    all = chains(),
    talking: readonly Given[] = [],
  ) => {
    const groups = Object.entries(applications).map(([label, plugs]) => ({
      label,
      plugs: all
        .filter(({ name }) => plugs[name as Name] !== undefined)
        .map((chain) => createDoctorPlug({ label, chain, address: plugs[chain.name as Name]! }, all)),
    }))
    const pairs = talking.map((pair) => {
      const [a, b] = Object.entries(pair).map(([name, address]) => {
        return { chain: all.find((chain) => chain.name === name)!, address }
      })
      return [a!, b!] as const
    })
    const wiring = { plugs: [], pairs, command: "npx hardhat wire", problem: undefined }
    const found = await Promise.all(groups.map((group) => checkGroup(group, { groups, wiring, isKnown: () => true })))
    return found.flat().map(({ subject, status, says, mend }) => {
      const [, commands] = /: (npx hardhat .*)$/.exec(mend ?? "") ?? []
      return { found: `${subject ?? ""} ${status}`, says, commands: commands?.split(" && ") ?? [] }
    })
  }
  const connectCommand = (args: string) => `npx hardhat messaging connect ${args}`

  it("connected one way gives the command that connects the other way, and is well once that was run", async () => {
    const [alpha, beta] = await both()
    await connect(["alpha", alpha], ["beta", beta])
    const ask = () => examine([`${alpha}@alpha`, `${beta}@beta`], { port: world.port })
    const before = await ask()
    const connection = before.check("connection")
    expect(before.code).to.equal(2)
    expect(connection).to.include({ status: "failed", subject: "the given plugs: alpha ↔ beta" })
    expect(connection.says).to.match(/is not connected to a sibling on chain 41001/)
    expect(connection.mend).to.match(new RegExp(`: ${connectCommand(`${beta} ${alpha} --from beta --to alpha`)}$`))
    await runMend(connection, { port: world.port })
    expect((await ask()).check("connection")).to.include({ status: "ok", mend: null })
  })

  it("connected in another way gives the commands of the sides that are wrong, with the switchboard that fits", async () => {
    const { optimisticSwitchboard } = chainOf("beta").contracts
    const counter = world.counters.alpha
    type Ends = readonly [alpha: Address, beta: Address]
    const cases: readonly (readonly [
      what: string,
      connect: (ends: Ends) => Promise<void>,
      says: RegExp,
      commands: (ends: Ends) => readonly string[],
    ])[] = [
      [
        "elsewhere on one side",
        async ([alpha, beta]) => {
          await connect(["alpha", alpha], ["beta", beta])
          await connect(["beta", beta], ["alpha", counter])
        },
        new RegExp(`is connected to ${counter}`),
        ([alpha, beta]) => [`${beta} ${alpha} --from beta --to alpha`],
      ],
      [
        "with nobody",
        () => Promise.resolve(),
        /connected to no other chain/,
        ([alpha, beta]) => [`${alpha} ${beta} --from alpha --to beta`, `${beta} ${alpha} --from beta --to alpha`],
      ],
      [
        "with switchboards that do not fit",
        async ([alpha, beta]) => {
          await connect(["alpha", alpha], ["beta", beta], "optimisticSwitchboard")
          await connect(["beta", beta], ["alpha", alpha])
        },
        /PacketNotProposed/,
        ([alpha, beta]) => [`${beta} ${alpha} --from beta --to alpha --switchboard ${optimisticSwitchboard}`],
      ],
      [
        "one way with the other kind of switchboard",
        ([alpha, beta]) => connect(["alpha", alpha], ["beta", beta], "optimisticSwitchboard"),
        /is not connected to a sibling/,
        ([alpha, beta]) => [`${beta} ${alpha} --from beta --to alpha --switchboard ${optimisticSwitchboard}`],
      ],
    ]
    for (const [what, connectThem, says, commands] of cases) {
      const ends = await both()
      const [alpha, beta] = ends
      await connectThem(ends)
      const [finding, ...others] = await findIn({ Pair: { alpha, beta } })
      expect(others, what).to.deep.equal([])
      expect(finding, what).to.deep.include({
        found: "Pair: alpha ↔ beta failed",
        commands: commands(ends).map(connectCommand),
      })
      expect(finding?.says, what).to.match(says)
    }
  })

  it("connected through a node that has no logs gives a warning, because the switchboards were not compared", async () => {
    const [alpha, beta] = await both()
    await connect(["alpha", alpha], ["beta", beta])
    await connect(["beta", beta], ["alpha", alpha])
    const { publicClient } = chainOf("alpha")
    const { client } = fakeNode({ eth_getLogs: new Error("no logs") }, { behind: publicClient })
    const [first, ...rest] = chains()
    const withoutLogs = { ...first!, open: () => Promise.resolve({ client }) } as unknown as DoctorChain
    const findings = await findIn({ Pair: { alpha, beta } }, [withoutLogs, ...rest])
    expect(findings.map(({ found }) => found)).to.deep.equal(["Pair: alpha ↔ beta warning"])
  })

  it("talking to each other by the wiring gets its command for whatever is wrong, and what is not wired its own", async () => {
    const [alpha, beta] = await both()
    const gamma = await deployCounter("gamma")
    await connect(["alpha", alpha], ["beta", beta])
    await connect(["gamma", gamma], ["alpha", alpha])
    const found = async () =>
      (await findIn({ App: { alpha, beta, gamma } }, undefined, [{ alpha, beta }])).map(({ found: what, commands }) => [
        what,
        ...commands,
      ])
    const back = connectCommand(`${alpha} ${gamma} --from alpha --to gamma`)
    expect(await found()).to.have.deep.members([
      ["App: alpha ↔ beta failed", "npx hardhat wire"],
      ["App: gamma ↔ alpha failed", back],
    ])
    await connect(["beta", beta], ["alpha", alpha])
    expect(await found()).to.have.deep.members([["App: alpha ↔ beta ok"], ["App: gamma ↔ alpha failed", back]])
  })

  it("given alone is checked with the sibling that it has", async () => {
    const [alpha, beta] = await both()
    await connect(["alpha", alpha], ["beta", beta])
    const [finding, ...others] = await findIn({ Alone: { alpha } })
    expect(others).to.deep.equal([])
    expect(finding).to.deep.include({
      found: "Alone: alpha ↔ beta failed",
      commands: [connectCommand(`${beta} ${alpha} --from beta --to alpha`)],
    })
  })

  it("need not be connected with every other one, but with one", async () => {
    const [alpha, beta] = await both()
    const gamma = await deployCounter("gamma")
    await connect(["alpha", alpha], ["beta", beta])
    await connect(["beta", beta], ["alpha", alpha])
    const found = async () => (await findIn({ App: { alpha, beta, gamma } })).map((finding) => finding.found)
    expect(await found()).to.deep.equal(["App: alpha ↔ beta ok", "App: gamma ↔ alpha failed"])
    await connect(["gamma", gamma], ["alpha", alpha])
    await connect(["alpha", alpha], ["gamma", gamma])
    expect(await found()).to.have.members(["App: alpha ↔ beta ok", "App: alpha ↔ gamma ok"])
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
      const { alpha, beta, gamma } = await deployHub()
      const found = () => findIn({ VoteHub: { alpha }, Station: { beta, gamma } })
      const before = await found()
      expect(before.map((finding) => finding.found)).to.have.members([
        "VoteHub: alpha ↔ beta failed",
        "Station: beta ↔ alpha failed",
        "Station: gamma ↔ alpha failed",
      ])
      await connect(["beta", beta], ["alpha", alpha])
      await connect(["alpha", alpha], ["beta", beta])
      const rest = (await found()).filter((finding) => finding.found.endsWith("failed"))
      expect(rest.map((finding) => [finding.found, ...finding.commands])).to.deep.equal([
        [
          "Station: gamma ↔ alpha failed",
          connectCommand(`${gamma} ${alpha} --from gamma --to alpha`),
          connectCommand(`${alpha} ${gamma} --from alpha --to gamma`),
        ],
      ])
    })

    it("follows the wiring, of the configuration or of a file at the root", async () => {
      const plugs = await deployHub()
      const votes = { contracts: { alpha: "VoteHub", beta: "Station", gamma: plugs.gamma }, talk: { hub: "alpha" } }
      await using project = await temporaryProject()
      await writeFile(path.join(project.path, "wiring.json"), JSON.stringify({ votes }))
      const places = [
        [{ PLUGS_TEST_ROOT: project.path }, "npx hardhat messaging wire --apply --file wiring.json"],
        [{ PLUGS_TEST_WIRING: JSON.stringify({ votes }) }, "npx hardhat messaging wire --apply"],
      ] as const
      for (const [env, command] of variants(places, 1)) {
        const found = await connectionsOf({ ...named(plugs), ...env })
        expect(found.map(({ subject, status }) => `${subject} ${status}`)).to.have.members([
          "votes: alpha ↔ beta failed",
          "votes: alpha ↔ gamma failed",
        ])
        for (const { says, mend } of found) {
          expect(says).to.contain("talk to each other, and neither is connected")
          expect(mend).to.contain(`: ${command}`)
        }
      }
      if (!isDeep) return
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

  deepIt("is held to plugs.trust: each breach has failed, and without a policy nothing is read for it", async () => {
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
    if (isDeep) {
      const kept = await examineWith(policy({ leastSecondsUnwatched: 60 }))
      expect(trusts(kept)).to.deep.equal([`${alpha}@alpha ok`, `${beta}@beta ok`, "plugs.trust ok"])
      const others = kept.checks.filter(({ status }) => status === "failed")
      expect(kept.verdict, JSON.stringify(others)).to.equal("ok")
    }

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
    expect(asksOwners).to.be.above(0)
  })

  it("is held to plugs.trust by what was read of its paths, with the command that shows it, and the rest is skipped", async () => {
    const [address, all] = [world.counters.alpha, chains()]
    const [alpha] = all
    const plug = createDoctorPlug({ label: "Counter", chain: alpha!, address }, all)
    const env = { PLUGS_TEST_PORT: String(world.port), PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ARTIFACTS: "none" }
    const hold = async (policy: object, { isWired = false, networks = {} } = {}) => {
      const own = { ...env, PLUGS_TEST_NETWORKS: JSON.stringify(networks) }
      const hre = await createHardhatRuntimeEnvironment(projectConfig(own))
      await using opened = openChains(hre, { timeout: 10_000 })
      const found = await checkPaths(plug, policy, { hre, opened, isWired, clock: systemClock })
      return found.map(({ status, subject, says, mend }) => [
        ...[
          status,
          subject,
          says.split(":")[0]?.split(" ").slice(0, 3).join(" "),
          /npx hardhat .*/.exec(mend ?? "")?.[0],
        ],
      ])
    }
    const nothing = [undefined, "What it takes", undefined]
    expect(await hold({ leastSecondsUnwatched: 60 })).to.deep.equal([["ok", ...nothing]])
    const breach = (plugs: string) => [
      ...["failed", undefined, "UNWATCHED_TOO_SOON", `npx hardhat plugs trust${plugs} --check`],
    ]
    const weak = { leastSecondsUnwatched: 86_400 }
    expect(await hold(weak)).to.deep.equal([breach(` ${address}@alpha`)])
    expect(await hold(weak, { isWired: true })).to.deep.equal([breach("")])
    const down = { beta: { type: "http", url: "http://127.0.0.1:9", chainId: 41_002 } }
    expect(await hold({ leastSecondsUnwatched: 60 }, { networks: down })).to.deep.equal([
      ["skipped", "beta → Counter@alpha", "beta was not", undefined],
    ])
  })

  deepIt("without a contract has failed, and the rest of the application is checked", async () => {
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

  it("without a contract, and with another socket or none, has failed", async () => {
    const [alpha] = chains()
    const found = async (address: Address) => {
      const { status, says, mend } = await checkPlug(createDoctorPlug({ label: "Counter", chain: alpha!, address }, []))
      return { status, says, mend: mend?.split(",")[0] }
    }
    const { walletClient, contracts } = chainOf("alpha")
    const elsewhere = await deploy(chainOf("alpha"), counterArtifact, [
      world.counters.alpha,
      walletClient.account.address,
    ])
    const nobody: Address = "0x000000000000000000000000000000000000dEaD"
    expect(await found(nobody)).to.deep.equal({
      status: "failed",
      says: `There is no contract at ${nobody} on alpha.`,
      mend: "Deploy Counter again: a devnet forgets its contracts when it stops.",
    })
    expect(await found(elsewhere)).to.deep.equal({
      status: "failed",
      says: `${elsewhere} uses the socket ${world.counters.alpha}, and not ${contracts.socket} of alpha.`,
      mend: `Deploy it with the socket ${contracts.socket}`,
    })
    expect(await found(world.counters.alpha)).to.deep.include({ status: "ok", mend: undefined })
    // What has no socket at all says so in other words.
    const none = await failure(found(contracts.socket))
    expect(none.code).to.equal("WRONG_CONTRACT")
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
