import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

import { expect } from "chai"
import { afterEach, beforeEach, it } from "mocha"

import { benchReport } from "../../bench/command/BenchReport.js"
import { figures } from "../../bench/figures.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const script = fileURLToPath(new URL("../../bench/bench.ts", import.meta.url))

/** Every sample that a figure is made of. */
const samples = figures.map(({ sample = "time" }) => sample)

/**
 * Stands for Hardhat: everything costs as many milliseconds as the file `cost` says, and twice as much CPU time. With a port it hangs,
 * connected to it. Writes down in which folder it measures.
 */
const fakeHardhat = `
const { appendFileSync, readFileSync } = require("node:fs")
const [task] = process.argv.slice(2)
if (task === "run") {
  const cost = Number(readFileSync("cost", "utf8"))
  appendFileSync(process.env.MEASURED, cost + " ")
  if (process.env.PORT !== undefined) require("node:net").connect(Number(process.env.PORT), "127.0.0.1")
  else if (Number.isNaN(cost)) throw new Error("cannot be measured")
  else console.log("a line of its own\\n" + JSON.stringify(Object.fromEntries(${JSON.stringify(samples)}.map((name) => [name, { value: cost, cpu: 2 * cost }]))))
}
`

const author = ["-c", "user.name=a", "-c", "user.email=a@b.example"]

