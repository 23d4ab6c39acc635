import { readdir, readFile } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { pathToFileURL } from "node:url"

import { expect } from "chai"
import hre from "hardhat"
import { before, describe, it } from "mocha"

import { deployed } from "../../scripts/artifacts/deployed.js"
import { type ArtifactModule, artifactModules } from "../../scripts/artifacts/modules.js"
import { renderPublicContracts } from "../../scripts/artifacts/publicContracts.js"
import { readBytecode } from "#src/devnet/chain/readBytecode.js"
import { thrown } from "#test/fixtures/failure.js"

describe("generated artifacts", () => {
  let modules: ArtifactModule[]

  before(async () => {
    modules = await artifactModules((name) => hre.artifacts.readArtifact(name))
  })

  it("have the ABIs of the contracts, else run `npm run generate`", async () => {
    for (const { path, text } of modules) {
      expect((await readFile(path, "utf8")) === text, `${path} is fresh`).to.equal(true)
    }
  })

  it("have the code of the public contracts as their packages have it", async () => {
    const written = await readFile(new URL("../../src/devnet/artifacts/publicContracts.ts", import.meta.url), "utf8")
    expect(written === (await renderPublicContracts()), "publicContracts.ts is fresh").to.equal(true)
  })

  it("exist for no contract that is not generated any more", async () => {
    for (const folder of new Set(modules.map(({ path }) => dirname(path)))) {
      const generated = modules.filter(({ path }) => dirname(path) === folder).map(({ path }) => basename(path))
      const present = (await readdir(folder)).filter((name) => name.endsWith(".ts"))
      const ofOthers = present.filter((name) => name === "publicContracts.ts")
      expect(present).to.have.members([...generated, ...ofOthers])
    }
  })

  it("have the bytecode of the last build, which fits on a chain", async () => {
    for (const [folder, names] of Object.entries(deployed)) {
      const file = pathToFileURL(`${folder}/bytecode.json`)
      for (const name of names) {
        const bytecode = readBytecode(file, name)
        const artifact = await hre.artifacts.readArtifact(name)
        expect(bytecode === artifact.bytecode, `${name} is fresh`).to.equal(true)
        expect(bytecode.length / 2, name).to.be.within(1, 49_152)
        expect(artifact.deployedBytecode.length / 2, name).to.be.within(1, 24_577)
      }
    }
  })

  it("tell what to run where nothing was built", () => {
    const error = thrown(() => readBytecode(pathToFileURL("nowhere/bytecode.json"), "Counter"))
    expect(error.code).to.equal("CONTRACTS_NOT_BUILT")
    expect(error.message).to.contain("npx hardhat build")
  })
})
