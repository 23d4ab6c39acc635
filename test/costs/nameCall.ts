import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem"

import { marketContracts } from "#extras/swap/src/market/contracts.js"
import { type CalledContracts, nameCall } from "#src/costs/measureWorld.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const address = (number: number): Address => `0x${String(number).padStart(40, "0")}`
const [user, actor, other, known, unknown] = [1, 2, 3, 4, 5].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const abi = parseAbi(["function greet(string text)"])
const greet = encodeFunctionData({ abi, args: ["hello"] })
const market = marketContracts(address(9))

type Call = { readonly from: Address; readonly to: Address | null; readonly input: Hex }

/** Names a call on alpha, where a test has deployed a Greeter; beta has another contract at the same address. */
async function nameOf(call: Call, { sender = known, hasMarket = false, chain = "alpha" } = {}) {
  const names: Readonly<Record<string, string>> = { alpha: "Greeter", beta: "Counter" }
  const world = {
    accounts: { transmitter: [{ address: actor }], executors: [{ address: other }] },
    market: hasMarket ? { contracts: market } : undefined,
    registry: { find: (on: string, at: Address) => (at === known ? { name: names[on]!, abi } : undefined) },
  } as unknown as CalledContracts
  const publicClient = { getTransaction: () => Promise.resolve(call) }
  const { contract, functionName, isOwn } = await nameCall(world, { name: chain, publicClient } as never, {
    ...{ hash: bytes32(1), sender, receiving: "inbound" },
  })
  return [contract, functionName, isOwn]
}

describe("the name of a call", () => {
  it("is that of the contract and its function, on the chain of the call", async () => {
    expect(await nameOf({ from: user, to: known, input: greet })).to.deep.equal(["Greeter", "greet", true])
    expect(await nameOf({ from: user, to: known, input: greet }, { chain: "beta" })).to.include("Counter")
  })

  it("is the selector of a function that the contract does not have or whose contract is not known", async () => {
    const cases = [
      [known, "0x12345678", ["Greeter", "0x12345678", true]],
      [known, "0x12345678ffff", ["Greeter", "0x12345678", true]],
      [unknown, greet, [unknown, greet.slice(0, 10), true]],
    ] as const
    for (const [to, input, name] of cases) expect(await nameOf({ from: user, to, input })).to.deep.equal(name)
  })

  it("is receive of what is shorter than a selector, and the constructor of a new contract", async () => {
    for (const input of ["0x", "0x123456"] as const) {
      expect(await nameOf({ from: user, to: known, input })).to.deep.equal(["Greeter", "receive", true])
    }
    const created = { from: user, to: null, input: greet }
    expect(await nameOf(created)).to.deep.equal(["Greeter", "constructor", true])
    expect(await nameOf(created, { sender: unknown })).to.deep.equal([unknown, "constructor", true])
  })

  it("is the receiving function of the sender where any actor has called", async () => {
    for (const from of [actor, other]) {
      expect(await nameOf({ from, to: unknown, input: greet })).to.deep.equal(["Greeter", "inbound", false])
    }
  })

  it("knows the market's contracts, where there is a market", async () => {
    const call = { from: user, to: market.router, input: "0x" } as const
    expect(await nameOf(call, { hasMarket: true })).to.deep.equal(["SwapRouter", "receive", true])
    expect(await nameOf(call)).to.deep.equal([market.router, "receive", true])
    const of = (to: Address) => nameOf({ ...call, to }, { hasMarket: true })
    expect(await of(market.deposits)).to.include("DepositFactory")
    expect(await of(market.pool)).to.include("LiquidityBridge")
    expect(await of(market.press)).to.include("MintBridge")
    expect(await of(market.curve)).to.include(market.curve)
    expect(await of(known)).to.include("Greeter")
  })
})
