import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi } from "viem"

import { parseCall } from "#tasks/messaging/call/parseCall.js"
import { thrown } from "#test/fixtures/failure.js"

const abi = parseAbi([
  "function greet(uint32 dstChainSlug, string text) payable",
  "function add(uint32 dst) payable",
  "function add(uint32 dst, uint256 amount) payable",
  "function unnamed(uint32, uint256)",
  "function greetings() view returns (uint256)",
])
const contract = { name: "Greeter", abi }
const chains = [{ name: "beta", slug: 41002, network: "beta" }]

const call = (signature: string, ...args: string[]) => parseCall({ signature, args, chains, contract })

describe("a function by its name", () => {
  it("lists the signatures where several functions have the name, and takes one of them", () => {
    expect(() => call("add", "beta", "5")).to.throw(
      /^Argument "signature": Greeter has 2 functions called add.*"add\(uint32\)", "add\(uint32,uint256\)"/,
    )
    expect(call("add(uint32,uint256)", "beta", "5").args).to.deep.equal([41002, 5n])
  })

  it("is refused as a signature that the contract does not have, with those of its name, unless it has a fallback", () => {
    expect(() => call("greet(string)", "hi")).to.throw(
      /Greeter has no function "greet\(string\)"\. It has "greet\(uint32,string\)"\.$/,
    )
    expect(() => call("say(string)", "hi")).to.throw(
      /no function "say\(string\)"\. Its functions: greet, add, unnamed\.$/,
    )
    const open = { name: "Proxy", abi: [...abi, ...parseAbi(["fallback() external payable"])] }
    expect(parseCall({ signature: "say(string)", args: ["hi"], chains, contract: open }).args).to.deep.equal(["hi"])
  })

  it("asks for the nearest one, and lists those that can send", () => {
    expect(() => call("gret")).to.throw(
      /no function "gret"\. Did you mean greet\? Its functions: greet, add, unnamed\.$/,
    )
  })

  it("says which functions could send: none of those that only read, and each name once", () => {
    const fixOf = (...signatures: string[]) =>
      thrown(() => {
        parseCall({ signature: "gret", args: [], chains, contract: { name: undefined, abi: parseAbi(signatures) } })
      })
    const views = fixOf("function a() view returns (uint256)", "function b() pure returns (uint256)")
    expect(views.next).to.match(/Its functions: none that sends\.$/)
    expect(fixOf("function c()", "function a() view returns (uint256)").next).to.match(/Its functions: c\.$/)
    expect(fixOf("function c()", "function c(uint32)", "function d() payable").next).to.match(/Its functions: c, d\.$/)
    expect(views.message).to.contain('The contract has no function "gret"')
  })

  it("says to build the project where the contract has a name and no artifact", () => {
    const unbuilt = { name: "Greeter", abi: undefined }
    expect(() => parseCall({ signature: "greet", args: [], chains, contract: unbuilt })).to.throw(/npx hardhat build/)
    const unknown = { name: undefined, abi: undefined }
    expect(() => parseCall({ signature: "greet", args: [], chains, contract: unknown })).to.throw(
      /functions of this address are not known.*"add\(uint32,uint256\)"/,
    )
  })

  it("takes the names of parameters from the ABI only where a signature has none", () => {
    const names = (signature: string) => call(signature, "beta", "hi").abi[0].inputs.map(({ name }) => name)
    expect(names("greet(uint32,string)")).to.deep.equal(["dstChainSlug", "text"])
    expect(names("greet(uint32 to,string words)")).to.deep.equal(["to", "words"])
    expect(names("greet(uint32 to,string)")[0]).to.equal("to")
  })
})

describe("arguments by name", () => {
  it("can be in any order, with a chain by name, and hold an equals sign", () => {
    expect(call("greet", "text=a=b", "dstChainSlug=beta").args).to.deep.equal([41002, "a=b"])
    expect(call("greet(uint32,string)", "text=", "dstChainSlug=beta").args).to.deep.equal([41002, ""])
    const other = { signature: "other(uint32 to, string words)", args: ["words=hi", "to=beta"], chains }
    expect(parseCall(other).args).to.deep.equal([41002, "hi"])
  })

  it("are values where no parameter has such a name, or where only some have one", () => {
    expect(call("greet", "beta", "a=b").args).to.deep.equal([41002, "a=b"])
    expect(call("greet", "beta", "text=b").args).to.deep.equal([41002, "text=b"])
    expect(parseCall({ signature: "say(string)", args: ["a=b"], chains }).args).to.deep.equal(["a=b"])
  })

  const bad: Record<string, [args: string[], says: RegExp]> = {
    "an unknown one": [["dstChainSlug=beta", "txt=hi"], /no parameter txt\. Did you mean text\? .*dstChainSlug, text/],
    "a missing one": [["dstChainSlug=beta"], /text is missing.*text=… \(string\)/],
    "one twice": [["text=a", "text=b"], /text is given twice/],
    "a chain that nobody knows": [["dstChainSlug=bta", "text=hi"], /"bta"\. Did you mean beta\?/],
    "too few without names": [["beta"], /greet\(uint32 dstChainSlug, string text\) takes 2 arguments, not 1/],
  }
  for (const [what, [args, says]] of Object.entries(bad)) {
    it(`are refused with ${what}, on one line`, () => {
      expect(() => call("greet", ...args)).to.throw(says)
      expect(() => call("greet", ...args)).to.throw(/^[^\n]*$/)
    })
  }
})
