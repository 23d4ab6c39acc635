import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

import { expect } from "chai"
import { afterEach, beforeEach, it } from "mocha"

import { deepDescribe } from "#test/fixtures/depth.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const script = fileURLToPath(new URL("../../../scripts/mutate/mutate.ts", import.meta.url))

const code = "export const fits = (size: number, limit: number): boolean => size > 0 && size < limit\n"

/**
 * Stands for Hardhat: notices whatever is done to `<` in TypeScript, in a list as Mocha prints it, and refuses to compile `!=` in
 * Solidity. With a port it hangs on any fault, connected to it.
 */
const fakeRunner = `
const { readFileSync } = require("node:fs")
const code = readFileSync("src/fits.ts", "utf8")
const command = process.argv.slice(2).join(" ")
process.exitCode = 1
if (/^--build-profile unoptimized test solidity( contracts\\/[AB]\\.t\\.sol)+$/.test(command)) {
  const contract = readFileSync("contracts/A.sol", "utf8")
  if (contract.includes("!=")) console.log("Error HHE910: Compilation failed")
  else if (contract.includes("==") || !command.includes("A.t.sol")) process.exitCode = 0
  else console.log("  1 failing\\n\\n  1) ATest#test_a()\\n    Error: no")
} else if (!["test/fits.ts", "test/a.ts", "test/fits.ts test/a.ts"].some((files) => command === "test mocha --no-compile --bail " + files)) console.log("another command: " + command)
else if (process.env.PORT !== undefined && code !== process.env.CODE) {
  require("node:net").connect(Number(process.env.PORT), "127.0.0.1")
} else if (code.includes("size < limit")) process.exitCode = 0
else console.log("  1 failing\\n\\n  1) fits\\n       knows its limit:\\n\\n      AssertionError: no")
`

