import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { text } from "node:stream/consumers"

import { expect } from "chai"
import hre from "hardhat"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import type { Hex } from "viem"

import { openPostgres } from "../fixtures/openPostgres.js"
import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { createWorld } from "#src/testing/index.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createLaterClock } from "#test/fixtures/clocks/laterClock.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { runCommand, startCommand, type TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { send } from "#test/fixtures/worlds/messaging/plugs.js"

function omit(fields: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name))
}

describe("hardhat messaging watch", function () {
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

  const optionsFor = (contracts: object, config: object = {}): TaskCommandOptions => ({
    port: world.port,
    env: {
      PLUGS_TEST_ROOT: project.path,
      PLUGS_TEST_WIRING: JSON.stringify({ application: { contracts } }),
      // A slow machine makes no message late.
      PLUGS_TEST_WATCH: JSON.stringify({ lateAfter: 600, ...config }),
    },
  })
  const watch = (options: string[], contracts: object = world.counters, more: TaskCommandOptions = {}, config = {}) =>
    runCommand(["messaging", "watch", ...options], { ...optionsFor(contracts, config), ...more })
  const later = { clock: createLaterClock(3_600_000) }

  async function reach(slug: number, hash: Hex, status: string): Promise<void> {
    await eventually(() => Promise.resolve(world.devnet.messagesFromTx(slug, hash)[0]?.status === status))
  }
  async function add(from: "alpha" | "beta", to: number, until = "EXECUTION_SUCCESS"): Promise<Hex> {
    const call = { address: world.counters[from], abi: counterArtifact.abi, functionName: "add", args: [to, 1n] }
    const hash = await send(world.devnet.chains[from]!, call)
    await reach(world.devnet.chains[from]!.slug, hash, until)
    return hash
  }

  it("tells once what the plugs of the wiring have sent and got, and goes on where it was", async () => {
    await add("alpha", 41002)
    const first = await watch(["--once", "--json"])
    expect(first.code, first.stderr).to.equal(0)
    expectGoldenCommand("messaging/watch", first, { withoutSteps: true })
    expect(first.events.at(0)).to.include({ event: "status", srcChainSlug: 41001, dstChainSlug: 41002 })
    expect(first.events.filter(({ status }) => status === "EXECUTION_SUCCESS")).to.have.length(1)
    await add("beta", 41003)
    const second = await watch(["--once", "--json"])
    expect(new Set(second.events.map(({ srcChainSlug }) => srcChainSlug))).to.deep.equal(new Set([41002, undefined]))
    const third = await watch(["--once", "--json"])
    const end = { schemaVersion: 1, event: "end", outcome: "success", inFlight: 0, delivered: 2, alerts: 0 }
    expect(third.events).to.deep.equal([end])
    // The folder can be given back to the chains.
    await rm(path.join(project.path, ".plugs"), { recursive: true })
    expect((await watch(["--once", "--json"])).events.at(-1)).to.deep.equal(end)
  })

  it("shows a table of what is under way, and the plugs that are named with what they are connected to", async () => {
    world.devnet.relay.pause("propose")
    await add("alpha", 41002, "SEALED")
    const { code, stdout, stderr } = await watch(["--once", "--plug", `${world.counters.beta}@beta`])
    expectGoldenCommand("messaging/watch", { code, stdout, stderr }, { replaced: [[/^ *[\d.]+ m?s /gm, "<age> "]] })
    for (const [plug, argument] of [
      [world.counters.beta, "--plug"],
      ["Nowhere", "--plug"],
      [`0x12@beta`, "--plug"],
    ] as const) {
      const { error } = await watch(["--once", "--plug", plug])
      expect(error).to.include({ code: "INVALID_INPUT", argument })
    }
    expect((await watch(["--once"], world.counters, { env: { PLUGS_TEST_ROOT: project.path } })).error?.code).to.equal(
      "INVALID_INPUT",
    )
  })

  it("alerts once with the first cause and ends with 3, by webhook and command too, and tells the end of it", async () => {
    const { devnet, moody } = world
    const [alpha, beta] = [devnet.chains["alpha"]!, devnet.chains["beta"]!]
    const refuse = async (isRefused: boolean) => {
      const { abi } = moodyPlugArtifact
      await beta.walletClient.writeContract({ address: moody.beta, abi, functionName: "refuseAll", args: [isRefused] })
    }
    const posted: Record<string, unknown>[] = []
    await using server = await listenLocally((request, response) => {
      void text(request).then((body) => {
        posted.push(JSON.parse(body) as Record<string, unknown>)
        response.end()
      })
    })
    const file = path.join(project.path, "told.jsonl")
    const append = "require('node:fs').appendFileSync(process.argv[1], process.env.PLUGS_EVENT + '\\n')"
    const config = {
      webhook: { url: `${server.url}/hook` },
      command: [process.execPath, "-e", append, file],
      alarmCommand: [process.execPath, "-e", append, `${file}.alarm`],
    }
    const look = () => watch(["--once", "--json"], moody, later, config)
    await look()
    await refuse(true)
    const hash = await send(alpha, {
      address: moody.alpha,
      abi: moodyPlugArtifact.abi,
      functionName: "send",
      args: [41002, "0x01"],
    })
    await reach(41001, hash, "EXECUTION_FAILURE")
    const stuck = await look()
    expect(stuck.code, stuck.stderr).to.equal(3)
    const alerts = stuck.events.filter(({ event }) => event === "alert")
    expect(alerts).to.have.length(1)
    expect(alerts[0]).to.include({ kind: "stuck", outboundTx: hash })
    expect(alerts[0]?.["cause"]).to.be.oneOf(["inbound-reverts", "given-up"])
    expect(stuck.events.at(-1)).to.include({ event: "end", outcome: "deadline" })
    expect((await look()).events.filter(({ event }) => event === "alert")).to.deep.equal([])
    await refuse(false)
    const retry = ["messaging", "retry", hash, "--from", "alpha", "--yes"]
    expect((await runCommand(retry, optionsFor(moody))).code).to.equal(0)
    await reach(41001, hash, "EXECUTION_SUCCESS")
    const over = await look()
    expect(over.code).to.equal(0)
    const ends = over.events.filter(({ event }) => event === "over")
    expect(ends).to.have.length(1)
    expect(ends[0]).to.include({ kind: "stuck", alert: alerts[0]?.["alert"] })
    expect(ends[0]?.["says"]).to.contain("arrived after")
    const wanted = [...alerts, ...ends].map((event) => omit(event, "schemaVersion"))
    expect(posted).to.deep.equal(wanted)
    const told = (await readFile(file, "utf8")).trim().split("\n")
    expect(told.map((line) => JSON.parse(line) as unknown)).to.deep.equal(wanted)
    // That a message is stuck is no reason to stop anything.
    expect(await readFile(`${file}.alarm`, "utf8").catch(() => "none")).to.equal("none")
  })

  it("publishes what everybody may know, with the names of chains that are listed, and also where it ends", async () => {
    await add("alpha", 41002)
    const folder = path.join(project.path, "public")
    const config = { published: { alpha: "Alpha & Sons" } }
    const first = await watch(["--once", "--json", "--publish", folder], world.counters, {}, config)
    expect(first.code, first.stderr).to.equal(0)
    const [page, data] = await Promise.all(
      ["index.html", "status.json"].map((name) => readFile(path.join(folder, name), "utf8")),
    )
    expect(page).to.contain("Alpha &#38; Sons → chain 41002")
    expect(JSON.parse(data!)).to.have.nested.property("paths[0].delivered").that.is.at.least(1)
    expect(page! + data!).to.not.match(/alpha|beta|0x|https?:|127\.0\.0\.1/)
    await rm(folder, { recursive: true })
    await writeFile(folder, "")
    const args = ["messaging", "watch", "--json", "--publish", folder]
    await using running = startCommand(args, optionsFor(world.counters, config))
    await running.event(({ event, says }) => event === "trouble" && String(says).includes("its folder is a file"))
    await rm(folder)
    running.interrupt()
    expect((await running.ended).code).to.equal(0)
    expect((await readdir(folder)).sort()).to.deep.equal(["index.html", "status.json"])
  })

  deepIt(
    "publishes nothing while another process holds the database that they share, not even at its end",
    async function () {
      const server = await openPostgres()
      if (server === undefined) return this.skip()
      const store = await server.createDatabase()
      const start = (folder: string) =>
        startCommand(
          ["messaging", "watch", "--json", "--interval", "200ms", "--store", store, "--publish", folder],
          optionsFor(world.counters),
        )
      const folders = ["held", "waits"].map((name) => path.join(project.path, name))
      await add("alpha", 41002)
      await using holder = start(folders[0]!)
      await holder.event(({ event }) => event === "status")
      await using waiting = start(folders[1]!)
      await waiting.event(({ event, says }) => event === "trouble" && String(says).includes("holds this watch"))
      waiting.interrupt()
      await waiting.ended
      holder.interrupt()
      await holder.ended
      expect(await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).to.deep.equal([
        ["index.html", "status.json"],
        [],
      ])
    },
  )

  deepIt("says that it has waited and holds the database now, once another process ends", async function () {
    const server = await openPostgres()
    if (server === undefined) return this.skip()
    const args = ["messaging", "watch", "--json", "--interval", "200ms", "--store", await server.createDatabase()]
    await add("alpha", 41002)
    await using holder = startCommand(args, optionsFor(world.counters))
    await holder.event(({ event }) => event === "status")
    await using waiting = startCommand(args, optionsFor(world.counters))
    await waiting.event(({ event, says }) => event === "trouble" && String(says).includes("holds this watch"))
    holder.interrupt()
    const { events } = await holder.ended
    await waiting.event(({ event, says }) => event === "takeover" && says === "This process holds the watch now.")
    waiting.interrupt()
    expect((await waiting.ended).code).to.equal(0)
    expect(events.filter(({ event }) => event === "takeover")).to.deep.equal([])
  })

  deepIt("says which chain it cannot read, alerts nothing for that, and reads the rest", async () => {
    await using running = startCommand(
      ["messaging", "watch", "--json", "--interval", "20ms"],
      optionsFor(world.counters),
    )
    world.devnet.relay.pause("propose")
    const hash = await add("alpha", 41002, "SEALED")
    await running.event(({ status, outboundTx }) => status === "SEALED" && outboundTx === hash)
    running.interrupt()
    const { code, events } = await running.ended
    expect(code).to.equal(0)
    expect(events.at(-1)).to.include({ event: "end", outcome: "success" })
    const whole = await watch(["--once", "--json"], world.counters)
    expect([whole.code, whole.events.at(-1)?.["inFlight"]]).to.deep.equal([0, 1])
    const away = await watch(["--once", "--json"], world.counters, {
      env: { ...optionsFor(world.counters).env, PLUGS_TEST_ALPHA_URL: "http://127.0.0.1:9" },
    })
    const says = away.events.filter(({ event }) => event === "trouble").map((event) => event["says"])
    expect([away.code, says]).to.deep.equal([1, ["alpha could not be read: No node answers for the network alpha."]])
  })

  deepIt("serves metrics to this machine while it runs, and sends traces and metrics after a single look", async () => {
    const port = String(await freePort())
    const args = ["messaging", "watch", "--json", "--interval", "20ms", "--metrics-port", port]
    {
      // A node that takes the question and never answers it.
      await using hanging = await listenLocally(() => undefined)
      const { env } = optionsFor(world.counters)
      await using starting = startCommand(args, {
        port: world.port,
        env: { ...env, PLUGS_TEST_ALPHA_URL: hanging.url },
      })
      await eventually(async () => {
        const text = await fetch(`http://127.0.0.1:${port}/metrics`).then(
          (answer) => answer.text(),
          () => "",
        )
        return text.includes('plugs_messages_in_flight{src="alpha",dst="beta"} 0')
      })
      starting.interrupt()
      expect((await starting.ended).code).to.equal(0)
    }
    await using running = startCommand(args, optionsFor(world.counters))
    const read = async (route: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${route}`)
      return [answer.status, await answer.text()] as const
    }
    // What was delivered before the first look has ended is not counted.
    await eventually(async () => {
      await add("alpha", 41002)
      const [, text] = await read("/metrics").catch(() => [0, ""] as const)
      return /plugs_messages_delivered_total\{src="alpha",dst="beta"\} \d/.test(text)
    })
    expect((await read("/"))[0]).to.equal(404)
    const second = await watch(["--metrics-port", port, "--plug", `${world.counters.beta}@beta`])
    expect(second.error).to.include({ code: "INVALID_INPUT", argument: "--metrics-port" })
    running.interrupt()
    await running.ended
    const useless = await watch(["--once", "--metrics-port", port])
    expect(useless.error).to.include({ code: "INVALID_INPUT", argument: "--metrics-port" })
    const routes: string[] = []
    await using server = await listenLocally((request, response) => {
      routes.push(request.url ?? "")
      request.resume()
      response.setHeader("content-type", "application/json").end("{}")
    })
    await add("alpha", 41002)
    const sent = await watch(["--once", "--otlp", server.url])
    expect(sent.code, sent.stderr).to.equal(0)
    expect(new Set(routes)).to.deep.equal(new Set(["/v1/traces", "/v1/metrics"]))
  })

  it("is one process for the same plugs, and refuses a database that is damaged", async () => {
    await using running = startCommand(["messaging", "watch", "--json"], optionsFor(world.counters))
    await running.event(({ event }) => event === "status")
    const second = await watch(["--once"])
    expect([second.code, second.error?.code]).to.deep.equal([1, "WATCH_RUNNING"])
    running.interrupt()
    await running.ended
    const file = path.join(project.path, ".plugs", "watch", "wiring.sqlite")
    await rm(file)
    await mkdir(file)
    const damaged = await watch(["--once"])
    expect([damaged.code, damaged.error?.code]).to.deep.equal([1, "WATCH_STORE_UNUSABLE"])
  })
})

describe("hardhat messaging watch --reconcile", function () {
  const world = createWorld(hre, { chains: ["alpha", "beta", "gamma"] })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  deepIt("ends with 2 when a message was forged, and runs the command that stops it, once", async () => {
    await using project = await temporaryProject()
    const { alpha, beta, gamma } = await world.loadFixture(counters)
    await alpha.send.add([beta.slug, 5n])
    await world.deliver()
    const contracts = { alpha: alpha.address, beta: beta.address, gamma: gamma.address }
    const file = path.join(project.path, "stopped.jsonl")
    const append = "require('node:fs').appendFileSync(process.argv[1], process.env.PLUGS_EVENT + '\\n')"
    const look = (...more: string[]) =>
      runCommand(["messaging", "watch", "--once", "--json", ...more], {
        port: Number(new URL(world.devnet.url).port),
        env: {
          PLUGS_TEST_ROOT: project.path,
          PLUGS_TEST_WIRING: JSON.stringify({ counters: { contracts } }),
          PLUGS_TEST_WATCH: JSON.stringify({ alarmCommand: [process.execPath, "-e", append, file] }),
        },
      })
    expect((await look("--reconcile")).code).to.equal(0)
    await world.faults.forge("beta")
    // Without the option nothing is held against what was sent.
    expect((await look()).code).to.equal(0)
    const { code, events } = await look("--reconcile")
    expect(code).to.equal(2)
    expect(events.find(({ event }) => event === "alert")).to.include({ kind: "unsent", finality: "latest" })
    expect(events.at(-1)).to.include({ event: "end", outcome: "failure" })
    expect((await look("--reconcile")).code).to.equal(2)
    const stopped = (await readFile(file, "utf8")).trim().split("\n")
    expect(stopped).to.have.length(1)
    expect(JSON.parse(stopped[0]!)).to.include({ event: "alert", kind: "unsent" })
  })
})
