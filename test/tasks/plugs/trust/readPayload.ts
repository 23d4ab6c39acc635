import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from "viem"

import { readPayload } from "../../../../tasks/plugs/trust/readPayload.js"
import { thrown } from "../../../fixtures/failure.js"

const account = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const chains = [
  { name: "alpha", slug: 41001, network: "alpha" },
  { name: "beta", slug: 41002, network: "beta" },
]
const read = (payload?: string, args?: string) => readPayload({ payload, args }, chains)

describe("readPayload", () => {
  it("is bytes as they are given, and nothing without one", () => {
    expect(read()).to.equal(undefined)
    expect([read("0x"), read(" 0x00AbCd ")]).to.deep.equal(["0x", "0x00AbCd"])
  })

  it("encodes the values of types, and of a function with its selector before them", () => {
    const [two, mint] = [parseAbiParameters("address, uint256"), parseAbi(["function mint(address, uint256)"])]
    const encoded = encodeAbiParameters(two, [account, 5n])
    for (const args of [`${account},5`, ` ${account} , 5 `, `["${account}", "5"]`]) {
      expect(read("(address,uint256)", args), args).to.equal(encoded)
    }
    expect(read("mint(address,uint256)", `${account},5`)).to.equal(
      encodeFunctionData({ abi: mint, functionName: "mint", args: [account, 5n] }),
    )
    const slugs = encodeAbiParameters(parseAbiParameters("uint32 a, uint32 b"), [41002, 41001])
    expect(read("(uint32 a, uint32 b)", "beta,41001")).to.equal(slugs)
    expect([read("()"), read("()", " ")]).to.deep.equal(["0x", "0x"])
    const ping = encodeFunctionData({ abi: parseAbi(["function ping()"]), functionName: "ping" })
    expect(read("ping()")).to.equal(ping)
  })

  it("names the option that is wrong", () => {
    for (const [payload, args, argument] of [
      ["0x0", undefined, "--payload"],
      ["0x00", "5", "--args"],
      [undefined, "5", "--args"],
      ["uint256", "5", "--payload"],
      ["(uint257)", "5", "--payload"],
      ["(uint256)", undefined, "--args"],
      ["(uint256)", "5,6", "--args"],
      ["(uint256)", "[5", "--args"],
    ] as const) {
      expect(thrown(() => read(payload, args)).facts["argument"], `${payload} ${args}`).to.equal(argument)
    }
  })
})
