import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"

import { expect } from "chai"
import { after, before, it } from "mocha"

import { npmCommand } from "#test/fixtures/commands/npmCommand.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { userEnvironment } from "#test/fixtures/projects/userEnvironment.js"
import { freePort } from "#test/fixtures/servers/freePort.js"

const repository = resolve(import.meta.dirname, "../..")
const run = promisify(execFile)

/** What a newcomer writes first: the plugin, and a compiler. */
const minimalConfig = `
import { createRequire } from "node:module"
import { defineConfig } from "hardhat/config"
import hardhatPlugs from "hardhat-plugs"

export default defineConfig({
  plugins: [hardhatPlugs],
  solidity: { version: "0.8.37", path: createRequire(import.meta.url).resolve("solc/soljson.js") },
})
`

/** Loaded before a program, prints the files of the package that the program loads. */
const printOwnFiles = `
import { registerHooks } from "node:module"
registerHooks({
  load(url, context, nextLoad) {
    if (url.includes("hardhat-plugs/dist/")) console.error(url)
    return nextLoad(url, context)
  },
})
`

/** The oldest and the newest peers that the package says it works with, and that install together. */
const peerVersions = [
  { hardhat: "3.13.0", viem: "2.47.6" },
  { hardhat: "3.18.0", viem: "2.57.20" },
]

