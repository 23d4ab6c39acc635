import { readdir, readFile, truncate, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Address } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import type { PathTrust } from "#extras/audit/src/trust/readTrust.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, isDeep, variants } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { expectHarmless, worstText } from "#test/fixtures/output/hostileText.js"
import { elementsOf, parseXml } from "#test/fixtures/output/parseXml.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"

describe("plugs trust", () => {
  let devnet: Devnet<string, false, false>
  let counters: Record<string, Address>
  let port: number
  let env: Record<string, string>
  before(async () => {
    devnet = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false })
    devnet.relay.pause()
    counters = await deployConnected(devnet, counterArtifact)
    port = Number(new URL(devnet.url).port)
    env = wiring("all")
  })
  after(() => devnet.stop())

  const wiring = (talk: unknown): Record<string, string> => ({
    PLUGS_TEST_WIRING: JSON.stringify({ counters: { contracts: counters, talk } }),
    PLUGS_TEST_CONTRACTS: JSON.stringify({ Counter: counters }),
  })
  const run = (...args: string[]) => runCommand(["plugs", "trust", ...args], { port, env })
  const read = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args, "--json")
    expect(code, stderr).to.equal(0)
    return (JSON.parse(stdout) as { paths: (PathTrust & { dstPlug: Address; application: string | null })[] }).paths
  }

  /** What is read of the wiring, once for all tests. */
  let wired: ReturnType<typeof read> | undefined
  const readWired = () => (wired ??= read())

  it("answers first, then shows the keys of each power, and what would be better, in 80 columns", async () => {
    const terminal = { isTTY: true, columns: 80, env: { NO_COLOR: "1" } }
    const { code, stdout, stderr } = await runCommand(["plugs", "trust"], { port, env, terminal })
    expectGoldenCommand("plugs/trust", await run("--json"))
    expect(code).to.equal(0)
    expectGoldenCommand("plugs/trust", { code, stdout, stderr })
    const wide = stdout.split("\n").filter((line) => line.length > 80 && !line.includes("npx "))
    expect(wide).to.deep.equal([])
  })

  deepIt("reads both directions of every connection of the wiring", async () => {
    const paths = await readWired()
    expect(paths.map(({ application, dstPlug }) => [application, dstPlug])).to.deep.equal([
      ["counters", counters["alpha"]],
      ["counters", counters["beta"]],
    ])
    for (const { powers, weaknesses, notWhole, unread } of paths) {
      const owner = powers.find(({ code }) => code === "FORGE_BY_CONNECTING")
      expect(owner?.keys).to.have.lengthOf(1)
      const waiting = powers.find(({ code }) => code === "FORGE_BY_TIMEOUT")
      expect([waiting?.keys.length, waiting?.seconds]).to.deep.equal([2, "7200"])
      expect(waiting?.stoppedBy).to.not.deep.equal([])
      expect(weaknesses.map(({ name }) => name)).to.deep.equal(["ONE_WATCHER", "OWNER_IS_KEY"])
      expect([notWhole, unread]).to.deep.equal([[], []])
    }
  })

  it("finds the contracts that the wiring names, each on its own chain, and says which has no such name", async () => {
    const named = async (alpha: string, beta: string) => {
      const own = { ...env, PLUGS_TEST_WIRING: JSON.stringify({ counters: { contracts: { alpha, beta } } }) }
      return await runCommand(["plugs", "trust", "--json"], { port, env: own })
    }
    const { code, stdout, stderr } = await named("Counter", "Counter")
    expect(code, stderr).to.equal(0)
    const { paths } = JSON.parse(stdout) as { paths: { dstPlug: Address }[] }
    expect(paths.map(({ dstPlug }) => dstPlug)).to.deep.equal([counters["alpha"], counters["beta"]])
    expect((await named("Counter", "Nobody")).error?.facts).to.include({ argument: "wiring: contract on beta" })
  })

  deepIt("reads the paths of a plug that is named, by name or by address", async () => {
    const [toAlpha, toBeta] = (await readWired()).map((path) => ({ ...path, application: null }))
    for (const plug of variants(["Counter@beta", `${counters["beta"]}@beta`], 1)) {
      expect(await read(plug)).to.deep.equal([toBeta, toAlpha])
    }
  })

  it("refuses a project without a wiring, a contract that is no plug, one that is connected to nobody, and no chain", async () => {
    const refused = async (args: readonly string[], own = env) =>
      (await runCommand(["plugs", "trust", ...args], { port, env: own })).error
    expect((await refused([], {}))?.facts).to.include({ argument: "--file" })
    expect((await refused(["Counter@beta", "--file", "any.json"]))?.facts).to.include({ argument: "--file" })
    const { contracts, walletClient } = devnet.chains["beta"]!
    expect((await refused([`${contracts.transmitManager}@beta`]))?.code).to.equal("INVALID_INPUT")
    expect((await refused([`${walletClient.account.address}@beta`]))?.facts).to.include({ argument: "plugs" })
    const nowhere = await refused([walletClient.account.address])
    expect(nowhere?.facts).to.include({ argument: "plugs" })
    expect(nowhere?.next).to.contain(`${walletClient.account.address}@alpha`)
    const elsewhere = await refused([walletClient.account.address], { PLUGS_TEST_CHAINS: "red,blue" })
    expect(elsewhere?.next).to.contain(`${walletClient.account.address}@red`)
    const noPlug = { counters: { contracts: { ...counters, beta: walletClient.account.address } } }
    const wrong = { PLUGS_TEST_WIRING: JSON.stringify(noPlug) }
    expect((await refused([], wrong))?.code).to.equal("WRONG_CONTRACT")
  })

  it("says which chain was not read, and of the others what follows without it", async () => {
    const own = { ...env, PLUGS_TEST_ALPHA_URL: "http://127.0.0.1:1" }
    const { code, stdout, stderr } = await runCommand(["plugs", "trust", "--json"], { port, env: own })
    expect(stderr).to.contain("alpha was not read")
    const { paths, notRead } = JSON.parse(stdout) as {
      paths: (PathTrust & { dstChainName: string })[]
      notRead: { name: string }[]
    }
    expect([code, notRead.map(({ name }) => name)]).to.deep.equal([1, ["alpha"]])
    expect(paths.map(({ dstChainName }) => dstChainName)).to.deep.equal(["beta"])
    expect(paths[0]?.notWhole).to.include("FORGE_BY_SOURCE_GOVERNANCE")
    expect(paths[0]?.powers.map(({ code: way }) => way)).to.include("FORGE_BY_TIMEOUT")
  })

  it("checks the policy of the configuration, and ends with 2 where a path breaks it", async () => {
    const check = async (trust: object) => {
      const own = { ...env, PLUGS_TEST_TRUST: JSON.stringify(trust) }
      const { code, stdout } = await runCommand(["plugs", "trust", "--check", "--json"], { port, env: own })
      const { breaches } = JSON.parse(stdout) as { breaches: { rule: string }[] }
      return { code, rules: breaches.map(({ rule }) => rule) }
    }
    const unsafe = { rule: "OWNER_NOT_SAFE", reason: "a test", until: "2999-01-31" }
    const early = Array<string>(2).fill("UNWATCHED_TOO_SOON")
    const weak = { leastSafeSigners: 2, leastSecondsUnwatched: 7_201, exceptions: [unsafe] }
    expect(await check(weak)).to.deep.equal({ code: 2, rules: early })
    expect(await check({ ...weak, leastSecondsUnwatched: 7_200 })).to.deep.equal({ code: 0, rules: [] })
    const own = { ...env, PLUGS_TEST_TRUST: JSON.stringify(weak) }
    const shown = await runCommand(["plugs", "trust", "--check"], { port, env: own })
    expect([shown.code, [...(shown.stdout.match(/UNWATCHED_TOO_SOON/g) ?? [])]]).to.deep.equal([2, early])
    expectGoldenCommand("plugs/trust-check", shown)
  })

  it("writes what the applications rest on as an image in one step, and replaces only one of its own", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "trust.svg")
    expect((await run("--graph", file)).code).to.equal(0)
    if (isDeep) expect((await run("--graph", file)).code).to.equal(0)
    const root = parseXml(await readFile(file, "utf8"))
    const titles = elementsOf(root, "title").map(({ text }) => text)
    expect(titles).to.include("Counter, plug on beta: one key can forge its messages")
    expect(await readdir(folder.path)).to.deep.equal(["trust.svg"])
    await writeFile(file, "<svg/>")
    expect((await run("--graph", file)).error?.facts).to.include({ argument: "--graph" })
    expect(await readFile(file, "utf8")).to.equal("<svg/>")
  })

  it("refuses to check without a policy, and one with a rule that is none", async () => {
    for (const flags of [[], ["--json"]])
      expectGoldenCommand("plugs/trust-without-policy", await run("--check", ...flags))
    for (const wrong of [{ rule: "NO_RULE" }, { rule: "FEW_KEYS_FORGE", way: "NO_WAY" }]) {
      const trust = { exceptions: [{ ...wrong, reason: "a test", until: "2999-01-31" }] }
      const own = { ...env, PLUGS_TEST_TRUST: JSON.stringify(trust) }
      const { error } = await runCommand(["plugs", "trust", "--check"], { port, env: own })
      expect(error?.facts).to.include({ argument: "plugs.trust" })
      expect(error?.message).to.contain(wrong.way ?? wrong.rule)
    }
  })

  it("shows as Markdown what became worse since a baseline, and refuses a file that is none", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "trust.json")
    const now = await readWired()
    if (isDeep) {
      await writeFile(file, JSON.stringify({ schemaVersion: 1, paths: now }))
      expect((await run("--baseline", file)).stdout.trim().split("\n")).to.have.lengthOf(1)
    }
    // Names that mean something to JavaScript are names like others.
    const stranger = { ...now[0]!, srcChainName: "a", dstChainName: "__proto__", powers: [], weaknesses: [] }
    const paths = [...now.map((path) => ({ ...path, weaknesses: [] })), stranger]
    await writeFile(file, JSON.stringify({ schemaVersion: 1, paths }))
    const { code, stdout } = await run("--baseline", file)
    expect([code, stdout.includes("a → __proto__")]).to.deep.equal([0, true])
    const worse = /^\| \*\*worse\*\* \| .* \| `(?:ONE_WATCHER|OWNER_IS_KEY)` \| - \| yes \|$/gm
    expect(stdout.match(worse)).to.have.lengthOf(4)
    await writeFile(file, JSON.stringify({ schemaVersion: 1, paths: [{ srcChainName: "a | b" }] }))
    expect((await run("--baseline", file)).error?.facts).to.include({ argument: "--baseline" })
    expect((await run("--baseline", path.join(folder.path, "none.json"))).error?.facts).to.include({
      argument: "--baseline",
    })
  })

  it("refuses a baseline of a stranger that is huge, nested, no file, or full of escapes, without showing it", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "trust.json")
    const refusedFor = async (text: string) => {
      await writeFile(file, text)
      const { error, stdout, stderr } = await run("--baseline", file)
      expectHarmless(`${stdout}${stderr}`)
      expect(error?.facts).to.include({ argument: "--baseline" })
    }
    await refusedFor("[".repeat(1_000_000))
    await refusedFor(`{"\u001b[2J": "${worstText.replace(/["\\]/g, "")}"`)
    await refusedFor('{"schemaVersion":1,"__proto__":{"paths":[]},"constructor":{"paths":[]}}')
    const stranger = {
      dstPlug: counters["beta"],
      powers: [],
      weaknesses: [],
      notWhole: [],
      srcChainName: "a",
      dstChainName: "__proto__",
    }
    await refusedFor(JSON.stringify({ schemaVersion: 1, paths: [{ ...stranger, dstChainName: "a | <b>" }] }))
    await truncate(file, 200 * 1024 * 1024)
    expect((await run("--baseline", file)).error?.facts).to.include({ argument: "--baseline" })
    expect((await run("--baseline", folder.path)).error?.facts).to.include({ argument: "--baseline" })
  })
})
