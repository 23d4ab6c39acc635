import { expect } from "chai"
import { describe, it } from "mocha"
import type { Client } from "viem"
import { encodeAbiParameters, toFunctionSelector } from "viem/utils"

import type { FoundToken } from "../../../../src/plugin/connection/findToken.js"
import { describeToken } from "../../../../tasks/swap/offer/describeToken.js"
import { failure } from "../../../fixtures/failure.js"
import { createAnsweringNode } from "../../../fixtures/nodes/answeringNode.js"
import { at } from "../../../fixtures/wire/trustFacts.js"

const chain = { name: "beta", chainId: 41002 }
const found: FoundToken = { chainId: 41002, address: at(7), symbol: "USDC", decimals: 6, isPinned: false }
const describe_ = (more: Partial<FoundToken>, reader?: Client) =>
  describeToken({ ...found, ...more }, { reader, chain, argument: "--for" })

describe("describeToken", () => {
  const decimals = toFunctionSelector("decimals()")
  /** A node of a chain on which every token is called usdc, and has 8 decimals. */
  const { client } = createAnsweringNode({
    eth_call: ([{ data }]: [{ data: string }]) =>
      data.startsWith(decimals)
        ? encodeAbiParameters([{ type: "uint256" }], [8n])
        : encodeAbiParameters([{ type: "string" }], ["usdc"]),
  })

  it("believes the chain where it is reached, and refuses an API that says something else", async () => {
    const own = { chainId: 41002, address: at(7), symbol: "usdc", decimals: 8, isFromChain: true }
    expect(await describe_({ decimals: 8 }, client)).to.deep.equal(own)
    expect(await describe_({ symbol: undefined, decimals: undefined }, client)).to.deep.equal(own)
    for (const more of [{ decimals: 6 }, { decimals: 8, symbol: "DAI" }]) {
      expect((await failure(describe_(more, client))).code, JSON.stringify(more)).to.equal("TOKEN_MISMATCH")
    }
    // The user has written down whose address it is, whatever it is called.
    expect(await describe_({ decimals: 8, symbol: "DAI", isPinned: true }, client)).to.deep.equal(own)
  })

  it("marks what only the API claims, and needs its symbol and its decimals", async () => {
    const { isPinned, ...claimed } = found
    expect(await describe_({ isPinned })).to.deep.equal({ ...claimed, isFromChain: false })
    expect(await describe_({ decimals: 0 })).to.deep.equal({ ...claimed, decimals: 0, isFromChain: false })
    for (const more of [{ symbol: undefined }, { decimals: undefined }]) {
      const { facts, message } = await failure(describe_(more))
      expect(facts["argument"]).to.equal("--for")
      expect(message).to.contain("beta was not reached")
    }
  })
})
