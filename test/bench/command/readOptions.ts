import { expect } from "chai"
import { describe, it } from "mocha"

import { readOptions, usage } from "../../../bench/command/readOptions.js"
import { figures } from "../../../bench/figures.js"

describe("readOptions of npm run bench", () => {
  it("measures every figure once, and with another commit three times", () => {
    expect(readOptions([])).to.deep.include({ figures, compare: undefined, rounds: 1, json: false, write: false })
    expect(readOptions(["--compare", "main"])).to.include({ compare: "main", rounds: 3 })
    expect(readOptions(["--compare", "main", "--rounds", "5", "--json"])).to.include({ rounds: 5, json: true })
  })

  it("chooses figures by their names, which are unique", () => {
    const { figures: chosen } = readOptions(["--only", "swap", "--only", "quote"])
    expect(chosen.map(({ name }) => name)).to.deep.equal(["swap", "quote"])
    expect(new Set(figures.map(({ name }) => name))).to.have.lengthOf(figures.length)
  })

  it("refuses what it does not know, and what excludes each other", () => {
    for (const [args, problem] of [
      [["--only", "speed"], 'not "speed": start-2,'],
      [["--rounds", "0"], 'from 1 to 999, not "0"'],
      [["--rounds", "many"], 'not "many"'],
      [["--growth", "--only", "delivery"], "neither --only nor --compare"],
      [["--growth", "--compare", "main"], "neither --only nor --compare"],
      [["--write", "--only", "delivery"], "does not take --only"],
      [["--fast"], "--fast"],
    ] as const) {
      expect(() => readOptions(args), args.join(" ")).to.throw(problem)
    }
  })

  it("lists every figure and option in the help", () => {
    const options = ["--only", "--compare", "--rounds", "--growth", "--write", "--json"]
    for (const text of [...figures.map(({ name }) => name), ...options]) expect(usage).to.contain(`  ${text}`)
  })
})
