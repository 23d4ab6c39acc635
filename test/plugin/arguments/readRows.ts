import { expect } from "chai"
import { describe, it } from "mocha"

import { readRows } from "#src/plugin/arguments/readRows.js"
import { type Row, rows } from "#src/plugin/arguments/rows.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { thrown } from "#test/fixtures/failure.js"

const says = ""
const max = 2n ** 256n - 1n
const checksummed = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const lower = checksummed.toLowerCase()
const id = `0x${"Ab".repeat(32)}`

/** The value of an option that is given as this text, or why it is refused. */
function read(row: Omit<Row, "says">, text: string | undefined): unknown {
  try {
    return readRows({ itIs: { says, ...row } }, { itIs: text })["itIs"]
  } catch (error) {
    if (!isPlugsError(error) || error.facts["argument"] !== "--it-is") throw error
    return error.message.replace('Option "--it-is": ', "")
  }
}

describe("the reader of each kind", () => {
  const table: readonly (readonly [
    row: Omit<Row, "says">,
    taken: Record<string, unknown>,
    refused: Record<string, RegExp>,
  ])[] = [
    [{}, { "": "", " a b ": " a b " }, {}],
    [
      { kind: "text", required: "--it-is 5" },
      { " x ": "x" },
      { "": /^it is missing\. Add --it-is 5\.$/, "  ": /missing/ },
    ],
    [
      { kind: "list" },
      { "alpha, beta ,c": ["alpha", "beta", "c"] },
      {
        "a,,b": /^"a,,b" has an empty entry\. Separate the names with commas, such as alpha,beta\.$/,
        "": /empty/,
        ",a": /empty/,
      },
    ],
    [{ kind: "address" }, { [` ${lower} `]: checksummed }, { "0x12": /^"0x12" is not an address/ }],
    [
      { kind: "addresses" },
      { [`${lower}, ${checksummed}`]: [checksummed, checksummed] },
      { [`${lower},0x12`]: /"0x12"/ },
    ],
    [{ kind: "transaction" }, { [id]: id.toLowerCase() }, { "0x12": /^"0x12" is not a transaction hash/ }],
    [{ kind: "messageId" }, { [id]: id.toLowerCase() }, { "0x12": /^"0x12" is not a message id/ }],
    [{ kind: "bytes32", called: "a leaf" }, { [id]: id.toLowerCase() }, { [id.slice(2)]: / is not a leaf/ }],
    [{ kind: "amount" }, { "0.5": 5n * 10n ** 17n, "7wei": 7n, "0": 0n }, { much: /much/, "-1": /-1/ }],
    [{ kind: "gasPrice" }, { "2.5": 25n * 10n ** 8n }, { "-1": /-1/ }],
    [
      { kind: "percent", most: 50 },
      { "0": 0, "2.5": 2.5, " 50": 50, "49.9999": 49.9999 },
      {
        "50.0001": /^"50\.0001" is not a percentage\. Give a number from 0 to 50, such as 10 or 2\.5\.$/,
        "-1": /-1/,
        "1%": /1%/,
        ".5": /\.5/,
        "": /percentage/,
      },
    ],
    [
      { kind: "count", most: 9 },
      { "1": 1, " 9 ": 9 },
      {
        "0": /^"0" is not a whole number in range\. Give a whole number from 1 to 9\.$/,
        "10": /range/,
        "1e0": /^"1e0" is not a whole number\./,
      },
    ],
    [{ kind: "count", least: 0 }, { "0": 0, [String(2 ** 53 - 1)]: 2 ** 53 - 1 }, { [String(2 ** 53)]: /range/ }],
    [
      { kind: "whole" },
      { "1": 1n, [String(max)]: max },
      { "0": /Give only digits, for 1 or more\.$/, [String(max + 1n)]: /range/, "0x1": /0x1/, "": /""/, "-1": /-1/ },
    ],
    [{ kind: "duration" }, { "2m": 120_000, "300ms": 300 }, { "30": /^"30" / }],
    [
      { kind: "messageState" },
      { sealed: "SEALED", " Verified ": "VERIFIED" },
      { SEALD: /^"SEALD" is not a message state\. Did you mean SEALED\?/ },
    ],
    [
      { kind: "payloadState" },
      { executed: "EXECUTED", " executing": "EXECUTING" },
      { SEALED: /^"SEALED" is not a payload state/ },
    ],
    [{ kind: "timeoutId" }, { "0x1": "0x1" }, { " ": /timeoutId/ }],
    [
      { kind: "finality" },
      { Safe: "safe", " latest ": "latest", "12": 12, " 13\t": 13, "999999": 999_999 },
      { "1000000": /^"1000000" is not latest, safe, finalized or a number of blocks/, "-1": /-1/, "": /""/ },
    ],
    [
      { kind: "choice", of: ["api", "both"], called: "a source", otherwise: "both" },
      { API: "api", both: "both", " api\t": "api" },
      { apis: /^"apis" is not a source\. Did you mean api\? Give one of api, both\.$/ },
    ],
  ]

  for (const [row, taken, refused] of table) {
    it(`reads ${JSON.stringify(row)}`, () => {
      for (const [text, value] of Object.entries(taken)) expect(read(row, text), text).to.deep.equal(value)
      for (const [text, why] of Object.entries(refused)) expect(read(row, text), text).to.match(why)
      if (row.required === undefined && row.otherwise === undefined) expect(read(row, undefined)).to.equal(undefined)
    })
  }

  it("reads a default where an option is left out, whether Hardhat knows it or not", () => {
    expect([
      read({ kind: "count", default: "20" }, undefined),
      read({ kind: "count", otherwise: "3" }, undefined),
    ]).to.deep.equal([20, 3])
    expect(read({ kind: "count", default: "20" }, "7")).to.equal(7)
  })
})