/** What the declarations of other packages, or those that Hardhat writes, have wrong. */
const foreignErrors: readonly RegExp[] = [/^artifacts\/.*\.d\.ts\(.*error TS1036: /]

for (const peers of peerVersions) {
  deepDescribe(`the package, installed beside hardhat ${peers.hardhat}`, function () {
    // npm builds, packs and installs here, and takes its time.
    installedBeside(peers)
  })
}

function installedBeside(peers: Readonly<Record<string, string>>): void {
  let project: string
  let port: number
  before(async () => {
    project = await mkdtemp(join(tmpdir(), "hardhat-plugs-project-"))
    port = await freePort()
    for (const example of ["greeter", "board", "swap"]) {
      await cp(join(repository, "examples", example), project, { recursive: true })
    }
    await writeFile(join(project, "minimal.config.ts"), minimalConfig)
    await writeFile(join(project, "package.json"), JSON.stringify(await packageJson()))
    await npm("install", "--prefer-offline", "--no-audit", "--no-fund")
  })
  after(() => rm(project, { recursive: true, force: true }))

  /** Apart from the peers, the example's versions are ours, and so is npm's cache. */
  async function packageJson(): Promise<object> {
    const { devDependencies } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
      devDependencies: Record<string, string>
    }
    const { stdout } = await run(...npmCommand("pack", "--json", "--pack-destination", project), { cwd: repository })
    const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf("["))) as [{ filename: string }]
    const used = [
      "hardhat",
      "viem",
      "solc",
      "typescript",
      "chai",
      "mocha",
      "@types/chai",
      "@types/mocha",
      "@types/node",
      "@nomicfoundation/hardhat-viem",
      "@nomicfoundation/hardhat-mocha",
    ]
    return {
      name: "greeter",
      private: true,
      type: "module",
      devDependencies: {
        "hardhat-plugs": `file:${filename}`,
        ...Object.fromEntries(used.map((name) => [name, devDependencies[name]])),
        ...peers,
      },
    }
  }

  async function npm(...args: string[]): Promise<void> {
    await run(...npmCommand(...args), user())
  }

  const user = () => ({ cwd: project, env: userEnvironment() })
  const cli = (): string => join(project, "node_modules/hardhat/dist/src/cli.js")
  const hardhat = (...args: string[]) => run(process.execPath, [cli(), ...args], user())

  it("loads five files of its own for help, because each costs every command", async () => {
    const hook = `data:text/javascript,${encodeURIComponent(printOwnFiles)}`
    const { stdout, stderr } = await run(
      process.execPath,
      ["--import", hook, cli(), "--config", "minimal.config.ts", "--help"],
      user(),
    )
    expect(stdout).to.contain("messaging")
    const loaded = stderr.split("\n").flatMap((line) => /hardhat-plugs\/dist\/(\S+)/.exec(line)?.[1] ?? [])
    expect(loaded).to.have.members([
      "src/index.js",
      "src/plugin/hooks/config.js",
      "src/plugin/hooks/hre.js",
      "src/plugin/importFile.js",
      "tasks/index.js",
    ])
  })

  it("has types that a strict project compiles against", async () => {
    expect(await compile({ skipLibCheck: true })).to.deep.equal([])
  })

  it("has declarations without an error of their own, whatever those of others have", async () => {
    const { exports } = JSON.parse(
      await readFile(join(project, "node_modules/hardhat-plugs/package.json"), "utf8"),
    ) as { exports: Record<string, string> }
    const entries = Object.keys(exports).filter((name) => exports[name]?.endsWith(".js"))
    const lines = entries.map((name, index) => `export * as e${index} from "${name.replace(".", "hardhat-plugs")}"\n`)
    await writeFile(join(project, "entries.ts"), lines.join(""))
    await hardhat("build", "--no-tests")
    const own = await compile({ skipLibCheck: false })
    expect(own.filter((line) => line.startsWith("node_modules/hardhat-plugs/"))).to.deep.equal([])
    const others = own.filter((line) => !foreignErrors.some((foreign) => foreign.test(line)))
    expect(others, "errors of others that are not known here").to.deep.equal([])
  })

  /** Compiles the project strictly, and returns the errors, a line each. */
  async function compile(options: { readonly skipLibCheck: boolean }): Promise<string[]> {
    const compilerOptions = {
      ...{ target: "es2023", module: "node20", strict: true, exactOptionalPropertyTypes: true, noEmit: true },
      ...{ types: ["node", "mocha"], ...options },
    }
    const config = { compilerOptions, include: ["*.ts", "scripts", "test", "artifacts"] }
    await writeFile(join(project, "tsconfig.json"), JSON.stringify(config))
    const tsc = [join(project, "node_modules/typescript/bin/tsc"), "--pretty", "false"]
    const { stdout } = await run(process.execPath, tsc, { cwd: project }).catch(
      (error: unknown) => error as { stdout: string },
    )
    return stdout.split("\n").filter((line) => / error TS\d+: /.test(line))
  }

  it("compiles contracts that inherit the bases, and works with them in tests of the project's own", async () => {
    const { stdout } = await hardhat("test", "mocha")
    expect(stdout).to.contain("4 passing")
  })

  it("runs the examples' scripts against a devnet that stands beside them", async () => {
    const config = (await readFile(join(project, "hardhat.config.ts"), "utf8")).replace(
      "plugs: {",
      `plugs: {\n    devnet: { port: ${port} },`,
    )
    await writeFile(join(project, "hardhat.config.ts"), config)
    const devnet = spawn(process.execPath, [cli(), "devnet", "--json"], user())
    const ended = once(devnet, "close")
    let printed = ""
    for (const stream of [devnet.stdout, devnet.stderr]) {
      stream.on("data", (chunk) => {
        printed = (printed + String(chunk)).slice(-4_000)
      })
    }
    try {
      const [first] = (await Promise.race([once(devnet.stdout, "data"), ended])) as unknown[]
      expect(String(first)).to.contain('"event":"ready"')
      const { stdout } = await hardhat("run", "scripts/deploy.ts")
      expect(stdout).to.match(/status +EXECUTION_SUCCESS/)
      expect(stdout).to.match(/greeting +hello from alpha/)
      const boards = await hardhat("run", "scripts/boards.ts")
      expect(boards.stdout).to.contain("beta says hello from the gateway")
      const swap = await hardhat("run", "scripts/swap.ts")
      expect(swap.stdout).to.match(/status +COMPLETED/)
    } finally {
      devnet.kill("SIGINT")
    }
    expect(await ended, printed).to.deep.equal([0, null])
  })
}
