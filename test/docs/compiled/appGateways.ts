import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import { repository } from "../../../scripts/docs/documents.js"
import { type Document, readDocument } from "../markdown.js"
import { deepIt } from "#test/fixtures/depth.js"
import { compilerErrors } from "#test/fixtures/projects/compilerErrors.js"

const packageFolder = "node_modules/hardhat-plugs/"

describe("the Solidity of the pages about app gateways", function () {
  let page: Document
  before(async () => {
    page = await readDocument("docs/app-gateways-migrating.md")
  })

  deepIt("compiles for an existing app gateway with its one remapping", () => {
    const [existing, ...others] = page.blocks.filter(({ info }) => info === "existing")
    const [remappings] = page.blocks.filter(({ info }) => info === "remappings.txt")
    expect(others).to.deep.equal([])
    expect(existing!.code).to.not.include("hardhat-plugs")
    const lines = remappings!.code.split("\n")
    expect(lines).to.have.length(1)
    expect(errorsOf(existing!.code, lines)).to.deep.equal([])
    expect(errorsOf(existing!.code, [])).to.not.deep.equal([])
  })

  it("names paths that exist for existing app gateways", () => {
    const folder = join(repository, "contracts/gateway")
    const named = page.inlineCode.filter((code) => /^(?:evmx|protocol|base|utils)\//.test(code))
    expect(named).to.have.length(6)
    for (const path of named) expect(existsSync(join(folder, path)), path).to.equal(true)
  })

  it("has every override in its table that the contract has in its own", async () => {
    const { text } = await readDocument("docs/app-gateways-recipes.md")
    const source = readFileSync(join(repository, "contracts/gateway/Overrides.sol"), "utf8")
    const declared = [...source.matchAll(/function (_set(?:Overrides|CallType|MsgValue|MaxFees|SbType))\(([^)]*)\)/g)]
    expect(declared).to.have.length(14)
    const said = [...text.matchAll(/`(_set\w+)\(([^)`]*)\)`/g)].map(
      ([, name, types = ""]) => `${name}(${typesOf(types)})`,
    )
    for (const [, name, types = ""] of declared) expect(said).to.include(`${name}(${typesOf(types)})`)
  })
})

function typesOf(parameters: string): string {
  return parameters
    .split(",")
    .map((parameter) => parameter.trim().split(" ")[0])
    .join(",")
}

function errorsOf(content: string, remappings: readonly string[]): string[] {
  return compilerErrors(content, { remappings, read: readInstalled })
}

/** Reads a file of our package as it would be installed. */
function readInstalled(path: string): string | undefined {
  const file = join(repository, path.replace(packageFolder, ""))
  return path.startsWith(packageFolder) && existsSync(file) ? readFileSync(file, "utf8") : undefined
}
