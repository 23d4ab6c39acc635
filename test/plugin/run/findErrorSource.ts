import { mkdir, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, parseAbi, toFunctionSelector } from "viem"

import { plugAbi } from "#src/messaging/onchain/abi.js"
import { findErrorSource } from "#src/plugin/run/findErrorSource.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const full = parseAbi(["error Full(uint256 room)"])
const data = `${toFunctionSelector("Full(uint256)")}${"0".repeat(64)}`

/** Finds the error in a project with these sources, whose contracts have these ABIs. */
async function find(
  contracts: Readonly<Record<string, Abi | unknown[]>>,
  sources: Readonly<Record<string, string>> = {},
  revertData = data,
) {
  await using folder = await temporaryFolder()
  const root = path.join(folder.path, "project")
  for (const [file, text] of Object.entries(sources)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true })
    await writeFile(path.join(root, file), text)
  }
  const artifacts = {
    getAllFullyQualifiedNames: () => Promise.resolve(new Set(Object.keys(contracts))),
    readArtifact: (name: string) => Promise.resolve({ abi: contracts[name] }),
  }
  return await findErrorSource(revertData, { artifacts, config: { paths: { root } } } as never)
}

describe("findErrorSource", () => {
  const declared =
    "pragma solidity ^0.8.0;\ncontract A {\n  error Fuller(uint256 room);\n  error Full(uint256 room);\n}"

  it("finds the line of the declaration, also where only an heir's artifact comes first", async () => {
    const sources = { "contracts/B.sol": "contract B is A {}", "contracts/A.sol": declared }
    const both = { "contracts/B.sol:B": full, "contracts/A.sol:A": full }
    expect(await find(both, sources)).to.equal("contracts/A.sol:4")
  })

  it("finds a declaration on the first line, and in a source of a mebibyte, but in none that is larger", async () => {
    const own = { "contracts/A.sol:A": full }
    const first = "error Full(uint256 room);\ncontract A {}"
    expect(await find(own, { "contracts/A.sol": first })).to.equal("contracts/A.sol:1")
    const padded = (bytes: number) => find(own, { "contracts/A.sol": declared.padEnd(bytes) })
    expect([await padded(2 ** 20), await padded(2 ** 20 + 1)]).to.deep.equal(["contracts/A.sol:4", "contracts/A.sol:A"])
  })

  it("names the contract where its source does not show the line, or is not to be read", async () => {
    const own = { "contracts/A.sol:A": full }
    for (const [what, contracts, sources] of [
      ["it is missing", own, {}],
      ["it has no such line", own, { "contracts/A.sol": "contract A {} // error Full(uint256 room);" }],
      ["it is too large", own, { "contracts/A.sol": `${declared}${" ".repeat(2 ** 20)}` }],
      ["it is a folder", own, { "contracts/A.sol/B.sol": declared }],
      ["it is outside", { "../A.sol:A": full }, { "../A.sol": declared }],
    ] as const) {
      const [name] = Object.keys(contracts)
      expect(await find(contracts, sources), what).to.equal(name)
    }
  })

  it("names Plug.sol for the errors that contracts have from it, and nothing for what no artifact has", async () => {
    const item = plugAbi.find((one) => one.type === "error")!
    const selector = toFunctionSelector(`${item.name}(${item.inputs.map(({ type }) => type).join()})`)
    const inherited = { "contracts/A.sol:A": [item] }
    expect(await find(inherited, {}, selector)).to.equal("hardhat-plugs/contracts/plugs/Plug.sol")
    expect(await find({ "contracts/A.sol:A": parseAbi(["error Fuller(uint256 room)"]) })).to.equal(undefined)
    const malformed = [{ type: "error", name: "Full", inputs: [{ type: "no type" }] }, "Full"]
    expect(await find({ "contracts/A.sol:A": malformed })).to.equal(undefined)
  })
})