// Its processes take seconds, and what they start is tested beside it.
deepDescribe("npm run bench", function () {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeEach(async () => {
    folder = await temporaryFolder()
    await write("cost", "20")
    await write(
      "package.json",
      JSON.stringify({ type: "commonjs", scripts: { build: "node node_modules/hardhat/dist/src/cli.js" } }),
    )
    await write("package-lock.json", "{}")
    await write(".gitignore", "node_modules\n/tmp\n/measured\n")
    await write("node_modules/hardhat/dist/src/cli.js", fakeHardhat)
    await mkdir(join(folder.path, "tmp"))
    git("init", "--quiet", "--initial-branch=main")
    git("add", ".")
    git(...author, "commit", "--quiet", "--message=a")
  })
  afterEach(() => folder[Symbol.asyncDispose]())

  it("measures two commits in turn, and prints what each costs and both ratios", async () => {
    await write("cost", "5")
    const { status, stdout } = await bench("--only", "delivery", "--compare", "main", "--json")
    expect(status).to.equal(0)
    const report = benchReport.parse(JSON.parse(stdout))
    expect(report).to.include({
      commit: git("rev-parse", "HEAD"),
      isChanged: true,
      comparedWith: git("rev-parse", "main"),
    })
    expect(report.figures).to.have.lengthOf(1)
    expect(report.figures[0]).to.deep.include({
      name: "delivery",
      result: { value: 5, rounds: [5, 5, 5], cpu: 10, cpuRounds: [10, 10, 10] },
      compared: { value: 20, rounds: [20, 20, 20], cpu: 40, cpuRounds: [40, 40, 40] },
      isMet: true,
      ratio: 0.25,
      cpuRatio: 0.25,
    })
    expect(await measured(), "in turn").to.equal("5 20 5 20 5 20 ")
    await expectNothingLeft()
  })

  it("gives the ratio of what a rate costs, not of the rate", async () => {
    await write("cost", "40")
    const { stdout } = await bench("--only", "messages-500", "--compare", "main", "--rounds", "1", "--json")
    const [figure] = benchReport.parse(JSON.parse(stdout)).figures
    expect(figure).to.include({ atLeast: 450, isMet: false, ratio: 0.5, cpuRatio: 2 })
  })

  it("goes on when a figure cannot be measured, says why, and fails only if that is in the working tree", async () => {
    await write("cost", "none")
    git(...author, "commit", "--quiet", "--all", "--message=b")
    await write("cost", "5")
    const other = await bench("--only", "delivery", "--only", "quote", "--compare", "HEAD", "--rounds", "1", "--json")
    expect(other.status).to.equal(0)
    const { figures: reports } = benchReport.parse(JSON.parse(other.stdout))
    expect(reports.map(({ name }) => name)).to.deep.equal(["delivery", "quote"])
    expect(reports[0]?.compared).to.have.property("error").that.contains("cannot be measured")
    expect(reports[0]).to.not.have.any.keys("ratio", "cpuRatio")

    await write("cost", "none")
    const own = await bench("--only", "delivery")
    expect(own.status).to.equal(1)
    expect(own.stdout).to.contain("not measured").and.to.contain("cannot be measured")
  })

  it("installs the dependencies of a commit with another lockfile", async () => {
    await write("package-lock.json", '{ "lockfileVersion": 3 }')
    const npm = join(folder.path, "tmp/npm.js")
    await writeFile(npm, 'require("node:fs").appendFileSync(process.env.MEASURED, process.argv[2] + " ")')
    await bench("--only", "delivery", "--compare", "main", "--rounds", "1", { npm_execpath: npm })
    expect(await measured()).to.match(/^20 ci /)
    await rm(npm)
    await expectNothingLeft()
  })

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`removes the other commit, and ends what it started, when ${signal} ends it`, async () => {
      const server = createServer().listen(0, "127.0.0.1")
      await once(server, "listening")
      const { port } = server.address() as AddressInfo
      const child = start(["--only", "delivery", "--compare", "HEAD"], { PORT: String(port) })
      const [hardhat] = (await once(server, "connection")) as [Socket]
      const ended = once(hardhat.on("error", () => undefined).resume(), "close")
      child.kill(signal)
      await once(child, "close")
      await ended
      await expectNothingLeft()
      server.close()
    })
  }

  it("says in one line what it cannot do", async () => {
    for (const [args, problem] of [
      [["--only", "speed"], 'not "speed": start-2,'],
      [["--compare", "nowhere"], 'there is no "nowhere"'],
    ] as const) {
      const { status, stderr } = await bench(...args)
      expect(status, stderr).to.equal(1)
      expect(stderr.trim().split("\n"), stderr).to.have.lengthOf(1)
      expect(stderr).to.contain(problem)
    }
    await expectNothingLeft()
  })

  async function write(path: string, text: string): Promise<void> {
    const file = join(folder.path, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }

  function git(...args: string[]): string {
    return execFileSync("git", args, { cwd: folder.path, encoding: "utf8" }).trim()
  }

  async function measured(): Promise<string> {
    return await readFile(join(folder.path, "measured"), "utf8")
  }

  async function expectNothingLeft(): Promise<void> {
    const left = (await readdir(join(folder.path, "tmp"))).filter((name) => name.startsWith("hardhat-plugs-"))
    expect(left, "temporary folders").to.deep.equal([])
    expect(git("worktree", "list").split("\n"), "worktrees").to.have.lengthOf(1)
  }

  function start(args: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess {
    const temporary = join(folder.path, "tmp")
    const measuredIn = { MEASURED: join(folder.path, "measured") }
    const env = { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary, ...measuredIn, ...more }
    return spawn(process.execPath, [script, ...args], { cwd: folder.path, env, stdio: ["ignore", "pipe", "pipe"] })
  }

  async function bench(
    ...given: (string | Readonly<Record<string, string>>)[]
  ): Promise<{ status: number | null; stdout: string; stderr: string }> {
    const args = given.filter((one) => typeof one === "string")
    const child = start(
      args,
      Object.assign({}, ...given.filter((one) => typeof one !== "string")) as Record<string, string>,
    )
    const output = { stdout: "", stderr: "" }
    for (const name of ["stdout", "stderr"] as const) {
      child[name]?.setEncoding("utf8").on("data", (text: string) => (output[name] += text))
    }
    const [status] = (await once(child, "close")) as [number | null]
    return { status, ...output }
  }
})
