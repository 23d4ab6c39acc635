import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, type Address, type Client, stringToHex } from "viem"
import { polygon } from "viem/chains"

import { readNativeCurrency, readToken } from "#src/onchain/tokens.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeChain, revert } from "#test/fixtures/nodes/fakeChain.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"

const address: Address = "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0"
const view = (name: string, type: string) =>
  ({ type: "function", name, stateMutability: "view", inputs: [], outputs: [{ type }] }) as const

/** A chain with one token, which has these functions. */
function tokenWith(symbol: { type: string; value: unknown }, decimals: unknown = 6n): Client {
  const abi: Abi = [view("decimals", "uint256"), view("symbol", symbol.type)]
  const answer = ({ functionName }: { functionName: string }): unknown => {
    const value = functionName === "symbol" ? symbol.value : decimals
    if (value === undefined || value === null) throw revert()
    return value
  }
  return createFakeChain({ contracts: { [address]: { abi, answer } } }).client
}

describe("readToken", () => {
  it("reads decimals and symbol", async () => {
    expect(await readToken(tokenWith({ type: "string", value: "USDC" }), address)).to.deep.equal({
      address,
      decimals: 6,
      symbol: "USDC",
    })
  })

  it("reads the symbol of an old token, in 32 bytes", async () => {
    const value = stringToHex("MKR", { size: 32 })
    expect(await readToken(tokenWith({ type: "bytes32", value }), address)).to.include({ symbol: "MKR" })
  })

  it("leaves out a symbol that is empty, missing, far too long or not text", async () => {
    const symbols = [
      { type: "string", value: "" },
      { type: "string", value: undefined },
      { type: "string", value: "x".repeat(2_000) },
      { type: "uint256[3]", value: [2n ** 255n, 1n, 1n] },
      { type: "uint256[2]", value: [32n, 2n ** 64n] },
    ]
    for (const symbol of symbols) {
      expect(await readToken(tokenWith(symbol), address)).to.deep.equal({ address, decimals: 6, symbol: undefined })
    }
  })

  it("refuses what is no token: no code, no decimals, or more than fit into a byte", async () => {
    const noCode = createFakeChain({}).client
    const symbol = { type: "string", value: "USDC" }
    for (const client of [noCode, tokenWith(symbol, null), tokenWith(symbol, 256n), tokenWith(symbol, 2n ** 255n)]) {
      expect((await failure(readToken(client, address))).code).to.equal("WRONG_CONTRACT")
    }
  })

  it("takes as many decimals as fit into a byte, and a symbol in 1,024 bytes of answer", async () => {
    const symbol = (length: number) => ({ type: "string", value: "x".repeat(length) })
    for (const decimals of [0, 255]) {
      expect(await readToken(tokenWith(symbol(5), BigInt(decimals)), address)).to.include({ decimals, symbol: "xxxxx" })
    }
    expect((await readToken(tokenWith(symbol(960)), address)).symbol).to.equal("x".repeat(960))
    expect((await readToken(tokenWith(symbol(961)), address)).symbol).to.equal(undefined)
    // No old token writes so much, and no new one so little.
    expect((await readToken(tokenWith({ type: "string", value: " US\0D " }), address)).symbol).to.equal("USD")
  })

  it("tells a node that fails from a contract that does", async () => {
    const broken = { eth_call: Object.assign(new Error("no"), { code: -32_000 }) }
    expect((await failure(readToken(createFakeChain({ broken }).client, address))).code).to.equal("NODE_FAILED")
  })
})

describe("readNativeCurrency", () => {
  it("is that of the client for its own chain, or the one in viem's list, or ether", async () => {
    const own = { ...polygon, nativeCurrency: { name: "Own", symbol: "OWN", decimals: 9 } }
    const { client } = fakeNode(() => new Error("asked"), { chain: own })
    expect(await readNativeCurrency(client, polygon.id)).to.include({ symbol: "OWN", decimals: 9 })
    expect(await readNativeCurrency(undefined, polygon.id)).to.include({ symbol: "POL", decimals: 18 })
    for (const id of [1, 41_001]) {
      expect(await readNativeCurrency(client, id)).to.include({ symbol: "ETH", decimals: 18 })
    }
  })
})
