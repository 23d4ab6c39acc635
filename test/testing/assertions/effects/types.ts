import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { describe, it } from "mocha"

import { createWorld, type Sent, type WorldContract } from "#src/testing/index.js"

/** Is compiled and never called: each line below a comment has to be refused by TypeScript. */
export async function refused(target: WorldContract<"FaultyTarget">, sent: Sent): Promise<void> {
  const world = createWorld(hre, { chains: ["alpha", "beta"], market: true })
  // @ts-expect-error -- the contract has no such error
  await expect(sent).to.revertPayloadWith(target, "OutOfOrdre")
  // @ts-expect-error -- the argument of the error is a bigint
  await expect(sent).to.revertPayloadWith(target, "OutOfOrder", ["5"])
  // @ts-expect-error -- the error has one argument
  await world.assertions.revertCallbackWith(sent, target, "OutOfOrder", [5n, 6n])
  // @ts-expect-error -- amounts are bigints
  await expect(() => sent).to.changeBalances([{ chain: "alpha", of: target, by: 5 }])
  // @ts-expect-error -- nobody is named whose balance it is, nor a token
  await expect(() => sent).to.conserveValue([{ chain: "alpha" }])
  // @ts-expect-error -- what happens has to be a function, because the balances before are read
  await world.assertions.conserveValue(sent, [{ token: target }])
  // @ts-expect-error -- the world has no such chain
  await world.swap({ from: "alpha", to: "gamma", input: "USDC", output: "WETH", amount: "1" })
  // @ts-expect-error -- the market has no such token
  await world.swap({ from: "alpha", to: "beta", input: "DOGE", output: "WETH", amount: "1" })
  // @ts-expect-error -- a number loses digits
  await world.swap({ from: "alpha", to: "beta", input: "USDC", output: "WETH", amount: 1 })
  // @ts-expect-error -- a world without a market does not swap
  createWorld(hre).swap
}

describe("types of assertions about effects", () => {
  it("refuse what is wrong when the tests are compiled", () => {
    expect(refused).to.be.a("function")
  })
})
