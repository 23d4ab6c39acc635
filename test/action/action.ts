import { execFile } from "node:child_process"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import { placeSarif } from "../../action/placeSarif.js"
import { formatReport, markerOf } from "../../action/report.js"
import { repository } from "../../scripts/docs/documents.js"
import { temporaryFolder } from "../fixtures/projects/temporaryFolder.js"
import { listenLocally } from "../fixtures/servers/listenLocally.js"

type Sent = { readonly method: string; readonly path: string; readonly body: string; readonly token: string }
type Ran = { readonly code: number; readonly stdout: string }

/** What stands in for Hardhat: it prints its words and what is hostile in a log, and fails where it is told to. */
const hardhat = `
const words = process.argv.slice(2).join(" ")
console.log("\\u001b[31mran " + words + "\\u001b[0m")
console.log("::set-output name=passed::true")
const ofTheStep = Object.keys(process.env).filter((name) => /^(GITHUB_|PLUGS_ACTION_)/.test(name))
console.log("of the step: [" + ofTheStep + "]")
const sarif = process.argv.indexOf("--sarif")
const location = { physicalLocation: { artifactLocation: { uri: "contracts/A%20b.sol" } } }
const log = { version: "2.1.0", runs: [{ results: [{ ruleId: "tx-origin", locations: [location] }] }] }
if (sarif !== -1) require("node:fs").writeFileSync(process.argv[sarif + 1], JSON.stringify(log))
process.exitCode = words.includes(process.env.FAILS ?? "nothing") ? 2 : 0
`

