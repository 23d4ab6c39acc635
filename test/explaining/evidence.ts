import { expect } from "chai"
import { describe, it } from "mocha"

import { type FindSource, readSource } from "#src/explaining/evidence.js"

describe("readSource", () => {
  const call = {} as Parameters<FindSource>[0]
  const read = (find: FindSource | undefined) => readSource(find, call, "simulation on beta")

  it("gives the line", async () => {
    const found = await read(() => Promise.resolve("contracts/Greeter.sol:42"))
    expect(found).to.deep.equal({ line: "contracts/Greeter.sol:42", evidence: [] })
  })

  it("says why a line was not looked for to the end", async () => {
    const { line, evidence } = await read(() => Promise.resolve({ leftOut: "it is long" }))
    expect(line).to.equal(undefined)
    const says = "The search for the line of source code stopped early, because it is long."
    expect(evidence).to.deep.equal([{ source: "simulation on beta", says }])
  })

  it("is nothing if nobody looks, or the search fails", async () => {
    const nothing = { line: undefined, evidence: [] }
    expect(await read(undefined)).to.deep.equal(nothing)
    expect(await read(() => Promise.reject(new Error("no")))).to.deep.equal(nothing)
  })
})
