import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { isMutable } from "../../../scripts/mutate/readFaults.js"
import { readOptions } from "../../../scripts/mutate/readOptions.js"
import { sample } from "../../../scripts/mutate/sample.js"

describe("readOptions", () => {
  it("has a default for everything, and a seed by chance", () => {
    expect(readOptions([], 5)).to.deep.equal({
      files: [],
      base: "main",
      patches: [],
      max: 40,
      tests: 8,
      together: 0,
      seed: 5,
      allow: 0,
      json: false,
      report: undefined,
      matrix: undefined,
    })
  })

  it("takes files, several patches and all tests", () => {
    const options = readOptions(
      ["./src/a.ts", "tasks/", "--patch", "x", "--patch", "y", "--tests", "all", "--seed", "9"],
      5,
    )
    expect(options).to.deep.include({ files: ["src/a.ts", "tasks"], patches: ["x", "y"], tests: Infinity, seed: 9 })
  })

  it("loads the nearest tests in one process, or all of them, or none", () => {
    const together = (...args: string[]): number => readOptions(args, 5).together
    expect(together("--together")).to.equal(8)
    expect(together("--together", "--tests", "3")).to.equal(3)
    expect(together("--thorough", "--tests", "3")).to.equal(Infinity)
    expect(together("--tests", "3")).to.equal(0)
  })

  it("refuses an unknown option, and a number that is none", () => {
    expect(() => readOptions(["--maximum", "3"], 5)).to.throw()
    for (const text of ["-1", "1.5", "many", ""]) expect(() => readOptions([`--max=${text}`], 5)).to.throw("--max")
  })
})

describe("isMutable", () => {
  it("is code of ours, and no test, interface or generated file", () => {
    const yes = ["src/a/b.ts", "tasks/a.ts", "scripts/a.ts", "contracts/plugs/Plug.sol"]
    const no = [
      "extras/page/src/browser/details.ts",
      "test/a.ts",
      "docs/a.md",
      "contracts/plugs/Plug.t.sol",
      "contracts/interfaces/ISocket.sol",
      "contracts/devnet/market/interfaces/IDex.sol",
      "contracts/fixtures/MoodyPlug.sol",
      "contracts/testing/devnet/GatewayCode.sol",
      "src/devnet/artifacts/messaging.ts",
    ]
    expect([...yes, ...no].filter(isMutable)).to.deep.equal(yes)
  })
})

describe("sample", () => {
  it("chooses different items in their order, the same for the same seed", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), fc.nat(50), fc.nat(), (items, most, seed) => {
        const chosen = sample(items, most, seed)
        expect(chosen).to.have.lengthOf(Math.min(most, items.length))
        expect(chosen).to.deep.equal(items.filter((item) => chosen.includes(item)))
        expect(sample(items, most, seed)).to.deep.equal(chosen)
      }),
    )
  })

  it("does not always choose the same ones", () => {
    const items = Array.from({ length: 100 }, (_, index) => index)
    const seen = new Set(Array.from({ length: 100 }, (_, seed) => sample(items, 5, seed)).flat())
    expect(seen.size).to.be.above(90)
  })
})
