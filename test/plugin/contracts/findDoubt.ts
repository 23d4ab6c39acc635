import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, getAddress, type Hex } from "viem"

import { plugAbi } from "#src/messaging/index.js"
import { findDoubt } from "#src/plugin/contracts/findDoubt.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"

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
const hash: Hex = `0x${"9".repeat(64)}`
/** What the chain has of the transaction that Ignition's journal names. */
const deployment = { transactionHash: hash, status: "0x1", from: owner, contractAddress: contract, logs: [] }
const doubt = async (
  codes: Readonly<Record<Address, Hex>>,
  receipt: object | null = deployment,
  hashes = [hash],
  ownedBy: (() => unknown) | undefined = () => owner,
) => {
  const methods = { eth_getTransactionReceipt: receipt }
  const client = createViewNode({ abis: [plugAbi], views: { owner: ownedBy }, codes, methods })
  const named = { readContractName: () => Promise.resolve("App"), readDeployments: () => Promise.resolve(hashes) }
  const entry = { address: contract!, name: "App", ...named }
  return await findDoubt(entry, { client, artifacts: project as never, accounts: [owner] })
}

describe("S-15 the same code of somebody else, deployed for the owner", () => {
  const honest = { [contract!]: deployed.contract(), [library!]: deployed.library(), [inner!]: deployed.inner() }

  it("is not confirmed with other libraries, however deep, and is with its own", async () => {
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

  it("is not confirmed where another one owns it, or it says of nobody that it does", async () => {
    const ownedBy = async (answer: () => unknown) => await doubt(honest, deployment, [hash], answer)
    expect(await ownedBy(() => strange)).to.contain(`${strange} owns this one`)
    const says = (): never => {
      throw Object.assign(new Error("execution reverted"), { code: 3 })
    }
    expect(await ownedBy(says)).to.contain("nobody who says so owns this one")
  })

  it("is not confirmed where its deployment is another one's, failed, is of another contract, or is named by no journal", async () => {
    expect(await doubt(honest, { ...deployment, from: strange })).to.contain(`${strange} has deployed this one`)
    for (const receipt of [
      { ...deployment, status: "0x0" },
      { ...deployment, contractAddress: library },
      { ...deployment, contractAddress: null },
      null,
    ]) {
      expect(await doubt(honest, receipt)).to.contain("no transaction that its journal names")
    }
    expect(await doubt(honest, deployment, [])).to.contain("no transaction that its journal names")
  })
})
