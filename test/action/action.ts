import { execFile } from "node:child_process"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { deflateRawSync } from "node:zlib"

import { expect } from "chai"
import fc from "fast-check"
import { afterEach, beforeEach, describe, it } from "mocha"

import { findTokens } from "../../action/findTokens.js"
import { placeSarif } from "../../action/placeSarif.js"
import { readReport } from "../../action/readReport.js"
import { formatReport, markerOf, maxOutput } from "../../action/report.js"
import { unzip } from "../../action/unzip.js"
import { repository } from "../../scripts/docs/documents.js"
import { deepIt, runs } from "#test/fixtures/depth.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"

type Sent = { readonly method: string; readonly path: string; readonly body: string; readonly token: string }
type Ran = { readonly code: number; readonly stdout: string }

/** What stands in for Hardhat: it prints its words and what is hostile in a log, and fails where it is told to. */
const hardhat = `
const words = process.argv.slice(2).join(" ")
console.log("\\u001b[31mran " + words + "\\u001b[0m")
console.log("::set-output name=passed::true")
const ofTheStep = Object.keys(process.env).filter((name) => /^(GITHUB_(?!WORKSPACE)|ACTIONS_|PLUGS_ACTION_)/i.test(name))
console.log("of the step: [" + ofTheStep + "]")
const sarif = process.argv.indexOf("--sarif")
const location = { physicalLocation: { artifactLocation: { uri: "contracts/A%20b.sol" } } }
const log = { version: "2.1.0", runs: [{ results: [{ ruleId: "tx-origin", locations: [location] }] }] }
if (sarif !== -1) require("node:fs").writeFileSync(process.argv[sarif + 1], JSON.stringify(log))
process.exitCode = words.includes(process.env.FAILS ?? "nothing") ? 2 : 0
`

const title = "Cross-chain checks"
const names = ["tests", "lint", "wiring", "trust"]
const sha = "a".repeat(40)
const own = { id: 7, user: { type: "Bot" }, body: `${markerOf(title)}\nAll passed.` }
const fork = { full_name: "stranger/b", owner: { login: "stranger" } }
const pull = { number: 12, state: "open", head: { sha, ref: "fix/#1", repo: fork as { full_name: string } } }
const runEvent = {
  // GitHub names no pull request of a fork here.
  workflow_run: {
    id: 5,
    event: "pull_request",
    head_sha: sha,
    head_branch: "fix/#1",
    head_repository: fork,
    pull_requests: [],
  },
}
const report = {
  checks: [
    { name: "tests", code: 0, seconds: 3, output: "2 passing" },
    { name: "lint", code: 2, seconds: 1, output: "<b>@everyone</b>" },
  ],
}

/** What GitHub says in a test. */
type Told = {
  readonly event: object
  readonly name: string
  readonly pulls: readonly object[]
  readonly comments: readonly object[]
  readonly artifacts?: readonly object[]
  readonly zip: Buffer
  readonly location?: string
  readonly refuses?: boolean
}

/** A zip of one file as `actions/upload-artifact` streams it: the sizes are in the directory alone. */
function zipOf(text: string, { stored = false, files = 1, says = 0 } = {}): Buffer {
  const packed = stored ? Buffer.from(text) : deflateRawSync(text)
  const name = Buffer.from("hardhat-plugs-report.json")
  const local = Buffer.alloc(30)
  local.write("PK\u0003\u0004", "latin1")
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.write("PK\u0001\u0002", "latin1")
  central.writeUInt16LE(stored ? 0 : 8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt32LE(says, 24)
  central.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.write("PK\u0005\u0006", "latin1")
  end.writeUInt16LE(files, 10)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  return Buffer.concat([local, name, packed, central, name, end])
}

const hostileZips: Readonly<Record<string, Buffer>> = {
  "a zip bomb": zipOf("x".repeat(20_000_000), { says: 10 }),
  "a stored file above the bound": zipOf("x".repeat(1_990_000), { stored: true }),
  "two files": zipOf(JSON.stringify(report), { files: 2 }),
  "no zip": Buffer.from("PK\u0005\u0006"),
  "an offset behind the end": Buffer.concat([Buffer.from("PK\u0005\u0006", "latin1"), Buffer.alloc(18, 1)]),
  nothing: Buffer.alloc(0),
}

/** What of a text is read as Markdown: a fence ends with its own length, or a longer one. */
function outsideFences(text: string): string {
  const outside: string[] = []
  let fence = 0
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, ticks = "", info = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (fence > 0 && ticks.startsWith("`") && ticks.length >= fence && info.trim() === "") fence = 0
    else if (fence === 0 && ticks !== "") fence = ticks.length
    else if (fence === 0) outside.push(line)
  }
  return outside.join("\n")
}

