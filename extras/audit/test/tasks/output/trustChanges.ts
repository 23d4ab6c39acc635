import { expect } from "chai"
import { describe, it } from "mocha"

import { trustChanges } from "#extras/audit/tasks/output/trustChanges.js"
import { plainText } from "#src/terminal/renderText.js"

describe("trustChanges", () => {
  it("counts what became worse and better, with a row for each, and is a title alone where nothing changed", () => {
    const [first, second, third] = [true, false, true].map((isWorse, index) => ({
      ...{
        isWorse,
        path: `alpha → ${index}`,
        what: `FORGE_${index}`,
        before: `${index} keys`,
        now: `${index + 5} keys`,
      },
    })) as [never, never, never]
    expect(plainText(trustChanges([first, second, third]), 20).split("\n")).to.deep.equal([
      "## Who can do what: 2 worse, 1 better",
      "",
      "| | path | what | before | now |",
      "| --- | --- | --- | --- | --- |",
      "| **worse** | alpha → 0 | `FORGE_0` | 0 keys | 5 keys |",
      "| better | alpha → 1 | `FORGE_1` | 1 keys | 6 keys |",
      "| **worse** | alpha → 2 | `FORGE_2` | 2 keys | 7 keys |",
    ])
    expect(plainText(trustChanges([]))).to.equal("## Who can do what: as before")
  })
})
