import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, getAddress, type Hex } from "viem"

import { plugAbi } from "../../../src/messaging/index.js"
import { findDoubt } from "../../../src/plugin/contracts/findDoubt.js"
import { createViewNode } from "../../fixtures/nodes/viewNode.js"

const addressOf = (byte: string): Address => getAddress(`0x${byte.repeat(20)}`)
const [contract, library, inner, strange, owner] = ["a1", "b2", "c3", "d4", "e5"].map(addressOf)

/** Code with the address of a library, which the compiler leaves open. A library begins with its own address. */
const open = { contract: `0x6001${"0".repeat(40)}6002`, library: `0x73${"0".repeat(40)}30${"0".repeat(40)}6003` }
const innerCode = `0x73${"0".repeat(40)}306004`
const links = (name: string, start: number) => ({ "project/a.sol": { [name]: [{ start, length: 20 }] } })
const artifacts = {
  "a.sol:App": { deployedBytecode: open.contract, deployedLinkReferences: links("Library", 2) },
  "b.sol:Library": { deployedBytecode: open.library, deployedLinkReferences: links("Inner", 22) },
  "c.sol:Inner": { deployedBytecode: innerCode, deployedLinkReferences: {} },
}
const project = {
  getAllFullyQualifiedNames: () => Promise.resolve(new Set(Object.keys(artifacts))),
  readArtifact: (name: string) => Promise.resolve(artifacts[name as keyof typeof artifacts]),
}

const hex = (address: Address | undefined): string => address!.slice(2).toLowerCase()
const deployed = {
  contract: (linked = library): Hex => `0x6001${hex(linked)}6002`,
  library: (linked = inner): Hex => `0x73${hex(library)}30${hex(linked)}6003`,
  inner: (): Hex => `0x73${hex(inner)}306004`,
}
const doubt = async (codes: Readonly<Record<Address, Hex>>) => {
  const client = createViewNode({ abis: [plugAbi], views: { owner: () => owner }, codes })
  const entry = { address: contract!, name: "App", readContractName: () => Promise.resolve("App") }
  return await findDoubt(entry, { client, artifacts: project as never, accounts: [owner] })
}

describe("S-15 the same code with the libraries of somebody else, deployed for the owner", () => {
  const honest = { [contract!]: deployed.contract(), [library!]: deployed.library(), [inner!]: deployed.inner() }

  it("is not confirmed, however deep the library is, and its own libraries are", async () => {
    expect(await doubt(honest)).to.equal(undefined)
    const cheats: readonly Readonly<Record<Address, Hex>>[] = [
      { ...honest, [contract!]: deployed.contract(strange), [strange!]: "0x6005" },
      { ...honest, [contract!]: deployed.contract(strange) },
      { ...honest, [contract!]: deployed.contract(inner) },
      { ...honest, [library!]: deployed.library(strange), [strange!]: "0x6005" },
      { ...honest, [inner!]: `0x73${hex(inner)}306005` },
    ]
    for (const codes of cheats) expect(await doubt(codes)).to.contain("a library of it")
  })
})
