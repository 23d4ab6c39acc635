import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, type Address, type Client, stringToHex } from "viem"

import { readToken } from "../../../src/onchain/tokens.js"
import { failure } from "../../fixtures/failure.js"
import { createFakeChain, revert } from "../../fixtures/worlds/swap/fakeChain.js"

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

  it("tells a node that fails from a contract that does", async () => {
    const broken = { eth_call: Object.assign(new Error("no"), { code: -32_000 }) }
    expect((await failure(readToken(createFakeChain({ broken }).client, address))).code).to.equal("NODE_FAILED")
  })
})
