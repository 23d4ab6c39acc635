import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi } from "viem"

import { readSiblingChainId } from "#tasks/messaging/connect.js"
import type { Ends } from "#tasks/messaging/connect/findEnds.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"

describe("readSiblingChainId", () => {
  /** Reads it for a function that connects, from a node with this chain id, and says whether the node was asked. */
  async function read(way: Partial<Ends["way"]>, chainId = "0x309") {
    const node = fakeNode(chainId === "" ? {} : { eth_chainId: () => chainId })
    return [await readSiblingChainId(node, { way }), node.asked.length > 0]
  }

  it("asks the sibling's chain only for a function that takes a chain id, by its signature, its ABI or an argument", async () => {
    const abi = parseAbi(["function connectTo(uint256 chain_id, address plug)"])
    for (const way of [{ signature: "connect(uint32 chainId,address)" }, { abi }, { args: ["{chainId}"] }]) {
      expect(await read(way), JSON.stringify(way)).to.deep.equal([777, true])
    }
    const none = parseAbi(["function connect(uint32 slug, address plug)"])
    for (const way of [{}, { signature: "connect(uint32,address)", args: ["{slug}"] }, { abi: none }]) {
      expect(await read(way), JSON.stringify(way)).to.deep.equal([undefined, false])
    }
  })

  it("is not known where that chain cannot be read", async () => {
    const way = { args: ["{chainId}"] }
    expect(await read(way, "")).to.deep.equal([undefined, true])
    expect(await readSiblingChainId(undefined, { way })).to.equal(undefined)
  })
})