// Its processes take seconds, and what they start is tested beside it.
deepDescribe("npm run mutate", function () {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeEach(async () => {
    folder = await temporaryFolder()
    await write("src/fits.ts", code)
    await write("src/limit.ts", "export const limit = 10\n")
    await write("test/fits.ts", 'import "../src/fits.js"\nimport "../src/limit.js"\n')
    await write(".gitignore", "node_modules\n/tmp\n")
    await write("node_modules/hardhat/dist/src/cli.js", fakeRunner)
    await mkdir(join(folder.path, "tmp"))
    execFileSync("git", ["init", "--quiet", "--initial-branch=main"], { cwd: folder.path })
  })
  afterEach(() => folder[Symbol.asyncDispose]())

  it("says which faults were noticed by which test, and fails because of the others", async () => {
    const report = join(folder.path, "tmp/report.json")
    const { status, lines } = await mutate("src", "--json", "--seed", "1", "--report", report)
    expect(status).to.equal(1)
    const end = lines.pop()
    expect(lines.map(({ change, ending, by }) => ({ change, ending, by }))).to.deep.equal([
      { change: line("size > 0 || size < limit"), ending: "unnoticed", by: undefined },
      { change: line("size > 0"), ending: "noticed", by: "fits › knows its limit" },
      { change: line("size < limit"), ending: "unnoticed", by: undefined },
      { change: line("size >= 0 && size < limit"), ending: "unnoticed", by: undefined },
      { change: line("size > 1 && size < limit"), ending: "unnoticed", by: undefined },
      { change: line("size > (-1) && size < limit"), ending: "unnoticed", by: undefined },
      { change: line("size > 0 && size <= limit"), ending: "noticed", by: "fits › knows its limit" },
      { change: "- export const limit = 10\n+ export const limit = 1", ending: "unnoticed", by: undefined },
    ])
    expect(end).to.deep.equal({ faults: 8, unnoticed: 6, seed: 1 })
    const written = JSON.parse(await readFile(report, "utf8")) as { folders: unknown; unnoticed: object[] }
    expect(written.folders).to.deep.equal([{ folder: "src", faults: 8, unnoticed: 6 }])
    expect(written.unnoticed).to.have.lengthOf(6)
    await rm(report)
    expect(await readFile(join(folder.path, "src/fits.ts"), "utf8"), "the tree").to.equal(code)
    expect(await readdir(join(folder.path, "tmp")), "copies").to.deep.equal([])
  })

  it("asks only the nearest tests, as many as --tests says", async () => {
    await write("test/a.ts", 'import "../src/fits.js"\n')
    const { lines } = await mutate("src/fits.ts", "--json", "--tests", "1")
    expect(lines.pop()).to.deep.include({ unnoticed: 5 })
    expect(lines[0]).to.deep.include({ ending: "unnoticed", ran: ["test/fits.ts"], tests: 2 })
  })

  it("judges contracts by their own tests, the nearest one first, and does not count what the compiler refuses", async () => {
    await write("contracts/A.sol", "contract A {\n    function a() external onlyOwner { b = c == d; }\n}\n")
    await write("contracts/A.t.sol", 'import {A} from "./A.sol";\n')
    await write("contracts/B.t.sol", 'import {A} from "./A.sol";\n')
    const { lines } = await mutate("contracts/A.sol", "--json")
    expect(lines.pop()).to.include({ unnoticed: 1 })
    const [nearest, both] = [["contracts/A.t.sol"], ["contracts/A.t.sol", "contracts/B.t.sol"]]
    expect(lines.map(({ kind, ending, ran }) => [kind, ending, ran])).to.deep.equal([
      ["guard removed", "unnoticed", both],
      ["statement removed", "noticed", nearest],
      ["operator confused", "not compiled", both],
    ])
  })

  it("plants in what changed when no file is named, and passes when few enough are unnoticed", async () => {
    execFileSync("git", ["add", "."], { cwd: folder.path })
    execFileSync("git", [...author, "commit", "--quiet", "--message=a"], { cwd: folder.path })
    await write("src/new.ts", "export const isNew = true\n")
    const { status, lines } = await mutate("--json", "--allow", "1")
    expect(status).to.equal(0)
    expect(lines[0]).to.include({ path: "src/new.ts", ending: "untested" })
  })

  it("plants a fault of one's own from a patch", async () => {
    const patch = [
      "--- a/src/fits.ts",
      "+++ b/src/fits.ts",
      "@@ -1 +1,2 @@",
      ` ${code.trim()}`,
      "+export const limit = 9",
      "",
    ].join("\n")
    await write("tmp/fault.patch", patch)
    const { lines } = await mutate("--json", "--patch", "tmp/fault.patch")
    expect(lines[0]).to.include({ path: "src/fits.ts", line: 2, change: "+ export const limit = 9" })
  })

  for (const signal of ["SIGKILL", "SIGTERM"] as const) {
    it(`leaves the tree whole when ${signal} ends it while a fault is planted`, async () => {
      const server = createServer().listen(0, "127.0.0.1")
      await once(server, "listening")
      const { port } = server.address() as AddressInfo
      const child = start(["src/fits.ts"], { PORT: String(port), CODE: code })
      const [runner] = (await once(server, "connection")) as [Socket]
      const ended = once(runner.on("error", () => undefined).resume(), "close")
      child.kill(signal)
      await once(child, "close")
      expect(await readFile(join(folder.path, "src/fits.ts"), "utf8")).to.equal(code)
      if (signal === "SIGTERM") {
        await ended
        expect(await readdir(join(folder.path, "tmp"))).to.deep.equal([])
      }
      runner.destroy()
      server.close()
    })
  }

  it("says in one line what cannot be planted", async () => {
    await write("tmp/two.patch", "--- a/src/a.ts\n+++ b/src/a.ts\n--- a/src/b.ts\n+++ b/src/b.ts\n")
    for (const args of [["src/none.ts"], ["--patch", "tmp/two.patch"]]) {
      const { status, stderr } = await mutate(...args)
      expect(status, stderr).to.equal(1)
      expect(stderr.trim().split("\n"), stderr).to.have.lengthOf(1)
    }
  })

  it("refuses to judge by tests that already fail", async () => {
    await write("src/fits.ts", code.replace("<", "<="))
    const { status, stderr } = await mutate("src/fits.ts")
    expect(status).to.equal(1)
    expect(stderr).to.contain("Without any fault, the tests already fail")
  })

  async function write(path: string, text: string): Promise<void> {
    const file = join(folder.path, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }

  function start(args: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess {
    const temporary = join(folder.path, "tmp")
    const env = { ...process.env, TMPDIR: temporary, TEMP: temporary, ...more }
    return spawn(process.execPath, [script, ...args], { cwd: folder.path, env, stdio: ["ignore", "pipe", "pipe"] })
  }

  async function mutate(...args: string[]) {
    const child = start(args)
    const output = { stdout: "", stderr: "" }
    for (const name of ["stdout", "stderr"] as const) {
      child[name]?.setEncoding("utf8").on("data", (text: string) => (output[name] += text))
    }
    const [status] = (await once(child, "close")) as [number]
    const json = output.stdout.split("\n").filter((text) => text.startsWith("{"))
    return { status, stderr: output.stderr, lines: json.map((text) => JSON.parse(text) as Record<string, unknown>) }
  }
})

const author = ["-c", "user.name=a", "-c", "user.email=a@a.example", "-c", "commit.gpgsign=false"]

function line(condition: string): string {
  return `- ${code.trim()}\n+ ${code.trim().replace(/=> .*/, `=> ${condition}`)}`
}
