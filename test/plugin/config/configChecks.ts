import { expect } from "chai"
import { configVariable } from "hardhat/config"
import { describe, it } from "mocha"

import * as checks from "#src/plugin/config/configChecks.js"

/** What a check says of a value: path and sentence of each problem. */
function problems(check: checks.ConfigCheck, value: unknown): string[] {
  const told: string[] = []
  check(value, ["here"], (path, message) => told.push(`${path.join(".")} ${message}`))
  return told
}

/** Which of some values a check refuses. */
const refused = (check: checks.ConfigCheck, values: readonly unknown[]): unknown[] =>
  values.filter((value) => problems(check, value).length > 0)

const digits = "1".repeat(40)
const variable = configVariable("SOME_NAME")

const cases: Readonly<Record<string, [check: checks.ConfigCheck, good: readonly unknown[], bad: readonly unknown[]]>> =
  {
    "a whole number from one": [
      checks.wholeNumber(1),
      [1, 2, Number.MAX_SAFE_INTEGER],
      [0, 1.5, "1", 2 ** 53, null, NaN],
    ],
    "a whole number within a range": [checks.wholeNumber(3, 9), [3, 9], [2, 10, -3]],
    "one of some names": [checks.oneOf(["a", "b"], "them"), ["a", "b"], ["A", "", 1, ["a"]]],
    "the name of a chain": [checks.chainName, ["a", "Z", "a-1_B"], ["1a", "_a", "-a", "a.b", "a b", "", 1]],
    "the name of a contract": [checks.contractName, ["A", "_a", "$", "A1_$"], ["1A", "A-B", "A.B", "", 1]],
    "a plain text": [checks.text, ["!", "~", "a-b"], ["", "a b", "\u007f", "ä", 1]],
    "an amount": [
      checks.amount,
      ["0.1", "1", "1eth", "1 ETHER", "2gwei", "3 wei", "9".repeat(20), `0.${"1".repeat(18)}`],
      ["", ".1", "1.", "-1", "1 btc", "9".repeat(21), `0.${"1".repeat(19)}`, 1],
    ],
    "an address": [
      checks.address,
      [`0x${digits}`, `0x${"aF".repeat(20)}`],
      [`0x${digits}1`, `0x${digits.slice(1)}`, digits, `0x${"g".repeat(40)}`, 1],
    ],
    "a program": [checks.command, [["a"], ["a", "b"]], [[], ["a", ""], ["a", 1], "a"]],
    "a secret": [
      checks.secret,
      ["k", variable],
      ["", 1, {}, { _type: "ConfigurationVariable" }, { _type: "Other", name: "A" }, { name: "A" }],
    ],
    "the URL of a node": [
      checks.nodeUrl,
      ["https://rpc.example/key", "http://127.0.0.1:8545", "http://localhost", variable],
      ["http://rpc.example", "rpc.example", "", "ftp://rpc.example", 1, {}],
    ],
    "a file": [checks.dataFile([]), ["a/b", "..\\b", "a.json", "a.json#b"], ["stage", "", "a.jsonx", "ajson", 1]],
    "a file or a name": [checks.dataFile(["stage"]), ["stage", "a.json"], ["stages", "Stage"]],
    "an invariant": [checks.invariant, [() => undefined], [5, "f", null]],
    "an origin": [
      checks.origin,
      ["http://localhost:5173", "https://a.example"],
      ["*", "a.example", "https://a.example/path", 1],
    ],
    "tokens by symbol": [
      checks.tokenPins,
      [{}, { USDC: `0x${digits}`, "USDC.e": `0x${digits}` }, { ["a".repeat(40)]: `0x${digits}` }],
      [
        { ["a".repeat(41)]: `0x${digits}` },
        { "0Xa": `0x${digits}` },
        { "a b": `0x${digits}` },
        { a: 1 },
        [],
        "a",
        null,
      ],
    ],
    prices: [
      checks.tokenPrices,
      [{ USDC: 1 }, { [`0x${digits}`]: 1e-12 }, { a: 1e12 }],
      [{ a: 0 }, { a: 0.9e-12 }, { a: 1e12 + 1 }, { a: "1" }, { "0x12": 1 }, { "a b": 1 }, { a: NaN }],
    ],
    "the base URL of an API": [
      checks.baseUrl("swap", { hasKey: true }),
      ["https://a.example", "https://a.example/v2", "http://127.0.0.1:8645/swap", "http://localhost:1"],
      [
        "http://a.example",
        "https://u@a.example",
        "https://:p@a.example",
        "https://a.example?x",
        "https://a.example#x",
        "ws://localhost",
        "a",
        1,
      ],
    ],
  }

describe("the checks of the configuration", () => {
  for (const [what, [check, good, bad]] of Object.entries(cases)) {
    it(`know ${what}`, () => {
      expect(refused(check, good), "refused").to.deep.equal([])
      expect(refused(check, bad), "refused").to.deep.equal(bad)
    })
  }

  it("say where each problem is, and go on behind it", () => {
    const { object, keyed, listOf, wholeNumber, chainName } = checks
    const check = object({ one: wholeNumber(1), two: keyed("chain", chainName, listOf(wholeNumber(5), "numbers")) }, [
      "one",
    ])
    expect(problems(check, { three: 1, two: { "1a": [5, 4], b: 7, c: [5, 6, 3] } })).to.deep.equal([
      "here.three is not known here. Known: one, two.",
      "here.one must be a whole number from 1 to 9007199254740991.",
      "here.two.1a must begin with a letter and contain only letters, digits, _ and -.",
      "here.two.1a.1 must be a whole number from 5 to 9007199254740991.",
      "here.two.b must be a list of numbers.",
      "here.two.c.2 must be a whole number from 5 to 9007199254740991.",
    ])
    expect(problems(check, { one: 1 })).to.deep.equal([])
    expect([problems(check, []), problems(check, { one: 1, two: 5 })]).to.deep.equal([
      ["here must be an object with one, two."],
      ["here.two must be an object with one key for each chain."],
    ])
    expect(problems(checks.tokenPins, { a: `0x${digits}`, B: `0x${digits}`, b: `0x${digits}`, A: 1 })).to.deep.equal([
      "here.A must be an address: 0x and 40 hexadecimal digits.",
      "here.b is the same symbol as B.",
      "here.A is the same symbol as a.",
    ])
  })

  it("name the names that may be in place of a file, if there are any", () => {
    const says = (names: readonly string[]) => problems(checks.dataFile(names), "x")
    expect([says([]), says(["stage"]), says(["stage", "dev"])].flat()).to.deep.equal([
      'here must be the path of a JSON file, such as "./deployments.json".',
      'here must be stage or the path of a JSON file, such as "./deployments.json".',
      'here must be stage, dev or the path of a JSON file, such as "./deployments.json".',
    ])
  })

  it("name the API in the advice about its URL, and its key only where it has one", () => {
    const url = (value: string, hasKey: boolean) => problems(checks.baseUrl("gateway", { hasKey }), value)
    expect([
      url("x", true),
      url("http://a.example", true),
      url("https://u@a.example", true),
      url("https://u@a.example", false),
    ]).to.deep.equal([
      ['here must be a URL, such as "https://gateway.example".'],
      ["here must be https. Plain http is only for this machine, such as http://127.0.0.1:8645/gateway."],
      ["here must not contain a user or password: use apiKey."],
      ["here must not contain a user or password."],
    ])
  })
})
