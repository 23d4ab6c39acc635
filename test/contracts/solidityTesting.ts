import { readFile } from "node:fs/promises"

import { expect } from "chai"
import hre from "hardhat"
import { describe, it } from "mocha"

import { solidityCode } from "../../scripts/artifacts/solidityCode.js"

describe("the Solidity bases for tests", () => {
  it("deploy the bytecode of the last build, else run `npm run generate`", async () => {
    const files = await solidityCode((name) => hre.artifacts.readArtifact(name))
    const paths = ["MessagingCode", "GatewayCode"].map((library) => `contracts/testing/devnet/${library}.sol`)
    expect(files.map(({ path }) => path)).to.deep.equal(paths)
    for (const { path, text } of files) {
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
