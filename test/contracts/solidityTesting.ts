import { readFile } from "node:fs/promises"

import { expect } from "chai"
import hre from "hardhat"
import { describe, it } from "mocha"

import { solidityCode } from "../../scripts/artifacts/solidityCode.js"

describe("the Solidity bases for tests", () => {
  it("deploy the bytecode of the last build, else run `npm run generate`", async () => {
    await hre.tasks.getTask("build").run({ noTests: true, quiet: true })
    for (const { path, text } of await solidityCode((name) => hre.artifacts.readArtifact(name))) {
      expect((await readFile(path, "utf8")) === text, `${path} is fresh`).to.equal(true)
    }
  })

  for (const base of ["CrossChainTest", "GatewayTest", "DeliveryHandler", "GatewayHandler"]) {
    it(`have an example at ${base} that runs`, async () => {
      const source = await readFile(`contracts/testing/${base}.sol`, "utf8")
      const example = [...source.matchAll(/^\/\/\/(?: {5}(.*))?$/gm)]
        .map(([, line = ""]) => line)
        .join("\n")
        .trim()
      expect(example).to.match(/^contract \w+ is \w+ \{/)
      expect(await readFile("contracts/testing/Examples.t.sol", "utf8")).to.contain(`\n${example}\n`)
    })
  }
})
