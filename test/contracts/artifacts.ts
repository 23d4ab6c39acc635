import { readdir, readFile } from "node:fs/promises"
import { basename, dirname } from "node:path"

import { expect } from "chai"
import hre from "hardhat"
import { before, describe, it } from "mocha"

import { type ArtifactModule, artifactModules } from "../../scripts/artifactModules.js"

describe("generated artifacts", () => {
  let modules: ArtifactModule[]

  before(async () => {
    await hre.tasks.getTask("build").run({ quiet: true })
    modules = await artifactModules(hre.artifacts)
  })

  it("are what the contracts compile to, else run `npm run generate`", async () => {
    for (const { path, text } of modules) {
      expect((await readFile(path, "utf8")) === text, `${path} is fresh`).to.equal(true)
    }
  })

  it("exist for no contract that is not generated any more", async () => {
    for (const folder of new Set(modules.map(({ path }) => dirname(path)))) {
      const generated = modules.filter(({ path }) => dirname(path) === folder).map(({ path }) => basename(path))
      expect(await readdir(folder)).to.have.members(generated)
    }
  })

  it("fit on a chain", () => {
    for (const { path, text } of modules) {
      const bytecode = /bytecode: "0x([0-9a-f]*)"/.exec(text)?.[1] ?? ""
      expect(bytecode.length / 2, path).to.be.within(1, 49_152)
    }
  })
})
