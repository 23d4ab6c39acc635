import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, parseAbi } from "viem"

import { readCallAbis, readErrorAbis } from "#src/plugin/contracts/readAbis.js"

describe("the ABIs of a project's artifacts", () => {
  const abis: Record<string, Abi> = {
    "a.sol:A": parseAbi(["function add(uint256 a)", "error Refused()", "event Added(uint256 a)", "constructor()"]),
    "b.sol:B": parseAbi(["function take() payable", "event Taken()"]),
    "c.sol:C": parseAbi(["event Only()"]),
  }
  const artifacts = {
    getAllFullyQualifiedNames: () => Promise.resolve(new Set(Object.keys(abis))),
    readArtifact: (name: string) => Promise.resolve({ abi: abis[name] }),
  } as never
  const namesIn = (found: readonly Abi[]) => found.map((abi) => abi.map((item) => ("name" in item ? item.name : "?")))

  it("have the errors alone for a revert, and the functions too for a call, of the contracts that have any", async () => {
    expect(namesIn(await readErrorAbis(artifacts))).to.deep.equal([["Refused"]])
    expect(namesIn(await readCallAbis(artifacts))).to.deep.equal([["add", "Refused"], ["take"]])
  })
})
