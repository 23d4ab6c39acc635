import { expect } from "chai"
import { describe, it } from "mocha"
import { type AbiFunction, encodeFunctionData, parseAbiItem } from "viem"

import { builderMethods, parseExactly } from "#extras/audit/tasks/judge/builderMethods.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { at } from "#test/fixtures/wire/addresses.js"

const [one, two] = [at(0x71), at(0x72)]

/** A function of one parameter `a` of these types. */
const method = (parameter: string) => parseAbiItem(`function set(${parameter} a)`) as AbiFunction
const encoded = (parameter: string, a: unknown): string => {
  try {
    return builderMethods.encode(method(parameter), { a }, "method")
  } catch (error) {
    if (error instanceof InvalidInputError) return "refused"
    throw error
  }
}
const as = (parameter: string, ...args: readonly unknown[]) => encodeFunctionData({ abi: [method(parameter)], args })

describe("the values of Safe's transaction builder", () => {
  it("reads lists without inner quotes, with single or double ones, nested, and given as JSON", () => {
    for (const list of [
      `[${one}, ${two}]`,
      `["${one}","${two}"]`,
      `['${one}', '${two}']`,
      ` [ ${one} ,${two.toLowerCase()} ] `,
      [one, two],
    ]) {
      expect(encoded("address[]", list), JSON.stringify(list)).to.equal(as("address[]", [one, two]))
    }
    expect(encoded("uint256[][]", "[[1, 2], [], [0x10]]")).to.equal(as("uint256[][]", [[1n, 2n], [], [16n]]))
    expect(encoded("bytes[]", "[0x12, 0x, '0xabcd']")).to.equal(as("bytes[]", ["0x12", "0x", "0xabcd"]))
    expect(encoded("address[2]", `[${one},${two}]`)).to.equal(as("address[2]", [one, two]))
    expect(encoded("address[]", "[]")).to.equal(as("address[]", []))
  })

  it("keeps what is in quotes as it is, and what is not without the space around it", () => {
    const texts = ["a, (b)", 'say "it"', "it's [1]", ""]
    expect(encoded("string[]", JSON.stringify(texts))).to.equal(as("string[]", texts))
    expect(encoded("string[]", String.raw`['it\'s, a', two words , "\u0041"]`)).to.equal(
      as("string[]", ["it's, a", "two words", "A"]),
    )
    expect(encoded("string", " [a, b] ")).to.equal(as("string", " [a, b] "))
  })

  it("reads tuples as lists, with round brackets and by name", () => {
    const pair = "(address to, uint256[] amounts, bool isOn)"
    const wanted = as(pair, { to: one, amounts: [1n, 2n], isOn: true })
    for (const tuple of [
      `[${one}, [1, 2], True]`,
      `(${one}, (1, 2), true)`,
      `["${one}", ["1", "2"], "TRUE"]`,
      `{"to": ${one}, "amounts": [1, 2], "isOn": 1}`,
    ]) {
      expect(encoded(pair, tuple), tuple).to.equal(wanted)
    }
    expect(encoded("(address,uint8)[]", `[(${one}, 1), [${two}, 2]]`)).to.equal(
      as("(address,uint8)[]", [
        [one, 1],
        [two, 2],
      ]),
    )
  })

  it("reads flags as the builder does, bare big numbers, and exponents that are exact", () => {
    for (const flag of ["true", "True", "TRUE", "1", " true ", true])
      expect(encoded("bool", flag)).to.equal(as("bool", true))
    for (const flag of ["false", "False", "0", false]) expect(encoded("bool", flag)).to.equal(as("bool", false))
    const large = 2n ** 200n
    for (const number of [String(large), ` ${large}`, `0x${large.toString(16)}`])
      expect(encoded("uint256", number)).to.equal(as("uint256", large))
    for (const number of ["1e18", "1.0e18", "10E17"])
      expect(encoded("uint256", number)).to.equal(as("uint256", 10n ** 18n))
    const json = parseExactly(`{ "bare": ${large}, "list": [1e24, 7], "flag": true }`) as Record<string, unknown>
    expect([encoded("uint256", json["bare"]), encoded("uint256[]", json["list"])]).to.deep.equal([
      ...[as("uint256", large), as("uint256[]", [10n ** 24n, 7n])],
    ])
  })

  it("finds values by name, or by place where a parameter has no name", () => {
    const bare = parseAbiItem("function set(uint8, uint8)") as AbiFunction
    const wanted = encodeFunctionData({ abi: [bare], args: [1, 2] })
    for (const values of [{ 0: "1", 1: "2" }, ["1", 2]])
      expect(builderMethods.encode(bare, values, "method")).to.equal(wanted)
  })

  it("refuses what is no value of its type, a value that is null, and the shorthands of this package", () => {
    const wrong: readonly (readonly [string, unknown])[] = [
      ...([
        ["bool", "yes"],
        ["bool", "2"],
        ["uint8", "256"],
        ["uint256", "1e78"],
        ["uint256", "1.5"],
        ["uint256", ""],
      ] as const),
      ...([
        ["address[]", `[${one}`],
        ["address[]", `[${one}, ]`],
        ["address[]", one],
        ["address[2]", `[${one}]`],
      ] as const),
      ...([
        ["address", null],
        ["address", undefined],
        ["bytes", "0x123"],
        ["bytes4", "0x12"],
      ] as const),
      ...([
        ["(address to, uint8 n)", `[${one}]`],
        ["(address to, uint8 n)", '{"to": 0x12}'],
      ] as const),
      ...([
        ["uint32", "alpha"],
        ["bytes", `${one}@alpha`],
        ["bytes", `eip155:1:${one}`],
      ] as const),
    ]
    for (const [type, value] of wrong) expect(encoded(type, value), `${type} ${String(value)}`).to.equal("refused")
  })

  it("reads methods as the builder and Foundry write them; a transfer has none", () => {
    const read = (written: unknown) => builderMethods.methodOf(written, "method")
    expect(read({ name: "pause", inputs: null, payable: false })).to.include({ name: "pause" })
    expect(read("setPeers((uint32,bytes32)[])")).to.include({ name: "setPeers" })
    for (const none of [
      null,
      undefined,
      { name: "", inputs: [] },
      { name: "receive" },
      { name: "fallback", inputs: [] },
      {},
    ]) {
      expect(read(none), JSON.stringify(none)).to.equal(undefined)
    }
    for (const odd of [
      "no function",
      { name: "a b", inputs: [] },
      { name: "a", inputs: [{ type: "odd" }] },
      { inputs: [{ type: "uint8" }] },
    ]) {
      expect(() => read(odd), JSON.stringify(odd)).to.throw(InvalidInputError)
    }
  })
})