describe("the GitHub action", function () {
  this.timeout(20_000)
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeEach(async () => {
    folder = await temporaryFolder()
    await mkdir(join(folder.path, "node_modules/hardhat"), { recursive: true })
    const manifest = { name: "hardhat", bin: { hardhat: "cli.cjs" } }
    await writeFile(join(folder.path, "node_modules/hardhat/package.json"), JSON.stringify(manifest))
    await writeFile(join(folder.path, "node_modules/hardhat/cli.cjs"), hardhat)
  })
  afterEach(() => folder[Symbol.asyncDispose]())

  const file = (name: string) => join(folder.path, name)
  const read = (name: string) => readFile(file(name), "utf8")

  async function run(script: "runChecks" | "comment", env: Readonly<Record<string, string>>): Promise<Ran> {
    const args = ["--experimental-strip-types", "--no-warnings", join(repository, "action", `${script}.ts`)]
    const options = {
      env: {
        ...{ PATH: process.env["PATH"], PLUGS_ACTION_FOLDER: folder.path, PLUGS_ACTION_REPORT: file("report.md") },
        ...{ GITHUB_OUTPUT: file("output"), GITHUB_STEP_SUMMARY: file("summary.md"), GITHUB_PATH: file("path") },
        ...env,
      },
    }
    return await new Promise((done) => {
      execFile(process.execPath, args, options, (error, stdout, stderr) => {
        done({ code: typeof error?.code === "number" ? error.code : 0, stdout: stdout + stderr })
      })
    })
  }

  it("runs the checks that are named, reports what each printed, and fails if one does", async () => {
    const env = { PLUGS_ACTION_CHECKS: "tests, trust", PLUGS_ACTION_COSTS: "costs.json", FAILS: "trust" }
    const { code, stdout } = await run("runChecks", env)
    expect(code).to.equal(1)
    expect(await read("output")).to.equal("passed=false\n")
    const report = await read("report.md")
    expect(report).to.equal(await read("summary.md"))
    expect(report).to.match(/^Failed: trust\.$/m)
    expect(report).to.match(/^\| tests +\| passed .*`npx hardhat test --plugs-report-compare costs\.json` \|$/m)
    expect(report).to.match(/^\| trust +\| \*\*failed\*\*, exit code 2 .*`npx hardhat plugs trust --check` \|$/m)
    expect(report).to.contain("<details open><summary>trust</summary>").and.contain("ran plugs trust --check")
    expect(report).to.not.contain("\u001b")
    expect(report).to.not.contain("wire")
    // A command in what a test prints is obeyed by nobody: it stands between these two.
    const [, resume = ""] = /::stop-commands::(\S+)/.exec(stdout) ?? []
    expect(stdout.indexOf("::set-output")).to.be.within(stdout.indexOf(resume), stdout.indexOf(`\n::${resume}::`))
  })

  it("passes where all do, and gives no command what changes the job or the report", async () => {
    const { code, stdout } = await run("runChecks", { PLUGS_ACTION_CHECKS: "tests wiring" })
    expect(code).to.equal(0)
    expect(await read("output")).to.equal("passed=true\n")
    expect(await read("report.md"))
      .to.match(/^All passed\.$/m)
      .and.contain("npx hardhat messaging wire --check")
    expect(stdout).to.contain("of the step: []")
  })

  it("names the checks where one is mistyped, and says what to do where nothing is installed", async () => {
    const mistyped = await run("runChecks", { PLUGS_ACTION_CHECKS: "tests constructor" })
    expect(mistyped.code).to.equal(1)
    expect(mistyped.stdout).to.contain("::error::checks: there is no constructor. Known: tests, lint, wiring, trust")
    const empty = await run("runChecks", { PLUGS_ACTION_FOLDER: join(folder.path, "../not-installed") })
    expect(empty.code).to.equal(1)
    expect(empty.stdout).to.contain("npm ci")
  })

  it("writes what lint found with paths from the root of the repository, though it fails, and of nothing else", async () => {
    const env = { PLUGS_ACTION_SARIF: file("lint.sarif"), GITHUB_WORKSPACE: join(folder.path, ".."), FAILS: "lint" }
    const { code } = await run("runChecks", env)
    expect(code).to.equal(1)
    const uri = `${basename(folder.path)}/contracts/A%20b.sol`
    expect(await read("lint.sarif"))
      .to.contain(`"uri":"${uri}"`)
      .and.contain('"ruleId":"tx-origin"')
    const without = await run("runChecks", { ...env, PLUGS_ACTION_CHECKS: "tests" })
    expect(without.code).to.equal(1)
    expect(without.stdout).to.contain("::error::sarif:")
  })

  it("places findings in a project at the root, in a folder with spaces, and on Windows", () => {
    const location = { physicalLocation: { artifactLocation: { uri: "contracts/A.sol" } } }
    const log = JSON.stringify({ version: "2.1.0", runs: [{ results: [{ locations: [location] }] }] })
    const uriIn = (folder: string, separator: string) => /"uri":"([^"]*)"/.exec(placeSarif(log, folder, separator))?.[1]
    expect(uriIn("", "/")).to.equal("contracts/A.sol")
    expect(uriIn("my apps/one", "/")).to.equal("my%20apps/one/contracts/A.sol")
    expect(uriIn("apps\\one", "\\")).to.equal("apps/one/contracts/A.sol")
  })

  const title = "Cross-chain checks"
  const report = formatReport(title, [])
  const own = { id: 7, user: { type: "Bot" }, body: `${markerOf(title)}\nold` }

  /** Runs the second step for an event, with an API that has these comments. */
  async function comment(event: object, comments: readonly object[], refuses = false): Promise<Ran & { sent: Sent[] }> {
    const sent: Sent[] = []
    await using server = await listenLocally((request, response) => {
      const { method = "", url: path = "", headers } = request
      let body = ""
      request.on("data", (part: Buffer) => (body += part.toString()))
      request.on("end", () => {
        sent.push({ method, path, body, token: headers.authorization ?? "" })
        const page = Number(new URL(path, "http://a").searchParams.get("page") ?? 1)
        const answer = method === "GET" ? comments.slice((page - 1) * 100, page * 100) : {}
        response.writeHead(refuses && method !== "GET" ? 403 : 200).end(JSON.stringify(answer))
      })
    })
    await writeFile(file("report.md"), report)
    await writeFile(file("event.json"), JSON.stringify(event))
    const ran = await run("comment", {
      ...{ GITHUB_API_URL: server.url, GITHUB_REPOSITORY: "a/b" },
      ...{ GITHUB_EVENT_PATH: file("event.json"), PLUGS_ACTION_TOKEN: "secret-token" },
    })
    expect(ran.stdout).to.not.contain("secret-token")
    return { ...ran, sent }
  }

  const pull = { action: "synchronize", pull_request: { number: 12 } }
  const writes = ({ sent }: { sent: Sent[] }) =>
    sent.filter(({ method }) => method !== "GET").map(({ method, path, body }) => ({ method, path, body }))

  it("writes one comment, and replaces it in the next run, also behind a hundred others", async () => {
    const others = Array.from({ length: 130 }, (_, id) => ({ id: 100 + id, user: { type: "User" }, body: "hello" }))
    const first = await comment(pull, others)
    expect(writes(first)).to.deep.equal([
      { method: "POST", path: "/repos/a/b/issues/12/comments", body: JSON.stringify({ body: report }) },
    ])
    expect(first.sent.every(({ token }) => token === "Bearer secret-token")).to.equal(true)
    const next = await comment(pull, [...others, own])
    expect(writes(next)).to.deep.equal([
      { method: "PATCH", path: "/repos/a/b/issues/comments/7", body: JSON.stringify({ body: report }) },
    ])
  })

  it("replaces no comment of a person, and none of a job with another title", async () => {
    const person = { ...own, id: 8, user: { type: "User" } }
    const otherJob = { ...own, id: 9, body: `${markerOf("Other")}\nold` }
    expect(writes(await comment(pull, [person, otherJob]))[0]).to.include({ method: "POST" })
  })

  it("writes nothing for a push, and leaves the verdict alone where the token may not write", async () => {
    const pushed = await comment({ ref: "refs/heads/main" }, [])
    expect([pushed.code, pushed.sent]).to.deep.equal([0, []])
    const fork = await comment(pull, [], true)
    expect(fork.code).to.equal(0)
    expect(fork.stdout).to.match(/^::warning::.*`pull-requests: write`/m)
  })

  it("shows whatever a check printed as code, within what a comment can hold", () => {
    const output = `\`\`\`\n<img src=x> @everyone [a](b)\n${"`".repeat(9)}\n`
    const ending = { name: "tests", command: "npx hardhat test", code: 1, seconds: 1, output }
    const text = formatReport("A --> <b>\n# x", [ending])
    expect(text).to.contain(`${"`".repeat(10)}text\n${output.trim()}\n${"`".repeat(10)}\n`)
    expect(text.split("\n")[0]).to.equal("<!-- hardhat-plugs: A --_ _b___ x -->")
    const long = formatReport(
      "a",
      Array.from({ length: 5 }, () => ({ ...ending, output: "x".repeat(100_000) })),
    )
    expect(long).to.have.length.below(65_536)
  })
})
