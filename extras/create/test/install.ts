import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { listFolder, runInit } from "#test/fixtures/commands/initCommand.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const program = "create-hardhat-plugs"
const agent = (text: string) => ({ env: { npm_config_user_agent: text } })

describe("create-hardhat-plugs", () => {
  it("needs no command, and installs what it has written with npm", async () => {
    await using folder = await temporaryFolder()
    const { output, asked, installed } = await runInit(folder.path, [], { program, answers: ["tests", "my app"] })
    expect(asked).to.have.length(2)
    expect(installed).to.deep.equal({ [join(folder.path, "my app")]: "npm install" })
    expect(output).to.match(/\n\$ npm install\n\nRun next:\n {2}cd 'my app'\n {2}npx hardhat test$/)
  })

  for (const [manager, userAgent, install, test, ci] of [
    ["npm", "npm/11.0.0 node/v24.1.0 linux x64", "npm install", "npx hardhat test", "npm ci"],
    [
      "pnpm",
      "pnpm/11.2.0 npm/? node/v24.1.0 linux x64",
      "pnpm install",
      "pnpm exec hardhat test",
      "npx -y pnpm@11.2.0 install --frozen-lockfile",
    ],
    [
      "Yarn",
      "yarn/4.9.1 npm/? node/v24.1.0 linux x64",
      "yarn install",
      "yarn hardhat test",
      "npx -y @yarnpkg/cli-dist@4.9.1 install --immutable",
    ],
    [
      "Yarn 1",
      "yarn/1.22.22 npm/? node/v24.1.0 linux x64",
      "yarn install",
      "yarn hardhat test",
      "npx -y yarn@1.22.22 install --frozen-lockfile",
    ],
    [
      "Bun",
      "bun/1.2.0 npm/? node/v24.1.0 linux x64",
      "bun install",
      "bunx hardhat test",
      "npx -y bun@1.2.0 install --frozen-lockfile",
    ],
  ] as const) {
    it(`installs with ${manager} when that runs it, in CI too`, async () => {
      await using folder = await temporaryFolder()
      const { output, installed } = await runInit(folder.path, ["--yes"], { program, ...agent(userAgent) })
      expect(installed).to.deep.equal({ [folder.path]: install })
      expect(output).to.match(new RegExp(`Run next:\\n {2}${test}$`))
      const files = await listFolder(folder.path)
      expect(files["README.md"]).to.match(new RegExp(`^${install}$`, "m"))
      for (const workflow of ["test.yml", "deploy.yml"]) {
        const text = files[join(".github", "workflows", workflow)] ?? ""
        expect(text).to.contain(`run: ${ci}\n`)
        // Without a lockfile of npm, setup-node fails with it.
        expect(text.includes("cache: npm")).to.equal(manager === "npm" && workflow === "test.yml")
      }
    })
  }

  it("refuses the one build script for pnpm, which fails where none is named, and lets Yarn write node_modules", async () => {
    await using folder = await temporaryFolder()
    const files = async (manager: string) => {
      await runInit(folder.path, [manager, "--yes", "--install", manager], { program })
      return await listFolder(join(folder.path, manager))
    }
    expect((await files("pnpm"))["pnpm-workspace.yaml"]).to.match(/^allowBuilds:\n {2}esbuild: false$/m)
    const yarn = await files("yarn")
    expect(yarn[".yarnrc.yml"]).to.equal("nodeLinker: node-modules\n")
    expect(yarn[".gitignore"]).to.contain("/.yarn/install-state.gz\n")
    expect(Object.keys(await files("npm"))).to.not.include.members(["pnpm-workspace.yaml"])
  })

  it("adds settings of pnpm to those that are there, and leaves those of a workspace above alone", async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, "pnpm-workspace.yaml"), "catalog:\n  a: 1\nallowBuilds:\n  sharp: true")
    const { output } = await runInit(folder.path, ["--yes", "--install", "pnpm"], { program })
    expect(await readFile(join(folder.path, "pnpm-workspace.yaml"), "utf8")).to.equal(
      'catalog:\n  a: 1\nallowBuilds:\n  sharp: true\npackages: ["."]\n',
    )
    expect(output).to.contain("allowBuilds: of pnpm-workspace.yaml stays").and.contain("esbuild: false")
    // What was added stays in no other state.
    expect(output).to.not.contain("packages: of pnpm-workspace.yaml")

    const inside = await runInit(folder.path, ["app", "--yes", "--install", "pnpm"], { program })
    expect(Object.keys(await listFolder(join(folder.path, "app")))).to.not.include("pnpm-workspace.yaml")
    expect(inside.output).to.contain("esbuild: false")
  })

  it("installs nothing with --install no, and another package manager's way with its name", async () => {
    await using folder = await temporaryFolder()
    const no = await runInit(folder.path, ["--yes", "--install", "no"], { program })
    expect(no.installed).to.deep.equal({})
    expect(no.output).to.match(/Run next:\n {2}npm install\n {2}npx hardhat test$/)
    const npm = { ...agent("npm/11.0.0 node/v24.1.0 linux x64") }
    const { installed } = await runInit(folder.path, ["init", "app", "--yes", "--install", "bun"], npm)
    expect(installed).to.deep.equal({ [join(folder.path, "app")]: "bun install" })
  })

  it("does not begin to install with a package manager that is not there", async () => {
    await using folder = await temporaryFolder()
    const versionOf = () => Promise.resolve(undefined)
    const { output, installed } = await runInit(folder.path, ["--yes", "--install", "pnpm"], { program, versionOf })
    expect(installed).to.deep.equal({})
    expect(output)
      .to.match(/^pnpm was not found\. Install it\.\n/)
      .and.match(/Run next:\n {2}pnpm install\n/)
  })

  it("says that the project is written where it could not be installed", async () => {
    await using folder = await temporaryFolder()
    const error = await failure(runInit(folder.path, ["--yes"], { program, ended: "exit code 7" }))
    expect(error.code).to.equal("INSTALL_FAILED")
    expect(error.facts).to.deep.equal({ folder: folder.path, ended: "exit code 7" })
    expect(Object.keys(await listFolder(folder.path))).to.include("hardhat.config.ts")
  })

  it("shows its own help and version", async () => {
    await using folder = await temporaryFolder()
    const { output } = await runInit(folder.path, ["--help"], { program })
    expect(output).to.match(/^create-hardhat-plugs 0\.1\.0\n\nUsage: create-hardhat-plugs \[folder\]/)
    expect(Math.max(...output.split("\n").map((line) => line.length))).to.be.at.most(80)
    expect((await runInit(folder.path, ["--version"], { program })).output).to.equal("0.1.0")
  })
})
