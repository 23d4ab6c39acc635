import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeFunctionData, parseAbi } from "viem"

import { encodeCall, generousFees } from "#src/devnet/chain/encodeCall.js"
import { devnetHardfork, maxTransactionGas } from "#src/devnet/chain/hardfork.js"

const abi = parseAbi(["function set(uint256 value, bytes data)", "function stop()"])
const other = parseAbi(["function set(bool value)"])

describe("encodeCall", () => {
  it("encodes every call as viem does", () => {
    for (const value of [1n, 2n]) {
      const set = { abi, functionName: "set", args: [value, "0x12"] } as const
      expect(encodeCall(set)).to.equal(encodeFunctionData(set))
      const stop = { abi, functionName: "stop" } as const
      expect(encodeCall(stop)).to.equal(encodeFunctionData(stop))
      const setOther = { abi: other, functionName: "set", args: [true] } as const
      expect(encodeCall(setOther)).to.equal(encodeFunctionData(setOther))
    }
  })

  it("takes the function where an event and an error before it have its name", () => {
    const named = parseAbi(["event set(bool value)", "error set(address value)", "function set(uint256 value)"])
    const set = { abi: named, functionName: "set", args: [7n] } as const
    expect(encodeCall(set)).to.equal(
      encodeFunctionData({ abi: parseAbi(["function set(uint256 value)"]), functionName: "set", args: [7n] }),
    )
  })

  it("offers fees far above what a local chain asks for", () => {
    expect(generousFees).to.deep.equal({ maxFeePerGas: 1_000_000_000_000n, maxPriorityFeePerGas: 1n })
    expect([maxTransactionGas, devnetHardfork]).to.deep.equal([16_777_216n, "osaka"])
  })

  it("names a function that the ABI does not have", () => {
    const wrong = { abi, functionName: "sett", args: [] } as unknown as Parameters<typeof encodeCall>[0]
    expect(() => encodeCall(wrong)).to.throw("the ABI has no function sett")
  })
})
