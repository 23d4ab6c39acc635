import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import type { LocalChain } from "#src/devnet/chain/chains.js"
import { deploy } from "#src/testing/contracts/deploy.js"
import type { Libraries } from "#src/testing/contracts/WorldContracts.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { createRegistry } from "#src/testing/world/registry.js"
import { failure } from "#test/fixtures/failure.js"
import { at } from "#test/fixtures/wire/addresses.js"

const place = (start: number) => ({ start, length: 20 })
const gap = "__".repeat(20)
/** A contract of two libraries of one name, of which one is used twice, and of another. */
const artifact = {
  ...{ contractName: "Vault", abi: [], bytecode: `0x60${gap}61${gap}62${gap}63${gap}64` },
  linkReferences: {
    "a.sol": { Math: [place(1), place(43)], Text: [place(64)] },
    "b.sol": { Math: [place(22)] },
  },
}
const [first, second, third] = [at(0xa1), at(0xb2), at(0xc3)] as [Address, Address, Address]

/** What is sent to deploy it with these libraries. */
async function sentWith(libraries: Libraries): Promise<unknown> {
  const sent: unknown[] = []
  const chain = {
    ...{
      name: "alpha",
      accounts: [at(1)],
      onHead: () => () => undefined,
      walletClient: { account: { address: at(1) } },
    },
    provider: {
      request: ({ params: [{ data }] }: { params: [{ data: string }] }) => (sent.push(data), Promise.resolve("0x1")),
    },
    publicClient: { getTransactionReceipt: () => Promise.resolve({ status: "success", contractAddress: at(9) }) },
  } as unknown as LocalChain
  const hre = { artifacts: { readArtifact: () => Promise.resolve(artifact) } }
  const world = { hre, registry: createRegistry() } as unknown as OpenWorld
  const given = { contractName: "Vault", options: { libraries }, contextOf: () => ({}), calledAt: new Error() }
  await deploy(world, chain, given)
  return sent[0]
}

describe("the libraries of a contract that a test deploys", () => {
  it("are put where each is used, by their full names where two have one name", async () => {
    const [one, two, three] = [first, second, third].map((address) => address.slice(2).toLowerCase())
    const linked = `0x60${one}61${two}62${one}63${three}64`
    expect(await sentWith({ "a.sol:Math": first, "b.sol:Math": second, Text: third })).to.equal(linked)
    const object = { address: second }
    expect(await sentWith({ "b.sol:Math": object, "a.sol:Text": third, "a.sol:Math": first })).to.equal(linked)
  })

  it("are refused by a name that two have, that none has, or where one is missing", async () => {
    const refusal = async (libraries: Libraries) => {
      const { code, facts, message } = await failure(sentWith(libraries))
      expect([code, facts]).to.deep.equal(["INVALID_INPUT", { argument: "libraries" }])
      return message
    }
    expect(await refusal({ Math: first, Text: third })).to.contain("a.sol:Math or b.sol:Math")
    expect(await refusal({ Maths: first }))
      .to.contain('"Maths"')
      .and.contain("a.sol:Math, a.sol:Text, b.sol:Math")
    expect(await refusal({ "a.sol:Math": first, Text: third })).to.contain(" b.sol:Math")
  })
})
