import { expect } from "chai"
import { describe, it } from "mocha"
import type { Client } from "viem"
import { encodeAbiParameters, toFunctionSelector } from "viem/utils"

import type { FoundToken } from "#extras/swap/src/plugin/findToken.js"
import { describeToken } from "#extras/swap/tasks/offer/describeToken.js"
import { failure } from "#test/fixtures/failure.js"
import { createAnsweringNode } from "#test/fixtures/nodes/answeringNode.js"
import { at } from "#test/fixtures/wire/addresses.js"

const chain = { name: "beta", chainId: 41002 }
const bare: FoundToken = { chainId: 41002, address: at(7), isPinned: false }
const [symbol, decimals] = ["USDC", 6] as const
const describe_ = (more: Partial<FoundToken>, reader?: Client) =>
  describeToken({ ...bare, ...more }, { reader, chain, argument: "--for" })

describe("describeToken", () => {
  const selector = toFunctionSelector("decimals()")
  /** A node of a chain on which every token is called usdc, and has 8 decimals. */
  const { client } = createAnsweringNode({
    eth_call: ([{ data }]: [{ data: string }]) =>
      data.startsWith(selector)
        ? encodeAbiParameters([{ type: "uint256" }], [8n])
        : encodeAbiParameters([{ type: "string" }], ["usdc"]),
  })

  it("believes the chain where it is reached, and refuses an API that says something else", async () => {
    const own = { chainId: 41002, address: at(7), symbol: "usdc", decimals: 8, isFromChain: true }
    expect(await describe_({ symbol, decimals: 8 }, client)).to.deep.equal(own)
    expect(await describe_({}, client)).to.deep.equal(own)
    for (const more of [
      { symbol, decimals },
      { decimals: 8, symbol: "DAI" },
    ]) {
      expect((await failure(describe_(more, client))).code, JSON.stringify(more)).to.equal("TOKEN_MISMATCH")
    }
    // The user has written down whose address it is, whatever it is called.
    expect(await describe_({ decimals: 8, symbol: "DAI", isPinned: true }, client)).to.deep.equal(own)
  })

  it("marks what only the API claims, and needs its symbol and its decimals", async () => {
    const claimed = { chainId: 41002, address: at(7), symbol, isFromChain: false }
    for (const of of [decimals, 0]) {
      expect(await describe_({ symbol, decimals: of })).to.deep.equal({ ...claimed, decimals: of })
    }
    for (const more of [{ symbol }, { decimals }]) {
      const { facts, message } = await failure(describe_(more))
      expect(facts["argument"]).to.equal("--for")
      expect(message).to.contain("beta was not reached")
    }
  })
})
