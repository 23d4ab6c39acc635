import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { parseEther } from "viem"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"

import { devnetSocket } from "#src/devnet/addresses.js"
import { systemClock } from "#src/primitives/clock.js"
import { checkNames } from "#tasks/doctor/checks.js"
import { examine as examineIn } from "#test/fixtures/commands/doctor.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { runCommand, startCommand, type TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, isDeep, variants } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { answer, answerJson, stallBeforeHeaders, startHostileServer } from "#test/fixtures/servers/hostileServer.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"

const nobody = "0x000000000000000000000000000000000000dEaD"

/** What a devnet and a machine have of their own. */
const replaced = [
  [/port \d{4,5}/g, "port N"],
  [/Block \d+ is [\d.]+ m?s old/g, "Block 1 is 1 s old"],
  [/takes about [\d.]+/g, "takes about 0.1."],
  [/(?<![\d.])\d+\.\d+\.\d+(?![\d.])/g, "1.2.3"],
] as const

describe("hardhat plugs doctor", function () {
  let world: DevnetWorld<true>
  let contracts: string
  // What other tests have recorded is no matter here.
  let project: Awaited<ReturnType<typeof temporaryProject>>
  before(async () => {
    project = await temporaryProject()
    world = await createDevnetWorld({ all: true })
    contracts = JSON.stringify({
      Counter: world.counters,
      // No plug, so no concern of the doctor's.
      Socket: { alpha: devnetSocket },
    })
  })
  after(async () => {
    await world.devnet.stop()
    await project[Symbol.asyncDispose]()
  })

  const inProject = (told: TaskCommandOptions): TaskCommandOptions => ({
    ...told,
    env: { PLUGS_TEST_ROOT: project.path, ...told.env },
  })
  const examine = (args: readonly string[], told: TaskCommandOptions) => examineIn(args, inProject(told))
  const options = (env: Readonly<Record<string, string>> = {}): TaskCommandOptions =>
    inProject({ port: world.port, env })
  const run = (args: readonly string[], env?: Readonly<Record<string, string>>) => examine(args, options(env))
  const network = (url: string, more: object = {}) =>
    JSON.stringify({ alpha: { type: "http", url, chainId: 41001, ...more } })
  const alphaUrl = (): string => world.devnet.chains["alpha"]!.rpcUrl

  describe("where all is well", () => {
    it("has a line for every check, with the project's plugs by name, and ends with 0", async () => {
      const examined = await run([], { PLUGS_TEST_CONTRACTS: contracts })
      const { code, verdict, checks, stderr, check } = examined
      expectGoldenCommand("plugs/doctor", examined, { replaced })
      expect({ code, verdict }, JSON.stringify(checks)).to.deep.equal({ code: 0, verdict: "ok" })
      expect(new Set(checks.map(({ name }) => name))).to.deep.equal(new Set(checkNames))
      for (const line of checks) expect(line).to.have.all.keys("name", "status", "subject", "says", "mend")
      const subjects = (name: string) => checks.filter((line) => line.name === name).map(({ subject }) => subject)
      expect(subjects("plug")).to.deep.equal(["Counter@alpha", "Counter@beta", "Counter@gamma"])
      expect(subjects("connection").sort()).to.deep.equal([
        "Counter: alpha ↔ beta",
        "Counter: alpha ↔ gamma",
        "Counter: beta ↔ gamma",
      ])
      expect(subjects("fee")).to.have.length(3)
      expect(check("account", "alpha").says).to.contain("10000 ETH")
      expect(stderr).to.match(/^\d+ .* 15 s .*\n$/)
    })

    deepIt("prints a table that fits into 60 columns, without breaking words", async () => {
      const terminal = { isTTY: true, columns: 60, env: { NO_COLOR: "1" } }
      const { code, stdout } = await runCommand(["plugs", "doctor", "Counter"], {
        ...options({ PLUGS_TEST_CONTRACTS: contracts }),
        terminal,
      })
      expect(code).to.equal(0)
      for (const line of stdout.split("\n")) expect(line.length, line).to.be.at.most(60)
      expectGoldenCommand("plugs/doctor", { code, stdout, stderr: "" }, { replaced })
    })

    it("examines only the chains that are asked for", async () => {
      const { checks } = await run(["--chains", "alpha,41002"])
      const networks = checks.filter(({ name }) => name === "network")
      expect(networks.map(({ subject }) => subject)).to.deep.equal(["alpha", "beta"])
    })
  })

  it("ends with 1 for wrong input, and says which argument", async () => {
    const wrong: Record<string, readonly string[]> = {
      "--chains": ["--chains", "alfa"],
      "--from": ["--from", "delta"],
      "--timeout": ["--timeout", "soon"],
      plugs: ["Contour"],
    }
    for (const [argument, args] of Object.entries(wrong)) {
      const { code, stdout, stderr } = await world.run(["plugs", "doctor", ...args])
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" })
      expectGoldenCommand(`plugs/doctor-refused-${argument.replace("--", "")}`, { code, stdout, stderr })
      expect(stderr)
        .to.contain(argument)
        .and.to.not.match(/^\s+at /m)
    }
  })

  describe("without a devnet", () => {
    it("names the one thing to start, in place of all that needs it, and is well once it runs", async () => {
      const port = await freePort()
      const away = await examine([], { port })
      expectGoldenCommand("plugs/doctor-without-devnet", away, { replaced: [...replaced, [String(port), "N"]] })
      expect(away.code).to.equal(2)
      expect(away.checks.filter(({ status }) => status === "failed").map(({ name }) => name)).to.deep.equal(["devnet"])
      const { mend } = away.check("devnet")
      expect(mend).to.match(/: npx hardhat devnet$/)
      expect(away.check("network", "alpha").status).to.equal("skipped")
      expect(away.check("api", "messaging").status).to.equal("skipped")

      if (!isDeep) return
      await using devnet = startCommand(["devnet", "--json"], { port })
      await devnet.event(({ event }) => event === "ready")
      const there = await examine([], { port })
      expect(there.verdict, there.stdout).to.equal("ok")
    })

    it("is no failure where messages go over other chains and another API", async () => {
      const { code, check } = await examine([], {
        port: await freePort(),
        env: {
          PLUGS_TEST_MESSAGING: JSON.stringify({ ...world.devnet.messaging }),
          PLUGS_TEST_OWN_CHAINS: JSON.stringify({ own: { slug: 41001, network: "own", socket: devnetSocket } }),
          PLUGS_TEST_NETWORKS: JSON.stringify({ own: { type: "http", url: alphaUrl(), chainId: 41001 } }),
        },
      })
      expect(code).to.equal(0)
      expect(check("devnet").status).to.equal("skipped")
      expect(check("network", "beta").status).to.equal("skipped")
      expect(check("socket", "own").status).to.equal("ok")
      expect(check("api-key", "messaging").status).to.equal("ok")
    })

    it("says that something else has its port", async () => {
      await using server = await startHostileServer(
        answer({ body: "<html>", headers: { "content-type": "text/html" } }),
      )
      const { code, check } = await examine([], { port: server.port })
      expect(code).to.equal(2)
      expect(check("devnet")).to.include({ status: "failed" })
    })
  })

  describe("a network", () => {
    it("of another chain than it is configured for has failed, and its socket is not checked", async () => {
      const beta = world.devnet.chains["beta"]!.rpcUrl
      const { code, check } = await run([], { PLUGS_TEST_NETWORKS: network(beta) })
      expect(code).to.equal(2)
      expect(check("network", "alpha")).to.include({ status: "failed" })
      expect(check("network", "alpha").says).to.match(/ 41002\b.* 41001\b/)
      expect(check("network", "alpha").mend).to.contain("config.networks.alpha")
      expect(check("socket", "alpha").status).to.equal("skipped")
      expect(check("socket", "beta").status).to.equal("ok")
    })

    deepIt("without a chain id is a warning where it is not the slug, and the socket decides", async () => {
      const { check } = await run([], { PLUGS_TEST_ALPHA_URL: world.devnet.chains["beta"]!.rpcUrl })
      expect(check("network", "alpha")).to.include({ status: "warning" })
      expect(check("network", "alpha").mend).to.contain("chainId: 41002 in config.networks.alpha")
      expect(check("socket", "alpha")).to.include({ status: "failed" })
      expect(check("socket", "alpha").says).to.match(/ 41002\b.* 41001\b/)
    })

    it("whose node does not answer has failed, and the others are checked", async () => {
      const away = `http://127.0.0.1:${await freePort()}/v2/aSecretPath`
      const { check, stdout } = await run([], { PLUGS_TEST_NETWORKS: network(away) })
      expect(check("network", "alpha")).to.include({ status: "failed" })
      expect(check("network", "alpha").says).to.contain("refused")
      expect(check("network", "beta").status).to.equal("ok")
      expect(stdout).to.not.contain("aSecretPath")
    })

    it("whose node answers with something else than numbers has failed, with what it answered", async () => {
      for (const result of variants(["garbage", null], 1)) {
        await using node = await startHostileServer(answerJson({ jsonrpc: "2.0", id: 1, result }))
        const { check } = await run([], { PLUGS_TEST_NETWORKS: network(node.url) })
        expect(check("network", "alpha")).to.include({ status: "failed" })
        expect(check("network", "alpha").says).to.contain(`malformed: ${JSON.stringify(result)}`)
      }
    })
  })

  describe("a socket", () => {
    const own = (chain: object) => ({ PLUGS_TEST_OWN_CHAINS: JSON.stringify({ alpha: chain }) })

    deepIt("without code, of another slug, or that is another contract has failed", async () => {
      const withoutCode = await run([], own({ slug: 41001, socket: nobody }))
      expect(withoutCode.check("socket", "alpha")).to.include({ status: "failed" })
      expect(withoutCode.check("socket", "alpha").says).to.contain(nobody)

      const otherSlug = await run([], own({ slug: 42, socket: devnetSocket }))
      expect(otherSlug.check("socket", "alpha")).to.include({ status: "failed" })
      expect(otherSlug.check("socket", "alpha").says).to.match(/ 41001\b.* 42\b/)

      const noSocket = await run([], own({ slug: 41001, socket: world.counters.alpha }))
      expect(noSocket.check("socket", "alpha")).to.include({ status: "failed" })

      const none = await run([], own({ slug: 41001 }))
      expect(none.check("socket", "alpha")).to.include({ status: "failed" })
      expect(none.check("socket", "alpha").mend).to.be.a("string")
    })
  })

  describe("an account", () => {
    deepIt(
      "without funds has failed, is a warning where nothing is sent from, and is well once it is funded",
      async () => {
        const key = generatePrivateKey()
        const { address } = privateKeyToAccount(key)
        const env = { PLUGS_TEST_NETWORKS: network(alphaUrl(), { accounts: [key] }) }
        const poor = await run(["Counter"], { ...env, PLUGS_TEST_CONTRACTS: contracts })
        expect(poor.code).to.equal(2)
        expect(poor.check("account", "alpha")).to.include({ status: "failed" })
        expect(poor.stdout).to.not.contain(key.slice(2))
        const [, amount = ""] = /Send at least ([\d.]+) ETH to (0x\w{40}) on alpha/.exec(
          poor.check("account", "alpha").mend!,
        )!
        expect(poor.check("account", "alpha").mend).to.contain(address)

        if (!isDeep) return
        expect((await run(["--from", "beta"], env)).check("account", "alpha").status).to.equal("warning")

        await world.devnet.chains["alpha"]!.testClient.setBalance({ address, value: parseEther(amount) })
        const funded = await run(["Counter"], { ...env, PLUGS_TEST_CONTRACTS: contracts })
        expect(funded.check("account", "alpha"), amount).to.include({ status: "ok" })
      },
    )

    deepIt("that is not there is a warning: reading needs none", async () => {
      const { code, check } = await run([], { PLUGS_TEST_NETWORKS: network(alphaUrl(), { accounts: [] }) })
      expect(code).to.equal(0)
      expect(check("account", "alpha")).to.include({ status: "warning" })
    })

    it("whose variable is not set keeps the network from being reached, with the variable's name", async () => {
      const accounts = [{ _type: "ConfigurationVariable", name: "DOCTOR_TEST_KEY" }]
      const { check } = await run([], { PLUGS_TEST_NETWORKS: network(alphaUrl(), { accounts }) })
      expect(check("network", "alpha").says).to.contain("DOCTOR_TEST_KEY")
      expect(check("network", "alpha").mend).to.contain("npx hardhat keystore set DOCTOR_TEST_KEY")
    })
  })

  describe("the machine's clock", () => {
    const shifted = async (ms: number) => {
      const clock = { ...systemClock, wallTime: () => Date.now() + ms }
      return await examine([], { port: world.port, clock })
    }

    it("that is behind the chains and the APIs is a warning", async () => {
      const { code, check } = await shifted(-3_600_000)
      expect(code).to.equal(0)
      expect(check("chain-clock", "alpha")).to.include({ status: "warning" })
      for (const api of ["messaging", "gateway", "swap"]) {
        expect(check("api-clock", api)).to.include({ status: "warning" })
        expect(check("api-clock", api).says).to.match(/1 h 00 min behind|59 min 5\d s behind/)
        expect(check("api-clock", api).mend).to.be.a("string")
      }
    })

    deepIt("that is ahead of the APIs is a warning, and old blocks of a local chain say nothing", async () => {
      const { check } = await shifted(3_600_000)
      expect(check("api-clock", "swap").says).to.contain("ahead of")
      expect(check("chain-clock", "alpha").status).to.equal("ok")
    })
  })

  it("says nothing more once it is interrupted, and ends with 130", async () => {
    await using silent = await startHostileServer(stallBeforeHeaders())
    await using running = startCommand(["plugs", "doctor"], options({ PLUGS_TEST_NETWORKS: network(silent.url) }))
    while (silent.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    running.interrupt()
    const { code, stdout } = await running.ended
    expect({ code, stdout }).to.deep.equal({ code: 130, stdout: "" })
  })
})
