import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeFunctionData } from "viem"

import { parseAbiValue } from "#tasks/messaging/call/parseAbiValue.js"
import { parseCall } from "#tasks/messaging/call/parseCall.js"
import { thrown } from "#test/fixtures/failure.js"

const chains = [
  { name: "alpha", slug: 41001, network: "alpha" },
  { name: "xai", slug: 1399904803, network: "xai" },
]
const account = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"

const call = (signature: string, ...args: string[]) => parseCall({ signature, args, chains })

describe("parseCall", () => {
  it("reads a signature with or without names and the word function", () => {
    for (const signature of [
      "add(uint32,uint256)",
      "function add(uint32 dst, uint256 amount)",
      " add( uint32 , uint256 ) ",
    ]) {
      const { functionName, args } = call(signature, "41002", "5")
      expect([functionName, ...args]).to.deep.equal(["add", 41002, 5n])
    }
  })

  it("takes a chain's name for a uint32, and for nothing else", () => {
    expect(call("ping(uint32)", "xai").args).to.deep.equal([1399904803])
    expect(() => call("ping(uint256)", "xai")).to.throw(/Argument 1 \(uint256\): "xai"/)
    expect(() => call("ping(uint32 dst)", "xia")).to.throw(/Argument 1 \(uint32 dst\): .*"xia".*alpha \(41001\)/)
  })

  const values: Record<string, [type: string, text: string, value: unknown]> = {
    "the largest uint256": ["uint256", String(2n ** 256n - 1n), 2n ** 256n - 1n],
    "a hexadecimal number": ["uint256", "0xff", 255n],
    "a negative number": ["int8", "-128", -128],
    "48 bits as a number": ["uint48", "5", 5],
    "56 bits as a bigint": ["uint56", "5", 5n],
    "an address in lower case, checksummed": ["address", account.toLowerCase(), account],
    "the zero address": ["address", `0x${"0".repeat(40)}`, `0x${"0".repeat(40)}`],
    true: ["bool", "true", true],
    "a text with spaces": ["string", "hello world", "hello world"],
    "an empty text": ["string", "", ""],
    "no bytes": ["bytes", "0x", "0x"],
    "bytes of a fixed size": ["bytes4", "0x12345678", "0x12345678"],
    "a list whose numbers keep their digits": ["uint256[]", "[1, 9007199254740993]", [1n, 9007199254740993n]],
    "a list of lists of fixed size": ["uint8[2][]", "[[1,2],[3,4]]", [[1, 2], [3, 4]]], // prettier-ignore
    "a list of chains": ["uint32[]", '["alpha", 5]', [41001, 5]],
    "a struct by place": ["(uint32,address)", `["alpha","${account}"]`, [41001, account]],
    "a struct by name": ["(uint32 dst, bool fast)", '{"fast":true,"dst":7}', { dst: 7, fast: true }],
  }
  for (const [what, [type, text, value]] of Object.entries(values)) {
    it(`reads ${what}, as the encoder takes it`, () => {
      const { abi, functionName, args } = call(`f(${type})`, text)
      expect(args).to.deep.equal([value])
      expect(() => encodeFunctionData({ abi, functionName, args })).to.not.throw()
    })
  }

  const bad: Record<string, [signature: string, args: string[], says: RegExp]> = {
    "something that is no signature": ["add", ["1"], /^Argument "signature": "add" .*"add\(uint32,uint256\)"/],
    "a type that does not exist": ["add(uint999)", ["1"], /^Argument "signature": /],
    "code after the signature": ["add(uint32) { selfdestruct }", ["1"], /^Argument "signature": /],
    "too few arguments": ["add(uint32,uint256)", ["1"], /^Argument "args": .*takes 2 arguments, not 1/],
    "too many arguments": ["add()", ["1"], /^Argument "args": .*takes 0 arguments, not 1/],
    "a number that does not fit": ["f(uint8)", ["256"], /^Argument 1 \(uint8\): "256" .*from 0 to 255/],
    "a negative unsigned number": ["f(uint8 n)", ["-1"], /^Argument 1 \(uint8 n\): "-1"/],
    "a fraction": ["f(uint256)", ["1.5"], /"1\.5".*whole number/],
    "a number with an exponent": ["f(uint256[])", ["[1e18]"], /"1e18".*whole number/],
    "an address with a wrong checksum": ["f(address)", [account.replace("5aA", "5AA")], /checksum/],
    "half a byte": ["f(bytes)", ["0x123"], /hexadecimal/],
    "bytes of another size": ["f(bytes32)", ["0x12"], /64 hexadecimal/],
    "a bool in capitals": ["f(bool)", ["TRUE"], /true or false/],
    "a list that is not JSON": ["f(uint8[])", ["1,2"], /JSON/],
    "a list of another length": ["f(uint8[3])", ["[1,2]"], /^Argument 1/],
    "a type that no text can be": ["f(function)", ["0x12"], /^Argument 1 \(function\)/],
    "null in a list": ["f(uint8[])", ["[null]"], /^Argument 1/],
    "a struct with a field missing": ["f((uint8 a, uint8 b))", ['{"a":1}'], /^Argument 1/],
  }
  for (const [what, [signature, args, says]] of Object.entries(bad)) {
    it(`refuses ${what} by name, on one line`, () => {
      expect(() => call(signature, ...args)).to.throw(says)
      expect(() => call(signature, ...args)).to.throw(/^[^\n]*$/)
    })
  }

  it("takes arguments by their names in any order, and refuses names that are not all known, given and there", () => {
    const signature = "pay(uint8 first, string second)"
    expect(call(signature, "second=a=b", "first=7").args).to.deep.equal([7, "a=b"])
    // A text that looks like a name is a value.
    expect(call("say(string second)", "third=7").args).to.deep.equal(["third=7"])
    expect(call("pay(string,string)", "a=1", "b=2").args).to.deep.equal(["a=1", "b=2"])
    for (const [own, ...args] of [
      [signature, "second=a", "third=7"],
      [signature, "first=7", "first=8"],
      [signature, "first=7"],
      ["pay(uint8 first, string)", "first=7", "first=8"],
      ["pay(uint8 first, string)", "first=7"],
    ] as const) {
      const error = thrown(() => call(own, ...args))
      expect(error, args.join()).to.include({ code: "INVALID_INPUT", argument: "args" })
    }
    const unknown = thrown(() => call("pay(uint8 first, string, bool last)", "first=7", "third=8", "last=true"))
    expect(unknown.message, "names what has a name").to.contain("Its parameters: first, last.")
  })

  it("refuses types that are none, as no ABI of a compiler has them", () => {
    for (const type of ["tuple", "uint8]", "tuple[1]", "fixed128x18"]) {
      const error = thrown(() => parseAbiValue("[{}]", { name: "x", type }, { argument: "x", chains: [] }))
      expect(error, type).to.include({ code: "INVALID_INPUT", argument: "x" })
    }
  })
})
