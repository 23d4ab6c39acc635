import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, parseAbi, toFunctionSelector, zeroAddress } from "viem"

import { dueText, functionText, reasonOf } from "#src/gateway/explaining/words.js"

describe("the words of explanations of the gateway", () => {
  it("name a function by an ABI, else by its selector, and say that there is none", () => {
    const abis = [parseAbi(["function bump(uint256)", "error AsyncModifierNotSet(uint256 by)"])]
    const selector = toFunctionSelector("bump(uint256)")
    expect([functionText(selector, abis), functionText(`${selector}00`, [])]).to.deep.equal([
      "bump()",
      `the function ${selector}`,
    ])
    for (const data of ["0x", "0x123456"] as const)
      expect(functionText(data, abis)).to.equal("a call without a function")
    expect(reasonOf("0x", abis)).to.equal("it gave no reason")
  })

  it("say why a call reverts in the words of the user's own contract before those of the protocol", () => {
    const own = parseAbi(["error InsufficientCredits(address who, uint256 asked, uint256 owned)"])
    const data = encodeErrorResult({ abi: own, args: [zeroAddress, 7n, 5n] })
    expect([reasonOf(data, [own]), reasonOf(data, [])]).to.deep.equal([
      `InsufficientCredits(who: ${zeroAddress}, asked: 7, owned: 5)`,
      `InsufficientCredits(account: ${zeroAddress}, required: 7, available: 5)`,
    ])
  })

  it("say how far a moment is from the chain's time", () => {
    expect(dueText(1_060n, 1_000n)).to.equal("1970-01-01T00:17:40.000Z, in 1 min 00 s")
    expect(dueText(1_000n, 1_060n)).to.equal("1970-01-01T00:16:40.000Z, 1 min 00 s ago")
    expect(dueText(1_000n, 1_000n)).to.match(/0 ms ago$/)
  })
})
