import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { deploy } from "../../../src/testing/contracts/deploy.js"
import type { OpenWorld } from "../../../src/testing/world/OpenWorld.js"
import { createRegistry } from "../../../src/testing/world/registry.js"
import { thrown } from "../../fixtures/failure.js"

const [owner, first, second] = ["1", "2", "ab"].map((digits) => `0x${digits.repeat(40 / digits.length)}`) as [
  Address,
  Address,
  Address,
]
const hole = "__$hole$__".padEnd(40, "_")

/** A contract that uses two libraries of one name, and one of them twice. */
const artifact = {
  ...{ contractName: "Doubler", abi: [], bytecode: `0x60${hole}61${hole}62${hole}` },
  linkReferences: {
    "a.sol": {
      Math: [
        { start: 1, length: 20 },
        { start: 43, length: 20 },
      ],
    },
    "b.sol": { Math: [{ start: 22, length: 20 }] },
  },
}

/** Deploys it, and returns what the chain was given. */
async function deployWith(
  libraries: Readonly<Record<string, Address | { readonly address: Address }>>,
): Promise<unknown> {
  const sent: unknown[] = []
  const request = ({ params }: { params: readonly [{ data: string }] }) => {
    sent.push(params[0].data)
    return Promise.reject(new Error("that is enough"))
  }
  const world = { hre: { artifacts: { readArtifact: () => Promise.resolve(artifact) } }, registry: createRegistry() }
  const deploying = deploy(
    world as unknown as OpenWorld,
    { name: "alpha", accounts: [owner], provider: { request } } as never,
    {
      ...{ contractName: "Doubler", options: { libraries }, contextOf: () => ({}), calledAt: new Error("here") },
    },
  )
  const error: unknown = await deploying.catch((failed: unknown) => failed)
  if (sent.length > 0) return sent[0]
  return thrown(() => {
    throw error
  }).message
}

describe("the libraries of a contract", () => {
  const plain = (address: Address) => address.slice(2)

  it("are put wherever it uses them, by their full names or as contracts", async () => {
    expect(await deployWith({ "a.sol:Math": first, "b.sol:Math": { address: second } })).to.equal(
      `0x60${plain(first)}61${plain(second)}62${plain(first)}`,
    )
  })

  it("need their full names where two have one", async () => {
    const cannot = 'Argument "libraries": Doubler cannot be linked: it uses'
    expect(await deployWith({ Math: first })).to.equal(
      `${cannot} two libraries "Math". Write a.sol:Math or b.sol:Math.`,
    )
    expect(await deployWith({ "a.sol:Math": first })).to.equal(
      `${cannot} the library b.sol:Math, which is not given. Deploy it first, and pass it: { libraries: { Math: library } }.`,
    )
    expect(await deployWith({ "a.sol:Maths": first })).to.equal(
      `${cannot} no library "a.sol:Maths". Its libraries are a.sol:Math, b.sol:Math.`,
    )
  })
})
