import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeFunctionData, parseAbi } from "viem"

import { encodeCall } from "../../../src/devnet/chain/encodeCall.js"

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

  it("names a function that the ABI does not have", () => {
    const wrong = { abi, functionName: "sett", args: [] } as unknown as Parameters<typeof encodeCall>[0]
    expect(() => encodeCall(wrong)).to.throw("the ABI has no function sett")
  })
})
