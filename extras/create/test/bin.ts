import { type ChildProcess, execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { delimiter, dirname, join, resolve } from "node:path"

import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import ts from "typescript"

import { repository } from "../../../scripts/docs/documents.js"
import { writeInit } from "../../../scripts/writeInit.js"
import { deepIt } from "#test/fixtures/depth.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const bin = join(repository, "extras", "create", "src", "bin.ts")

describe("the bin hardhat-plugs", function () {
  let program: Awaited<ReturnType<typeof temporaryFolder>>
  before(async () => {
    program = await temporaryFolder()
    await writeFile(join(program.path, "package.json"), '{ "type": "module" }')
    await writeInit(program.path, "hardhat-plugs")
  })
  after(() => program[Symbol.asyncDispose]())

  it("is what package.json names, and a program", () => {
    const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { bin: object }
    expect(manifest.bin).to.deep.equal({ "hardhat-plugs": "dist/extras/create/src/bin.js" })
    expect(readFileSync(bin, "utf8")).to.match(/^#!\/usr\/bin\/env node\n/)
  })

  deepIt("loads no dependency, because it runs before any is known to work", () => {
    const loaded = new Set<string>()
    const outside = new Set<string>()
    const follow = (file: string): void => {
      if (loaded.has(file)) return
      loaded.add(file)
      for (const name of importsOf(file)) {
        const path = name.replace(/\.js$/, ".ts")
        if (name.startsWith("#")) follow(resolve(repository, path.slice(1)))
        else if (name.startsWith(".")) follow(resolve(dirname(file), path))
        else if (!name.startsWith("node:")) outside.add(`${file}: ${name}`)
      }
    }
    follow(bin)
    expect(loaded.size).to.be.above(10)
    expect([...outside]).to.deep.equal([])
    expect(importsOf(bin), "its first file imports nothing before it has checked Node").to.deep.equal(["./main.js"])
    expect(readFileSync(bin, "utf8")).to.not.match(/^import /m)
  })

  it("says which Node is needed on one that cannot run it", async () => {
    const { code, stderr } = await run(["init"], { node: "16.20.2" })
    expect(code).to.equal(1)
    expect(stderr).to.match(/^This is Node 16\.20\.2\..*Hardhat needs 22\.13\.0 or newer\.\nInstall Node 24/)
    const codes = []
    for (const node of ["18.2.0", "18.3.0", "20.0.0"]) codes.push((await run(["--version"], { node })).code)
    expect(codes).to.deep.equal([1, 0, 0])
  })

  it("prints an error on standard error without a stack, and exits with 1", async () => {
    const { code, stdout, stderr } = await run(["init", "--tempalte", "swap"])
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" })
    expect(stderr).to.match(/^Option "--tempalte": there is no such option\. .*Did you mean --template\?\n$/)
  })

  it("ends quietly when nobody reads its output", async () => {
    const { code, stderr } = await run(["init", "--yes"], {
      node: "20.20.2",
      meanwhile: (child) => child.stdout?.destroy(),
    })
    expect(stderr).to.equal("")
    expect(code).to.equal(141)
  })

  it("does not wait for answers that cannot come", async () => {
    const { code, stderr } = await run(["init"])
    expect(code).to.equal(1)
    expect(stderr).to.contain("Add --yes")
  })

  it("says how the package manager has ended where it did not install, and nothing where it did", async function () {
    // Windows finds no program by a file like this one.
    if (process.platform === "win32") this.skip()
    await using tools = await temporaryFolder()
    const PATH = [tools.path, process.env["PATH"]].join(delimiter)
    for (const code of [0, 7]) {
      // What npx was asked for is not for the npm that it runs.
      const npm = `#!/bin/sh\n[ "$1" = --version ] && echo 11.5.1 && exit 0\nexit \${npm_config_call:-${code}}\n`
      await writeFile(join(tools.path, "npm"), npm, { mode: 0o755 })
      const ended = await run(["init", "--yes", "--install", "npm"], { env: { PATH, npm_config_call: "9" } })
      expect(ended.code, ended.stderr).to.equal(code === 0 ? 0 : 1)
      expect(ended.stderr.includes("exit code 7"), ended.stderr).to.equal(code === 7)
    }
  })

  /** Runs the built program in an empty folder, as if on another Node if one is named. */
  async function run(
    words: readonly string[],
    { node, env, meanwhile }: { node?: string; env?: object; meanwhile?: (child: ChildProcess) => unknown } = {},
  ): Promise<{ code: number; stdout: string; stderr: string }> {
    await using folder = await temporaryFolder()
    const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${node ?? ""}" } })`
    const preload = node === undefined ? [] : ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`]
    return await new Promise((done) => {
      const child = execFile(
        process.execPath,
        [...preload, join(program.path, "bin.js"), ...words],
        { cwd: folder.path, env: { ...process.env, ...env } },
        (_, stdout, stderr) => {
          done({ code: child.exitCode ?? -1, stdout, stderr })
        },
      )
      child.stdin?.end()
      meanwhile?.(child)
    })
  }
})

/** Modules that a file loads when it runs, types left out. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8")
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ES2022, verbatimModuleSyntax: true },
  })
  return ts.preProcessFile(outputText).importedFiles.map(({ fileName }) => fileName)
}
