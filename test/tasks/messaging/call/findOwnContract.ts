import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi } from "viem"

import { findOwnContract } from "#tasks/messaging/call/findOwnContract.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeProject } from "#test/fixtures/projects/fakeProject.js"
import { at } from "#test/fixtures/wire/addresses.js"

const abi = parseAbi(["function greet()"])
const contracts = { Greeter: { alpha: at(0xa1), beta: at(0xb1) }, Alone: { beta: at(0xb2) } }
type Asked = {
  readonly text: string
  readonly from?: string
  readonly network?: string
  readonly others?: readonly (string | undefined)[]
}

const optimism = { request: () => Promise.resolve("0xa") }

/** Finds a contract of a project, which has two networks of which only their nodes say which chain they are. */
async function find({ text, from, network, others = [] }: Asked) {
  const { hre, made, closed } = createFakeProject({
    chains: {
      ...{ alpha: { slug: 41_001 }, beta: { slug: 41_002 }, mirror: { slug: 41_001 } },
      ...{ open: optimism, other: optimism },
    },
    ...(network === undefined ? {} : { network }),
    plugs: { contracts },
    abis: { Greeter: abi },
  })
  const found = await findOwnContract(hre, { text, argument: "plug", from, others })
  expect(closed).to.deep.equal(made)
  const { contract, source, chains, book } = found
  return [
    ...[contract.name, contract.address, contract.abi, source.name],
    ...[chains.map(({ name }) => name), book.nameOf(source.slug, contract.address)],
  ]
}
const chains = ["alpha", "beta", "mirror"]

describe("findOwnContract", () => {
  it("takes an address of nobody's only with its chain, and a name only where it is clear which contract it is", async () => {
    expect(await find({ text: at(7), from: "beta" })).to.deep.equal([
      ...[undefined, at(7), undefined, "beta", chains, undefined],
    ])
    // Two networks reach one chain.
    expect(await find({ text: at(0xa1), from: "mirror" })).to.deep.equal([
      ...["Greeter", at(0xa1), abi, "mirror", chains, "Greeter"],
    ])
    for (const [asked, argument] of [
      [{ text: at(7) }, "--from"],
      [{ text: "Greeter" }, "plug"],
      [{ text: "Nobody", from: "alpha" }, "plug"],
      [{ text: "Alone", from: "alpha" }, "plug"],
      [{ text: "Greeter", from: "gamma" }, "--from"],
      [{ text: "Greeter", network: "gamma" }, "--network"],
    ] as const) {
      expect((await failure(find(asked))).facts["argument"], JSON.stringify(asked)).to.equal(argument)
    }
  })
  it("asks a network which chain it is only where the command names it", async () => {
    const found = async (asked: Omit<Asked, "text">) => {
      const [, , , source, known] = await find({ text: at(7), ...asked })
      return [source, known]
    }
    expect(await found({ from: "open" })).to.deep.equal(["open", [...chains, "open"]])
    expect(await found({ network: "open" })).to.deep.equal(["open", [...chains, "open"]])
    expect(await found({ from: "beta", network: "open" })).to.deep.equal(["beta", chains])
    expect(await found({ from: "beta", others: ["other", undefined] })).to.deep.equal(["beta", [...chains, "other"]])
  })
})
