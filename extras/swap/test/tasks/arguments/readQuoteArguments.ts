import { expect } from "chai"
import * as fc from "fast-check"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { before, describe, it } from "mocha"

import { readQuoteArguments } from "#extras/swap/tasks/arguments/readQuoteArguments.js"
import { quoteRows } from "#extras/swap/tasks/index.js"
import hardhatPlugs from "#src/index.js"
import { readRows } from "#src/plugin/arguments/readRows.js"
import { formatAmount, parseAmount } from "#src/primitives/numbers/amount.js"
import { thrown } from "#test/fixtures/failure.js"

describe("readQuoteArguments", () => {
  let hre: HardhatRuntimeEnvironment
  before(async () => {
    hre = await createHardhatRuntimeEnvironment({
      plugins: [hardhatPlugs],
      plugs: { devnet: { chains: ["alpha", { name: "xai", chainId: 660279, slug: 1399904803 }] } },
    })
  })

  const read = (args: object) =>
    readQuoteArguments(readRows(quoteRows, { amount: "1", token: "USDC", from: "alpha", for: "DAI", ...args }), hre)

  it("always gives a slippage", () => {
    expect(read({}).slippage).to.equal("0.5")
    expect(read({ slippage: "1.50" }).slippage).to.equal("1.5")
  })

  it("takes a fee with its receiver, and names the option that is missing or wrong", () => {
    const feeTaker = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    expect(read({ feeBps: "25", feeTaker })).to.include({ feeBps: 25, feeTakerAddress: feeTaker })
    expect(read({})).to.include({ feeBps: undefined, feeTakerAddress: undefined })
    for (const [args, argument] of [
      [{ feeBps: "25" }, "--fee-taker"],
      [{ feeTaker }, "--fee-bps"],
      [{ feeBps: "10001", feeTaker }, "--fee-bps"],
      [{ feeBps: "0.5", feeTaker }, "--fee-bps"],
      [{ feeBps: "25", feeTaker: "me" }, "--fee-taker"],
    ] as const) {
      expect(thrown(() => read(args))).to.include({ code: "INVALID_INPUT", argument })
    }
  })

  it("takes every amount of a token that can be written, exactly", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 36 }), (units, decimals) => {
        const { amount } = read({ amount: formatAmount(units, decimals) })
        expect(parseAmount(amount, decimals)).to.equal(units)
      }),
    )
  })
})
