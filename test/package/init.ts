import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"

import { expect } from "chai"
import { after, before, it } from "mocha"

import { type Document, readDocument } from "../docs/markdown.js"
import { templateKinds } from "#extras/create/src/templates.js"
import { npmCommand } from "#test/fixtures/commands/npmCommand.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { userEnvironment } from "#test/fixtures/projects/userEnvironment.js"

const repository = resolve(import.meta.dirname, "../..")
const run = promisify(execFile)

/** Waits until a process prints something, and leaves its output open. */
async function firstMatch({ stdout }: ChildProcess, text: RegExp): Promise<void> {
  const { promise, resolve: found, reject } = Promise.withResolvers<undefined>()
  let printed = ""
  stdout!.setEncoding("utf8").on("data", (part: string) => {
    printed += part
    if (text.test(printed)) found(undefined)
  })
  stdout!.once("end", () => {
    reject(new Error(`It ended before it printed ${String(text)}: ${printed}`))
  })
  await promise
}

/** The blocks that a reader saves as a file. */
function wholeBlocks({ blocks }: Document): string[] {
  return blocks.flatMap(({ language, code }) => (language === "ts" && code.startsWith("import ") ? [`${code}\n`] : []))
}

deepDescribe("create-hardhat-plugs, of the packed packages", function () {
  // npm builds, packs and installs here, and takes its time.
  let folder: string
  let tarballs: string[]
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "hardhat-plugs-init-"))
    await run(...npmCommand("pack", ".", "./extras/create/package", "--pack-destination", folder), { cwd: repository })
    tarballs = (await readdir(folder)).filter((name) => name.endsWith(".tgz")).sort()
    expect(tarballs).to.have.length(2)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const npm = (cwd: string, ...args: string[]) => run(...npmCommand(...args), { cwd, env: userEnvironment() })

  it("can be preceded by the guide's line that puts a fitting Node on the path", async function () {
    if (process.platform === "win32") this.skip()
    const guide = await readFile(join(repository, "docs/getting-started.md"), "utf8")
    const [, line = ""] = /`(export PATH="\$\(npx .*:\$PATH")`/.exec(guide) ?? []
    const { stdout } = await run("sh", ["-c", `${line} && node --version`], { cwd: folder, env: userEnvironment() })
    expect(stdout).to.match(/^v24\./)
  })

  it("begins by the README's line in an empty folder, under one that has node_modules", async function () {
    if (process.platform === "win32") this.skip()
    const readme = await readFile(join(repository, "README.md"), "utf8")
    const [, line = ""] = /^(npx -y -p .*create-hardhat-plugs)$/m.exec(readme) ?? []
    const above = join(folder, "above")
    const empty = join(above, "empty")
    await mkdir(empty, { recursive: true })
    await mkdir(join(above, "node_modules"))
    for (const tarball of tarballs) await copyFile(join(folder, tarball), join(empty, tarball))
    const env = userEnvironment()
    const { stdout } = await run("sh", ["-c", `${line} --template tests --yes --install no`], { cwd: empty, env })
    expect(stdout).to.contain("Run next:")
    expect(await readdir(empty)).to.include.members(["package.json", "hardhat.config.ts"])
  })

  for (const kind of Object.keys(templateKinds)) {
    it(`writes a project that installs, passes its tests and compiles under --strict: ${kind}`, async () => {
      const words = ["create-hardhat-plugs", kind, "--template", kind, "--yes", "--install", "npm"]
      const { stdout } = await npm(
        folder,
        "exec",
        "--yes",
        `--package=${join(folder, tarballs[0] ?? "")}`,
        "--",
        ...words,
      )
      expect(stdout).to.match(/\n\$ npm install\n.*\nRun next:\n {2}cd \w+\n {2}npx hardhat test\n$/s)
      const project = join(folder, kind)
      const { devDependencies } = JSON.parse(await readFile(join(project, "package.json"), "utf8")) as {
        devDependencies: Record<string, string>
      }
      expect(devDependencies["hardhat-plugs"]).to.match(/^file:\.\.\/hardhat-plugs-.+\.tgz$/)
      expect((await npm(project, "test")).stdout).to.match(/[12] passing/)
      await npm(project, "run", "typecheck")
    })
  }

  for (const [kind, pages] of Object.entries({
    messages: ["docs/testing.md", "docs/create-world.md", "docs/testing-mocks.md"],
    tests: ["docs/send-through-plug.md", "docs/wait-for-message.md", "docs/coming-from.md"],
  })) {
    it(`runs the whole tests of pages, as they stand, in the project of the template ${kind}`, async () => {
      const project = join(folder, kind)
      const blocks = await Promise.all(pages.map(async (page) => wholeBlocks(await readDocument(page))))
      expect(blocks.map(({ length }) => length)).to.not.include(0)
      for (const [index, code] of blocks.flat().entries()) await writeFile(join(project, `test/page${index}.ts`), code)
      await npm(project, "test")
      await npm(project, "run", "typecheck")
    })
  }

  it("runs every command that the README shows from there on, in its order, in the project of the template messages", async function () {
    if (process.platform === "win32") this.skip()
    const readme = await readDocument("README.md")
    const commands = readme.blocks.filter(({ language }) => language === "sh").map(({ code }) => code)
    const [devnet = "", ...others] = commands.slice(commands.indexOf("npx hardhat devnet"))
    const project = join(folder, "messages")
    const options = { cwd: project, env: userEnvironment() }
    const running = spawn("sh", ["-c", devnet], { ...options, detached: true, stdio: ["ignore", "pipe", "inherit"] })
    try {
      await firstMatch(running, /Ctrl-C/)
      const printed: string[] = []
      for (const command of others) printed.push((await run("sh", ["-c", command], options)).stdout)
      expect(others.map((command) => command.split(" ").slice(1, 4).join(" "))).to.deep.equal([
        "hardhat run scripts/deploy.ts",
        "hardhat messaging send",
        "hardhat messaging explain",
        "hardhat swap quote",
      ])
      const [deployed, sent, explained, quoted] = printed
      expect(deployed).to.contain("EXECUTION_SUCCESS").and.to.contain("hello from alpha")
      expect(sent).to.contain("EXECUTION_SUCCESS")
      expect(explained).to.contain("delivered")
      expect(quoted).to.contain("WETH")
      for (const page of ["docs/messaging.md", "docs/messaging-sending.md"]) {
        const [script = ""] = wholeBlocks(await readDocument(page))
        await writeFile(join(project, "scripts/page.ts"), script)
        await run("npx", ["hardhat", "run", "scripts/page.ts"], options)
      }
    } finally {
      process.kill(-running.pid!, "SIGINT")
      await once(running, "close")
    }
  })
})