describe("what goes with what", () => {
  const own = rows({
    ...{ plug: { as: "argument", says }, more: { as: "rest", needs: "callIt", says }, callIt: { says } },
    all: { as: "flag", not: ["callIt", "more", "id"], says },
    id: { as: "optional", says },
    howMany: { kind: "count", default: "5", needs: "all", says },
    blocks: { needs: "source chain", says },
    until: { needs: ["all", "id"], says },
    source: { kind: "choice", of: ["api", "chain"], called: "a source", says },
  })
  const said = (given: Omit<Parameters<typeof readRows<typeof own>>[1], "plug">) =>
    thrown(() => readRows(own, { plug: "Greeter", ...given })).message

  it("is refused where one has no effect without another", () => {
    const table = {
      "--how-many": { howMany: "6" },
      "--blocks": { blocks: "" },
    } as const
    expect(said(table["--how-many"])).to.equal(
      'Option "--how-many": it has no effect without --all. Add --all, or leave the option out.',
    )
    expect(said(table["--blocks"])).to.equal(
      'Option "--blocks": it has no effect without --source chain. Add --source chain, or leave the option out.',
    )
    expect(said({ blocks: "1", source: "api" })).to.contain("without --source chain")
    expect(readRows(own, { plug: "Greeter", blocks: "1", source: " Chain " })).to.include({
      blocks: "1",
      source: "chain",
    })
    expect(said({ until: "x" })).to.contain("without --all. Add --all,")
    expect(said({ more: ["1"] })).to.equal(
      'Argument "more": it has no effect without --call-it. Add --call-it, or leave the option out.',
    )
  })

  it("is refused where one contradicts another, before anything else", () => {
    expect(said({ all: true, callIt: "", blocks: "1" })).to.equal(
      'Option "--call-it": it contradicts --all. Leave one of the two out.',
    )
    expect(said({ all: true, more: ["1"] })).to.contain('Argument "more": it contradicts --all')
    expect(said({ all: true, id: "1" })).to.contain('Argument "id": it contradicts --all')
  })

  it("is fine where it is left out, is a default, or has the other", () => {
    const none = {
      more: [],
      callIt: undefined,
      all: false,
      id: undefined,
      howMany: 5,
      blocks: undefined,
      until: undefined,
      source: undefined,
    }
    const given = { plug: "Greeter", callIt: undefined, all: false, more: [], howMany: "5" }
    expect(readRows(own, given)).to.deep.equal({ ...none, plug: "Greeter" })
    expect(readRows(own, { plug: "Greeter" })).to.deep.equal({ ...none, plug: "Greeter" })
    const all = { plug: "Greeter", all: true, howMany: "6", blocks: "7", source: "CHAIN" }
    expect(readRows(own, all)).to.deep.equal({ ...none, ...all, howMany: 6, source: "chain" })
    expect(readRows(own, { plug: "x", id: "7", until: "y" })).to.deep.include({ id: "7", until: "y" })
    expect(readRows(own, { plug: "x", callIt: "", more: ["1", "2"] })).to.deep.include({ callIt: "", more: ["1", "2"] })
  })
})
