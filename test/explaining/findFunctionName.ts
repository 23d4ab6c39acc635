import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi, toFunctionSelector } from "viem"

import { findFunctionName } from "#src/gateway/explaining/words.js"

describe("findFunctionName", () => {
  const abis = [parseAbi(["error bump(uint256)", "function run()"]), parseAbi(["function bump(uint256)"])]
  const bump = toFunctionSelector("bump(uint256)")

  it("finds the function of a selector in any ABI, and nothing else that has its selector", () => {
    expect(findFunctionName(bump, abis)).to.equal("bump")
    expect(findFunctionName(`${bump}00ff`, abis)).to.equal("bump")
    expect(findFunctionName(toFunctionSelector("run()"), abis)).to.equal("run")
    expect(findFunctionName(bump, abis.slice(0, 1))).to.equal(undefined)
    expect(findFunctionName("0x12345678", abis)).to.equal(undefined)
    for (const data of ["0x", "0x123456"] as const) expect(findFunctionName(data, abis)).to.equal(undefined)
  })
})
