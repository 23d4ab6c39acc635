import { execFileSync } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import { type Address, getAddress, type Hex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { getPlugConfig, planWiring, plugAbi } from "#src/messaging/index.js"
import { applyOnForks } from "#tasks/messaging/wire.js"
import { TrustPolicyBrokenError } from "#tasks/messaging/wire/checkPlanTrust.js"
import type { Fork } from "#tasks/messaging/wire/forkChain.js"
import { deafPlugArtifact } from "#test/fixtures/artifacts/DeafPlug.js"
import { foreignPlugArtifact } from "#test/fixtures/artifacts/ForeignPlug.js"
import { ownTimelockArtifact } from "#test/fixtures/artifacts/OwnTimelock.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { startCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, variants } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { createRpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { becomeSafe, knownSafes } from "#test/fixtures/worlds/messaging/becomeSafe.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

type ChainName = "alpha" | "beta" | "gamma"

const stranger = "0x000000000000000000000000000000000000dEaD"

describe("hardhat messaging wire", function () {
  const names: readonly ChainName[] = ["alpha", "beta", "gamma"]
  let world: DevnetWorld
  let project: Awaited<ReturnType<typeof temporaryProject>>
  let plugs: Record<ChainName, Address>
  before(async () => {
    world = await createDevnetWorld()
    project = await temporaryProject()
  })
  after(async () => {
    await world.devnet.stop()
    await project[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    plugs = await deployEverywhere()
  })

  const chainOf = (name: ChainName) => world.devnet.chains[name]!

  async function deployEverywhere(owner?: Address): Promise<Record<ChainName, Address>> {
    const entries = names.map(async (name) => {
      const chain = chainOf(name)
      const args = [chain.contracts.socket, owner ?? chain.walletClient.account.address]
      return [name, await deploy(chain, counterArtifact, args)] as const
    })
    return Object.fromEntries(await Promise.all(entries)) as Record<ChainName, Address>
  }

  const environment = (wiring: object) => ({
    PLUGS_TEST_ROOT: project.path,
    PLUGS_TEST_WIRING: JSON.stringify(wiring),
  })
  const run = (wiring: object, ...args: string[]) =>
    world.run(["messaging", "wire", ...args], { env: environment(wiring) })
  const runKnowing = (wiring: object, ...args: string[]) =>
    world.run(["messaging", "wire", ...args], { env: { ...environment(wiring), ...knownSafes() } })

  const siblingOf = async (name: ChainName, plug: Address, sibling: ChainName) => {
    const { publicClient, contracts } = chainOf(name)
    const parameters = { socket: contracts.socket, plug, siblingChainSlug: chainOf(sibling).slug }
    return (await getPlugConfig(publicClient, parameters)).siblingPlug
  }
  const sentBy = async (name: ChainName) => {
    const { publicClient, walletClient } = chainOf(name)
    return await publicClient.getTransactionCount({ address: walletClient.account.address })
  }
  async function connect(name: ChainName, plug: Address, args: readonly [number, Address, Address]): Promise<void> {
    const { publicClient, walletClient } = chainOf(name)
    const hash: Hex = await walletClient.writeContract({ address: plug, abi: plugAbi, functionName: "connect", args })
    await publicClient.waitForTransactionReceipt({ hash })
  }

  it("plans, applies and checks a mesh, and then has nothing to send", async () => {
    const wiring = { counters: { contracts: plugs } }
    const planned = await run(wiring, "--plan")
    const replaced = names.map((name) => [plugs[name], "<plug>"] as const)
    expectGoldenCommand("messaging/wire", planned, { replaced })
    for (const flags of [[], ["--json"]])
      expectGoldenCommand("messaging/wire-differs", await run(wiring, "--check", ...flags), { replaced })
    const applied = await run(wiring, "--apply", "--yes")
    expect(applied.stdout).to.contain("6 of 6")
    expect(applied.code).to.equal(0)
    for (const name of names) {
      for (const sibling of names.filter((other) => other !== name)) {
        expect(await siblingOf(name, plugs[name], sibling)).to.equal(plugs[sibling])
      }
    }
    const before = await sentBy("alpha")
    const again = await run(wiring, "--apply", "--yes")
    expect(again.code).to.equal(0)
    expect(await sentBy("alpha")).to.equal(before)
    const checked = await run(wiring, "--check")
    expectGoldenCommand("messaging/wire-in-place", checked)
    expectGoldenCommand("messaging/wire-in-place", await run(wiring, "--check", "--json"), { replaced })
  })

  it("keeps its lines within a window of 60 columns", async () => {
    const { stdout } = await startCommand(["messaging", "wire"], {
      port: world.port,
      env: environment({ counters: { contracts: plugs } }),
      terminal: { isTTY: true, columns: 60, env: { NO_COLOR: "1" } },
    }).ended
    const lines = stdout.split("\n")
    expect(lines.some((line) => line.includes(`${plugs.beta.slice(0, 10)}…`))).to.equal(true)
    expect(Math.max(...lines.map(({ length }) => length))).to.be.at.most(60)
  })

  it("sends nothing without a yes", async () => {
    const wiring = { counters: { contracts: plugs } }
    const unattended = await run(wiring, "--apply")
    expect(unattended.code).to.equal(1)
    expect(unattended.stderr).to.contain("--yes")
    let question = ""
    const declined = await startCommand(["messaging", "wire", "--apply"], {
      port: world.port,
      env: environment(wiring),
      answer: (text) => {
        question = text
        return "n"
      },
    }).ended
    expect(declined.code).to.equal(130)
    const inJson = await startCommand(["messaging", "wire", "--apply", "--json"], {
      port: world.port,
      env: environment(wiring),
      answer: () => "n",
    }).ended
    expect(inJson.code).to.equal(130)
    expect(JSON.parse(inJson.stdout)).to.have.nested.property("error.code", "ABORTED")
    expect(question).to.contain("Send 6 transactions?")
    expect(await siblingOf("alpha", plugs.alpha, "beta")).to.match(/^0x0+$/)
  })

  deepIt(
    "connects plugs of another shape around a hub, from a file, with the order of the arguments that it names",
    async () => {
      const entries = names.map(async (name) => {
        const chain = chainOf(name)
        const owner = chain.walletClient.account.address
        return [name, await deploy(chain, foreignPlugArtifact, [chain.contracts.socket, owner])] as const
      })
      const contracts = Object.fromEntries(await Promise.all(entries)) as Record<ChainName, Address>
      const file = path.join(project.path, "wiring.json")
      const connect = {
        signature: "pair(address,uint256,address)",
        args: ["switchboard", "siblingChainSlug", "sibling"],
      }
      const talk = { hub: "beta" }
      await writeFile(file, JSON.stringify({ foreign: { contracts, talk, connect, switchboard: "OPTIMISTIC" } }))
      const { code, stdout, stderr } = await run({ other: { contracts: plugs } }, "--apply", "--yes", "--file", file)
      expect({ code, stderr }).to.deep.include({ code: 0 })
      expect(stdout).to.contain("4 of 4 changes")
      expect(await siblingOf("alpha", contracts.alpha, "beta")).to.equal(contracts.beta)
      expect(await siblingOf("alpha", contracts.alpha, "gamma")).to.match(/^0x0+$/)
      const { publicClient, contracts: own } = chainOf("alpha")
      const parameters = { socket: own.socket, plug: contracts.alpha, siblingChainSlug: chainOf("beta").slug }
      const config = await getPlugConfig(publicClient, parameters)
      expect(config.inboundSwitchboard).to.equal(own.optimisticSwitchboard)
      const atRoot = await run({}, "--plan", "--file", "wiring.json")
      expect(atRoot.stdout, atRoot.stderr).to.contain("4 in place")
      const missing = await run({}, "--plan", "--file", "wirings.json")
      expect(missing.error).to.include({ code: "INVALID_INPUT", argument: "--file" })
      expect(missing.stderr).to.contain(project.path).and.not.contain("export default")
      await writeFile(path.join(project.path, "broken.mjs"), "export const wiring = {}")
      const broken = await run({}, "--plan", "--file", path.join(project.path, "broken.mjs"))
      expect(broken.code).to.equal(1)
      expect(broken.error).to.include({ code: "INVALID_INPUT", argument: "--file" })
      if (process.platform === "win32") return
      // To open one is to wait for whoever writes into it.
      for (const name of ["pipe.json", "pipe.mjs"]) {
        execFileSync("mkfifo", [path.join(project.path, name)])
        const piped = await run({}, "--plan", "--file", path.join(project.path, name))
        expect(piped.error, name).to.include({ code: "INVALID_INPUT", argument: "--file" })
      }
    },
  )

  it("shows whoever is connected and not in the wiring, and disconnects them only when asked", async () => {
    const { switchboard } = chainOf("alpha").contracts
    await connect("alpha", plugs.alpha, [chainOf("gamma").slug, stranger, switchboard])
    const wiring = { counters: { contracts: plugs, talk: [["alpha", "beta"]] } }
    expect((await run(wiring, "--apply", "--yes")).code).to.equal(0)
    expect(await siblingOf("alpha", plugs.alpha, "gamma")).to.equal(stranger)
    const { code, stdout } = await run(wiring, "--check", "--json")
    expect(code).to.equal(2)
    const { agrees, extras, error } = JSON.parse(stdout) as { agrees: boolean; extras: object[]; error: object }
    expect(agrees).to.equal(false)
    const srcPlug = plugs.alpha
    expect(extras).to.deep.include({
      application: "counters",
      srcChainName: "alpha",
      srcChainSlug: 41001,
      srcPlug,
      dstChainName: "gamma",
      dstChainSlug: 41003,
      dstPlug: stranger,
      switchboard,
    })
    expect(error).to.deep.include({
      code: "SHOWN_FAILURE",
      facts: { changes: "0", extras: "1", problems: "0" },
      next: "To mend it: npx hardhat messaging wire --apply",
    })
    expect((await run(wiring, "--apply", "--yes", "--disconnect")).code).to.equal(0)
    expect(await siblingOf("alpha", plugs.alpha, "gamma")).to.match(/^0x0+$/)
  })

  it("S-14 has the timelock that owns a plug told by its proposer: to schedule, and to execute once the delay has passed", async () => {
    const { testClient, publicClient, walletClient } = chainOf("alpha")
    const proposer = chainOf("alpha").accounts[7]!
    await becomeSafe(chainOf("alpha"), proposer)
    const timelock = await deploy(chainOf("alpha"), ownTimelockArtifact, [3_600n, [proposer]])
    const deployOn = (name: ChainName, owner: Address) =>
      deploy(chainOf(name), counterArtifact, [chainOf(name).contracts.socket, owner])
    const owned = {
      alpha: await deployOn("alpha", timelock),
      beta: await deployOn("beta", chainOf("beta").walletClient.account.address),
    }
    const wiring = { counters: { contracts: owned } }
    const safe = path.join(project.path, "locked.json")
    const hand = async (...args: string[]) => await runKnowing(wiring, "--plan", ...args)
    const refusals = [
      await hand("--timelock", proposer),
      await hand("--safe", safe),
      await hand("--safe", safe, "--timelock", chainOf("alpha").accounts[8]!),
    ]
    expect(refusals.map(({ error }) => error?.facts["argument"])).to.deep.equal(["--timelock", "--safe", "--timelock"])

    expect((await hand("--safe", safe, "--timelock", proposer)).code).to.equal(0)
    const send = async (name: string): Promise<void> => {
      const text = await readFile(path.join(project.path, name), "utf8")
      const { transactions, meta } = JSON.parse(text) as {
        transactions: { to: Address; data: Hex }[]
        meta: { createdFromSafeAddress: Address }
      }
      expect(meta.createdFromSafeAddress).to.equal(proposer)
      for (const { to, data } of transactions) {
        const hash = await walletClient.sendTransaction({ account: proposer, to, data })
        await publicClient.waitForTransactionReceipt({ hash })
      }
    }
    await testClient.impersonateAccount({ address: proposer })
    await send("locked.alpha.json")
    // What waits already is only executed.
    const { timelocked } = JSON.parse((await hand("--calldata", "--json", "--timelock", proposer)).stdout) as {
      timelocked: { schedule: unknown; execute: { to: Address }; delay: string }[]
    }
    expect(timelocked.map(({ schedule, execute, delay }) => [schedule, execute.to, delay])).to.deep.equal([
      [null, timelock, "3600"],
    ])
    await testClient.increaseTime({ seconds: 3_601 })
    await send("locked.execute.alpha.json")
    expect(await siblingOf("alpha", owned.alpha, "beta")).to.equal(owned.beta)
  })

  deepIt("hands over to another owner: says who must send what, as files for Safe and as calls", async () => {
    const owner = chainOf("alpha").accounts[5]!
    for (const name of names) await becomeSafe(chainOf(name), owner)
    plugs = await deployEverywhere(owner)
    const wiring = { counters: { contracts: plugs, talk: { hub: "alpha" }, owner } }
    const safe = path.join(project.path, "batch.json")
    const applied = await runKnowing(wiring, "--apply", "--yes", "--safe", safe, "--calldata")
    expect(applied.code).to.equal(0)
    expect(applied.stderr).to.contain(`elsewhere: ${owner}`)
    expect(applied.stdout).to.contain(`from  ${owner}`)
    const batch = JSON.parse(await readFile(path.join(project.path, "batch.alpha.json"), "utf8")) as {
      chainId: string
      transactions: { to: Address; data: Hex }[]
    }
    expect(batch.chainId).to.equal("41001")
    expect(batch.transactions).to.have.length(2)
    for (const name of names) {
      const { transactions } = JSON.parse(
        await readFile(path.join(project.path, `batch.${name}.json`), "utf8"),
      ) as typeof batch
      for (const { to, data } of transactions) {
        const { publicClient, walletClient } = chainOf(name)
        const hash = await walletClient.sendTransaction({ account: owner, to, data })
        await publicClient.waitForTransactionReceipt({ hash })
      }
    }
    expect((await run(wiring, "--check")).code).to.equal(0)
    const wrong = await run({ counters: { ...wiring.counters, owner: stranger } }, "--check")
    expect(wrong.code).to.equal(2)
    expect(wrong.stdout).to.contain(owner).and.to.contain(stranger)
    // Not its own, and handed over to nobody.
    plugs = await deployEverywhere(owner)
    expect((await run({ counters: { contracts: plugs } }, "--apply", "--yes")).code).to.equal(1)
  })

  deepIt("applies to forks, as every owner, and sends nothing to the chains", async () => {
    const owner = chainOf("alpha").accounts[5]!
    const mixed = { alpha: (await deployEverywhere(owner)).alpha, beta: plugs.beta }
    const before = await Promise.all(names.map(sentBy))
    const dry = await run({ counters: { contracts: mixed } }, "--dry-run")
    expect(dry.stdout).to.contain("2 of 2")
    for (const path of ["alpha → beta", "beta → alpha"])
      expect(dry.stdout).to.match(new RegExp(`^ {2}counters ${path}: sent for \\d+ wei, arrived\\.$`, "m"))
    expect(dry.code).to.equal(0)
    expect(await Promise.all(names.map(sentBy))).to.deep.equal(before)
    expect(await siblingOf("alpha", mixed.alpha, "beta")).to.match(/^0x0+$/)
  })

  // Forks take seconds.
  deepIt("ends with 2 where a new connection brings no message to its plug on forks", async () => {
    const { contracts, walletClient } = chainOf("beta")
    const deaf = await deploy(chainOf("beta"), deafPlugArtifact, [contracts.socket, walletClient.account.address])
    const wiring = { deaf: { contracts: { alpha: plugs.alpha, beta: deaf } } }
    const replaced = [
      [plugs.alpha, "<plug>"],
      [deaf, "<deaf>"],
    ] as const
    const dry = await run(wiring, "--dry-run")
    expectGoldenCommand("messaging/wire-undelivered", dry, { replaced })
    expect(dry.code).to.equal(2)
    const { stdout } = await run(wiring, "--dry-run", "--json")
    const { deliveries, error } = JSON.parse(stdout) as {
      deliveries: { srcChainName: string; status: string }[]
      error: { code: string; facts: object }
    }
    expect(deliveries.map(({ srcChainName, status }) => [srcChainName, status])).to.deep.equal([
      ["alpha", "failed"],
      ["beta", "arrived"],
    ])
    expect(error).to.deep.include({ code: "SHOWN_FAILURE", facts: { connections: "deaf alpha → beta" } })
  })

  it("applies on forks as the account that must send each change, and leaves what no account can send", async () => {
    // The devnet's own chains take the place of their forks.
    // Nobody has the keys of these owners, and they own nothing that pays for gas.
    const owner = getAddress("0x00000000000000000000000000000000000005a1")
    const other = getAddress("0x00000000000000000000000000000000000005b2")
    plugs = {
      alpha: (await deployEverywhere(owner)).alpha,
      beta: (await deployEverywhere(other)).beta,
      gamma: plugs.gamma,
    }
    const chains = Object.fromEntries(
      names.map((name) => {
        const { slug, contracts, publicClient, walletClient } = chainOf(name)
        return [name, { slug, socket: contracts.socket, publicClient, walletClient }]
      }),
    )
    const forks = new Map(
      names.map((name) => [name, { connection: { provider: chainOf(name).testClient } } as unknown as Fork]),
    )
    const { switchboard } = chainOf("alpha").contracts
    const ofHub = { contracts: plugs, talk: { hub: "gamma" } } as const
    const plan = await planWiring({ wiring: { counters: ofHub }, chains, switchboardOf: () => switchboard })
    const before = await Promise.all(names.map(sentBy))
    const blocked = { ...plan.changes[0]!, status: "elsewhere", sender: undefined } as const
    const changes = [blocked, ...plan.changes]
    const { results } = await applyOnForks({ plan: { ...plan, changes }, chains }, forks)
    const { account } = chainOf("gamma").walletClient
    expect(
      results.map(({ change, status }) => `${change.chain} ${change.siblingChain} ${status} ${change.sender}`).sort(),
    ).to.deep.equal(
      [
        `${blocked.chain} ${blocked.siblingChain} elsewhere undefined`,
        `alpha gamma done ${owner}`,
        `beta gamma done ${other}`,
        `gamma alpha done ${account.address}`,
        `gamma beta done ${account.address}`,
      ].sort(),
    )
    expect(await siblingOf("alpha", plugs.alpha, "gamma")).to.equal(plugs.gamma)
    const [ofAlpha, ofBeta, ofGamma] = before as [number, number, number]
    expect(await Promise.all(names.map(sentBy))).to.deep.equal([ofAlpha, ofBeta, ofGamma + 2])
  })

  // Forks take seconds.
  deepIt("finds on forks that a function which pretends connects nothing", async () => {
    const owner = chainOf("alpha").accounts[5]!
    const mixed = { ...(await deployEverywhere(owner)), beta: plugs.beta }
    const pretending = { contracts: mixed, connect: "pretendTo(uint32,address,address)" }
    const failing = await run({ counters: pretending }, "--dry-run", "--json")
    expect(failing.code).to.equal(1)
    const { results, error } = JSON.parse(failing.stdout) as { results: { status: string }[]; error: { code: string } }
    expect(new Set(results.map(({ status }) => status))).to.deep.equal(new Set(["blocked"]))
    expect(error.code).to.equal("WIRING_INCOMPLETE")
  })

  it("plans what can be read when a chain does not answer, and sends nothing to what is no plug", async () => {
    const wiring = { counters: { contracts: { ...plugs, gamma: stranger } } }
    const planned = await run(wiring, "--plan", "--json")
    expect(planned.code).to.equal(1)
    const plan = JSON.parse(planned.stdout) as {
      changes: { srcChainName: string; dstChainName: string; status: string }[]
      problems: { about: string; chainName: string }[]
    }
    expect(plan.problems.map(({ about, chainName }) => [about, chainName])).to.deep.equal([["plug", "gamma"]])
    const statuses = plan.changes.map(
      ({ srcChainName, dstChainName, status }) => `${srcChainName} ${dstChainName} ${status}`,
    )
    expect(statuses.sort()).to.deep.equal([
      "alpha beta ready",
      "alpha gamma blocked",
      "beta alpha ready",
      "beta gamma blocked",
    ])
    const env = { ...environment({ counters: { contracts: plugs } }), PLUGS_TEST_ALPHA_URL: "http://127.0.0.1:9/" }
    const halved = await world.run(["messaging", "wire", "--check"], { env })
    expect(halved.code).to.equal(1)
    expect(halved.stdout).to.contain("alpha").and.to.contain("2 to send, 2 blocked")
  })

  deepIt("says why a node refused a transaction, and what to do, once", async () => {
    await using door = await createRpcDoor(chainOf("alpha").rpcUrl)
    door.refuse("eth_sendTransaction", { message: "the node is out of ink", isPassedOn: false })
    const wiring = { counters: { contracts: plugs, talk: { hub: "alpha" } } }
    const env = { ...environment(wiring), PLUGS_TEST_ALPHA_URL: door.url }
    const { code, stdout } = await world.run(["messaging", "wire", "--apply", "--yes"], { env })
    expect(code).to.equal(1)
    expect(stdout).to.contain("counters alpha → beta: failed: ")
    expect(stdout).to.match(/^ {4}reason: .*the node is out of ink$/m)
    expect(stdout.match(/latest transactions/g)).to.have.length(1)
  })

  deepIt("finds a transaction that a node mined and answered with an error", async () => {
    await using door = await createRpcDoor(chainOf("alpha").rpcUrl)
    door.refuse("eth_sendTransaction", { message: "internal error", isPassedOn: true })
    const wiring = { counters: { contracts: plugs } }
    const env = { ...environment(wiring), PLUGS_TEST_ALPHA_URL: door.url }
    const before = await sentBy("alpha")
    const { code, stdout, stderr } = await world.run(["messaging", "wire", "--apply", "--yes"], { env })
    expect({ code, stdout }, stderr).to.deep.equal({ code: 0, stdout: "6 of 6 changes are in place.\n" })
    expect(await sentBy("alpha")).to.equal(before + 2)
  })

  for (const method of variants(["eth_chainId", "eth_call"], 1)) {
    it(`says which chain it waits for, and plans the others, when a node never answers ${method}`, async () => {
      await using door = await createRpcDoor(chainOf("alpha").rpcUrl)
      const held = door.holdAt({ method, times: 1, when: "before" })
      const clock = createManualClock()
      const env = { ...environment({ counters: { contracts: plugs } }), PLUGS_TEST_ALPHA_URL: door.url }
      const { port } = world
      const { ended } = startCommand(["messaging", "wire", "--check"], { port, env, clock })
      await held
      // The others have answered once nothing but the two times of alpha's request runs, also between two of their requests.
      let looks = 0
      await eventually(() => Promise.resolve((looks = clock.sleepers === 2 ? looks + 1 : 0) === 100))
      await clock.advance(2_000)
      await clock.advance(13_000)
      const { code, stdout, stderr } = await ended
      expect(code).to.equal(1)
      expect(stderr).to.equal("waiting for the node of alpha\n")
      expect(stdout).to.match(/^alpha .* 15 s/m)
      expect(stdout).to.contain("2 to send, 2 blocked")
    })
  }

  it("plans what it can when the node of a chain is of another chain than the configuration says", async () => {
    const network = { type: "http", url: chainOf("alpha").rpcUrl, chainId: 5 }
    const env = {
      ...environment({ counters: { contracts: plugs } }),
      PLUGS_TEST_NETWORKS: JSON.stringify({ alpha: network }),
    }
    const { code, stdout } = await world.run(["messaging", "wire", "--plan"], { env })
    expect(code).to.equal(1)
    expect(stdout).to.match(/^alpha .* 41001.* 5\)/m)
    expect(stdout).to.contain("2 to send, 2 blocked")
  })

  it("finds the contracts that the wiring names, each on its own chain, and says which has no such name", async () => {
    const { alpha, beta } = plugs
    const plan = (name: string) => {
      const env = {
        ...environment({ counters: { contracts: { alpha: "Own", beta: name } } }),
        PLUGS_TEST_CONTRACTS: JSON.stringify({ Own: { alpha, beta } }),
      }
      return world.run(["messaging", "wire", "--plan", "--json"], { env })
    }
    const { code, stdout, stderr } = await plan("Own")
    expect(code, stderr).to.equal(0)
    const { changes } = JSON.parse(stdout) as { changes: { srcChainName: string; srcPlug: string; dstPlug: string }[] }
    expect(changes.map(({ srcChainName, srcPlug, dstPlug }) => [srcChainName, srcPlug, dstPlug]).sort()).to.deep.equal([
      ["alpha", alpha, beta],
      ["beta", beta, alpha],
    ])
    expect((await plan("Nobody")).error?.facts).to.include({ argument: "wiring: contract on beta" })
  })

  it("names what is wrong with a wiring, or with the options", async () => {
    const { alpha, beta } = plugs
    const cases: readonly (readonly [object, readonly string[], string])[] = [
      [{ a: { contracts: { alpha, beta } }, b: { contracts: { alpha, beta: stranger } } }, [], "it contradicts a"],
      [{ a: { contracts: { alpha, delta: beta } } }, [], "wiring.a.contracts.delta"],
      [{ a: { contracts: { alpha, beta }, connect: "link(bytes)" } }, [], "where slug, sibling and switchboard go"],
      [{ a: { contracts: { alpha, beta } } }, ["--check", "--apply"], 'Option "--check": it contradicts --apply'],
      [{ a: { contracts: { alpha, beta } } }, ["--check", "--calldata"], 'Option "--calldata": it contradicts --check'],
    ]
    for (const [wiring, options, problem] of cases) {
      const { code, stderr } = await run(wiring, ...options)
      expect(code, problem).to.equal(1)
      expect(stderr).to.contain(problem)
    }
  })

  deepIt("sends nothing where the plan would break plugs.trust, and all of it where it would not", async () => {
    const wiring = { counters: { contracts: { alpha: plugs.alpha, beta: plugs.beta }, switchboard: "OPTIMISTIC" } }
    const apply = (trust: object) => {
      const env = { ...environment(wiring), PLUGS_TEST_TRUST: JSON.stringify(trust) }
      return world.run(["messaging", "wire", "--apply", "--yes"], { env })
    }
    const before = await sentBy("alpha")
    const refused = await apply({ leastSecondsUnwatched: 3_600, leastKeysToForge: 2 })
    if (!(refused.error instanceof TrustPolicyBrokenError)) throw new Error("it was sent")
    const { breaches, facts } = refused.error
    // The ways of a switchboard that is known.
    const rules = [
      ["FEW_KEYS_FORGE", "FORGE_BY_TIMEOUT"],
      ["FEW_KEYS_FORGE", "FORGE_BY_CONNECTING"],
      ["UNWATCHED_TOO_SOON", null],
    ]
    const directions = [
      [41_001, 41_002, plugs.beta],
      [41_002, 41_001, plugs.alpha],
    ]
    expect(
      breaches.map(({ rule, way, srcChainSlug, dstChainSlug, dstPlug }) => [
        ...[rule, way, srcChainSlug, dstChainSlug, dstPlug],
      ]),
    ).to.have.deep.members(directions.flatMap((direction) => rules.map((rule) => [...rule, ...direction])))
    expect(facts).to.include({ breaches: "6", rules: "FEW_KEYS_FORGE, UNWATCHED_TOO_SOON" })
    expect(refused.code).to.equal(1)
    expect(await sentBy("alpha")).to.equal(before)
    expect((await apply({ leastSecondsUnwatched: 1, leastKeysToForge: 1 })).code).to.equal(0)
    expect(await siblingOf("alpha", plugs.alpha, "beta")).to.equal(plugs.beta)
  })
})
