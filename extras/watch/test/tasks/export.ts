import { readdir, readFile, stat, writeFile } from "node:fs/promises"
import path from "node:path"
import { DatabaseSync } from "node:sqlite"

import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import type { Hex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { exportedColumns, type ExportedMessage } from "#extras/watch/src/store/exportedMessages.js"
import { writeMessages } from "#extras/watch/tasks/export.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { startCommand } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { wrongJsonIn } from "#test/fixtures/output/printedJson.js"
import { createRpcDoor, type RpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { send } from "#test/fixtures/worlds/messaging/plugs.js"

describe("hardhat messaging export", function () {
  let world: DevnetWorld
  let door: RpcDoor
  let project: Awaited<ReturnType<typeof temporaryProject>>
  let sent: { readonly alpha: Hex; readonly beta: Hex; readonly stopped: Hex }
  before(async () => {
    world = await createDevnetWorld()
    door = await createRpcDoor(world.devnet.chains["alpha"]!.rpcUrl)
    const alpha = await add("alpha", 41002, "EXECUTION_SUCCESS")
    const beta = await add("beta", 41001, "EXECUTION_SUCCESS")
    world.devnet.relay.pause("propose")
    sent = { alpha, beta, stopped: await add("alpha", 41003, "SEALED") }
  })
  beforeEach(async () => {
    project = await temporaryProject()
  })
  afterEach(async () => {
    door.release()
    await project[Symbol.asyncDispose]()
  })
  after(async () => {
    await door[Symbol.asyncDispose]()
    await world.devnet.stop()
  })

  async function add(from: "alpha" | "beta", to: number, until: string): Promise<Hex> {
    const call = { address: world.counters[from], abi: counterArtifact.abi, functionName: "add", args: [to, 1n] }
    const hash = await send(world.devnet.chains[from]!, call)
    const { slug } = world.devnet.chains[from]!
    await eventually(() => Promise.resolve(world.devnet.messagesFromTx(slug, hash)[0]?.status === until))
    return hash
  }

  const start = (options: readonly string[], contracts: object = world.counters) =>
    startCommand(["messaging", "export", ...options], {
      port: world.port,
      env: {
        PLUGS_TEST_ROOT: project.path,
        PLUGS_TEST_ALPHA_URL: door.url,
        PLUGS_TEST_WIRING: JSON.stringify({ application: { contracts } }),
      },
    })
  const run = async (options: readonly string[], contracts?: object) => await start(options, contracts).ended
  const rows = async (...options: string[]) => {
    const { code, events, stderr } = await run(options)
    expect(code, stderr).to.equal(0)
    return events
  }
  const hashesOf = (messages: readonly Record<string, unknown>[]) => messages.map(({ outboundTx }) => outboundTx)
  const names = exportedColumns.map(([name]) => name)
  const at = (name: string): string => path.join(project.path, name)
  const exported = async (): Promise<string[]> =>
    (await readdir(project.path)).filter((name) => name.startsWith("messages"))

  deepIt("writes what the chains show of each message, on lines that are as the schema says", async () => {
    const { stdout, stderr, events } = await run(["--since", "0"])
    expect(wrongJsonIn(stdout, "messaging export")).to.deep.equal([])
    expect(Object.keys(events[0]!)).to.deep.equal(["schemaVersion", ...names])
    expect(hashesOf(events)).to.have.members(Object.values(sent))
    const { outbound } = world.devnet.messagesFromTx(41001, sent.alpha)[0]!
    const delivered = events.find(({ outboundTx }) => outboundTx === sent.alpha)!
    expect(delivered).to.include({
      ...{ messageId: outbound.messageId, packedMessage: outbound.packedMessage, payload: outbound.payload },
      ...{ status: "EXECUTION_SUCCESS", srcChainSlug: 41001, dstChainSlug: 41002, srcPlug: outbound.srcPlug },
    })
    const { fees } = outbound
    expect(delivered["fee"]).to.equal(String(fees.executionFee + fees.switchboardFees + fees.transmissionFees))
    const { publicClient } = world.devnet.chains["beta"]!
    const hash = delivered["executionTxHash"] as Hex
    const { blockNumber, logs } = await publicClient.getTransactionReceipt({ hash })
    expect(logs.map(({ data }) => data)).to.include(outbound.messageId)
    const { timestamp } = await publicClient.getBlock({ blockNumber })
    expect(delivered).to.include({ executionBlock: Number(blockNumber), executedAt: Number(timestamp) * 1_000 })
    // A devnet's chain is ahead by a second for each block that it mines within one.
    const times = ["sentAt", "sealedAt", "proposedAt", "attestedAt", "executedAt"].map((name) => delivered[name])
    const ofEachChain = [times.slice(0, 2), times.slice(2)]
    expect(ofEachChain).to.deep.equal(ofEachChain.map((own) => [...own].sort()))
    expect(events.find(({ outboundTx }) => outboundTx === sent.stopped)).to.include({
      ...{ status: "SEALED", proposeTx: null, proposedAt: null, attestTx: null, executionTxHash: null },
    })
    expect(stderr).to.match(/^3 messages, read up to alpha block \d+, /)
  })

  deepIt("writes the same as CSV and as a database, to files that only their owner reads", async () => {
    const lines = await rows("--since", "0")
    const values = lines.map((line) => Object.fromEntries(names.map((name) => [name, line[name]])))
    const told = await run(["--since", "0", "--output", at("messages.csv"), "--json"])
    expect(JSON.parse(told.stdout)).to.include({ format: "csv", messages: 3, file: at("messages.csv") })
    expectGoldenCommand("messaging/export-to-file", told)
    const csv = await readFile(at("messages.csv"), "utf8")
    expect(csv.trimEnd().split("\n")).to.deep.equal(
      [names, ...values.map((row) => Object.values(row))].map((cells) => cells.join(",")),
    )
    // Nothing that a spreadsheet computes, or that would have to be quoted.
    expect(csv.split(/[,\n]/).filter((cell) => !/^\w*$/.test(cell))).to.deep.equal([])
    expect(await rows("--since", "0", "--output", at("messages.sqlite"))).to.deep.equal([])
    using database = new DatabaseSync(at("messages.sqlite"), { readOnly: true })
    const stored = database.prepare("SELECT * FROM messages ORDER BY rowid").all()
    expect(stored.map((row) => ({ ...row }))).to.deep.equal(values)
    expect({ ...database.prepare("PRAGMA user_version").get() }).to.deep.equal({ user_version: 1 })
    expect(await exported()).to.have.members(["messages.csv", "messages.sqlite"])
    if (process.platform !== "win32") expect((await stat(at("messages.sqlite"))).mode & 0o777).to.equal(0o600)
  })

  deepIt("begins with a time, or with a block of one chain, which is a moment on the others", async () => {
    const { publicClient } = world.devnet.chains["alpha"]!
    const { blockNumber } = await publicClient.getTransactionReceipt({ hash: sent.stopped })
    const { timestamp } = await publicClient.getBlock({ blockNumber })
    const since = new Date(Number(timestamp) * 1_000).toISOString()
    expect(hashesOf(await rows("--since", since))).to.include(sent.stopped)
    const fromBlock = hashesOf(await rows("--since", `${blockNumber}@alpha`))
    expect(fromBlock).to.include(sent.stopped).and.not.to.include(sent.alpha)
  })

  deepIt("writes nothing but the names of columns where there is no message", async () => {
    const named = ["--since", "0", "--plug", `${world.moody.gamma}@gamma`]
    expect((await run([...named, "--format", "csv"])).stdout).to.equal(`${names.join(",")}\n`)
    expect((await run([...named, "--output", at("messages.sqlite")])).code).to.equal(0)
    using database = new DatabaseSync(at("messages.sqlite"), { readOnly: true })
    expect(database.prepare("SELECT * FROM messages").all()).to.deep.equal([])
  })

  deepIt("says which option is wrong, and leaves a file as it is", async () => {
    await writeFile(at("messages.csv"), "mine")
    const wrong: readonly (readonly [argument: string, ...options: string[]])[] = [
      ["--since", "--since", "999999@alpha"],
      ["--plug", "--since", "0", "--plug", "Nowhere"],
      ["--output", "--since", "0", "--output", at("nowhere/messages.csv")],
      ["--output", "--since", "0", "--output", at("messages.csv")],
    ]
    for (const [argument, ...options] of wrong) {
      const { code, error } = await run(options)
      expect([code, error?.code, error?.facts["argument"]], options.join(" ")).to.deep.equal([
        1,
        "INVALID_INPUT",
        argument,
      ])
    }
    expect(await readFile(at("messages.csv"), "utf8")).to.equal("mine")
    expect((await run(["--since", "0", "--output", at("messages.csv"), "--force"])).code).to.equal(0)
    expect(await readFile(at("messages.csv"), "utf8")).to.match(/^messageId,/)
    expect(await exported()).to.deep.equal(["messages.csv"])
  })

  for (const [says, code, spoil] of [
    ["forgets logs", "FALSE_LOGS", (method: string, result: unknown) => (method === "eth_getLogs" ? [] : result)],
    [
      "has no newest block",
      "NODE_FAILED",
      (method: string, result: unknown) => (method === "eth_getBlockByNumber" ? null : result),
    ],
    ["gives no logs", "NODE_FAILED", (method: string, result: unknown) => (method === "eth_getLogs" ? null : result)],
  ] as const) {
    it(`exports nothing where a node ${says}`, async () => {
      door.rewrite(spoil)
      const { code: exitCode, error } = await run(["--since", "0", "--output", at("messages.csv")])
      expect([exitCode, error?.code]).to.deep.equal([1, code])
      expect(await exported()).to.deep.equal([])
    })
  }

  it("says that a node has forgotten the blocks of the time", async () => {
    door.rewrite((method, result, [block]) => (method === "eth_getBlockByNumber" && Number(block) < 5 ? null : result))
    const { code, error } = await run(["--since", "2026-01-01"])
    expect([code, error?.code]).to.deep.equal([1, "NODE_FAILED"])
  })

  it("keeps nothing beside a database that it writes, which a full disk would leave there", async () => {
    const [message] = await rows("--since", "0")
    async function* messages() {
      const row = Object.fromEntries(names.map((name) => [name, message![name]])) as ExportedMessage
      for (const messageId of ["1", "2"]) {
        yield await Promise.resolve({ ...row, messageId })
        expect(await exported()).to.deep.equal(["messages.sqlite"])
      }
    }
    expect(await writeMessages(at("messages.sqlite"), "sqlite", messages())).to.equal(2)
  })

  it("leaves no file when it is interrupted", async () => {
    const held = door.holdAt({ method: "eth_getLogs", times: 1, when: "before" })
    await using running = start(["--since", "0", "--output", at("messages.sqlite")])
    await held
    running.interrupt()
    expect((await running.ended).code).to.equal(130)
    expect(await exported()).to.deep.equal([])
  })
})
