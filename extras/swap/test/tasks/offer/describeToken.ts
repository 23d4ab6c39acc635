import { expect } from "chai"
import { describe, it } from "mocha"
import type { Client } from "viem"

import type { FoundToken } from "#extras/swap/src/plugin/findToken.js"
import { describeToken } from "#extras/swap/tasks/offer/describeToken.js"
import { failure } from "#test/fixtures/failure.js"
import { at } from "#test/fixtures/wire/addresses.js"

const chain = { name: "beta", chainId: 41002 }
const bare: FoundToken = { chainId: 41002, address: at(7), isPinned: false }
const [symbol, decimals] = ["USDC", 6] as const
const describe_ = (more: Partial<FoundToken>, reader?: Client) =>
  describeToken({ ...bare, ...more }, { reader, chain, argument: "--for" })

describe("describeToken", () => {
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
