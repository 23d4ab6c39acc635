import { readFile, truncate, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, encodeFunctionData, getAddress } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import type { Judgement } from "#extras/audit/src/judging/judgeBatches.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { plugAbi } from "#src/messaging/onchain/abi.js"
import type { SafeBatch } from "#src/messaging/wiring/handover/createSafeBatches.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { rememberChains } from "#test/fixtures/servers/nodes/rememberingDoor.js"
import { becomeSafe, knownSafes } from "#test/fixtures/worlds/messaging/becomeSafe.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

const safe = getAddress("0x5afe000000000000000000000000000000005afe")
const thief = getAddress("0xbad0000000000000000000000000000000000bad")

describe("plugs judge", () => {
  let devnet: Devnet<string, false, false>
  let plugs: Record<string, Address>
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let env: Record<string, string>
  let port: number
  let honest: SafeBatch
  const opened = new Disposables()
  before(async () => {
    ;[devnet, folder] = await Promise.all([
      startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false }),
      temporaryFolder(),
    ])
    devnet.relay.pause()
    port = Number(new URL(devnet.url).port)
    plugs = {}
    for (const chain of Object.values(devnet.chains)) {
      await becomeSafe(chain, safe, { nonce: 32n })
      plugs[chain.name] = await deploy(chain, counterArtifact, [chain.contracts.socket, safe])
    }
    env = {
      ...(await rememberChains(Object.values(devnet.chains), opened)),
      PLUGS_TEST_CHAINS: "alpha,beta",
      PLUGS_TEST_WIRING: JSON.stringify({ counters: { contracts: plugs } }),
      PLUGS_TEST_CONTRACTS: JSON.stringify({ Counter: plugs }),
      ...knownSafes(32n),
    }
    await runCommand(["messaging", "wire", "--safe", place("wiring.json")], { port, env })
    honest = JSON.parse(await readFile(place("wiring.alpha.json"), "utf8")) as SafeBatch
  })
  after(async () => {
    await opened[Symbol.asyncDispose]()
    await devnet.stop()
    await folder[Symbol.asyncDispose]()
  })

  const place = (name: string): string => path.join(folder.path, name)
  const judge = async (batch: unknown, args: readonly string[] = [], own: Record<string, string> = env) => {
    await writeFile(place("batch.json"), typeof batch === "string" ? batch : JSON.stringify(batch))
    return await judgeFile("batch.json", args, own)
  }
  const judgeFile = (name: string, args: readonly string[] = [], own: Record<string, string> = env) => {
    const terminal = { isTTY: true, columns: 80, env: { NO_COLOR: "1" } }
    return runCommand(["plugs", "judge", place(name), ...args], { port, env: own, terminal })
  }
  const sentBy = async (name: string) => {
    const { publicClient } = devnet.chains[name]!
    return [await publicClient.getBlockNumber(), await publicClient.getTransactionCount({ address: safe })]
  }

  deepIt(
    "finds nothing in a file of messaging wire, sends nothing, and shows the hashes of the Safe, in 80 columns",
    async () => {
      const before = await sentBy("alpha")
      const ended = await judgeFile("wiring.alpha.json")
      const { code, stdout } = ended
      expect(code, stdout).to.equal(0)
      expectGoldenCommand("plugs/judge-nothing", ended)
      expectGoldenCommand("plugs/judge-nothing", await judgeFile("wiring.alpha.json", ["--json"]))
      expect(stdout.split("\n").slice(0, 2)).to.deep.equal([
        "Not the whole wiring: 1 of 2 changes is left: counters beta → alpha.",
        "The batch does what the wiring says, and nothing else.",
      ])
      expect(stdout)
        .to.contain("1 made, 1 left")
        .and.to.contain("nonce 32")
        .and.to.match(/safeTxHash {2}0x[0-9a-f]{64}/)
      expect(stdout.split("\n").filter((line) => line.length > 80)).to.deep.equal([])
      expect(await sentBy("alpha")).to.deep.equal(before)
    },
  )

  deepIt("ends with 2 where a file was changed, and keeps in JSON what it cannot decode", async () => {
    const data = encodeFunctionData({ abi: plugAbi, functionName: "transferOwnership", args: [thief] })
    const hidden = { to: safe, value: "0", data: "0xdeadbeef" }
    const transactions = [...honest.transactions, { to: plugs["alpha"], value: "0", data }, hidden]
    expectGoldenCommand("plugs/judge-beyond", await judge({ ...honest, transactions }, ["--nonce", "40"]))
    const ended = await judge({ ...honest, transactions }, ["--json", "--nonce", "40"])
    const { code, stdout } = ended
    const { findings, batches, verdict } = JSON.parse(stdout) as Pick<Judgement, "findings" | "verdict"> & {
      batches: { notes: string[]; calls: { data: string; signature: string | null; problem: string | null }[] }[]
    }
    expect([code, verdict]).to.deep.equal([2, "beyond"])
    expectGoldenCommand("plugs/judge-beyond", ended)
    expect(findings.map(({ name, number }) => `${name} ${number}`)).to.deep.equal([
      "UNDECODED 3",
      "OWNER 2",
      "STORAGE 2",
      "NO_EFFECT 3",
    ])
    expect(batches[0]?.notes).to.have.lengthOf(1)
    expect(batches[0]?.calls.map(({ signature }) => signature?.split("(")[0])).to.deep.equal([
      ...["connect", "transferOwnership", undefined],
    ])
    expect(batches[0]?.calls[2])
      .to.include({ data: "0xdeadbeef" })
      .and.to.have.property("problem")
      .that.contains("0xdeadbeef")
  })

  // Forks take seconds.
  deepIt("reads transactions of several chains, encodes methods, and escapes what a terminal would obey", async () => {
    const hostile = { name: "con\u001b[2Knect", inputs: [], payable: false }
    const inputs = ["uint32", "address", "address"].map((type, index) => ({ name: `a${index}`, type }))
    const switchboard = devnet.chains["beta"]!.contracts.switchboard
    const values = { a0: String(devnet.chains["alpha"]!.slug), a1: plugs["alpha"], a2: switchboard }
    const { code, stdout } = await judge([
      { chain: "alpha", from: safe, ...honest.transactions[0], contractMethod: hostile },
      {
        ...{ chainId: devnet.chains["beta"]!.chainId, from: safe, to: plugs["beta"], data: null },
        ...{ contractMethod: { name: "connect", inputs, payable: false }, contractInputsValues: values },
      },
    ])
    expect(code).to.equal(2)
    expect(stdout).to.contain("2 made, 0 left").and.to.contain("MISLEADING, call 1 on alpha")

    expect(stdout).to.not.contain("\u001b")
  })

  // Forks take seconds.
  deepIt(
    "judges all files of a rollout together: a table with what each Safe signs, and a verdict on each",
    async () => {
      const judgeAll = (names: readonly string[], args: readonly string[], columns: number) => {
        const terminal = { isTTY: true, columns, env: { NO_COLOR: "1" } }
        return runCommand(["plugs", "judge", ...names.map(place), ...args], { port, env, terminal })
      }
      const rollout = ["wiring.alpha.json", "wiring.beta.json"]
      const whole = await judgeAll(rollout, [], 300)
      expectGoldenCommand("plugs/judge-rollout", whole)
      const { stdout } = whole
      expect(stdout)
        .to.contain("The batches do what the wiring says, and nothing else.")
        .and.to.contain("2 made, 0 left")
      for (const path of ["alpha → beta", "beta → alpha"])
        expect(stdout).to.match(new RegExp(`counters ${path}: sent for \\d+ wei, arrived`))
      type Printed = {
        verdict: string
        batches: { verdict: string; file: string; hashes: { nonce: string; messageHash: string } }[]
      }
      const read = (text: string) => JSON.parse(text) as Printed
      const { batches } = read((await judgeAll(rollout, ["--json"], 80)).stdout)
      expect(batches.map(({ file, verdict, hashes }) => [path.basename(file), verdict, hashes.nonce])).to.deep.equal([
        ["wiring.alpha.json", "as wired", "32"],
        ["wiring.beta.json", "as wired", "32"],
      ])
      // Whole in a window that is too narrow for a row of it.
      const narrow = await judgeAll(rollout, [], 80)
      for (const { hashes } of batches) expect(narrow.stdout.split(hashes.messageHash)).to.have.lengthOf(3)

      const data = encodeFunctionData({ abi: plugAbi, functionName: "transferOwnership", args: [thief] })
      const transactions = [...honest.transactions, { to: plugs["alpha"], value: "0", data }]
      await writeFile(place("taken.json"), JSON.stringify({ ...honest, transactions }))
      const taken = await judgeAll(["wiring.beta.json", "taken.json"], ["--json"], 80)
      const judged = read(taken.stdout)
      expect([taken.code, judged.verdict, judged.batches.map(({ verdict }) => verdict)]).to.deep.equal([
        ...[2, "beyond", ["as wired", "beyond"]],
      ])
    },
  )

  deepIt("says what is not judged where a chain cannot be copied", async () => {
    const { code, stdout } = await judgeFile("wiring.beta.json", [], {
      ...env,
      PLUGS_TEST_NETWORKS: JSON.stringify({ alpha: { type: "http", url: "http://127.0.0.1:1" } }),
    })
    expect(code, stdout).to.equal(1)
    expect(stdout).to.contain("Nothing was found, and not everything could be judged.")
    expect(stdout).to.contain("Not judged: the wiring of alpha")
    expect(stdout.replace(/\s+/g, " ")).to.match(
      /counters beta → alpha: sent for \d+ wei, unverified: there is no copy of alpha\./,
    )
  })

  it("refuses what is no batch, a chain that the project does not have, and a project without a wiring", async () => {
    const refused = async (ended: ReturnType<typeof judge>) => {
      const { code, error } = await ended
      return [code, error?.code, error?.facts["argument"]]
    }
    const noBatch = [1, "INVALID_INPUT", "batch"]
    expect(await refused(judge("{"))).to.deep.equal(noBatch)
    expect(await refused(judge({ wiring: {} }))).to.deep.equal(noBatch)
    expect(await refused(judgeFile("none.json"))).to.deep.equal(noBatch)
    for (const flags of [[], ["--json"]])
      // Where its line is broken depends on the length of the folder's name.
      expectGoldenCommand("plugs/judge-refused", await judgeFile("none.json", flags), { replaced: [[/\n {2}/g, " "]] })
    expect(await refused(judgeFile("."))).to.deep.equal(noBatch)
    await writeFile(place("huge.json"), "")
    await truncate(place("huge.json"), 9 * 2 ** 20)
    expect(await refused(judgeFile("huge.json"))).to.deep.equal(noBatch)
    expect(await refused(judge({ ...honest, chainId: "1" }))).to.deep.equal([1, "INVALID_INPUT", "batch.chainId"])
    const method = { name: "connect", inputs: [{ name: "__proto__", type: "address" }] }
    const odd = { ...honest, transactions: [{ to: safe, contractMethod: method, contractInputsValues: {} }] }
    expect((await refused(judge(odd)))[2]).to.equal("batch.transactions[0].contractMethod")
    expect((await refused(judge(honest, ["--nonce", "-1"])))[2]).to.equal("--nonce")
    expect((await refused(judge(honest, ["--account", "0x12"])))[2]).to.equal("--account")
    expect(await refused(judge(honest, [], {}))).to.deep.equal([1, "INVALID_INPUT", "--file"])
  })
})
