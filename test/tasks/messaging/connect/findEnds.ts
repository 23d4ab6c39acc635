import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi, zeroAddress } from "viem"

import { readRows } from "#src/plugin/arguments/readRows.js"
import type { Given } from "#src/plugin/arguments/rows.js"
import { findEnds as find, findSibling } from "#tasks/messaging/connect/findEnds.js"
import { disconnectRows } from "#tasks/messaging/index.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeProject } from "#test/fixtures/projects/fakeProject.js"
import { at } from "#test/fixtures/wire/addresses.js"

const abi = parseAbi(["function link(uint256 chainId, address sibling)"])
const none = { plug: "Greeter", from: "alpha", to: "beta" }
const { hre } = createFakeProject({
  chains: { alpha: { slug: 41_001 }, beta: { slug: 41_002 } },
  plugs: { contracts: { Greeter: { alpha: at(0xa1), beta: at(0xb1) } } },
  abis: { Greeter: abi },
})

const findEnds = async (_: typeof hre, given: Given<typeof disconnectRows>) =>
  await find(hre, readRows(disconnectRows, given))

describe("findEnds", () => {
  it("finds the plug, both chains, and the function that connects as the artifact has it", async () => {
    const { plug, source, to, chains, book, way } = await findEnds(hre, { ...none, function: "link" })
    expect([plug, source.name, to.name, chains.map(({ name }) => name), book.nameOf(41_001, plug)]).to.deep.equal([
      ...[at(0xa1), "alpha", "beta", ["alpha", "beta"], "Greeter"],
    ])
    expect(way).to.deep.equal({ functionName: "link", abi, args: undefined })
    const back = await findEnds(hre, { ...none, plug: "Greeter@beta", from: undefined, to: "41001", args: "{slug},7" })
    expect([back.plug, back.source.name, back.to.name]).to.deep.equal([at(0xb1), "beta", "alpha"])
    expect(back.way).to.deep.equal({ functionName: "connect", args: ["{slug}", 7n] })
  })

  it("refuses the chain of the plug itself", async () => {
    expect((await failure(findEnds(hre, { ...none, to: "alpha" }))).facts["argument"]).to.equal("--to")
  })
})

describe("findSibling", () => {
  it("finds the sibling on its own chain, and points from the zero address to what disconnects", async () => {
    const ends = await findEnds(hre, none)
    const find = async (sibling: string) => (await findSibling(ends, { plug: "Greeter", sibling })).address
    expect([await find("Greeter"), await find(at(7))]).to.deep.equal([at(0xb1), at(7)])
    const zero = await failure(find(` ${zeroAddress} `))
    expect(zero.facts["argument"]).to.equal("sibling")
    expect(zero.next).to.equal("Run npx hardhat messaging disconnect Greeter --from alpha --to beta.")
    expect((await failure(find("Nobody"))).facts["argument"]).to.equal("sibling")
  })
})
