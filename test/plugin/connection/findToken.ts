import { expect } from "chai"
import { describe, it } from "mocha"

import { findToken } from "../../../src/plugin/connection/findToken.js"
import { type Chain, nativeToken, type SwapClient, type Token } from "../../../src/swap/index.js"
import { failure } from "../../fixtures/failure.js"
import { dai, usdc } from "../../fixtures/wire/swapRoutes.js"

const currency = { address: nativeToken, symbol: "ETH", name: "Ether", decimals: 18 }
const known = { chainId: 1, currency } as Chain
const chain = { name: "one", chainId: 1 }
const token = (address: string, symbol: string, chainId = 1): Token =>
  ({ chainId, address, symbol, decimals: 6, name: `${symbol} of ${address}` }) as Token

/** Looks a token up where a search finds these. */
const find = (text: string, ...found: Token[]) => {
  const tokens = { 1: found.filter(({ chainId }) => chainId === 1), 2: found.filter(({ chainId }) => chainId === 2) }
  const client = { searchTokens: () => Promise.resolve({ tokens }) } as unknown as SwapClient
  return findToken(client, { text, chain, known, argument: "token" })
}

/** The same, where USDC is pinned. */
const findPinned = (text: string, ...found: Token[]) => {
  const client = { searchTokens: () => Promise.resolve({ tokens: { 1: found } }) } as unknown as SwapClient
  return findToken(client, { text, chain, known, argument: "token", pins: { USDC: usdc } })
}

describe("findToken", () => {
  it("matches a whole symbol in any case, on the right chain only", async () => {
    const tokens = [token(dai, "DAI"), token(usdc, "DAI", 2), token(usdc, "DAIX")]
    expect(await find("dai", ...tokens)).to.include({ address: dai, chainId: 1 })
  })

  it("knows the chain's own currency where no search finds it, and by its address", async () => {
    expect(await find("eth")).to.include({ address: nativeToken, decimals: 18 })
    expect(await find(nativeToken)).to.include({ symbol: "ETH" })
  })

  it("counts the currency once when a search finds it too", async () => {
    expect(await find("ETH", token(nativeToken, "ETH"))).to.include({ address: nativeToken })
  })

  it("never mistakes a token for the currency whose symbol it has", async () => {
    const { code, message } = await failure(find("ETH", token(dai, "ETH")))
    expect(code).to.equal("INVALID_INPUT")
    expect(message).to.contain(dai).and.to.contain(nativeToken)
  })

  it("takes the address that a symbol is pinned to, in any case, whatever else the API gives that symbol", async () => {
    for (const found of [[token(dai, "USDC")], [token(dai, "USDC"), token(usdc, "USDC.e")], []]) {
      expect(await findPinned("usdc", ...found)).to.include({ address: usdc, chainId: 1, isPinned: true })
    }
    expect(await findPinned("USDC", token(usdc, "USDC.e"))).to.include({ decimals: 6 })
    expect(await findPinned("USDC")).to.not.have.property("decimals")
  })

  it("trusts a pinned address, but no other symbol that the API gives it", async () => {
    expect(await findPinned(usdc, token(usdc, "X"))).to.include({ isPinned: true })
    expect(await findPinned("DAI", token(usdc, "DAI"))).to.include({ address: usdc, isPinned: false })
    expect(await findPinned("DAI", token(dai, "DAI"))).to.include({ isPinned: false })
  })

  it("matches an address only with that token", async () => {
    expect(await find(dai, token(dai, "DAI"), token(usdc, dai))).to.include({ symbol: "DAI" })
    expect(await failure(find(usdc, token(dai, "DAI")))).to.include({ code: "INVALID_INPUT", argument: "token" })
  })
})
