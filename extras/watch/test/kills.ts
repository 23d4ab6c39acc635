import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import fc from "fast-check"
import { after, before, it } from "mocha"
import { type Address, encodeFunctionData, numberToHex } from "viem"

import { openPostgres } from "./fixtures/openPostgres.js"
import { watchInChild, type WatchingChild, type WatchingJob } from "./fixtures/watchingChild.js"
import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { runHardhat, temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { deployConnected } from "#test/fixtures/worlds/messaging/plugs.js"

const [messages, kills] = [10_000, 20]

deepDescribe("a watch of four chains that is killed", function () {
  this.timeout(1_800_000)
  let devnet: Devnet<string>
  let counters: Record<string, Address>
  before(async () => {
    devnet = await startDevnet({ chains: ["alpha", "beta", "gamma", "delta"] })
    counters = await deployConnected(devnet, counterArtifact)
    await sendAll()
  })
  after(() => devnet.stop())

  async function sendAll(): Promise<void> {
    const chains = Object.values(devnet.chains)
    const delivered = new Set<string>()
    devnet.onMessage(({ status, outbound }) => {
      if (status === "EXECUTION_SUCCESS") delivered.add(outbound.messageId)
    })
    const sending = chains.map(async (chain, index) => {
      for (let count = 0; count < messages / 4; count += 1) {
        const { slug } = chains[(index + 1 + (count % 3)) % 4]!
        const data = encodeFunctionData({ abi: counterArtifact.abi, functionName: "add", args: [slug, 1n] })
        const from = chain.walletClient.account.address
        const call = {
          from,
          to: counters[chain.name]!,
          data,
          value: numberToHex(10n ** 16n),
          gas: numberToHex(500_000),
        }
        await chain.walletClient.request({ method: "eth_sendTransaction", params: [call] })
      }
    })
    await Promise.all(sending)
    await eventually(() => Promise.resolve(delivered.size === messages))
  }

  const jobFor = (store: string): Omit<WatchingJob, "diesAt"> => ({
    store,
    // To trace all transactions of so many messages takes long.
    reconciles: false,
    chains: Object.values(devnet.chains).map(({ name, slug, rpcUrl, contracts }) => {
      const { socket, switchboard } = contracts
      return { name, slug, rpcUrl, socket, switchboards: [switchboard], plug: counters[name]! }
    }),
  })

  it("misses no message, tells none twice, and raises no alarm", async () => {
    await using folder = await temporaryFolder()
    await killAgainAndAgain(path.join(folder.path, "watch.sqlite"))
  })

  it("neither does with a Postgres database (not run where npm has no Postgres for this machine)", async function () {
    const server = (await openPostgres()) ?? this.skip()
    await killAgainAndAgain(await server.createDatabase())
  })

  async function killAgainAndAgain(store: string): Promise<void> {
    const [points] = fc.sample(fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: kills, maxLength: kills }), 1)
    const job = jobFor(store)
    const runs: WatchingChild[] = []
    for (const diesAt of points ?? []) runs.push(await watchInChild({ ...job, diesAt }))
    runs.push(await watchInChild({ ...job, diesAt: undefined }))
    const last = runs.at(-1)!
    expect(last, last.errors).to.include({ signal: null, errors: "" })
    expect(runs.filter(({ signal }) => signal === "SIGKILL")).to.have.length.above(0)
    // What is told again after a crash has the same number and says the same.
    const told = new Map<number, string>()
    for (const { sequence, fields } of runs.flatMap(({ events }) => events)) {
      const text = JSON.stringify(fields)
      expect(told.get(sequence) ?? text).to.equal(text)
      told.set(sequence, text)
    }
    const events = [...told.values()].map((text) => JSON.parse(text) as Record<string, unknown>)
    expect(events.filter(({ event }) => event !== "status")).to.deep.equal([])
    const arrived = events.filter(({ status }) => status === "EXECUTION_SUCCESS").map(({ messageId }) => messageId)
    expect(arrived).to.have.length(messages)
    expect(new Set(arrived)).to.have.property("size", messages)
  }

  it("catches up with 500 messages a second of a busy processor, and takes 230 MB at most", async function () {
    if (process.platform !== "linux") this.skip()
    await using project = await temporaryProject()
    const measure = path.join(project.path, "measure.mjs")
    // What getrusage calls the most memory may be that of the process that this one was forked from. Maps of translated sources do not count:
    // a package has none.
    await writeFile(
      measure,
      `import { readFileSync } from "node:fs"
      process.setSourceMapsEnabled = () => undefined
      process.on("exit", () => {
        const kilobytes = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1])
        console.error(JSON.stringify({ kilobytes, microseconds: process.resourceUsage().userCPUTime }))
      })`,
    )
    const env = {
      PLUGS_TEST_ROOT: project.path,
      PLUGS_TEST_CHAINS: "alpha,beta,gamma,delta",
      PLUGS_TEST_WIRING: JSON.stringify({ counters: { contracts: counters } }),
      NODE_OPTIONS: `--import=${measure}`,
    }
    const port = Number(new URL(devnet.url).port)
    const file = path.join(project.path, "messages.sqlite")
    for (const [task, says] of [
      [["watch", "--once"], `${messages} delivered`],
      [["export", "--since", "0", "--output", file], `${messages} messages, read up to`],
    ] as const) {
      const { code, stderr, stdout } = await runHardhat(["messaging", ...task], { port, env })
      expect(code, stderr).to.equal(0)
      expect(stdout + stderr).to.contain(says)
      const { kilobytes, microseconds } = JSON.parse(stderr.trim().split("\n").at(-1)!) as Record<string, number>
      expect(kilobytes! / 1_024, "MB").to.be.at.most(230)
      // Other programs of the machine count as far as they share a core: 6 s where there are none, 11 s were seen.
      expect(microseconds! / 1e6, "seconds").to.be.below(messages / 500)
    }
  })
})
