import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { refuseHardhat2 } from "#extras/create/src/runCommand.js"
import { listFolder, runInit } from "#test/fixtures/commands/initCommand.js"
import { failure, thrown } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const toolbox = "@nomicfoundation/hardhat-toolbox"
const old = JSON.stringify({ devDependencies: { hardhat: "^2.22.0", [toolbox]: "^5.0.0", typescript: "^5.0.0" } })
const typescriptConfig = `import { HardhatUserConfig } from "hardhat/config"\nimport "${toolbox}"\n\nexport default {}\n`

describe("a project of Hardhat 2", () => {
  const projects: Readonly<Record<string, readonly [files: Record<string, string>, found: Record<string, string>]>> = {
    "by its package.json": [{ "package.json": old }, { "hardhat in package.json": "^2.22.0" }],
    "by a configuration in CommonJS": [
      { "hardhat.config.js": 'require("@nomiclabs/hardhat-waffle");\n\nmodule.exports = { solidity: "0.8.24" };\n' },
      { "written for Hardhat 2": "hardhat.config.js" },
    ],
    "by a configuration that Hardhat 3 does not read": [
      { "hardhat.config.cjs": "" },
      { "written for Hardhat 2": "hardhat.config.cjs" },
    ],
    "by plugins that are imported for their effect": [
      { "package.json": "{}", "hardhat.config.ts": typescriptConfig },
      { "written for Hardhat 2": "hardhat.config.ts" },
    ],
    "by both": [
      { "package.json": old, "hardhat.config.ts": typescriptConfig },
      { "hardhat in package.json": "^2.22.0", "written for Hardhat 2": "hardhat.config.ts" },
    ],
  }
  for (const [how, [files, found]] of Object.entries(projects)) {
    it(`is refused ${how}, and stays as it is`, async () => {
      await using folder = await temporaryFolder()
      for (const [path, text] of Object.entries(files)) await writeFile(join(folder.path, path), text)
      const before = await listFolder(folder.path)
      for (const program of ["hardhat-plugs", "create-hardhat-plugs"]) {
        const words = program === "hardhat-plugs" ? ["init", "--template", "tests"] : ["--template", "tests"]
        const error = await failure(runInit(folder.path, words, { program }))
        expect(error.code).to.equal("HARDHAT_2_PROJECT")
        expect(error.facts).to.deep.equal({ folder: folder.path, ...found })
      }
      expect(await listFolder(folder.path)).to.deep.equal(before)
    })
  }

  it("is told how to move, in the words of its package manager, and becomes one of Hardhat 3 that way", async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, "package.json"), old)
    await writeFile(join(folder.path, "yarn.lock"), "")
    const { next } = await failure(runInit(folder.path, ["init", "--yes"]))
    expect(next).to.contain(`run yarn remove hardhat ${toolbox}, then npm pkg set type=module.`)
    expect(next).to.contain("hardhat.org/docs/migrate-from-hardhat2")

    const moved = { type: "module", devDependencies: { typescript: "^5.0.0" } }
    await writeFile(join(folder.path, "package.json"), JSON.stringify(moved))
    const { output } = await runInit(folder.path, ["init", "--yes"])
    expect(output).to.contain("new       hardhat.config.ts")
  })

  it("is not one of Hardhat 3, whatever it imports", async () => {
    await using folder = await temporaryFolder()
    await mkdir(join(folder.path, "app"))
    const manifest = { type: "module", devDependencies: { hardhat: "^3.13.0", [toolbox]: "^6.0.0" } }
    await writeFile(join(folder.path, "app", "package.json"), JSON.stringify(manifest))
    const config = `import "hardhat-plugs/testing/chai"\nimport toolbox from "${toolbox}"\nexport default { plugins: [toolbox] }\n`
    await writeFile(join(folder.path, "app", "hardhat.config.ts"), config)
    const { output } = await runInit(folder.path, ["init", "app", "--template", "tests"], { answers: ["n"] })
    expect(output).to.contain("Left as they are: hardhat.config.ts")
  })

  it("is known by what its configuration does, in any of the files that Hardhat 2 reads, and by nothing else", async () => {
    const list = "export default { plugins: [] }\n"
    const cases: readonly (readonly [file: string, text: string, isOld: boolean])[] = [
      ["hardhat.config.ts", `import "${toolbox}"\n`, true],
      ["hardhat.config.ts", "  import 'hardhat-gas-reporter'\n", true],
      ["hardhat.config.js", 'require("solidity-coverage")\n', true],
      ["hardhat.config.ts", 'import "@typechain/hardhat"\n', true],
      ["hardhat.config.ts", 'import "@nomiclabs/hardhat-ethers"\n', true],
      ["hardhat.config.ts", `import "${toolbox}"\n${list}`, false],
      ["hardhat.config.ts", `import toolbox from "${toolbox}"\n`, false],
      ["hardhat.config.ts", 'import "hardhat-plugs/testing/chai"\n', false],
      ["hardhat.config.ts", "// module.export\n", false],
      ["hardhat.config.ts", "module.exports = {}", true],
      ["hardhat.config.cts", list, true],
      ["hardhat.config.cjs", list, true],
      ["hardhat.config.mjs", "module.exports = {}", false],
    ]
    for (const [file, text, isOld] of cases) {
      await using folder = await temporaryFolder()
      await mkdir(folder.path, { recursive: true })
      await writeFile(join(folder.path, file), text)
      const check = () => {
        refuseHardhat2(folder.path, {}, "npm")
      }
      if (!isOld) check()
      else expect(thrown(check).facts, text).to.deep.equal({ folder: folder.path, "written for Hardhat 2": file })
    }
  })

  it("is told to remove its plugins with it, of both kinds of dependencies, and only where Hardhat itself is old", async () => {
    await using folder = await temporaryFolder()
    await mkdir(folder.path, { recursive: true })
    const plugins = { "hardhat-gas-reporter": "1", "hardhat-plugs": "1", "@nomiclabs/x": "1" }
    const more = { "solidity-coverage": "1", chai: "4", "@typechain/hardhat": "9" }
    const next = (hardhat: string): string =>
      thrown(() => {
        refuseHardhat2(folder.path, { dependencies: { hardhat, ...plugins }, devDependencies: more }, "pnpm")
      }).next ?? ""
    expect(next("2.22.0")).to.contain(
      "run pnpm remove hardhat hardhat-gas-reporter @nomiclabs/x solidity-coverage @typechain/hardhat, then npm pkg set",
    )
    expect(next("2.22.0")).to.not.contain("Rename")
    await writeFile(join(folder.path, "hardhat.config.cjs"), "")
    expect(next("^3.0.0")).to.contain("run npm pkg set type=module. Rename hardhat.config.cjs,")
  })
})