describe("the GitHub action", () => {
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
        ...{ PATH: process.env["PATH"], PLUGS_ACTION_FOLDER: folder.path, PLUGS_ACTION_REPORT: file("report.json") },
        ...{ GITHUB_OUTPUT: file("output"), GITHUB_STEP_SUMMARY: file("summary.md"), GITHUB_PATH: file("path") },
        ...{ GITHUB_WORKSPACE: folder.path, ...env },
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
    expect(await read("output")).to.equal(`passed=false\nreport=${file("report.json")}\n`)
    const report = await read("summary.md")
    const endings = readReport(await read("report.json"))
    expect(endings.map(({ name, code }) => [name, code])).to.deep.equal([
      ["tests", 0],
      ["trust", 2],
    ])
    expect(endings[1]?.output).to.contain("ran plugs trust --check")
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
    const services = { ACTIONS_RUNTIME_TOKEN: "eyJ0", ACTIONS_RESULTS_URL: "https://a", actions_cache_url: "https://b" }
    const { code, stdout } = await run("runChecks", { PLUGS_ACTION_CHECKS: "tests wiring", ...services })
    expect(code).to.equal(0)
    expect(await read("output")).to.match(/^passed=true$/m)
    expect(await read("summary.md"))
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

  deepIt(
    "writes what lint found with paths from the root of the repository, though it fails, and of nothing else",
    async () => {
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
    },
  )

  it("places findings in a project at the root, in a folder with spaces, and on Windows", () => {
    const location = { physicalLocation: { artifactLocation: { uri: "contracts/A.sol" } } }
    const log = JSON.stringify({ version: "2.1.0", runs: [{ results: [{ locations: [location] }] }] })
    const uriIn = (folder: string, separator: string) => /"uri":"([^"]*)"/.exec(placeSarif(log, folder, separator))?.[1]
    expect(uriIn("", "/")).to.equal("contracts/A.sol")
    expect(uriIn("my apps/one", "/")).to.equal("my%20apps/one/contracts/A.sol")
    expect(uriIn("apps\\one", "\\")).to.equal("apps/one/contracts/A.sol")
  })

  const token = `ghs_${"a1".repeat(18)}`
  const inUrl = `https://x-access-token:${token}@github.com/a/b`
  /** What `actions/checkout` writes without `persist-credentials: false`, of several versions, and what people write. */
  const kept = {
    "a header": '[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic eDo=\n',
    "a file beside the checkout": "[include]\n\tpath = ../credentials.config\n",
    "a key for SSH": "[core]\n\tsshCommand = ssh -i /tmp/key\n",
    "the URL of a remote": `[remote "origin"]\n\turl = ${inUrl}\n`,
    "another URL": `[url "${inUrl}"]\n\tinsteadOf = https://github.com/a/b\n`,
  }

  it("S-19 runs no command of the project where git or the environment has a token for it", async () => {
    for (const name of ["GITHUB_TOKEN", "gh_token", "GH_ENTERPRISE_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"])
      expect(findTokens({ [name]: "any" }, [])).to.deep.equal([`${name} in the environment`])
    const given = await run("runChecks", { RPC_URL: `https://a/?key=${token}` })
    expect(given.stdout).to.contain("::error::").and.contain("could use RPC_URL in").and.not.contain("ran ")
    expect([given.code, given.stdout.includes(token)]).to.deep.equal([1, false])
    await mkdir(file(".git/objects"), { recursive: true })
    await mkdir(file(".git/refs"))
    await writeFile(file(".git/HEAD"), "ref: refs/heads/main\n")
    await writeFile(file("credentials.config"), kept["a header"])
    for (const [name, config] of Object.entries(kept)) {
      await writeFile(file(".git/config"), `[core]\n\tbare = false\n${config}`)
      const found = findTokens({ PATH: process.env["PATH"] }, [repository, folder.path])
      expect(found, name).to.have.lengthOf(1)
      expect(found[0], name).to.contain(" in git's configuration").and.not.contain(token)
    }
    const { code, stdout } = await run("runChecks", { GITHUB_WORKSPACE: repository })
    expect(stdout).to.match(/^::error::.* in git's configuration\. .*`persist-credentials: false`/m)
    expect([code, stdout.includes(token), stdout.includes("ran ")]).to.deep.equal([1, false, false])
    await writeFile(file(".git/config"), '[remote "origin"]\n\turl = https://github.com/a/b\n')
    const honest = await run("runChecks", {
      PLUGS_ACTION_CHECKS: "tests",
      GITHUB_TOKEN: "",
      RPC_URL: "https://a/?key=b",
    })
    expect([honest.code, honest.stdout.includes("ran test")]).to.deep.equal([0, true])
  })

  it("finds a token of GitHub under any name, and in any text", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z_]{1,12}$/),
        fc.string(),
        fc.constantFrom("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        fc.stringMatching(/^[A-Za-z0-9_]{36,80}$/),
        (name, before, prefix, rest) => {
          expect(findTokens({ [name]: `${before}${prefix}${rest}` }, [])).to.deep.equal([`${name} in the environment`])
        },
      ),
    )
  })

  it("refuses to run the checks on events whose token can write", async () => {
    for (const event of ["pull_request_target", "workflow_run"]) {
      const { code, stdout } = await run("runChecks", { GITHUB_EVENT_NAME: event })
      expect([code, stdout.includes("ran ")]).to.deep.equal([1, false])
      expect(stdout).to.match(/^::error::.*`pull_request`/m)
    }
    expect((await run("runChecks", { GITHUB_EVENT_NAME: "pull_request" })).code).to.equal(0)
  })

  deepIt("shows whatever a check printed as code, within what a comment can hold", () => {
    const piece = fc.oneof(
      fc.constantFrom("`", "```", "~~~", "\n", "\r", "\n```\n", "</details>", "<img src=x>", "@everyone", "[a](b)"),
      fc.string({ unit: "binary" }),
      fc.nat(20).map((length) => "`".repeat(length)),
    )
    const output = fc.oneof(
      fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")),
      fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join("").padEnd(maxOutput, "`x\n@b ")),
    )
    fc.assert(
      fc.property(fc.array(output, { minLength: 1, maxLength: 4 }), (outputs) => {
        const checks = outputs.map((text, index) => ({
          name: names[index],
          code: index,
          seconds: 1,
          output: text.slice(-maxOutput),
        }))
        const text = formatReport(title, readReport(JSON.stringify({ checks })))
        expect(text).to.have.length.below(65_536)
        const empty = checks.map((check) => ({ ...check, output: "" }))
        expect(outsideFences(text)).to.equal(
          outsideFences(formatReport(title, readReport(JSON.stringify({ checks: empty })))),
        )
        expect(/[^\P{C}\n\t]/u.test(text)).to.equal(false)
      }),
      runs({ fast: 20, deep: 500 }),
    )
    const heading = formatReport("A --> <b>\n# x", [])
    expect(heading.split("\n").slice(0, 3)).to.deep.equal([
      "<!-- hardhat-plugs: A --_ _b___ x -->",
      "",
      "### A --   b  # x",
    ])
  })

  it("takes one file out of a zip, and no more than its bound, whatever the zip says", () => {
    const text = JSON.stringify(report)
    expect(unzip(zipOf(text), 1000).toString()).to.equal(text)
    expect(unzip(zipOf(text, { stored: true }), 1000).toString()).to.equal(text)
    for (const [name, zip] of Object.entries(hostileZips)) expect(() => unzip(zip, 100_000), name).to.throw()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(400), (bytes, at) => {
        const zip = zipOf(text)
        zip.set(bytes.slice(0, Math.max(0, zip.length - at)), Math.min(at, zip.length))
        try {
          expect(unzip(zip, 500)).to.have.length.at.most(500)
        } catch (error) {
          expect(error).to.be.instanceOf(Error).and.not.to.have.property("name", "AssertionError")
        }
      }),
    )
  })

  /** Runs the action that comments, with an API that answers as GitHub does. */
  async function comment(changed: Partial<Told> = {}): Promise<Ran & { sent: Sent[]; writes: Sent[] }> {
    const told: Told = {
      event: runEvent,
      name: "workflow_run",
      pulls: [pull],
      comments: [],
      zip: zipOf(JSON.stringify(report)),
      ...changed,
    }
    const sent: Sent[] = []
    await using files = await listenLocally((request, response) => {
      sent.push({ method: "FILE", path: request.url ?? "", body: "", token: request.headers.authorization ?? "" })
      response.end(told.zip)
    })
    await using api = await listenLocally((request, response) => {
      const { method = "", url = "", headers } = request
      let body = ""
      request.on("data", (part: Buffer) => (body += part.toString()))
      request.on("end", () => {
        sent.push({ method, path: url, body, token: headers.authorization ?? "" })
        const { pathname, searchParams } = new URL(url, "http://a")
        const page = Number(searchParams.get("page") ?? 1)
        const artifacts = told.artifacts ?? [
          { id: 40, name: "hardhat-plugs-report", expired: false },
          { id: 41, name: "hardhat-plugs-report", expired: false },
          { id: 42, name: "hardhat-plugs-report", expired: true },
          { id: 43, name: "another", expired: false },
        ]
        if (method !== "GET") response.writeHead(told.refuses === true ? 403 : 200).end("{}")
        else if (pathname === "/repos/a/b/actions/artifacts/41/zip")
          response.writeHead(302, { location: `${told.location ?? files.url}/signed` }).end()
        else if (pathname === "/repos/a/b/pulls" && searchParams.get("state") === "open")
          response.end(JSON.stringify(searchParams.get("head") === "stranger:fix/#1" ? told.pulls : []))
        else if (pathname === "/repos/a/b/actions/runs/5/artifacts") response.end(JSON.stringify({ artifacts }))
        else if (pathname === "/repos/a/b/issues/12/comments")
          response.end(JSON.stringify(told.comments.slice((page - 1) * 100, page * 100)))
        else response.writeHead(404).end()
      })
    })
    await writeFile(file("event.json"), JSON.stringify(told.event))
    const ran = await run("comment", {
      ...{ GITHUB_API_URL: api.url, GITHUB_REPOSITORY: "a/b", GITHUB_SERVER_URL: "https://github.com" },
      ...{ GITHUB_EVENT_PATH: file("event.json"), GITHUB_EVENT_NAME: told.name, "INPUT_GITHUB-TOKEN": "secret-token" },
    })
    expect(ran.stdout).to.not.contain("secret-token")
    for (const { method, token } of sent) expect(token).to.equal(method === "FILE" ? "" : "Bearer secret-token")
    return { ...ran, sent, writes: sent.filter(({ method }) => method !== "GET" && method !== "FILE") }
  }

  const bodyOf = ({ writes }: { writes: Sent[] }) => (JSON.parse(writes[0]?.body ?? "{}") as { body?: string }).body

  it("writes one comment to a pull request from a fork, and replaces it in the next run, also behind a hundred others", async () => {
    const others = Array.from({ length: 130 }, (_, id) => ({ id: 100 + id, user: { type: "User" }, body: "hello" }))
    const first = await comment({ comments: others })
    expect(first.writes.map(({ method, path }) => [method, path])).to.deep.equal([
      ["POST", "/repos/a/b/issues/12/comments"],
    ])
    expect(bodyOf(first)).to.contain(`What the [run](https://github.com/a/b/actions/runs/5) of commit ${sha} reports.`)
    expect(bodyOf(first))
      .to.match(/^Failed: lint\.$/m)
      .and.contain("| `npx hardhat plugs lint` |")
    expect(first.code).to.equal(0)
    const next = await comment({ comments: [...others, own] })
    expect(next.writes.map(({ method, path }) => [method, path])).to.deep.equal([
      ["PATCH", "/repos/a/b/issues/comments/7"],
    ])
    expect(bodyOf(next)).to.equal(bodyOf(first))
  })

  it("replaces no comment of a person, and none of a job with another title", async () => {
    const person = { ...own, id: 8, user: { type: "User" } }
    const otherJob = { ...own, id: 9, body: `${markerOf("Other")}\nold` }
    expect((await comment({ comments: [person, otherJob] })).writes[0]).to.include({ method: "POST" })
  })

  deepIt(
    "writes only to the one open pull request whose newest commit was checked, which no report names",
    async () => {
      const head = pull.head
      const sent = { ...runEvent.workflow_run }
      const naming = { number: 66, pull_request: { number: 66 }, ...report }
      expect((await comment({ zip: zipOf(JSON.stringify(naming)) })).writes[0]?.path).to.contain("/issues/12/")
      const none: Readonly<Record<string, Partial<Told>>> = {
        "two match": { pulls: [pull, { ...pull, number: 13 }] },
        "none is open": { pulls: [] },
        closed: { pulls: [{ ...pull, state: "closed" }] },
        "a newer commit": { pulls: [{ ...pull, head: { ...head, sha: "b".repeat(40) } }] },
        "another branch": { pulls: [{ ...pull, head: { ...head, ref: "main" } }] },
        "another fork of the same owner": {
          pulls: [{ ...pull, head: { ...head, repo: { full_name: "stranger/c" } } }],
        },
        "a fork that is gone": { event: { workflow_run: { ...sent, head_repository: null } } },
        "a push": { event: { workflow_run: { ...sent, event: "push" } } },
        "an event with a token that writes": { event: { workflow_run: { ...sent, event: "pull_request_target" } } },
      }
      for (const [name, changed] of Object.entries(none)) {
        const { code, stdout, writes } = await comment(changed)
        expect([code, writes], name).to.deep.equal([0, []])
        expect(stdout, name).to.match(/^::notice::No comment: /m)
      }
      // One of two is the one.
      const other = { ...pull, number: 13, head: { ...head, sha: "b".repeat(40) } }
      expect((await comment({ pulls: [other, pull] })).writes[0]?.path).to.contain("/issues/12/")
    },
  )

  deepIt("says that nothing is known where a report is missing or hostile, and shows none of it", async () => {
    const [check] = report.checks
    const shapes = [
      "<img src=x> @everyone",
      "[]",
      "null",
      { checks: [] },
      { checks: {} },
      { checks: [null] },
      { checks: [check, check] },
      { checks: [{ ...check, name: "</summary> @everyone" }] },
      { checks: [{ ...check, name: "constructor" }] },
      { checks: [{ ...check, code: "0" }] },
      { checks: [{ ...check, code: -1 }] },
      { checks: [{ ...check, code: 0.5 }] },
      { checks: [{ ...check, seconds: "@everyone" }] },
      { checks: [{ ...check, seconds: 1e9 }] },
      { checks: [{ ...check, output: ["@everyone"] }] },
      { checks: [{ ...check, output: "x".repeat(maxOutput + 1) }] },
    ]
    for (const shape of shapes) {
      const text = typeof shape === "string" ? shape : JSON.stringify(shape)
      expect(() => readReport(text), text.slice(0, 80)).to.throw()
    }
    const unread: Readonly<Record<string, Partial<Told>>> = {
      "no artifact": { artifacts: [{ id: 41, name: "another", expired: false }] },
      "an artifact that is gone": { artifacts: [{ id: 41, name: "hardhat-plugs-report", expired: true }] },
      "a file of another scheme": { location: "file:///etc" },
      "no JSON": { zip: zipOf("<img src=x> @everyone\n::set-output name=a::b") },
      "too large": { zip: Buffer.concat([zipOf(JSON.stringify(report)), Buffer.alloc(2_000_000)]) },
      "a zip bomb": { zip: hostileZips["a zip bomb"]! },
    }
    for (const [name, changed] of Object.entries(unread)) {
      const ran = await comment({ ...changed, comments: [own] })
      expect(bodyOf(ran), name)
        .to.match(/^\*\*Not known:\*\*/m)
        .and.not.match(/passed|@|<img/)
      expect(ran.writes[0], name).to.include({ method: "PATCH" })
      expect(ran.stdout, name)
        .to.match(/^::warning::The report is not read: /m)
        .and.not.match(/^::set-output/m)
    }
  })

  it("fails where the token may not write, and on any other event", async () => {
    const refused = await comment({ refuses: true })
    expect(refused.code).to.equal(1)
    expect(refused.stdout).to.match(/^::error::.*`pull-requests: write` and `actions: read`/m)
    const direct = await comment({ name: "pull_request_target", event: { pull_request: { number: 12 } } })
    expect([direct.code, direct.sent]).to.deep.equal([1, []])
  })
})
