import { execFile } from "node:child_process"
import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises"
import { delimiter, dirname, join } from "node:path"
import { promisify } from "node:util"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import { writeInit } from "../../scripts/writeInit.js"
import { npmCommand } from "#test/fixtures/commands/npmCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const run = promisify(execFile)

type Manifest = Readonly<Record<string, unknown>> & { readonly version: string }

describe("create-hardhat-plugs, the package", () => {
  let plugin: Manifest
  let create: Manifest
  before(async () => {
    plugin = JSON.parse(await readFile("package.json", "utf8")) as Manifest
    create = JSON.parse(await readFile("extras/create/package/package.json", "utf8")) as Manifest
  })

  it("has the version of hardhat-plugs, because it writes projects that depend on that one", () => {
    expect(create.version).to.equal(plugin.version)
    for (const field of ["license", "type", "homepage", "bugs", "publishConfig"]) {
      expect(create[field], field).to.deep.equal(plugin[field])
    }
  })

  it("depends on nothing, and runs no script when it is installed", () => {
    for (const field of ["dependencies", "peerDependencies", "optionalDependencies", "bundleDependencies"]) {
      expect(create).to.not.have.property(field)
    }
    expect(Object.keys(create["scripts"] as object)).to.deep.equal(["prepack"])
  })

  it("writes a project beside no node_modules, and installs it with the package manager that runs it", async function () {
    if (process.platform === "win32") this.skip()
    await using folder = await temporaryFolder()
    const program = join(folder.path, "program")
    await writeInit(program, "create-hardhat-plugs")
    await writeFile(join(program, "package.json"), JSON.stringify(create))
    await fakePackageManager(join(folder.path, "path"), "pnpm")
    const env = {
      PATH: [join(folder.path, "path"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
      npm_config_user_agent: "pnpm/11.0.0 npm/? node/v24.1.0 linux x64",
      npm_config_package: "what npx was asked for",
    }
    const words = [join(program, "bin.js"), "app", "--yes", "--template", "tests"]
    const { stdout } = await run(process.execPath, words, { cwd: folder.path, env })
    expect(stdout).to.match(/\n\$ pnpm install\ninstalled, asked for: nothing\n\nRun next:\n {2}cd app\n/)
    expect(await readdir(join(folder.path, "app"))).to.include.members(["installed", "pnpm-workspace.yaml"])
    const { devDependencies } = JSON.parse(await readFile(join(folder.path, "app", "package.json"), "utf8")) as {
      devDependencies: object
    }
    expect(devDependencies).to.include({ "hardhat-plugs": create.version })
    const peers = Object.keys(plugin["peerDependencies"] as object)
    expect(devDependencies).to.include.all.keys(
      peers.filter((name) => name !== "pg" && !name.startsWith("@opentelemetry/")),
    )
  })

  it("exits with 1, and says so, where the package manager fails", async function () {
    if (process.platform === "win32") this.skip()
    await using folder = await temporaryFolder()
    const program = join(folder.path, "program")
    await writeInit(program, "create-hardhat-plugs")
    await writeFile(join(program, "package.json"), JSON.stringify(create))
    await fakePackageManager(join(folder.path, "path"), "yarn", 7)
    const env = { PATH: [join(folder.path, "path"), dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter) }
    const words = [join(program, "bin.js"), "app", "--yes", "--install", "yarn"]
    const failed = run(process.execPath, words, { cwd: folder.path, env }).then(
      () => undefined,
      (error: unknown) => error as { code: number; stderr: string },
    )
    expect(await failed).to.include({ code: 1 })
    expect((await failed)?.stderr).to.match(/yarn install did not install it\.\n.*\n {2}ended: exit code 7\n/)
  })
  deepIt("is packed small, and runs with plain Node where it is unpacked", async function () {
    if (process.platform === "win32") this.skip()
    await using folder = await temporaryFolder()
    const pack = npmCommand("pack", "./extras/create/package", "--json", "--pack-destination", folder.path)
    const { stdout } = await run(...pack)
    const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf("[\n"))) as [
      { filename: string; files: { path: string }[] },
    ]
    expect(files.map(({ path }) => path)).to.have.members([
      ...["LICENSE", "README.md", "package.json"],
      ...["dist/bin.js", "dist/main.js", "dist/project.json"],
    ])
    expect((await stat(join(folder.path, filename))).size).to.be.below(40_000)
    await run("tar", ["-xzf", filename], { cwd: folder.path })
    const words = [join(folder.path, "package", "dist", "bin.js"), "app", "--yes", "--install", "no"]
    await run(process.execPath, words, { cwd: folder.path })
    expect(await readdir(join(folder.path, "app"))).to.include.members(["package.json", "hardhat.config.ts"])
  })
})

/** A program that says its version, or what it was called for, and writes a file where it is called. */
async function fakePackageManager(folder: string, name: string, code = 0): Promise<void> {
  await mkdir(folder)
  const file = join(folder, name)
  const install = 'echo "installed, asked for: ${npm_config_package:-nothing}"; touch installed'
  await writeFile(file, `#!/bin/sh\nif [ "$1" = --version ]; then echo 11.0.0; else ${install}; exit ${code}; fi\n`)
  await chmod(file, 0o755)
}
