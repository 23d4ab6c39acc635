import { expect } from "chai"
import { describe, it } from "mocha"
import { type Client, defineChain, parseAbi } from "viem"

import { checkToken, type TokenMismatchError } from "#extras/swap/src/checks/checkToken.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { usdc } from "#test/fixtures/wire/swapRoutes.js"

const abi = parseAbi(["function decimals() view returns (uint8)", "function symbol() view returns (string)"])
const claim = { chainId: 41001, address: usdc, symbol: "USDC", decimals: 6 } as const

/** A chain where the token has this symbol and 6 decimals. */
function chainWith(symbol: string): Client {
  const answer = ({ functionName }: { functionName: string }) => (functionName === "symbol" ? symbol : 6)
  return createFakeChain({ contracts: { [usdc]: { abi, answer } } }).client
}

describe("S-06 checkToken", () => {
  it("returns what the chain says", async () => {
    expect(await checkToken(chainWith("usdc"), claim)).to.deep.equal({ ...claim, symbol: "usdc" })
    expect(await checkToken(chainWith("USDC"), { chainId: 41001, address: usdc })).to.deep.equal(claim)
  })

  it("refuses other decimals, with both, also of a pinned token", async () => {
    for (const isPinned of [false, true]) {
      const error = await failure(checkToken(chainWith("USDC"), { ...claim, decimals: 8 }, { isPinned }))
      expect(error.code).to.equal("TOKEN_MISMATCH")
      expect(error.shortMessage).to.contain("another number of decimals")
      expect(error.facts).to.include({ token: usdc, "decimals of the API": "8", "decimals on the chain": "6" })
    }
  })

  it("refuses another symbol, with both, unless the token is pinned", async () => {
    const error = await failure(checkToken(chainWith("USDC.e"), claim))
    expect(error.facts).to.include({ "symbol of the API": "USDC", "symbol on the chain": "USDC.e" })
    expect(error.shortMessage).to.contain("another symbol")
    expect(error.next).to.contain("plugs.swap.tokens")
    expect(await checkToken(chainWith("USDC.e"), claim, { isPinned: true })).to.include({ symbol: "USDC.e" })
    expect((await failure(checkToken(chainWith("\u202e\u001b[31m"), claim))).message).to.not.match(/\u001b|\u202e/)
  })

  it("tells what differs of a token whose address is the user's word, and goes on with what the chain says", async () => {
    const claims: string[] = []
    const onMismatch = ({ claim: says }: TokenMismatchError) => claims.push(says)
    const found = await checkToken(chainWith("USD\u20ae0"), { ...claim, symbol: "USDT0", decimals: 8 }, { onMismatch })
    expect(found).to.deep.equal({ ...claim, symbol: "USD\u20ae0" })
    expect(claims).to.deep.equal(["8 decimals", "USDT0"])
  })

  it("says what a symbol that differs often means: a bridged token, or letters that look alike", async () => {
    const next = async (actual: string, claimed: string) =>
      (await failure(checkToken(chainWith(actual), { ...claim, symbol: claimed }))).next
    expect(await next("USDC", "USDC.e")).to.match(/^The one with \.e is a bridged token/)
    expect(await next("usdc.E", "USDC")).to.match(/^The one with \.e is a bridged token/)
    expect(await next("USD\u20ae0", "USDT0")).to.match(/^A letter that only looks like another \(U\+20AE\)/)
    expect(await next("USDC", "U\u0405DC")).to.contain("(U+0405)")
    expect(await next("DAI", "USDC")).to.match(/^Make sure/)
  })

  it("takes the API's word for a symbol that the chain does not have, if the token is pinned", async () => {
    const nameless = chainWith("")
    expect(await checkToken(nameless, claim, { isPinned: true })).to.deep.equal(claim)
    const unnamed = { chainId: 41001, address: usdc, decimals: 6 }
    expect(await checkToken(nameless, unnamed)).to.deep.equal({ ...claim, symbol: "" })
    expect((await failure(checkToken(nameless, claim))).facts).to.include({ "symbol on the chain": "none" })
  })

  it("refuses a token of a chain that is not an EVM chain, and asks nothing of it", async () => {
    const { client } = fakeNode(() => new Error("asked"))
    for (const address of ["EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", `${usdc}0`, ""]) {
      const error = await failure(checkToken(client, { ...claim, address }))
      expect([error.code, error.facts["argument"]], address).to.deep.equal(["INVALID_INPUT", "address"])
    }
  })

  describe("of a native currency", () => {
    const native = { chainId: 41001, address: nativeToken, symbol: "ETH", decimals: 18 } as const
    const { client } = createFakeChain({})

    it("believes neither other decimals nor the symbol of another token", async () => {
      expect(await checkToken(client, native)).to.deep.equal(native)
      expect((await failure(checkToken(client, { ...native, decimals: 20 }))).code).to.equal("TOKEN_MISMATCH")
      expect((await failure(checkToken(client, { ...native, symbol: "USDC" }))).code).to.equal("TOKEN_MISMATCH")
    })

    it("knows it from the client's chain, or from viem's list of chains", async () => {
      const nativeCurrency = { name: "Gold", symbol: "AU", decimals: 9 }
      const chain = defineChain({ id: 5, name: "gold", nativeCurrency, rpcUrls: { default: { http: [] } } })
      const { client: own } = fakeNode(() => new Error("asked"), { chain })
      expect(await checkToken(own, { chainId: 5, address: nativeToken })).to.include({ symbol: "AU", decimals: 9 })
      const polygon = { ...native, chainId: 137, symbol: "POL" }
      expect(await checkToken(client, polygon)).to.deep.equal(polygon)
      expect((await failure(checkToken(client, { ...polygon, symbol: "ETH" }))).code).to.equal("TOKEN_MISMATCH")
    })
  })
})
