import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

import { expect } from "chai"
import { before, describe, it } from "mocha"

import { repository } from "../../../../scripts/docs/documents.js"
import { type CompiledSources, type Finding, lintSources } from "#extras/audit/src/linting/lintSources.js"
import { ruleNames } from "#extras/audit/src/linting/rules.js"
import { compileTrees } from "#extras/audit/test/fixtures/compileTrees.js"
import { deepIt, isDeep } from "#test/fixtures/depth.js"

const fixtures = "extras/audit/test/fixtures/linting"
const crosschain = "@openzeppelin/contracts/crosschain"

/** What is found in contracts of OpenZeppelin, and why it is no mistake there. */
const explained: Readonly<Record<string, readonly string[]>> = {
  // The payload is of the controller, which the executor obeys, and not of a stranger.
  [`${crosschain}/CrosschainRemoteExecutor.sol`]: Array<string>(4).fill("reverting-inbound"),
  // A receiver is what its sender writes. If it is too short, the sender's own tokens are lost.
  [`${crosschain}/bridges/abstract/BridgeFungible.sol`]: ["unchecked-length"],
  [`${crosschain}/bridges/abstract/BridgeMultiToken.sol`]: ["unchecked-length"],
  [`${crosschain}/bridges/abstract/BridgeNonFungible.sol`]: ["unchecked-length"],
}

describe("the rules of plugs lint", () => {
  let findings: readonly Finding[]
  let own: Record<string, string>
  let published: string[]
  let examples: string[]
  let compiled: CompiledSources
  before(() => {
    const read = (file: string): string => readFileSync(path.join(repository, file), "utf8")
    examples = isDeep ? solidityIn("examples").map((file) => `examples/${file}`) : []
    own = {
      ...Object.fromEntries(solidityIn(fixtures).map((file) => [file, read(path.join(fixtures, file))])),
      ...Object.fromEntries(examples.map((file) => [file, read(file)])),
      "deep.sol": deepSource,
    }
    const ofPackage = ["contracts/plugs", "contracts/gateway", "contracts/standard"].flatMap((folder) =>
      solidityIn(folder).map((file) => `hardhat-plugs/${folder}/${file}`),
    )
    const ofOpenZeppelin = solidityIn(`node_modules/${crosschain}`).map((file) => `${crosschain}/${file}`)
    published = isDeep ? [...ofPackage, ...ofOpenZeppelin] : []
    compiled = compileTrees(own, published)
    findings = lintSources([compiled])
  })

  const foundIn = (file: string): string[] =>
    findings.filter((finding) => finding.file === file).map(({ rule, line }) => `${rule} in line ${String(line)}`)

  for (const rule of ruleNames) {
    it(`${rule}: finds the planted bug, and leaves the mended code alone`, () => {
      const expected = expectedIn(own[`${rule}.sol`]!, rule)
      expect(expected).to.not.deep.equal([])
      expect(foundIn(`${rule}.sol`)).to.deep.equal(expected)
    })
  }

  for (const file of [
    "apps",
    "bytes",
    "callers",
    "calls",
    "data",
    "demands",
    "gateways",
    "guards",
    "levels",
    "loops",
    "orders",
    "sending",
  ]) {
    it(`find what is meant in the variants of ${file}, and nothing else`, () => {
      expect(foundIn(`variants/${file}.sol`)).to.deep.equal(expectedIn(own[`variants/${file}.sol`]!))
    })
  }

  it("follow calls 24 functions deep, and come to an end with code that branches without one", () => {
    expect(foundIn("deep.sol")).to.deep.equal(["open-inbound in line 4", "open-inbound in line 5"])
  })

  it("look at a contract that has nothing of messages but a call of a socket", () => {
    const lone = compileTrees({ "lone.sol": loneSource })
    const found = lintSources([lone]).map(({ rule, line }) => `${rule} in line ${String(line)}`)
    expect(found).to.deep.equal(["unpaid-send in line 4", "constant-gas in line 4"])
  })

  it("show what is wrong in a base of a package at the contract that inherits it", () => {
    const file = "variants/inherits.sol"
    const found = lintSources([{ ...compiled, files: new Map([[file, "contracts/Elsewhere.sol"]]) }])
    expect(found.map(({ rule, file, line }) => [rule, file, line])).to.deep.equal([
      ["open-inbound", "contracts/Elsewhere.sol", 6],
    ])
  })

  deepIt("find nothing in our own contracts, the examples and OpenZeppelin's but what is explained", () => {
    const files = [...published, ...examples]
    expect(files).to.have.length.above(50)
    const found = findings.filter(({ file }) => files.includes(file)).map(({ file, rule }) => [file, rule] as const)
    const byFile = Map.groupBy(found, ([file]) => file)
    expect(Object.fromEntries([...byFile].map(([file, all]) => [file, all.map(([, rule]) => rule)]))).to.deep.equal(
      explained,
    )
  })
})

/** Contracts, one a line, whose `inbound` leads to a function so many calls further down. */
const deepSource = [
  "// SPDX-License-Identifier: MIT",
  "pragma solidity ^0.8.21;",
  contractOf("Deep", 24, "require(msg.sender == socket);", (next) => next),
  contractOf("TooDeep", 25, "require(msg.sender == socket);", (next) => next),
  contractOf("Branching", 24, "", (next) => `${next} ${next}`),
].join("\n")

/** Nothing but a call has a word of cross-chain applications in the contract that calls. */
const loneSource = [
  "// SPDX-License-Identifier: MIT",
  "pragma solidity ^0.8.21;",
  "interface ISocket { function outbound(uint32, uint256, bytes32, bytes32, bytes calldata) external payable returns (bytes32); }",
  "contract Lone { ISocket public socket; function post(uint32 to, bytes calldata what) external payable { socket.outbound(to, 1, 0, 0, what); } }",
].join("\n")

function contractOf(name: string, depth: number, last: string, call: (next: string) => string): string {
  const functions = Array.from({ length: depth }, (_, index) => {
    const body = index + 1 === depth ? last : call(`f${String(index + 1)}();`)
    return `function f${String(index)}() private view { ${body} }`
  })
  const inbound = "function inbound(uint32, bytes calldata) external view { f0(); }"
  return `contract ${name} { address public socket; ${inbound} ${functions.join(" ")} }`
}

function solidityIn(folder: string): string[] {
  const files = readdirSync(path.join(repository, folder), { recursive: true, encoding: "utf8" })
  return files.filter((file) => /(?<!\.t)\.sol$/.test(file)).sort()
}

/** What the comments of a fixture announce for the line below each. */
function expectedIn(content: string, ruleOfFile = ""): string[] {
  const lines = content.split("\n")
  return lines.flatMap((line, index) => {
    const [, rule = ruleOfFile] = /^\s*\/\/ found(?: ([\w-]+))?: /.exec(line) ?? [undefined, ""]
    if (rule === "") return []
    let below = index + 1
    while (ruleOfFile === "" && /^\s*\/\//.test(lines[below]!)) below += 1
    return [`${rule} in line ${String(below + 1)}`]
  })
}
