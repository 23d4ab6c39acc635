import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"

import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { createLaterClock } from "#test/fixtures/clocks/laterClock.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { startCommand, type TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { startUnknowingApi } from "#test/fixtures/servers/unknowingApi.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { send } from "#test/fixtures/worlds/messaging/plugs.js"

type Row = {
  messageId: string
  status: string
  srcChainSlug: number
  srcPlug: string
  outboundTx: string
  account: string
}

describe("hardhat messaging list, and messaging track without a transaction", function () {
  let world: DevnetWorld
  let project: Awaited<ReturnType<typeof temporaryProject>>
  before(async () => {
    world = await createDevnetWorld()
  })
  beforeEach(async () => {
    project = await temporaryProject()
  })
  afterEach(async () => {
    world.devnet.relay.resume()
    await project[Symbol.asyncDispose]()
  })
  after(() => world.devnet.stop())

  const run = (args: readonly string[], { env, ...options }: TaskCommandOptions = {}): Promise<EndedCommand> =>
    world.run(args, { ...options, env: { PLUGS_TEST_ROOT: project.path, ...env } })
  const list = async (...options: string[]): Promise<Row[]> => {
    const { code, stdout, stderr } = await run(["messaging", "list", ...options, "--json"])
    expect(code, stderr).to.equal(0)
    return (JSON.parse(stdout) as { messages: Row[] }).messages
  }
  const sendTask = (from: "alpha" | "beta", to: string, ...more: string[]): string[] => {
    return ["messaging", "send", world.counters[from], "add(uint32,uint256)", to, "1", "--from", from, ...more]
  }

  it("lists the newest first with state and age, of all chains, or those that filters leave", async () => {
    const moody = {
      address: world.moody.alpha,
      abi: moodyPlugArtifact.abi,
      functionName: "send",
      args: [41002, "0x01"],
    }
    await send(world.devnet.chains["alpha"]!, moody)
    await run(sendTask("alpha", "beta", "--track"))
    world.devnet.relay.pause("seal")
    await run(sendTask("beta", "gamma"))
    const all = await list()
    expect(all.map(({ srcChainSlug }) => srcChainSlug)).to.include.members([41001, 41002])
    for (const flags of [[], ["--json"]]) {
      const listed = await run(["messaging", "list", "--chain", "beta", ...flags], {
        clock: createLaterClock(3_660_000),
      })
      expectGoldenCommand("messaging/list", listed)
    }
    const [waiting] = await list("--state", "received")
    expect(waiting).to.include({ srcChainSlug: 41002, srcPlug: world.counters.beta, status: "RECEIVED" })
    const counters = await list(world.counters.alpha, "--chain", "alpha")
    expect(counters.map(({ srcPlug }) => srcPlug)).to.deep.equal([world.counters.alpha])
    expect(counters[0]).to.include({ status: "EXECUTION_SUCCESS" })
    expect(await list("--limit", "1")).to.have.length(1)
    expect(await list("--account", all[0]!.account)).to.have.length(all.length)
    expect(await list("--account", world.counters.alpha)).to.deep.equal([])
    const { stdout } = await run(["messaging", "list", "--chain", "beta"])
    expect(stdout).to.match(
      /age +state +route +plug +transaction\n.* (s|min) +RECEIVED +beta → gamma +0x.*0x[0-9a-f]{64}\n/,
    )
  })

  it("stays a table in a window of 80 columns", async () => {
    const listing = startCommand(["messaging", "list"], {
      port: world.port,
      env: { PLUGS_TEST_ROOT: project.path },
      terminal: { isTTY: true, columns: 80, env: { NO_COLOR: "1" } },
    })
    const { stdout } = await listing.ended
    const lines = stdout.trimEnd().split("\n")
    expect(lines[0]).to.match(/age +state +route +plug +transaction/)
    for (const line of lines) expect(line).to.have.length.at.most(80)
  })

  it("reads states from the chains where the API does not know them, and says which chain is away", async () => {
    await using api = await startUnknowingApi()
    const env = { ...api.env, PLUGS_TEST_ROOT: project.path }
    const { code, stdout } = await run(["messaging", "list", "--chain", "alpha", "--json"], { env })
    expect(code).to.equal(0)
    const { messages } = JSON.parse(stdout) as { messages: Row[] }
    expect(messages.map(({ status }) => status)).to.include("EXECUTION_SUCCESS")
    const dead = { env: { PLUGS_TEST_ALPHA_URL: "http://127.0.0.1:9" } }
    const others = await run(["messaging", "list"], dead)
    expect(others.code).to.equal(0)
    expect(others.stderr).to.contain("alpha")
    for (const flags of [[], ["--json"]]) {
      const none = await run(["messaging", "list", "--chain", "alpha", ...flags], dead)
      expectGoldenCommand("messaging/list-unreachable", none)
    }
  })

  it("tracks the last that a task sent, on the chain that is asked for", async () => {
    await run(sendTask("alpha", "beta"))
    await run(sendTask("beta", "gamma"))
    const last = await run(["messaging", "track"])
    expect(last.code, last.stderr).to.equal(0)
    expect(last.stderr).to.match(/ 0x[0-9a-f]{64} on beta/)
    const ofAlpha = await run(["messaging", "track", "--from", "alpha"])
    expect(ofAlpha.stdout).to.match(/alpha → beta +EXECUTION_SUCCESS/)
    const none = await run(["messaging", "track", "--from", "gamma"])
    expect(none.code).to.equal(1)
    expect(none.error).to.include({ code: "INVALID_INPUT", argument: "id" })
    expect(none.stderr).to.contain("gamma")
  })

  deepIt("lists what was sent from here and lies before the blocks that are searched, once", async () => {
    await run(sendTask("alpha", "beta", "--track"))
    const [newest] = await list("--chain", "alpha", "--limit", "1")
    await world.devnet.chains["alpha"]!.testClient.mine({ blocks: 3 })
    const rows = await list("--chain", "alpha", "--blocks", "1")
    expect(rows.map(({ messageId }) => messageId)).to.deep.equal([newest!.messageId])
    // What another account sent later does not hide it.
    expect(
      await list("--chain", "alpha", "--blocks", "1", "--account", newest!.account, "--limit", "1"),
    ).to.have.length(1)
    expect(await list("--chain", "alpha", "--blocks", "1", "--account", world.counters.alpha)).to.deep.equal([])
    expect((await list("--chain", "alpha")).filter(({ messageId }) => messageId === newest!.messageId)).to.have.length(
      1,
    )
  })
})
