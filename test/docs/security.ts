import { expect } from "chai"
import { describe, it } from "mocha"

import { readDocument, section, table } from "./markdown.js"

/** The places where something that nobody vouches for comes in. */
const surfaces = [
  "APIs",
  "Nodes",
  "Other chains",
  "Local processes and files",
  "Web pages, and the devnet",
  "Dependencies and releases",
]

describe("SECURITY.md", () => {
  for (const surface of surfaces) {
    it(`says what holds and what remains of every attack through: ${surface}`, async () => {
      const page = await readDocument("SECURITY.md")
      const rows = table({ path: page.path, prose: section(page, `### ${surface}`) }, "attack ")
      expect(rows).to.have.length.above(1)
      for (const [attack, , remains] of rows) expect(remains, attack).to.match(/\w.*\.$/)
      expect(rows.filter(([, holds]) => holds !== "")).to.have.length.above(1)
    })
  }

  it("says how to report, and who is trusted with what", async () => {
    const page = await readDocument("SECURITY.md")
    expect(section(page, "## Reporting a vulnerability")).to.contain("privately")
    expect(table(page, "who ")).to.have.length.above(5)
  })
})
